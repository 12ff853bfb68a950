/**
 * The short way for the commonest question: rows grouped by one column of few values, with counts and sums of stored
 * columns. It works on packed blocks as they are; everything else takes the way of `aggregate.ts`.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { failAt } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import {
  BITMAP_BYTES,
  type Part,
  type Piece,
  pieces,
  type Relation,
  type Workspace,
} from "../execution/relation.ts";
import { toConstant } from "../execution/words.ts";
import type { AggregatePlan, BoundAggregate, Constant, Expr } from "../plan/plan.ts";
import type { OperatorContext } from "./operator.ts";

/** Widest range of key codes that gets a table of its own. */
const MOST_KEYS = 1 << 16;
const CELL_BYTES = 32;
/** Stored keys of a block up to which the numbers of half a block stay in the nearest cache. */
const QUICK_KEYS = 1024;
/** Powers of two, and null. */
const BUCKET_KEYS = 65;

/** Groups of one relation: key value and aggregates, in order of first appearance. */
export interface DenseResult {
  readonly keys: Constant[];
  readonly aggregates: Constant[][];
}

/** Sums of one group over all parts. */
interface Sums {
  readonly key: Constant;
  rows: bigint;
  /** Per summed column: number of values and their sum. */
  readonly counts: bigint[];
  readonly totals: bigint[];
}

/** The result, or undefined when the question has another shape. */
export function denseGroups(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): DenseResult | undefined {
  const [key] = plan.keys;
  const wanted = plan.keys.length === 1 ? keyColumn(key!.expr) : undefined;
  const summed = summedColumns(plan.aggregates);
  if (!wanted || !summed) return undefined;
  const plans: PartPlan[] = [];
  for (const part of input.parts) {
    const made = planPart(part, wanted, summed);
    if (!made) return undefined;
    plans.push(made);
  }
  const groups = new Map<string, Sums>();
  for (const each of plans) scanPart(each, summed.length, groups, context.work);
  const result: DenseResult = { keys: [], aggregates: plan.aggregates.map(() => []) };
  for (const sums of groups.values()) {
    result.keys.push(sums.key);
    plan.aggregates.forEach((aggregate, at) => {
      result.aggregates[at]!.push(valueOf(aggregate, sums, summed, context));
    });
  }
  return result;
}

/** A key that packed blocks can be grouped by: a column, or the power of two of one. */
interface DenseKey {
  readonly index: number;
  readonly buckets: boolean;
}

function keyColumn(expr: Expr): DenseKey | undefined {
  if (expr.op === "column") return { index: expr.index, buckets: false };
  const [arg] = expr.op === "call" && expr.fn.kernel === "bucket" ? expr.args : [];
  return arg?.op === "column" ? { index: arg.index, buckets: true } : undefined;
}

/** Counts and sums over all rows without a key; undefined when the question has another shape. */
export function denseTotals(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Constant[] | undefined {
  const summed = plan.keys.length === 0 ? summedColumns(plan.aggregates) : undefined;
  if (!summed) return undefined;
  const sums: Sums = { key: null, rows: 0n, counts: summed.map(() => 0n), totals: summed.map(() => 0n) };
  for (const part of input.parts) {
    if (part.selection.kind === "list") return undefined;
    for (let block = 0; block * BLOCK_ROWS < part.rowCount; block++) {
      if (summed.some((index) => !part.columns[index]!.stored(block))) return undefined;
    }
  }
  for (const part of input.parts) sumPart(part, summed, sums, context.work);
  return plan.aggregates.map((aggregate) => valueOf(aggregate, sums, summed, context));
}

function sumPart(part: Part, summed: readonly number[], sums: Sums, work: Workspace): void {
  const { select, dense } = kernelsOf(work.arena);
  const all = work.take(BITMAP_BYTES);
  const out = work.take(32);
  for (let block = 0; block * BLOCK_ROWS < part.rowCount; block++) {
    const rows = Math.min(BLOCK_ROWS, part.rowCount - block * BLOCK_ROWS);
    const bits = part.selection.kind === "bits" ? part.selection.blocks[block]! : { pointer: 0, count: rows };
    if (bits.count === 0) continue;
    sums.rows += BigInt(bits.count);
    if (!bits.pointer) select.fillBits(all, rows);
    summed.forEach((index, at) => {
      const stored = part.columns[index]!.stored(block)!;
      if (stored.nullMode === NullMode.All) return;
      if (stored.width === 0) {
        sums.counts[at]! += BigInt(bits.count);
        sums.totals[at]! += stored.less * BigInt(bits.count);
        return;
      }
      const zeroIsNull = stored.nullMode === NullMode.Zero ? 1 : 0;
      const nulls = stored.nullMode === NullMode.Bytes ? stored.nullsPointer : 0;
      dense.sumSelected(stored.pointer, stored.width, rows, zeroIsNull, nulls, bits.pointer || all, out);
      const words = work.arena.u64;
      const count = words[(out >>> 3) + 2]!;
      sums.counts[at]! += count;
      // `less` is a number modulo 2^64: one below zero stands for base - 1 of a block that begins at 0.
      const less = BigInt.asIntN(64, stored.less) === -1n ? -1n : stored.less;
      sums.totals[at]! += ((words[(out >>> 3) + 1]! << 64n) | words[out >>> 3]!) + less * count;
    });
  }
  work.give(all, out);
}

/** How often each value of a column occurs; undefined when there are too many or the column is not packed. */
export function countValues(
  work: Workspace,
  column: Column,
  rowCount: number,
): Map<Constant, number> | undefined {
  const plan = planPart({ columns: [column], rowCount, selection: { kind: "all" } }, {
    index: 0,
    buckets: false,
  }, []);
  if (!plan) return undefined;
  const groups = new Map<string, Sums>();
  scanPart(plan, 0, groups, work);
  return new Map([...groups.values()].map(({ key, rows }) => [key, Number(rows)]));
}

/** How often each code occurs among the selected rows, in order of first appearance; undefined as above. */
export function countCodes(
  work: Workspace,
  { rowCount, selection }: Part,
  codes: Column,
): { readonly code: Constant; readonly rows: bigint }[] | undefined {
  const plan = planPart({ columns: [codes], rowCount, selection }, { index: 0, buckets: false }, []);
  if (!plan) return undefined;
  const groups = new Map<string, Sums>();
  scanPart(plan, 0, groups, work);
  return [...groups.values()].map(({ key, rows }) => ({ code: key, rows }));
}

/** Column numbers that are summed or counted; undefined when an aggregate needs more than that. */
function summedColumns(aggregates: readonly BoundAggregate[]): number[] | undefined {
  const columns: number[] = [];
  for (const { fn, arg, condition } of aggregates) {
    if (condition) return undefined;
    if (!arg) {
      if (fn.name !== "count") return undefined;
      continue;
    }
    if (arg.op !== "column" || arg.type === "f64" || arg.type === "i64") return undefined;
    if (fn.name !== "sum" && fn.name !== "avg" && fn.name !== "count") return undefined;
    if (!columns.includes(arg.index)) columns.push(arg.index);
  }
  return columns;
}

interface PartPlan {
  readonly part: Part;
  /** Packed keys. */
  readonly keys: Column;
  /** Values behind key codes, where the key column has a dictionary. */
  readonly values: Column | undefined;
  readonly keyType: Column["type"];
  readonly base: bigint;
  readonly size: number;
  /** The key is the power of two of the value. */
  readonly buckets: boolean;
  readonly sums: readonly Column[];
}

function planPart(part: Part, wanted: DenseKey, summed: readonly number[]): PartPlan | undefined {
  // A list is in an order of its own; its rows lie in many blocks.
  if (part.selection.kind === "list") return undefined;
  const key = part.columns[wanted.index]!;
  const { buckets } = wanted;
  if (buckets && (key.dictionary || key.type === "i64" || key.type === "f64")) return undefined;
  const keys = key.dictionary?.codes ?? key;
  const sums = summed.map((index) => part.columns[index]!);
  let low: bigint | undefined;
  let high = 0n;
  for (let block = 0; block * BLOCK_ROWS < part.rowCount; block++) {
    const stored = keys.stored(block);
    if (!stored || sums.some((column) => !column.stored(block))) return undefined;
    if (buckets ? stored.nullMode === NullMode.Bytes : stored.width === 8) return undefined;
    if (stored.nullMode === NullMode.All || buckets) continue;
    if (stored.min < 0n) return undefined;
    low = low === undefined || stored.min < low ? stored.min : low;
    high = stored.max > high ? stored.max : high;
  }
  if (buckets) return { part, keys, values: undefined, keyType: "u64", base: 0n, size: 64, buckets, sums };
  const base = low ?? 0n;
  if (high - base >= BigInt(MOST_KEYS)) return undefined;
  const size = Number(high - base) + 1;
  return { part, keys, values: key.dictionary?.values, keyType: key.type, base, size, buckets, sums };
}

function scanPart(plan: PartPlan, sumCount: number, groups: Map<string, Sums>, work: Workspace): void {
  const slots = plan.size + 1;
  const tables = Array.from({ length: Math.max(1, sumCount) }, () => work.takeZeroed(slots * CELL_BYTES));
  const firsts = work.take(slots * 4);
  const halves = work.takeZeroed(QUICK_KEYS * 16);
  for (const piece of pieces(work, plan.part)) {
    const block = piece.block >= 0 ? piece.block : piece.base / BLOCK_ROWS;
    tables.forEach((cells, at) => {
      addBlock(work, plan, plan.sums[at]?.stored(block), block, piece, cells, firsts, halves);
    });
  }
  const seen: number[] = [];
  for (let slot = 0; slot < slots; slot++) {
    if (work.arena.u64[(tables[0]! + slot * CELL_BYTES) >>> 3] !== 0n) seen.push(slot);
  }
  const firstOf = (slot: number): number => work.arena.u32[(firsts >>> 2) + slot]!;
  seen.sort((left, right) => firstOf(left) - firstOf(right));
  for (const slot of seen) {
    const key = slot === plan.size ? null : keyOf(plan, slot, work);
    const name = `${typeof key} ${key}`;
    let sums = groups.get(name);
    if (!sums) {
      const none = (): bigint[] => new Array<bigint>(sumCount).fill(0n);
      groups.set(name, sums = { key, rows: 0n, counts: none(), totals: none() });
    }
    const at = (table: number, field: number): bigint =>
      work.arena.u64[((tables[table]! + slot * CELL_BYTES) >>> 3) + field]!;
    sums.rows += at(0, 0);
    for (let table = 0; table < sumCount; table++) {
      sums.counts[table]! += at(table, 1);
      sums.totals[table]! += (at(table, 3) << 64n) | at(table, 2);
    }
  }
  work.give(...tables, firsts, halves);
}

/** Adds one block, or the listed rows of it, to the cells. */
function addBlock(
  work: Workspace,
  plan: PartPlan,
  value: Block | undefined,
  block: number,
  { rows, count }: Piece,
  cells: number,
  firsts: number,
  halves: number,
): void {
  const key = plan.keys.stored(block)!;
  // Blocks in which all rows are alike have nothing stored: a piece of zeros stands for it.
  const zeros = key.width === 0 || value?.width === 0 ? work.takeZeroed(BLOCK_ROWS) : 0;
  const offset = Number(BigInt.asUintN(32, key.less - plan.base));
  const nothing = !value || value.nullMode === NullMode.All;
  const { dense } = kernelsOf(work.arena);
  const keyWidth = key.width || 1;
  const valueWidth = nothing ? 1 : value.width || 1;
  const nullKeys = key.nullMode === NullMode.Zero || key.nullMode === NullMode.All ? 1 : 0;
  const nullBytes = value?.nullMode === NullMode.Bytes ? value.nullsPointer : 0;
  const span = plan.buckets ? BUCKET_KEYS : keySpan(key);
  if (valueWidth <= 4 && !nullBytes && span <= QUICK_KEYS) {
    dense.denseGroupQuick(
      keyWidth,
      valueWidth,
      key.width ? key.pointer : zeros,
      offset,
      plan.buckets ? 1 : 0,
      key.less,
      nullKeys,
      plan.size,
      nothing ? 0 : value.width ? value.pointer : zeros,
      nothing ? 0n : value.less,
      value?.nullMode === NullMode.Zero ? 1 : 0,
      rows,
      count,
      block * BLOCK_ROWS,
      cells,
      firsts,
      span,
      halves,
    );
    work.give(zeros);
    return;
  }
  dense.denseGroup(
    key.width || 1,
    nothing ? 1 : value.width || 1,
    key.width ? key.pointer : zeros,
    offset,
    plan.buckets ? 1 : 0,
    key.less,
    key.nullMode === NullMode.Zero || key.nullMode === NullMode.All ? 1 : 0,
    plan.size,
    nothing ? 0 : value.width ? value.pointer : zeros,
    nothing ? 0n : value.less,
    value?.nullMode === NullMode.Zero ? 1 : 0,
    value?.nullMode === NullMode.Bytes ? value.nullsPointer : 0,
    rows,
    count,
    block * BLOCK_ROWS,
    cells,
    firsts,
  );
  work.give(zeros);
}

/** How many different stored keys a block can have. */
function keySpan(key: Block): number {
  if (key.width === 0 || key.nullMode === NullMode.All) return 1;
  const span = BigInt.asUintN(64, key.max - key.less) + 1n;
  return span > BigInt(MOST_KEYS) ? MOST_KEYS : Number(span);
}

/** The value of a key slot. */
function keyOf(plan: PartPlan, slot: number, work: Workspace): Constant {
  const word = plan.base + BigInt(slot);
  if (!plan.values) return toConstant(word, plan.keyType, work.pools);
  const at = work.take(32);
  work.arena.u32[at >>> 2] = Number(word);
  const none = plan.values.gather(at, 1, at + 8, at + 16) > 0;
  const value = none ? null : toConstant(work.arena.u64[(at + 8) >>> 3]!, plan.keyType, work.pools);
  work.give(at);
  return value;
}

function valueOf(
  aggregate: BoundAggregate,
  sums: Sums,
  summed: readonly number[],
  context: OperatorContext,
): Constant {
  const { fn, arg } = aggregate;
  if (!arg || arg.op !== "column") return sums.rows;
  const at = summed.indexOf(arg.index);
  const count = sums.counts[at]!;
  const total = sums.totals[at]!;
  if (fn.name === "count") return count;
  if (count === 0n) return null;
  if (fn.name === "avg") {
    const quotient = total / count;
    return Number(quotient) + Number(total - quotient * count) / Number(count);
  }
  if (total >> 64n !== 0n) failAt(context, "Q402", `Sum does not fit into 64 bits: ${total}`, aggregate.span);
  return total;
}
