/**
 * Slices that are too many to show empty ones: the groups themselves, sorted.
 * @module
 */

import { U64_MAX } from "../../../base/u64.ts";
import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import { type Part, pieces, readPiece, type Relation } from "../../execution/relation.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import { relationOf } from "../columns/materialize.ts";
import type { OperatorContext, Steps } from "../operator.ts";
import { sortedRows } from "../sort/external_sort.ts";

/** Groups by keys and slice number, with their aggregates. */
interface SlicedGroups {
  readonly part: Part;
  readonly keys: number;
  /** Sorts the groups within a slice; undefined if each slice is one group. */
  readonly keyOrder?: Column;
  /** Start of slice 0, and the length of each slice. */
  readonly base: bigint;
  readonly step: bigint;
}

/**
 * One row per group, slice by slice; columns are from, to, the keys, the aggregates. Groups without a slice
 * are left out.
 */
export function* slicesWithRows(
  columns: readonly PlanColumn[],
  { part, keys, keyOrder, base, step }: SlicedGroups,
  context: OperatorContext,
): Steps<Relation> {
  const { work } = context;
  const { arena } = work;
  const slices = part.columns[keys]!;
  const order = [slices, ...(keyOrder ? [keyOrder] : [])];
  const { pointer, count: total } = yield* sortedRows(
    work,
    part,
    order.map((column) => ({ column, descending: false })),
  );
  const [from, to] = columns.slice(0, 2).map((info) => new ColumnFiller(work, info));
  const values = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  let count = 0;
  // For each group in slice order: write where its slice begins and ends.
  for (const piece of pieces(work, { ...part, selection: { kind: "list", pointer, count: total } })) {
    yield;
    const nullsAt = readPiece(slices, piece, values, nulls);
    for (let at = 0; at < piece.count; at++) {
      work.tick(2);
      const { u8, u64 } = arena;
      // Groups without a slice come last.
      if (nullsAt && u8[nullsAt + at]) break;
      const start = base + u64[(values >>> 3) + at]! * step;
      from!.put(start);
      to!.put(fitsColumn(start + step, columns[1]!) ? start + step : null);
      count++;
    }
  }
  work.give(values, nulls);
  const own = [...part.columns.slice(0, keys), ...part.columns.slice(keys + 1)];
  const others = own.map((column, at) => {
    const filler = new ColumnFiller(work, columns[2 + at]!);
    filler.gather(column, pointer, count);
    return filler.finish();
  });
  work.give(pointer);
  return relationOf(columns, [from!.finish(), to!.finish(), ...others], count);
}

/** Whether the end of a slice fits its column; that of the very last one may not. */
export function fitsColumn(value: bigint, { type }: PlanColumn): boolean {
  return type === "i64" ? value < 1n << 63n : value <= U64_MAX;
}
