/**
 * Which questions packed blocks can be grouped by as they are: keys that are columns of few values (or powers of two of
 * one), and counts, sums and averages of stored columns.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import type { Part } from "../execution/relation.ts";
import { bucket } from "../functions/steps.ts";
import { columnsIn, dependsOnValues, withColumns } from "../plan/columns_in.ts";
import type { BoundAggregate, Expr } from "../plan/expressions.ts";

/** Widest range of codes of one key that gets a table of its own. */
const MOST_KEYS = 1 << 16;
/** Most combinations of several keys. */
const MOST_SLOTS = 1 << 20;
/** Combinations that are worth a table however few rows there are. */
const FEW_SLOTS = 4096;
const POWERS = 64;

/** A key that packed blocks can be grouped by: a column, the power of two of one, or what is computed from one. */
interface DenseKey {
  /** Column number. */
  readonly index: number;
  /** The key is the power of two of the value. */
  readonly buckets: boolean;
  /** What the key is computed by, once per value of the column, which is column 0 there. */
  readonly computed?: Expr;
}

/** A key in one part. */
export interface KeyPlan {
  /** Packed keys. */
  readonly codes: Column;
  /** Values behind key codes, where the key column has a dictionary. */
  readonly values: Column | undefined;
  /** Type of the values. */
  readonly type: Column["type"];
  /** Smallest code. */
  readonly base: bigint;
  /** Slots of its values; null has the one after them. */
  readonly size: number;
  /** The key is the power of two of the value. */
  readonly buckets: boolean;
  /** What the key is computed by from the value. */
  readonly computed: Expr | undefined;
  /** What one slot counts for among the combinations of all keys. */
  readonly stride: number;
}

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
    found.push({ index, buckets: false, computed: withColumns(expr, () => 0) });
  }
  return found;
}

/** Column numbers that are summed or counted; undefined when an aggregate needs more than that. */
export function summedColumns(aggregates: readonly BoundAggregate[]): number[] | undefined {
  const columns: number[] = [];
  for (const { fn, arg, condition } of aggregates) {
    if (condition || fn.ofSums === undefined) return undefined;
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
): PartPlan | undefined {
  // A list is in an order of its own; its rows lie in many blocks.
  if (part.selection.kind === "list") return undefined;
  const sums = summed.map((index) => part.columns[index]!);
  if (!haveBlocks(sums, part.rowCount)) return undefined;
  const most = wanted.length === 1 ? MOST_KEYS + 1 : Math.min(MOST_SLOTS, Math.max(FEW_SLOTS, part.rowCount));
  const keys: KeyPlan[] = [];
  let slots = 1;
  for (const each of wanted) {
    const key = planKey(part, each, slots);
    if (!key) return undefined;
    slots *= key.size + 1;
    if (slots > most) return undefined;
    keys.push(key);
  }
  return { part, keys, slots, sums };
}

function planKey(part: Part, { index, buckets, computed }: DenseKey, stride: number): KeyPlan | undefined {
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
    return { codes, values: undefined, type: "u64", base: 0n, size: POWERS, buckets, computed, stride };
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
    stride,
  };
}

/** How many different stored keys a block can have. */
export function keySpan(key: Block): number {
  if (key.width === 0 || key.nullMode === NullMode.All) return 1;
  const span = BigInt.asUintN(64, key.max - key.origin) + 1n;
  return span > BigInt(MOST_KEYS) ? MOST_KEYS : Number(span);
}
