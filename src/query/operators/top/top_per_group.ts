/**
 * `top N by KEY per GROUPS`: the first rows of each group in an order.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import { KeyGroups } from "../../execution/key_groups.ts";
import { type Part, pieces, type Relation, rowNumbers } from "../../execution/relation.ts";
import type { Expr } from "../../plan/expressions.ts";
import type { Plan } from "../../plan/plan.ts";
import type { SortPlan } from "../../plan/steps.ts";
import { withComputed } from "../columns/project.ts";
import type { OperatorContext, Steps } from "../operator.ts";
import { runSort } from "./sort.ts";

/** The first `limit` rows of each group: groups in order of their first row, the rows of a group together. */
export interface TopPerPlan extends Plan {
  readonly op: "topPer";
  readonly input: Plan;
  readonly key: SortPlan["keys"][number];
  readonly per: readonly Expr[];
  readonly limit: number;
}

/** Sorts all rows, and takes the first ones of each group. */
export function* runTopPer(plan: TopPerPlan, input: Relation, context: OperatorContext): Steps<Relation> {
  const { span, key } = plan;
  const grouped = withComputed(input, plan.per, context);
  const { columns } = grouped;
  const order: SortPlan = { op: "sort", input: plan.input, keys: [key], limit: null, columns, span };
  const sorted = yield* runSort(order, grouped, context);
  const kept: Part[] = [];
  for (const part of sorted.parts) kept.push(yield* firstOfGroups(part, plan, context));
  return { columns: plan.columns, parts: kept };
}

/** The rows kept, with the number of their group; groups are numbered by first row. */
class KeptRows {
  readonly #context: OperatorContext;
  readonly #limit: number;
  #rows: number;
  #groups: number;
  #room = BLOCK_ROWS;
  /** Rows kept per group. */
  #counts: Uint32Array<ArrayBuffer> = new Uint32Array(1024);
  #count = 0;

  constructor(context: OperatorContext, limit: number) {
    this.#context = context;
    this.#limit = limit;
    this.#rows = context.work.take(BLOCK_ROWS * 4);
    this.#groups = context.work.take(BLOCK_ROWS * 4);
  }

  /** Adds the rows of a piece; `groupCount` is the number of groups so far. */
  add(rows: number, groups: number, count: number, groupCount: number): void {
    if (groupCount > this.#counts.length) {
      const larger = new Uint32Array(groupCount * 2);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    // Most rows are not kept, so memory only grows for those that are.
    if (this.#count + count > this.#room) this.#widen();
    const { u32 } = this.#context.work.arena;
    for (let at = 0; at < count; at++) {
      const group = u32[(groups >>> 2) + at]!;
      if (this.#counts[group]! >= this.#limit) continue;
      this.#counts[group]!++;
      u32[(this.#rows >>> 2) + this.#count] = u32[(rows >>> 2) + at]!;
      u32[(this.#groups >>> 2) + this.#count++] = group;
    }
    this.#context.work.tick(count);
  }

  #widen(): void {
    const { work } = this.#context;
    this.#room *= 2;
    const wider = (list: number): number => {
      const larger = work.take(this.#room * 4);
      work.arena.u8.copyWithin(larger, list, list + 4 * this.#count);
      work.give(list);
      return larger;
    };
    [this.#rows, this.#groups] = [wider(this.#rows), wider(this.#groups)];
  }

  /** The rows, group by group, as a new list. */
  finish(groupCount: number): { pointer: number; count: number } {
    const { work } = this.#context;
    const next = new Uint32Array(groupCount + 1);
    for (let group = 0; group < groupCount; group++) next[group + 1] = next[group]! + this.#counts[group]!;
    const pointer = work.take(this.#count * 4);
    const { u32 } = work.arena;
    for (let at = 0; at < this.#count; at++) {
      work.tick(1);
      const group = u32[(this.#groups >>> 2) + at]!;
      u32[(pointer >>> 2) + next[group]!++] = u32[(this.#rows >>> 2) + at]!;
    }
    work.give(this.#rows, this.#groups);
    return { pointer, count: this.#count };
  }
}

function* firstOfGroups(part: Part, plan: TopPerPlan, context: OperatorContext): Steps<Part> {
  const { work } = context;
  const columns = part.columns.slice(0, part.columns.length - plan.per.length);
  const keys = part.columns.slice(columns.length);
  const known = new KeyGroups(work, keys.length);
  const kept = new KeptRows(context, plan.limit);
  const values = { values: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  const groups = work.take(BLOCK_ROWS * 4);
  const scratch = work.take(BLOCK_ROWS * 4);
  // For each row: find its group, and keep it if it is among the first N.
  for (const piece of pieces(work, part)) {
    yield;
    const rows = rowNumbers(work, piece, scratch);
    known.assign(piece, keys, values, groups);
    kept.add(rows, groups, piece.count, known.count);
  }
  const { pointer, count } = kept.finish(known.count);
  known.release();
  work.give(values.values, values.nulls, groups, scratch);
  return { ...part, columns, selection: { kind: "list", pointer, count } };
}
