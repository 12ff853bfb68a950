/**
 * `join`: rows of the right are found by hash; the result sees both sides through row numbers.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { BLOCK_ROWS, NO_ROW } from "../../tables/block.ts";
import { type Column, LookupColumn } from "../../tables/column.ts";
import type { StoredColumn } from "../../tables/stored_column.ts";
import { failAt } from "../execution/context.ts";
import { Grouper } from "../execution/grouping.ts";
import { listRows, type Part, pieces, readPiece, type Relation, rowNumbers } from "../execution/relation.ts";
import { joinZeros } from "../execution/words.ts";
import type { Plan } from "../plan/plan.ts";
import { flatten, storeWords } from "./materialize.ts";
import type { OperatorContext, Steps } from "./operator.ts";

/** Rows of the left with the columns of the right that are not keys (anti and semi: left columns only). Names of the
 * right that exist on the left get `_right` appended. Null keys match nothing. */
export interface JoinPlan extends Plan {
  readonly op: "join";
  readonly kind: "inner" | "left" | "anti" | "semi";
  readonly left: Plan;
  readonly right: Plan;
  /** Column numbers. */
  readonly on: readonly { readonly left: number; readonly right: number }[];
}

/** Joins two relations on equal columns; null keys match nothing. */
export function* runJoin(
  plan: JoinPlan,
  left: Relation,
  right: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const rightPart = flatten(work, right).parts[0];
  const index = new RightIndex(plan, context);
  const filtering = plan.kind === "anti" || plan.kind === "semi";
  if (rightPart) yield* index.build(rightPart);
  const parts: Part[] = [];
  for (const part of left.parts) {
    parts.push(filtering ? yield* index.filter(part) : yield* index.join(part, rightPart));
  }
  index.release();
  return { columns: plan.columns, parts };
}

/** Largest result of a join; what is larger answers no question. */
const MOST_ROWS = QUERY_LIMITS.joinRows.most;

/** Right rows by key. */
class RightIndex {
  readonly #plan: JoinPlan;
  readonly #context: OperatorContext;
  readonly #steps: Grouper[];
  #starts = new Uint32Array(1);
  #rows = new Uint32Array(0);

  constructor(plan: JoinPlan, context: OperatorContext) {
    this.#plan = plan;
    this.#context = context;
    this.#steps = plan.on.map(() => new Grouper(context.work));
  }

  release(): void {
    for (const step of this.#steps) step.release();
  }

  /** Left rows with (semi) or without (anti) a partner. */
  *filter(part: Part): Steps<Part> {
    const { work } = this.#context;
    const wanted = this.#plan.kind === "semi";
    const kept: number[] = [];
    yield* this.#probe(part, (row, group) => {
      if ((group !== NO_ROW) === wanted) kept.push(row);
    });
    const list = work.take(kept.length * 4);
    work.arena.u32.set(kept, list >>> 2);
    return { ...part, selection: { kind: "list", pointer: list, count: kept.length } };
  }

  /** Pairs of rows; left rows without a partner see nulls (left join) or are dropped. */
  *join(part: Part, right: Part | undefined): Steps<Part> {
    const { work } = this.#context;
    const leftRows: number[] = [];
    const rightRows: number[] = [];
    yield* this.#probe(part, (row, group) => {
      if (group === NO_ROW) {
        if (this.#plan.kind !== "left") return;
        leftRows.push(row);
        rightRows.push(NO_ROW);
        return;
      }
      if (leftRows.length > MOST_ROWS) this.#refuse();
      work.did(1 + this.#starts[group + 1]! - this.#starts[group]!);
      for (let at = this.#starts[group]!; at < this.#starts[group + 1]!; at++) {
        leftRows.push(row);
        rightRows.push(this.#rows[at]!);
      }
    });
    const leftKeys = this.#keyColumn(leftRows);
    const rightKeys = this.#keyColumn(rightRows);
    const count = leftRows.length;
    const { arena } = work;
    const see = (column: Column, keys: Column): Column => new LookupColumn(column, arena, keys, column);
    const keyed = new Set(this.#plan.on.map((each) => each.right));
    const columns = [
      ...part.columns.map((column) => see(column, leftKeys)),
      ...(right?.columns ?? []).filter((_, at) => !keyed.has(at)).map((column) => see(column, rightKeys)),
    ];
    return { columns, rowCount: count, selection: { kind: "all" }, source: null };
  }

  #refuse(): never {
    failAt(
      this.#context,
      "Q407",
      `Join has more than ${MOST_ROWS} rows: its columns are equal in too many rows`,
      this.#plan.span,
      "join on more columns, or group one side first",
    );
  }

  /** Row numbers as a column. */
  #keyColumn(rows: readonly number[]): StoredColumn {
    const { work } = this.#context;
    const words = work.take(rows.length * 8);
    const nulls = work.takeZeroed(rows.length);
    let missing = false;
    for (let at = 0; at < rows.length; at++) {
      work.did(1);
      const row = rows[at]!;
      if (row === NO_ROW) {
        missing = true;
        work.arena.u8[nulls + at] = 1;
      }
      work.arena.u64[(words >>> 3) + at] = row === NO_ROW ? 0n : BigInt(row);
    }
    const info = { name: "", type: "u64", display: "plain" } as const;
    const column = storeWords(work, info, words, missing ? nulls : 0, rows.length);
    work.give(words, nulls);
    return column;
  }

  /** Takes the rows that are found later. */
  *build(part: Part): Steps<void> {
    const { work } = this.#context;
    const { pointer, count } = listRows(work, part);
    const groups = new Uint32Array(count);
    let at = 0;
    yield* this.#assign(part, this.#plan.on.map((each) => each.right), true, (ids, n) => {
      groups.set(work.arena.u32.subarray(ids >>> 2, (ids >>> 2) + n), at);
      at += n;
    });
    const total = this.#steps.at(-1)!.count;
    this.#starts = new Uint32Array(total + 1);
    for (const group of groups) {
      work.did(1);
      if (group !== NO_ROW) this.#starts[group + 1]!++;
    }
    for (let group = 0; group < total; group++) {
      work.did(1);
      this.#starts[group + 1]! += this.#starts[group]!;
    }
    const next = this.#starts.slice();
    this.#rows = new Uint32Array(count);
    for (let row = 0; row < count; row++) {
      work.did(1);
      const group = groups[row]!;
      if (group !== NO_ROW) this.#rows[next[group]!++] = work.arena.u32[(pointer >>> 2) + row]!;
    }
    work.give(pointer);
  }

  *#probe(part: Part, visit: (row: number, group: number) => void): Steps<void> {
    const { work } = this.#context;
    yield* this.#assign(part, this.#plan.on.map((each) => each.left), false, (ids, n, numbers) => {
      const words = work.arena.u32;
      for (let at = 0; at < n; at++) visit(words[(numbers >>> 2) + at]!, words[(ids >>> 2) + at]!);
    });
  }

  /** Group of every row; rows with a null key have none. */
  *#assign(
    part: Part,
    columns: readonly number[],
    add: boolean,
    take: (ids: number, count: number, numbers: number) => void,
  ): Steps<void> {
    const { work } = this.#context;
    const values = work.take(BLOCK_ROWS * 8);
    const nulls = work.take(BLOCK_ROWS);
    const ids = work.take(BLOCK_ROWS * 4);
    const scratch = work.take(BLOCK_ROWS * 4);
    const missing = work.take(BLOCK_ROWS);
    for (const piece of pieces(work, part)) {
      yield;
      const numbers = rowNumbers(work, piece, scratch);
      work.arena.u8.fill(0, missing, missing + piece.count);
      columns.forEach((index, step) => {
        const column = part.columns[index]!;
        const nullsAt = readPiece(column, piece, values, nulls);
        if (column.type === "f64") joinZeros(work.pools, values, piece.count);
        if (nullsAt) {
          for (let at = 0; at < piece.count; at++) {
            work.arena.u8[missing + at]! |= work.arena.u8[nullsAt + at]!;
          }
        }
        this.#steps[step]!.assign(values, nullsAt, piece.count, ids, step > 0, numbers, 0, add);
      });
      for (let at = 0; at < piece.count; at++) {
        if (work.arena.u8[missing + at]) work.arena.u32[(ids >>> 2) + at] = NO_ROW;
      }
      take(ids, piece.count, numbers);
    }
    work.give(values, nulls, ids, scratch, missing);
  }
}
