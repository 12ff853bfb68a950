/**
 * How many rows and values there will be, as zone maps and dictionaries say before a row is looked at. Nothing but what
 * `explain` shows depends on these guesses.
 * @module
 */

import type { StringPool } from "../../events/string_pool.ts";
import { type Block, BLOCK_ROWS, NullMode } from "../../tables/block.ts";
import { type Column, ConstantColumn, SequenceColumn } from "../../tables/column.ts";
import { columnsIn } from "../plan/columns_in.ts";
import type { Expr } from "../plan/expressions.ts";
import { type Part, type Relation, relationRows } from "./relation.ts";
import { rangeOf, type WordRange } from "./word_range.ts";

/** Which share of the rows passes a condition of which nothing is known. */
export const UNKNOWN_SHARE: number = 1 / 3;

/** Different values that an expression can have over the rows of a relation, at most. */
export function differentValues(expr: Expr, relation: Relation): number {
  const rows = relationRows(relation);
  let most = 1;
  for (const index of columnsIn(expr)) {
    most *= relation.parts.reduce((sum, part) => sum + valuesOf(part.columns[index]!, part), 0);
  }
  return Math.min(rows, expr.type === "bool" ? 3 : Infinity, most);
}

/** Different values of a column, at most; one without a value is one. */
function valuesOf(column: Column, { rowCount }: Part): number {
  if (column instanceof ConstantColumn) return 1;
  if (column instanceof SequenceColumn) return rowCount;
  const { dictionary } = column;
  if (dictionary) return dictionary.count + 1;
  let low: bigint | undefined, high = 0n, nulls = 0;
  for (let block = 0; block * BLOCK_ROWS < rowCount; block++) {
    const stored = column.stored(block);
    if (!stored || column.type === "f64") return rowCount;
    if (stored.nullCount > 0 || stored.nullMode === NullMode.All) nulls = 1;
    if (stored.nullMode === NullMode.All) continue;
    low = low === undefined || stored.min < low ? stored.min : low;
    high = stored.max > high ? stored.max : high;
  }
  return Math.min(rowCount, nulls + (low === undefined ? 0 : Number(high - low) + 1));
}

/** Which share of the rows of a block passes a condition. */
export function passingShare(
  expr: Expr,
  columns: readonly Column[],
  block: number,
  strings: StringPool,
): number {
  const shareOf = (each: Expr): number => passingShare(each, columns, block, strings);
  switch (expr.op) {
    case "and":
      return expr.operands.reduce((share, each) => share * shareOf(each), 1);
    case "or":
      return 1 - expr.operands.reduce((share, each) => share * (1 - shareOf(each)), 1);
    case "not":
      return 1 - shareOf(expr.operand);
    case "constant":
      return expr.value === true ? 1 : 0;
    case "isNull": {
      const stored = expr.operand.op === "column" ? columns[expr.operand.index]!.stored(block) : undefined;
      return stored ? nullsOf(stored) / stored.rows : UNKNOWN_SHARE;
    }
    case "oneOf": {
      const column = expr.operand.op === "column" ? columns[expr.operand.index]! : undefined;
      const values = column && (column.dictionary?.count ?? spanOf(column.stored(block)));
      return values === undefined ? UNKNOWN_SHARE : Math.min(1, expr.values.length / Math.max(1, values));
    }
    case "compare":
    case "between": {
      const range = rangeOf(strings, expr);
      if (range === "none") return 0;
      if (range?.operand.op !== "column") return UNKNOWN_SHARE;
      return shareOfRange(columns[range.operand.index]!, range.range, block);
    }
    default:
      return UNKNOWN_SHARE;
  }
}

/** Values are taken to lie evenly between the smallest and the largest one. */
function shareOfRange(column: Column, { low, high, negate }: WordRange, block: number): number {
  const isOne = low === high;
  if (column.dictionary) {
    const one = 1 / Math.max(1, column.dictionary.count);
    return isOne ? (negate ? 1 - one : one) : UNKNOWN_SHARE;
  }
  const stored = column instanceof SequenceColumn
    ? sequenceZone(column, block)
    : column.type === "f64"
    ? undefined
    : column.stored(block);
  const span = spanOf(stored);
  if (!stored || span === undefined) return UNKNOWN_SHARE;
  const from = low > stored.min ? low : stored.min, to = high < stored.max ? high : stored.max;
  const inside = from > to ? 0 : Number(to - from + 1n) / span;
  return (negate ? 1 - inside : inside) * (1 - nullsOf(stored) / stored.rows);
}

type Zone = Pick<Block, "min" | "max" | "nullMode" | "nullCount" | "rows">;

function sequenceZone({ first }: SequenceColumn, block: number): Zone {
  const min = BigInt(first + block * BLOCK_ROWS);
  const max = min + BigInt(BLOCK_ROWS - 1);
  return { min, max, nullMode: NullMode.None, nullCount: 0, rows: BLOCK_ROWS };
}

function nullsOf({ nullMode, nullCount, rows }: Zone): number {
  return nullMode === NullMode.All ? rows : nullCount;
}

/** How far the values of a block lie apart; undefined where it has none, or nobody knows. */
function spanOf(zone: Zone | undefined): number | undefined {
  return zone && zone.nullMode !== NullMode.All ? Number(zone.max - zone.min) + 1 : undefined;
}
