/**
 * `changes A, B by keys`: aligns two sequences of rows, and lists rows that only one of them has.
 * @module
 */

import { BLOCK_ROWS, NO_ROW } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import { pieces, readPiece, type Relation, relationRows, type Workspace } from "../../execution/relation.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { alignSequences } from "./align_sequences.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import type { DiffPlan } from "./diff.ts";
import type { GroupPart } from "../partition/group_part.ts";
import { numberRows } from "../hash_group/number_rows.ts";
import { relationOf } from "../columns/materialize.ts";
import type { OperatorContext, Steps } from "../operator.ts";

/**
 * Columns that number the rows, in order of preference (not every record has a `no`); without them, rows are
 * counted from 1.
 */
export const ROW_NUMBER_COLUMNS: readonly string[] = ["seq", "no"];

/** Computes the rows without a partner, in the order of both sequences. */
export function* runChanges(
  plan: DiffPlan,
  before: Relation,
  after: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const left = relationRows(before);
  const ours = partsOf(before, plan.keys, context), theirs = partsOf(after, plan.afterKeys, context);
  const { ids, count } = yield* numberRows([...ours, ...theirs], left + relationRows(after), context);
  const { removed, added } = alignSequences(ids.subarray(0, left), ids.subarray(left), count, work);
  const changes = new Changes(work, removed, added);
  const { strings } = work.pools;
  const words = ["removed", "added"].map((word) => BigInt(strings.internText(word)));
  const [gone, come] = words as [bigint, bigint];
  const stored: Column[] = [
    changes.column(infoOf(plan, "hunk"), (_, hunk) => BigInt(hunk)),
    changes.column(infoOf(plan, "change"), (side) => side === 0 ? gone : come),
    yield* sideRowNumbers(plan, 0, before, changes),
    yield* sideRowNumbers(plan, 1, after, changes),
  ];
  for (const [at, { name }] of plan.keys.entries()) {
    const keyOf = ({ part, keys }: GroupPart): PartColumn => ({ part, column: keys[at]! });
    stored.push(yield* changes.values(infoOf(plan, name), ours.map(keyOf), theirs.map(keyOf)));
  }
  return relationOf(plan.columns, stored, changes.total);
}

function infoOf({ columns }: DiffPlan, name: string): PlanColumn {
  return columns.find((each) => each.name === name)!;
}

function partsOf({ parts }: Relation, keys: DiffPlan["keys"], context: OperatorContext): GroupPart[] {
  return parts.map((part) => {
    const compiler = new ExpressionCompiler(context, part);
    return { part, keys: keys.map(({ expr }) => compiler.compile(expr)), inputs: [] };
  });
}

/** The row numbers of one side; null in rows of the other side. */
function* sideRowNumbers(
  plan: DiffPlan,
  side: 0 | 1,
  rows: Relation,
  changes: Changes,
): Steps<StoredColumn> {
  const info = infoOf(plan, side === 0 ? "before" : "after");
  const { columns } = side === 0 ? plan.before : plan.after;
  const index = ROW_NUMBER_COLUMNS
    .map((name) => columns.findIndex((column) => column.name === name))
    .find((at) => at >= 0);
  if (index === undefined) {
    return changes.column(info, (of, _, row) => of === side ? BigInt(row + 1) : null);
  }
  const named = rows.parts.map((part) => ({ part, column: part.columns[index]! }));
  return yield* side === 0 ? changes.values(info, named, []) : changes.values(info, [], named);
}

/** A column of one part. */
interface PartColumn {
  readonly part: GroupPart["part"];
  readonly column: Column;
}

/**
 * Rows that only one side has, in order. Adjacent rows form a hunk: first the rows of the first side, then those
 * of the second.
 */
class Changes {
  readonly #work: Workspace;
  readonly #removed: Uint8Array;
  readonly #added: Uint8Array;
  readonly total: number;

  constructor(work: Workspace, removed: Uint8Array, added: Uint8Array) {
    [this.#work, this.#removed, this.#added] = [work, removed, added];
    let total = 0;
    for (const marks of [removed, added]) for (let at = 0; at < marks.length; at++) total += marks[at]!;
    this.total = total;
  }

  /** A column computed for each row from its side, its hunk and its number in its side. */
  column(
    info: PlanColumn,
    valueOf: (side: 0 | 1, hunk: number, row: number) => bigint | null,
  ): StoredColumn {
    const filler = new ColumnFiller(this.#work, info);
    this.#each((side, hunk, row) => filler.put(valueOf(side, hunk, row)));
    return filler.finish();
  }

  /** A column with the values of both sides; null for a side without columns. */
  *values(
    info: PlanColumn,
    before: readonly PartColumn[],
    after: readonly PartColumn[],
  ): Steps<StoredColumn> {
    const work = this.#work;
    const waiting = new ColumnFiller(work, info);
    const removed = yield* this.#marked(before, this.#removed, waiting);
    yield* this.#marked(after, this.#added, waiting);
    const both = waiting.finish();
    // Values of the first side are placed before those of the second.
    const filler = new ColumnFiller(work, info);
    const rows = work.take(BLOCK_ROWS * 4);
    let count = 0;
    const next = [0, removed];
    const flush = (): void => {
      filler.gather(both, rows, count);
      count = 0;
    };
    this.#each((side) => {
      const isEmpty = (side === 0 ? before : after).length === 0;
      work.arena.u32[(rows >>> 2) + count++] = isEmpty ? NO_ROW : next[side]!++;
      if (count === BLOCK_ROWS) flush();
    });
    flush();
    work.give(rows);
    both.free();
    return filler.finish();
  }

  /** Adds the values of marked rows; returns their number. */
  *#marked(parts: readonly PartColumn[], marks: Uint8Array, filler: ColumnFiller): Steps<number> {
    const work = this.#work;
    const words = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
    let row = 0;
    let total = 0;
    for (const { part, column } of parts) {
      for (const piece of pieces(work, part)) {
        yield;
        const nullsAt = readPiece(column, piece, words, nulls);
        const { u8, u64 } = work.arena;
        let count = 0;
        for (let at = 0; at < piece.count; at++) {
          if (!marks[row++]) continue;
          u64[(words >>> 3) + count] = u64[(words >>> 3) + at]!;
          if (nullsAt) u8[nullsAt + count] = u8[nullsAt + at]!;
          count++;
        }
        filler.add(words, nullsAt, count);
        total += count;
      }
    }
    work.give(words, nulls);
    return total;
  }

  #each(visit: (side: 0 | 1, hunk: number, row: number) => void): void {
    const [removed, added] = [this.#removed, this.#added];
    let hunk = 0;
    let inside = false;
    let left = 0;
    let right = 0;
    while (left < removed.length || right < added.length) {
      this.#work.tick(1);
      const isGone = left < removed.length && removed[left] === 1;
      if (isGone || (right < added.length && added[right] === 1)) {
        if (!inside) hunk++;
        inside = true;
        if (isGone) visit(0, hunk, left++);
        else visit(1, hunk, right++);
      } else {
        inside = false;
        left++;
        right++;
      }
    }
  }
}
