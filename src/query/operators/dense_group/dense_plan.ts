/**
 * Which questions packed blocks can be grouped by as they are: keys that are columns of few values (or powers of two of
 * one), and counts, sums, averages and extremes.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode } from "../../../tables/block.ts";
import { type Column, SequenceColumn } from "../../../tables/column.ts";
import { type Part, selectedBlocks } from "../../execution/relation.ts";
import type { FoldPlan } from "./dense_folds.ts";
import { bin, bucket } from "../../functions/steps.ts";
import { columnsIn, dependsOnValues, withColumns } from "../../plan/columns_in.ts";
import type { BoundAggregate, Expr } from "../../plan/expressions.ts";
import { WORD_TYPES } from "../../plan/values.ts";

/** Widest range of codes of one key that gets a table of its own. */
const MOST_KEYS = 1 << 16;
/** Most combinations of several keys. */
export const MOST_SLOTS: number = 1 << 20;
/** Combinations that are worth a table however few rows there are. */
const FEW_SLOTS = 4096;
/** Slots that are worth a table where keys are bins of columns with many values, such as stretches of the trace. */
const MOST_STEPS = 1 << 19;
/** Rows that each of these combinations is worth, at least. */
const ROWS_OF_STEP = 4;
const POWERS = 64;
const TWO_TO_32 = 1n << 32n;

/** A key that packed blocks can be grouped by: a column, the power of two of one, or what is computed from one. */
export interface DenseKey {
  /** Column number. */
  readonly index: number;
  /** The key is the power of two of the value. */
  readonly buckets: boolean;
  /** What the key is computed by, once per value of the column, which is column 0 there. */
  readonly computed?: Expr;
  /** What the key is the value divided by, or a multiple of: equal values of value / step have equal keys. */
  readonly step?: bigint;
}

/** A key in one part. */
export interface KeyPlan {
  /** Packed keys. */
  readonly codes: Column;
  /** Values after key codes, where the key column has a dictionary. */
  readonly values: Column | undefined;
  /** Type of the values. */
  readonly type: Column["type"];
  /** Smallest code; with steps the smallest value divided by the step. */
  readonly base: bigint;
  /** Slots of its values; null has the one after them. */
  readonly size: number;
  /** The key is the power of two of the value. */
  readonly buckets: boolean;
  /** What the key is computed by from the value. */
  readonly computed: Expr | undefined;
  /** Codes are values divided by this; 0 where they are values. */
  readonly step: bigint;
  /** Codes with slots, rising, less the base; where it is not given, all have. */
  readonly present?: Uint32Array;
  /** What one slot counts for among the combinations of all keys. */
  readonly stride: number;
}

/** A key that has no place in the slots yet. */
export type UnplacedKey = Omit<KeyPlan, "stride">;

/** How a part is grouped. */
export interface PartPlan {
  /** Its rows. */
  readonly part: Part;
  /** Its keys. */
  readonly keys: readonly KeyPlan[];
  /** Combinations of keys, nulls included. */
  readonly slots: number;
  /** Columns that are summed. */
  readonly sums: readonly Column[];
  /** What is folded into a cell of each slot. */
  readonly folds: readonly FoldPlan[];
}

/** The keys as columns, powers of two, or what each is computed by from one column; undefined when one is something else. */
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
    const step = stepOf(expr);
    found.push({ index, buckets: false, computed: withColumns(expr, () => 0), ...(step ? { step } : {}) });
  }
  return found;
}

/** The step of `column / step` and `bin(column, step)`. */
function stepOf(expr: Expr): bigint | undefined {
  const stepped = steppedBy(expr);
  return stepped?.operand.op === "column" ? stepped.step : undefined;
}

/** The operand and the step of `operand / step` and `bin(operand, step)`, which are numbers without a sign. */
export function steppedBy(expr: Expr): { readonly operand: Expr; readonly step: bigint } | undefined {
  const [operand, step] = expr.op === "arithmetic" && expr.fn === "/"
    ? [expr.left, expr.right]
    : expr.op === "call" && expr.fn === bin
    ? expr.args
    : [];
  if (!operand || step?.op !== "constant" || typeof step.value !== "bigint") return undefined;
  if (!WORD_TYPES.has(operand.type) || !WORD_TYPES.has(expr.type)) return undefined;
  return step.value > 0n && step.value < TWO_TO_32 ? { operand, step: step.value } : undefined;
}

/** Column numbers that are summed or counted; undefined when an aggregate needs more than that. Conditions are nothing of it. */
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
export function haveBlocks(columns: readonly Column[], rowCount: number): boolean {
  for (let block = 0; block * BLOCK_ROWS < rowCount; block++) {
    if (columns.some((column) => !column.stored(block))) return false;
  }
  return true;
}

/** How to group a part; undefined when its columns are not packed or have too many values. */
export function planPart(
  part: Part,
  wanted: readonly DenseKey[],
  summed: readonly number[],
  onlyPresent: (keys: readonly UnplacedKey[]) => readonly UnplacedKey[] = (keys) => keys,
): PartPlan | undefined {
  // A list is in an order of its own; its rows lie in many blocks.
  if (part.selection.kind === "list") return undefined;
  const sums = summed.map((index) => part.columns[index]!);
  const mostTogether = Math.min(MOST_SLOTS, Math.max(FEW_SLOTS, part.rowCount));
  let most = wanted.length === 1 ? MOST_KEYS + 1 : mostTogether;
  const planned: UnplacedKey[] = [];
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
    // Of a stretch no block outside of it is wanted.
    for (const { block } of selectedBlocks(part)) {
      if (sums.some((column) => !column.stored(block))) return undefined;
    }
  } else if (!haveBlocks(sums, part.rowCount)) return undefined;
  return { part, keys, slots, sums, folds: [] };
}

/** Combinations of keys, nulls included. */
export function slotsOf(keys: readonly UnplacedKey[]): number {
  return keys.reduce((slots, { size }) => slots * (size + 1), 1);
}

/**
 * Places the keys in the slots. The one of which a block has the smallest share comes outermost: the slots of a block lie
 * together then, as with steps of the trace.
 */
function withStrides(part: Part, keys: readonly UnplacedKey[]): KeyPlan[] {
  const shares = new Map(keys.map((key) => [key, keys.length > 1 ? shareOfBlock(part, key) : 1]));
  const strides = new Map<UnplacedKey, number>();
  let stride = 1;
  for (const key of keys.toSorted((a, b) => shares.get(b)! - shares.get(a)!)) {
    strides.set(key, stride);
    stride *= key.size + 1;
  }
  return keys.map((key) => ({ ...key, stride: strides.get(key)! }));
}

/** Which share of the slots of a key a block has, on average. */
function shareOfBlock(part: Part, key: UnplacedKey): number {
  let sum = 0;
  let blocks = 0;
  for (let block = 0; block * BLOCK_ROWS < part.rowCount; block++) {
    const slots = slotsOfBlock(key, block);
    sum += slots ? slots.count / (key.size + 1) : 1;
    blocks++;
  }
  return sum / Math.max(1, blocks);
}

/** The slots of a key that a block can have, where zone maps say so: none of them is that of null. */
export function slotsOfBlock(
  { codes, base, step, size, buckets, present }: UnplacedKey,
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
  // Blocks without a selected row are in no plan.
  return first < 0 ? undefined : { first, count: Math.min(size - 1, last) - first + 1 };
}

function planKey(part: Part, wanted: DenseKey): UnplacedKey | undefined {
  return planPlain(part, wanted) ?? (wanted.step ? planSteps(part, wanted) : undefined);
}

/** A key of steps, of a column with so many values that a table of them would be too large. */
function planSteps(
  part: Part,
  { index, computed, step = 1n }: DenseKey,
): UnplacedKey | undefined {
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
  // The kernel divides numbers of 32 bits.
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
): UnplacedKey | undefined {
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

/** How many different stored keys a block can have. */
export function keySpan(key: Block): number {
  if (key.width === 0 || key.nullMode === NullMode.All) return 1;
  const span = BigInt.asUintN(64, key.max - key.origin) + 1n;
  return span > BigInt(MOST_KEYS) ? MOST_KEYS : Number(span);
}
