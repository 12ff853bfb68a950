/**
 * Minimum and maximum from zone maps. Rows are read only in blocks that are partly selected, and only if they
 * could change the result.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode } from "../../../tables/block.ts";
import { type Column, SequenceColumn } from "../../../tables/column.ts";
import {
  type Part,
  type Piece,
  pieces,
  readPiece,
  type Relation,
  type Workspace,
} from "../../execution/relation.ts";
import type { BoundAggregate } from "../../plan/expressions.ts";
import { type Constant, WORD_TYPES } from "../../plan/values.ts";
import { areBlocksPacked } from "../dense_group/dense_plan.ts";

/** A minimum or maximum of a column. */
interface Extreme {
  readonly index: number;
  readonly isLargest: boolean;
}

/** The extreme found so far. */
interface Sought extends Extreme {
  found: bigint | undefined;
}

type Zone = Pick<Block, "min" | "max" | "nullMode">;

/**
 * The extremes that `min` and `max` need, if zone maps have them; undefined if an aggregate is anything else.
 */
export function extremesIn(
  aggregates: readonly BoundAggregate[],
  { parts }: Relation,
): Extreme[] | undefined {
  const extremes: Extreme[] = [];
  for (const { fn: { keeps }, arg, condition } of aggregates) {
    if (keeps === undefined || condition || arg?.op !== "column") return undefined;
    if (!WORD_TYPES.has(arg.type)) return undefined;
    extremes.push({ index: arg.index, isLargest: keeps === "most" });
  }
  const isStored = ({ columns, rowCount, selection }: Part): boolean =>
    selection.kind !== "list" &&
    areBlocksPacked(
      extremes.flatMap(({ index }) => columns[index] instanceof SequenceColumn ? [] : [columns[index]!]),
      rowCount,
    );
  return parts.every(isStored) ? extremes : undefined;
}

/** Computes the extremes over all rows. */
export function zoneExtremes(work: Workspace, extremes: readonly Extreme[], { parts }: Relation): Constant[] {
  const sought = extremes.map((each): Sought => ({ ...each, found: undefined }));
  for (const part of parts) updateExtremes(work, part, sought);
  return sought.map(({ found = null }) => found);
}

function updateExtremes(work: Workspace, part: Part, extremes: readonly Sought[]): void {
  const values = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  // For each block that could contain a better value, take it from the zone map, or read the selected rows.
  for (const piece of pieces(work, part)) {
    const isWhole = piece.block >= 0;
    const block = piece.base / BLOCK_ROWS;
    for (const each of extremes) {
      const column = part.columns[each.index]!;
      const zone = blockZone(column, block, part.rowCount);
      if (zone.nullMode === NullMode.All || !improves(each, boundOf(each, zone))) continue;
      if (isWhole) each.found = boundOf(each, zone);
      else look(work, column, piece, each, { values, nulls });
    }
  }
  work.give(values, nulls);
}

/** The zone map of a block. Row numbers are not stored, but their range is known. */
function blockZone(column: Column, block: number, rowCount: number): Zone {
  if (!(column instanceof SequenceColumn)) return column.stored(block)!;
  const from = block * BLOCK_ROWS;
  const to = Math.min(rowCount, from + BLOCK_ROWS) - 1;
  return { min: BigInt(column.first + from), max: BigInt(column.first + to), nullMode: NullMode.None };
}

function boundOf({ isLargest }: Sought, { min, max }: Zone): bigint {
  return isLargest ? max : min;
}

function improves({ found, isLargest }: Sought, value: bigint): boolean {
  return found === undefined || (isLargest ? value > found : value < found);
}

function look(
  { arena }: Workspace,
  column: Column,
  piece: Piece,
  extreme: Sought,
  { values, nulls }: { readonly values: number; readonly nulls: number },
): void {
  const nullsAt = readPiece(column, piece, values, nulls);
  const { u64, u8 } = arena;
  for (let at = 0; at < piece.count; at++) {
    if (nullsAt && u8[nullsAt + at]) continue;
    const value = u64[(values >>> 3) + at]!;
    if (improves(extreme, value)) extreme.found = value;
  }
}
