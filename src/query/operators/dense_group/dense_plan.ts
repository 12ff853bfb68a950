/**
 * Decides which queries can group packed blocks directly: keys that are columns with few values, or their
 * powers of two; counts, sums, averages and extremes.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode } from "../../../tables/block.ts";
import { type Column, SequenceColumn } from "../../../tables/column.ts";
import { type Part, selectedBlocks, selectedRows } from "../../execution/relation.ts";
import type { FoldPlan } from "./dense_folds.ts";
import { bin, bucket } from "../../functions/steps.ts";
import { columnsIn, dependsOnValues, mapColumns } from "../../plan/columns_in.ts";
import type { BoundAggregate, Expr } from "../../plan/expressions.ts";
import { WORD_TYPES } from "../../plan/values.ts";

/** Maximum range of codes of one key in a dense table. */
const MOST_KEYS = 1 << 16;
/** Maximum number of combinations of several keys. */
export const MOST_SLOTS: number = 1 << 20;
/** A table up to this size is worth its cost for any number of rows. */
const FEW_SLOTS = 4096;
/** Maximum number of slots if keys are bins of columns with many values, such as slices of the trace. */
const MOST_STEPS = 1 << 19;
/** Minimum number of rows per slot for which such a table pays. */
const ROWS_OF_STEP = 4;
/**
 * Minimum number of rows per slot for several keys: with fewer, hash tables take half the time, since cells of
 * combinations that do not occur are zeroed and looked at as well.
 */
const ROWS_OF_SLOT = 16;
const POWERS = 64;
const TWO_TO_32 = 1n << 32n;

/** A key by which packed blocks can be grouped: a column, its power of two, or an expression over it. */
export interface DenseKey {
  /** Index of the column. */
  readonly index: number;
  /** The key is the power of two of the value. */
  readonly buckets: boolean;
  /** The expression of the key, evaluated once per value of the column; in it, the column has index 0. */
  readonly computed?: Expr;
  /**
   * The key is the value divided by this, or rounded down to a multiple of it: rows with equal value / step
   * have equal keys.
   */
  readonly step?: bigint;
}

/** A key in one part. */
export interface KeyPlan {
  /** Packed codes of the keys. */
  readonly codes: Column;
  /** Values by code, if the key column has a dictionary. */
  readonly values: Column | undefined;
  /** Type of the values. */
  readonly type: Column["type"];
  /** Smallest code; with a step, the smallest value divided by it. */
  readonly base: bigint;
  /** Number of slots for values; the next slot is for null. */
  readonly size: number;
  /** The key is the power of two of the value. */
  readonly buckets: boolean;
  /** The expression that computes the key from the value. */
  readonly computed: Expr | undefined;
  /** Codes are values divided by this; 0 if they are the values. */
  readonly step: bigint;
  /** Codes that have a slot, ascending, minus the base; if absent, all codes have one. */
  readonly present?: Uint32Array;
  /** Weight of the key's slot in the combined slot. */
  readonly stride: number;
}

/** A key without a stride yet. */
export type KeyWithoutStride = Omit<KeyPlan, "stride">;

/** The plan for grouping a part. */
export interface PartPlan {
  /** The part with the rows. */
  readonly part: Part;
  /** The keys in this part. */
  readonly keys: readonly KeyPlan[];
  /** Combinations of keys, nulls included. */
  readonly slots: number;
  /** Columns that are summed. */
  readonly sums: readonly Column[];
  /** Aggregates folded into a cell per slot. */
  readonly folds: readonly FoldPlan[];
}

/** The keys as columns, powers of two, or expressions over one column; undefined if one is anything else. */
export function denseKeys(keys: readonly Expr[]): DenseKey[] | undefined {
  const found: DenseKey[] = [];
  for (const expr of keys) {
    const buckets = expr.op === "call" && expr.fn === bucket;
    const column = buckets ? expr.args[0] : expr;
    if (column?.op === "column") {
      found.push({ index: column.index, buckets });
      continue;
    }
    const [index, ...others] = columnsIn(expr);
    if (index === undefined || others.length > 0 || !dependsOnValues(expr)) return undefined;
    const step = columnStep(expr);
    found.push({ index, buckets: false, computed: mapColumns(expr, () => 0), ...(step ? { step } : {}) });
  }
  return found;
}

/** The step of `column / step` or `bin(column, step)`. */
function columnStep(expr: Expr): bigint | undefined {
  const stepped = stepOfKey(expr);
  return stepped?.operand.op === "column" ? stepped.step : undefined;
}

/** The operand and step of `operand / step` or `bin(operand, step)`, which must be unsigned. */
export function stepOfKey(expr: Expr): { readonly operand: Expr; readonly step: bigint } | undefined {
  const [operand, step] = expr.op === "arithmetic" && expr.fn === "/"
    ? [expr.left, expr.right]
    : expr.op === "call" && expr.fn === bin
    ? expr.args
    : [];
  if (!operand || step?.op !== "constant" || typeof step.value !== "bigint") return undefined;
  if (!WORD_TYPES.has(operand.type) || !WORD_TYPES.has(expr.type)) return undefined;
  return step.value > 0n && step.value < TWO_TO_32 ? { operand, step: step.value } : undefined;
}

/**
 * Indexes of columns that are summed or counted; undefined if an aggregate needs other facts. Conditions are
 * ignored here.
 */
export function summedColumns(aggregates: readonly BoundAggregate[]): number[] | undefined {
  const columns: number[] = [];
  for (const { fn, arg } of aggregates) {
    if (fn.ofSums === undefined) return undefined;
    if (!arg) continue;
    if (arg.op !== "column" || arg.type === "f64" || arg.type === "i64") return undefined;
    if (!columns.includes(arg.index)) columns.push(arg.index);
  }
  return columns;
}

/** Whether all blocks of some columns are packed. */
export function areBlocksPacked(columns: readonly Column[], rowCount: number): boolean {
  for (let block = 0; block * BLOCK_ROWS < rowCount; block++) {
    if (columns.some((column) => !column.stored(block))) return false;
  }
  return true;
}

/** Plans how to group a part; undefined if its columns are not packed or have too many values. */
export function planPart(
  part: Part,
  wanted: readonly DenseKey[],
  summed: readonly number[],
  onlyPresent: (keys: readonly KeyWithoutStride[]) => readonly KeyWithoutStride[] = (keys) => keys,
): PartPlan | undefined {
  // The rows of a list have their own order, and may be in any block.
  if (part.selection.kind === "list") return undefined;
  const sums = summed.map((index) => part.columns[index]!);
  const mostTogether = Math.min(MOST_SLOTS, Math.max(FEW_SLOTS, selectedRows(part) / ROWS_OF_SLOT));
  let most = wanted.length === 1 ? MOST_KEYS + 1 : mostTogether;
  const planned: KeyWithoutStride[] = [];
  for (const each of wanted) {
    const key = planKey(part, each);
    if (!key) return undefined;
    if (key.step > 0n) most = Math.min(MOST_STEPS, Math.max(FEW_SLOTS, part.rowCount / ROWS_OF_STEP));
    planned.push(key);
  }
  const unplaced = onlyPresent(planned);
  const slots = slotsOf(unplaced);
  if (slots > most) return undefined;
  const keys = withStrides(part, unplaced);
  if (keys.some(({ step }) => step > 0n)) {
    // Only blocks with selected rows are needed.
    for (const { block } of selectedBlocks(part)) {
      if (sums.some((column) => !column.stored(block))) return undefined;
    }
  } else if (!areBlocksPacked(sums, part.rowCount)) return undefined;
  return { part, keys, slots, sums, folds: [] };
}

/** Combinations of keys, nulls included. */
export function slotsOf(keys: readonly KeyWithoutStride[]): number {
  return keys.reduce((slots, { size }) => slots * (size + 1), 1);
}

/**
 * Assigns strides. The key with the smallest share of its slots per block becomes the outermost one, so that
 * the slots of a block are close together, as with slices of the trace.
 */
function withStrides(part: Part, keys: readonly KeyWithoutStride[]): KeyPlan[] {
  const shares = new Map(keys.map((key) => [key, keys.length > 1 ? shareOfBlock(part, key) : 1]));
  const strides = new Map<KeyWithoutStride, number>();
  let stride = 1;
  for (const key of keys.toSorted((a, b) => shares.get(b)! - shares.get(a)!)) {
    strides.set(key, stride);
    stride *= key.size + 1;
  }
  return keys.map((key) => ({ ...key, stride: strides.get(key)! }));
}

/** The average share of a key's slots that occur in one block. */
function shareOfBlock(part: Part, key: KeyWithoutStride): number {
  let sum = 0;
  let blocks = 0;
  for (let block = 0; block * BLOCK_ROWS < part.rowCount; block++) {
    const slots = slotsOfBlock(key, block);
    sum += slots ? slots.count / (key.size + 1) : 1;
    blocks++;
  }
  return sum / Math.max(1, blocks);
}

/**
 * The range of slots of a key that a block can have, by its zone map; undefined if unknown. The slot of null
 * is not part of it.
 */
export function slotsOfBlock(
  { codes, base, step, size, buckets, present }: KeyWithoutStride,
  block: number,
): { readonly first: number; readonly count: number } | undefined {
  if (buckets || present) return undefined;
  let ends: readonly [bigint, bigint];
  if (codes instanceof SequenceColumn) {
    const first = BigInt(codes.first + block * BLOCK_ROWS);
    ends = [first, first + BigInt(BLOCK_ROWS - 1)];
  } else {
    const stored = codes.stored(block);
    if (stored?.nullMode !== NullMode.None) return undefined;
    ends = [stored.min, stored.max];
  }
  const [first, last] = ends.map((end) => Number(end / (step || 1n) - base)) as [number, number];
  // Blocks without a selected row are not part of any plan.
  return first < 0 ? undefined : { first, count: Math.min(size - 1, last) - first + 1 };
}

function planKey(part: Part, wanted: DenseKey): KeyWithoutStride | undefined {
  return planPlain(part, wanted) ?? (wanted.step ? planSteps(part, wanted) : undefined);
}

/** Plans a key of steps, for a column with too many values for a table. */
function planSteps(
  part: Part,
  { index, computed, step = 1n }: DenseKey,
): KeyWithoutStride | undefined {
  const column = part.columns[index]!;
  if (column.dictionary || !WORD_TYPES.has(column.type)) return undefined;
  let low: bigint | undefined;
  let high = 0n;
  for (const { block, rows } of selectedBlocks(part)) {
    let ends: readonly [bigint, bigint];
    if (column instanceof SequenceColumn) {
      const first = column.first + block * BLOCK_ROWS;
      ends = [BigInt(first), BigInt(first + rows - 1)];
    } else {
      const stored = column.stored(block);
      if (!stored || stored.nullMode === NullMode.Bytes) return undefined;
      if (stored.nullMode === NullMode.All) continue;
      ends = [stored.min, stored.max];
    }
    low = low === undefined || ends[0] < low ? ends[0] : low;
    high = ends[1] > high ? ends[1] : high;
  }
  const base = (low ?? 0n) / step;
  // The kernel divides 32-bit numbers.
  if (low === undefined || high - base * step >= TWO_TO_32) return undefined;
  const size = high / step - base + 1n;
  if (size > BigInt(MOST_STEPS)) return undefined;
  return {
    codes: column,
    values: undefined,
    type: column.type,
    base,
    size: Number(size),
    buckets: false,
    computed,
    step,
  };
}

function planPlain(
  part: Part,
  { index, buckets, computed }: DenseKey,
): KeyWithoutStride | undefined {
  const column = part.columns[index]!;
  if (buckets && (column.dictionary || column.type === "i64" || column.type === "f64")) return undefined;
  const codes = column.dictionary?.codes ?? column;
  let low: bigint | undefined;
  let high = 0n;
  for (let block = 0; block * BLOCK_ROWS < part.rowCount; block++) {
    const stored = codes.stored(block);
    if (!stored) return undefined;
    if (buckets ? stored.nullMode === NullMode.Bytes : stored.width === 8) return undefined;
    if (stored.nullMode === NullMode.All || buckets) continue;
    if (stored.min < 0n) return undefined;
    low = low === undefined || stored.min < low ? stored.min : low;
    high = stored.max > high ? stored.max : high;
  }
  if (buckets) {
    return {
      codes,
      values: undefined,
      type: "u64",
      base: 0n,
      size: POWERS,
      buckets,
      computed,
      step: 0n,
    };
  }
  const base = low ?? 0n;
  if (high - base >= BigInt(MOST_KEYS)) return undefined;
  const size = low === undefined ? 1 : Number(high - base) + 1;
  return {
    codes,
    values: column.dictionary?.values,
    type: column.type,
    base,
    size,
    buckets,
    computed,
    step: 0n,
  };
}

/** The number of distinct stored keys that a block can have. */
export function keySpan(key: Block): number {
  if (key.width === 0 || key.nullMode === NullMode.All) return 1;
  const span = BigInt.asUintN(64, key.max - key.origin) + 1n;
  return span > BigInt(MOST_KEYS) ? MOST_KEYS : Number(span);
}
