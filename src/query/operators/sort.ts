/**
 * `sort` and `top`: rows in another order. Only keys are read; the rows stay where they are.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import { kernelsOf } from "../execution/kernels.ts";
import {
  type Part,
  pieces,
  readPiece,
  type Relation,
  rowNumbers,
  selectedRows,
} from "../execution/relation.ts";
import type { SortPlan } from "../plan/steps.ts";
import { withComputed } from "./columns.ts";
import { flatten } from "./materialize.ts";
import type { OperatorContext, Steps } from "./operator.ts";
import { type OrderKey, toSortKeys } from "./ordering.ts";
import { sortedRows } from "./sort_ranges.ts";
import { topRows } from "./top_rows.ts";

/** The key of rows without a value, which come last; other rows may have it too. */
const KEY_OF_NULLS = 0xffff_ffff_ffff_ffffn;

/** Sorted rows, only the first `wanted` of them, or the limit of the plan, where that is less. */
export function* runSort(
  sort: SortPlan,
  input: Relation,
  context: OperatorContext,
  wanted = Infinity,
): Steps<Relation> {
  const least = Math.min(wanted, sort.limit ?? Infinity);
  const plan = least < Infinity ? { ...sort, limit: least } : sort;
  let parts = input.parts;
  if (plan.limit !== null) parts = parts.map((part) => preselect(part, plan, context));
  const [only] = parts;
  if (parts.length === 1) {
    return {
      columns: plan.columns,
      parts: [yield* sortPart(only!, orderKeys(only!, plan, context), plan, context)],
    };
  }
  const keyed = withComputed({ ...input, parts }, plan.keys.map(({ expr }) => expr), context);
  const flat = flatten(context.work, keyed).parts[0]!;
  const columns = flat.columns.slice(0, input.columns.length);
  const keys = plan.keys.map(({ expr: _, ...key }, at): OrderKey => ({
    ...key,
    column: flat.columns[columns.length + at]!,
  }));
  return { columns: plan.columns, parts: [yield* sortPart({ ...flat, columns }, keys, plan, context)] };
}

function orderKeys(part: Part, plan: SortPlan, context: OperatorContext): OrderKey[] {
  const compiler = new ExpressionCompiler(context, part);
  return plan.keys.map(({ expr, ...key }) => ({ ...key, column: compiler.compile(expr) }));
}

function* sortPart(
  part: Part,
  keys: readonly OrderKey[],
  plan: SortPlan,
  context: OperatorContext,
): Steps<Part> {
  const { pointer, count } = yield* sortedRows(context.work, part, keys);
  return { ...part, selection: { kind: "list", pointer, count: Math.min(count, plan.limit ?? count) } };
}

/**
 * Rows that can be among the first `limit` by the first key: a bound is kept that at least `limit` rows reach. Ties
 * stay, so that further keys can decide; without these the first ones are enough, since equal rows keep their order.
 */
function preselect(part: Part, plan: SortPlan, context: OperatorContext): Part {
  const limit = plan.limit!;
  const orders = orderKeys(part, plan, context);
  const quick = topRows(
    context.work,
    part,
    orders,
    limit,
    (looked, skipped) => context.countBlocks(looked, skipped),
  );
  if (quick !== part) return quick;
  const [key] = orders as [OrderKey];
  const total = selectedRows(part);
  const { type } = key.column;
  // The rows without a value would have to be found before the others.
  if (key.nullsFirst) return part;
  if (total <= 4 * BLOCK_ROWS || limit > total / 8 || type === "text" || type === "bytes") return part;
  const { work } = context;
  const { group } = kernelsOf(work.arena);
  const capacity = Math.max(4 * limit, BLOCK_ROWS) + BLOCK_ROWS;
  const keys = work.take(capacity * 8);
  const rows = work.take(capacity * 4);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.takeZeroed(BLOCK_ROWS);
  const scratch = work.take(BLOCK_ROWS * 4);
  let kept = 0;
  let bound = KEY_OF_NULLS;
  for (const piece of pieces(work, part)) {
    const nullsAt = readPiece(key.column, piece, values, nulls);
    toSortKeys(work, key, values, nullsAt || nulls, piece.count);
    if (nullsAt) hideNulls(work.arena.u64, work.arena.u8, values, nullsAt, piece.count);
    const numbers = rowNumbers(work, piece, scratch);
    kept += group.atMost(values, piece.count, bound, numbers, 0, keys + 8 * kept, rows + 4 * kept);
    if (kept + BLOCK_ROWS > capacity) {
      const found = nthSmallest(work.arena.u64.subarray(keys >>> 3, (keys >>> 3) + kept), limit - 1);
      bound = found < bound ? found : bound;
      kept = compact(context, keys, rows, kept, bound);
      if (plan.keys.length === 1 && bound < KEY_OF_NULLS) {
        kept = dropTies(work.arena.u64, work.arena.u32, keys, rows, kept, bound, limit);
        // No later row can take the place of an equal one.
        if (bound === 0n) break;
        bound--;
      }
      // Too many equal keys: the sort decides over all rows.
      if (kept + BLOCK_ROWS > capacity) {
        work.give(keys, rows, values, nulls, scratch);
        return part;
      }
    }
  }
  const list = work.take(kept * 4);
  work.arena.u8.copyWithin(list, rows, rows + 4 * kept);
  work.give(keys, rows, values, nulls, scratch);
  return { ...part, selection: { kind: "list", pointer: list, count: kept } };
}

/** Nulls come last: the largest key. */
function hideNulls(u64: BigUint64Array, u8: Uint8Array, values: number, nulls: number, count: number): void {
  for (let at = 0; at < count; at++) if (u8[nulls + at]) u64[(values >>> 3) + at] = KEY_OF_NULLS;
}

/** Of the rows whose key is the bound, keeps the first ones: so many that there are `limit` rows with the smaller ones. */
function dropTies(
  u64: BigUint64Array,
  u32: Uint32Array,
  keys: number,
  rows: number,
  kept: number,
  bound: bigint,
  limit: number,
): number {
  let ties = limit;
  for (let at = 0; at < kept; at++) if (u64[(keys >>> 3) + at]! < bound) ties--;
  let count = 0;
  for (let at = 0; at < kept; at++) {
    const key = u64[(keys >>> 3) + at]!;
    if (key === bound && ties-- <= 0) continue;
    u64[(keys >>> 3) + count] = key;
    u32[(rows >>> 2) + count++] = u32[(rows >>> 2) + at]!;
  }
  return count;
}

function nthSmallest(keys: BigUint64Array, n: number): bigint {
  return keys.slice().sort()[n]!;
}

function compact(context: OperatorContext, keys: number, rows: number, kept: number, bound: bigint): number {
  const { group } = kernelsOf(context.work.arena);
  return group.atMost(keys, kept, bound, rows, 0, keys, rows);
}
