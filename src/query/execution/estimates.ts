/**
 * Estimates numbers of rows and values from zone maps, dictionaries and a sample of codes, before rows are
 * read. Estimates are used in `explain`, and to choose between two methods with the same result.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode } from "../../tables/block.ts";
import { type Column, type ColumnDictionary, ConstantColumn, SequenceColumn } from "../../tables/column.ts";
import { columnsIn } from "../plan/columns_in.ts";
import type { Expr } from "../plan/expressions.ts";
import { passingCodes } from "./passing_codes.ts";
import { type Part, type Relation, relationRows, type Workspace } from "./relation.ts";
import { testOf } from "./text_memo.ts";
import { rangeOf, type WordRange } from "./word_range.ts";
import { toWord } from "./column_words.ts";

/** A sample of codes has this many ranges of consecutive rows, and this many rows in each. */
const STRETCHES = 16, ROWS_OF_STRETCH = 128;
/** Maximum number of values to test for an estimate. */
const FEW_VALUES = 1024;

/** Estimated selectivity of a condition about which nothing is known. */
export const DEFAULT_SELECTIVITY: number = 1 / 3;

/** Upper limit for the distinct values of an expression over a relation. */
export function maxDistinctValues(expr: Expr, relation: Relation): number {
  const rows = relationRows(relation);
  let most = 1;
  for (const index of columnsIn(expr)) {
    most *= relation.parts.reduce((sum, part) => sum + valuesOf(part.columns[index]!, part), 0);
  }
  return Math.min(rows, expr.type === "bool" ? 3 : Infinity, most);
}

/** Upper limit for the distinct values of a column; null counts as one. */
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

/** Estimated selectivity of a condition in a block. */
export function estimateSelectivity(expr: Expr, part: Part, block: number, work: Workspace): number {
  const { columns } = part;
  const shareOf = (each: Expr): number => estimateSelectivity(each, part, block, work);
  const coded = (operand: Expr): ColumnDictionary | undefined =>
    operand.op === "column" ? columns[operand.index]!.dictionary : undefined;
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
      return stored ? nullsOf(stored) / stored.rows : DEFAULT_SELECTIVITY;
    }
    case "oneOf": {
      const dictionary = coded(expr.operand);
      if (dictionary) {
        const { type } = expr.operand;
        const wanted = new Set(expr.values.map((each) => toWord(each, type, work.pools)));
        return shareOfCodes(expr, work, part, dictionary, (word) => wanted.has(word));
      }
      const column = expr.operand.op === "column" ? columns[expr.operand.index]! : undefined;
      const values = column && spanOf(column.stored(block));
      return values === undefined
        ? DEFAULT_SELECTIVITY
        : Math.min(1, expr.values.length / Math.max(1, values));
    }
    case "compare":
    case "between": {
      const range = rangeOf(work.pools.strings, expr);
      if (range === "none") return 0;
      if (range?.operand.op !== "column") return DEFAULT_SELECTIVITY;
      const dictionary = coded(range.operand);
      if (!dictionary) return shareOfRange(columns[range.operand.index]!, range.range, block);
      const { low, high, negate } = range.range;
      const isSigned = range.operand.type === "i64";
      return shareOfCodes(expr, work, part, dictionary, (word) => {
        const value = isSigned ? BigInt.asIntN(64, word) : word;
        return (value >= low && value <= high) !== negate;
      });
    }
    case "match": {
      const dictionary = coded(expr.operand);
      if (!dictionary || dictionary.count > FEW_VALUES) return DEFAULT_SELECTIVITY;
      const test = testOf(work, expr);
      return shareOfCodes(expr, work, part, dictionary, (word) => test.passes(Number(word)));
    }
    default:
      return DEFAULT_SELECTIVITY;
  }
}

/** Assumes that values are spread evenly between minimum and maximum. */
function shareOfRange(column: Column, { low, high, negate }: WordRange, block: number): number {
  const stored = column instanceof SequenceColumn
    ? sequenceZone(column, block)
    : column.type === "f64"
    ? undefined
    : column.stored(block);
  const span = spanOf(stored);
  if (!stored || span === undefined) return DEFAULT_SELECTIVITY;
  const from = low > stored.min ? low : stored.min, to = high < stored.max ? high : stored.max;
  const inside = from > to ? 0 : Number(to - from + 1n) / span;
  return (negate ? 1 - inside : inside) * (1 - nullsOf(stored) / stored.rows);
}

/** The last estimate for a test, which is the same for all blocks of a part. */
const found = new WeakMap<Expr, { readonly shares: Float64Array; readonly passing: number }>();

/** Estimated fraction of rows whose code passes a test, from the sample. */
function shareOfCodes(
  test: Expr,
  work: Workspace,
  part: Part,
  dictionary: ColumnDictionary,
  passes: (word: bigint) => boolean,
): number {
  const shares = sharesOf(work, part, dictionary);
  const last = found.get(test);
  if (last?.shares === shares) return last.passing;
  const passing = passingCodes(work, dictionary, passes).reduce((sum, code) => sum + shares[code]!, 0);
  found.set(test, { shares, passing });
  return passing;
}

const sampled = new WeakMap<Column, Float64Array>();

/** The frequency of each code in a sample from all over the table. */
function sharesOf(work: Workspace, { rowCount }: Part, { codes, count }: ColumnDictionary): Float64Array {
  const known = sampled.get(codes);
  // New rows may have added codes.
  if (known?.length === count) return known;
  const shares = new Float64Array(count);
  const size = Math.min(rowCount, STRETCHES * ROWS_OF_STRETCH);
  const rows = work.take(size * 4), values = work.take(size * 8), nulls = work.takeZeroed(size);
  for (let at = 0; at < size; at++) {
    const stretch = Math.floor(at * STRETCHES / size);
    const first = Math.floor(stretch * size / STRETCHES);
    work.arena.u32[(rows >>> 2) + at] = Math.floor(stretch * rowCount / STRETCHES) + at - first;
  }
  const someNull = codes.gather(rows, size, values, nulls) > 0;
  const { u8, u32 } = work.arena;
  for (let at = 0; at < size; at++) {
    if (!someNull || !u8[nulls + at]) shares[u32[(values >>> 2) + 2 * at]!]! += 1 / size;
  }
  work.give(rows, values, nulls);
  sampled.set(codes, shares);
  return shares;
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

/** The width of a block's value range; undefined if it has no values, or if unknown. */
function spanOf(zone: Zone | undefined): number | undefined {
  return zone && zone.nullMode !== NullMode.All ? Number(zone.max - zone.min) + 1 : undefined;
}
