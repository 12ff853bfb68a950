/**
 * Groups packed blocks by slot: kernels fill one cell per combination of keys.
 * @module
 */

import type { Arena } from "../../../memory/arena.ts";
import { type Block, BLOCK_ROWS, blockKernels, NullMode } from "../../../tables/block.ts";
import { SequenceColumn } from "../../../tables/column.ts";
import type { RunContext } from "../../execution/context.ts";
import { DenseCall, DenseCell } from "../../execution/kernels/dense_layout.ts";
import type { BlockRows, Workspace } from "../../execution/relation.ts";
import type { Constant } from "../../plan/values.ts";
import type { FoldUse } from "../../execution/loops/loop_interface.ts";
import { foldedValue, type FoldPlan, minOrMax } from "./dense_folds.ts";
import { areKeysCombined, type DenseCalls, type DenseMemory, FAST_PATH_KEYS } from "./dense_calls.ts";
import { type KeyPlan, keySpan, MOST_SLOTS, type PartPlan, slotsOfBlock } from "./dense_plan.ts";
import { addExactly, type ExactSum, type GroupSums } from "./group_sums.ts";
import { slotKeys } from "./slot_keys.ts";

/** Powers of two, and null. */
const BUCKET_KEYS = 65;
/** For keys below this, powers of two are computed several at a time. */
const NARROW_KEYS = 1n << 31n;
/** If at least one row in this many is selected, all rows of the block get numbers. */
const LISTED_SHARE = 4;

/** Packed keys of a block in the form that kernels take. */
interface Keys {
  readonly width: number;
  readonly pointer: number;
  readonly offset: number;
  readonly buckets: number;
  readonly origin: bigint;
  readonly nulls: number;
  readonly size: number;
  /** Number of distinct stored numbers. */
  readonly span: number;
}

/** Groups the blocks of a part, by calls that run at once or are recorded. */
export class DenseScan {
  readonly #plan: PartPlan;
  readonly #work: Workspace;
  readonly #context: RunContext | undefined;
  readonly #calls: DenseCalls;
  readonly #zeros: number;
  readonly #countedUp: number;
  /** Tables of slots, for keys where not all codes have one. */
  readonly #numbers: ReadonlyMap<KeyPlan, number>;
  /** The key with the largest stride. */
  readonly #outermost: KeyPlan;
  /** Address of the call being made. */
  #call = 0;
  /**
   * Address of the list of selected rows of the current block; 0 until the list is needed, or if all rows are
   * selected.
   */
  #list = 0;

  /** Allocates a little memory, which `end` frees. */
  constructor(plan: PartPlan, work: Workspace, context: RunContext | undefined, calls: DenseCalls) {
    [this.#plan, this.#work, this.#context, this.#calls] = [plan, work, context, calls];
    this.#outermost = plan.keys.reduce((most, key) => (key.stride > most.stride ? key : most));
    // A block with equal keys does not store them; zeros are used instead.
    this.#zeros = work.takeZeroed(BLOCK_ROWS);
    // A column of row numbers stores no keys; this list of the numbers from 0 up takes their place.
    const counts = plan.keys.some(({ codes }) => codes instanceof SequenceColumn);
    this.#countedUp = counts ? work.take(BLOCK_ROWS * 4) : 0;
    this.#numbers = new Map(
      plan.keys.flatMap((key) => key.present ? [[key, makeSlotTable(key.present, work)]] : []),
    );
    if (counts) blockKernels(work.arena).fillSequence(0, BLOCK_ROWS, this.#countedUp);
  }

  /** Frees its memory. */
  end(): void {
    this.#work.give(this.#zeros, this.#countedUp, ...this.#numbers.values());
  }

  /** Groups the selected rows of a block. */
  add(rows: BlockRows): void {
    const { block } = rows;
    this.#list = 0;
    const add = (keys: Keys): void => {
      this.#calls.memory.tables.forEach((cells, at) => {
        this.#addBlock(keys, this.#plan.sums[at]?.stored(block), rows, cells);
      });
      this.#plan.folds.forEach((fold, at) => this.#fold(keys, fold, rows, this.#calls.memory.folds[at]!));
    };
    if (!areKeysCombined(this.#plan)) this.#withKeys(this.#plan.keys[0]!, block, add);
    else add(this.#combine(rows));
  }

  /** Folds values of the rows into the cells of their slots. */
  #fold(keys: Keys, { loop, fold, isSigned }: FoldPlan, rows: BlockRows, cells: number): void {
    const { width, pointer, offset, nulls, size } = keys;
    const use = { fold, isSigned, keyWidth: width as FoldUse["keyWidth"], hasNullKeys: nulls !== 0 };
    loop.fold(rows, use, { pointer, offset, none: size }, cells, this.#calls.loops);
  }

  /** The list of selected rows if not all are selected, made on demand. */
  #listOf({ block, rows, bits }: BlockRows): number {
    if (!bits || this.#list) return this.#list;
    this.#list = this.#calls.memory.rows;
    this.#calls.select.bitsToRows(bits, rows, block * BLOCK_ROWS, this.#list);
    return this.#list;
  }

  /** Adds the sums in the memory of the first thread, and the folds of all threads, to the groups. */
  finish(groups: GroupSums, memories: readonly DenseMemory[]): void {
    const { tables, firsts } = memories[0]!;
    const { arena: { u32 } } = this.#work;
    const seen = this.#seen(tables[0]!, firsts);
    const keys = this.#plan.keys.map((key) => slotKeys(key, seen, this.#work, this.#context));
    // Several slots may have equal keys; this maps combinations of key values to groups.
    const groupOf = new Int32Array(keys.reduce((all, { values }) => all * values.length, 1)).fill(-1);
    const found = new Uint32Array(seen.length);
    const own = keys.map((): Constant => null);
    for (let at = 0; at < seen.length; at++) {
      this.#work.tick(8);
      let combination = 0;
      for (const { values, numbers } of keys) combination = combination * values.length + numbers[at]!;
      let group = groupOf[combination]!;
      if (group < 0) {
        for (let key = 0; key < keys.length; key++) own[key] = keys[key]!.values[keys[key]!.numbers[at]!]!;
        group = groups.groupOf(own);
        groupOf[combination] = group;
      }
      found[at] = group;
      groups.rows[group]! += u32[(tables[0]! + seen[at]! * DenseCell.Bytes + DenseCell.Rows) >>> 2]!;
    }
    for (let table = 0; table < this.#plan.sums.length; table++) {
      const counts = groups.counts[table]!, totals = groups.totals[table]!;
      for (let at = 0; at < seen.length; at++) {
        this.#work.tick(4);
        const cell = tables[table]! + seen[at]! * DenseCell.Bytes;
        counts[found[at]!]! += u32[(cell + DenseCell.Values) >>> 2]!;
        totals[found[at]!] = addExactly(totals[found[at]!]!, this.#totalOf(cell));
      }
    }
    this.#finishFolds(groups, seen, found, memories);
  }

  /** Merges the folds of all threads. */
  #finishFolds(
    groups: GroupSums,
    seen: Uint32Array,
    found: Uint32Array,
    memories: readonly DenseMemory[],
  ): void {
    this.#plan.folds.forEach((plan, fold) => {
      const values = groups.folded[fold]!, tables = memories.map(({ folds }) => folds[fold]!);
      for (let at = 0; at < seen.length; at++) {
        this.#work.tick(4);
        const value = foldedValue(this.#work, plan, tables, seen[at]!);
        values[found[at]!] = minOrMax(plan.fold, values[found[at]!]!, value);
      }
    });
  }

  #totalOf(cell: number): ExactSum {
    const { u32, u64 } = this.#work.arena;
    const at = (cell + DenseCell.Low) >>> 2;
    if (u32[at + 1]! < 2 ** 21 && u64[(cell + DenseCell.High) >>> 3] === 0n) {
      return u32[at + 1]! * 2 ** 32 + u32[at]!;
    }
    return (u64[(cell + DenseCell.High) >>> 3]! << 64n) | u64[(cell + DenseCell.Low) >>> 3]!;
  }

  /** Slots with rows, in the order of their first rows. */
  #seen(counted: number, firsts: number): Uint32Array {
    const { u32 } = this.#work.arena;
    // First row and slot as one double, which typed arrays sort without a comparison function: 32 bits for
    // the row, the rest for the slot.
    const seen = new Float64Array(this.#plan.slots);
    let count = 0;
    for (let slot = 0; slot < this.#plan.slots; slot++) {
      this.#work.tick(1);
      // A trace has fewer than 2^32 rows.
      if (u32[(counted + slot * DenseCell.Bytes + DenseCell.Rows) >>> 2] === 0) continue;
      seen[count++] = u32[(firsts >>> 2) + slot]! * MOST_SLOTS + slot;
    }
    const slots = new Uint32Array(count);
    seen.subarray(0, count).sort().forEach((each, at) => slots[at] = each % MOST_SLOTS);
    return slots;
  }

  /** Passes the packed keys of a block to `use`; they are valid until it returns. */
  #withKeys(key: KeyPlan, block: number, use: (keys: Keys) => void): void {
    const base = key.base * (key.step || 1n);
    if (key.codes instanceof SequenceColumn) {
      const origin = BigInt(key.codes.first + block * BLOCK_ROWS);
      const offset = Number(BigInt.asUintN(32, origin - base));
      const { size } = key;
      const span = BLOCK_ROWS;
      use({ width: 4, pointer: this.#countedUp, offset, buckets: 0, origin, nulls: 0, size, span });
      return;
    }
    const stored = key.codes.stored(block)!;
    const power = key.buckets ? onlyPower(stored) : undefined;
    if (power !== undefined) {
      const plain = { buckets: 0, origin: 0n, nulls: 0, size: key.size, span: 1 };
      use({ width: 1, pointer: this.#zeros, offset: power, ...plain });
      return;
    }
    this.#calls.withBlock(stored, (pointer) =>
      use({
        width: stored.width || 1,
        pointer: stored.width ? pointer : this.#zeros,
        offset: Number(BigInt.asUintN(32, stored.origin - base)),
        buckets: !key.buckets ? 0 : stored.width <= 4 && stored.max < NARROW_KEYS ? 2 : 1,
        origin: stored.origin,
        nulls: stored.nullMode === NullMode.Zero || stored.nullMode === NullMode.All ? 1 : 0,
        size: key.size,
        span: key.buckets ? BUCKET_KEYS : keySpan(stored),
      }));
  }

  /** Combines all keys into one number per row. */
  #combine(rows: BlockRows): Keys {
    const { block, rows: all, count } = rows;
    // Numbers are counted from the first slot that the block can have, so that they are few and stay in cache.
    const near = slotsOfBlock(this.#outermost, block);
    const { stride } = this.#outermost;
    const slots = near ? near.count * stride : this.#plan.slots;
    const width = slots <= 65536 ? 2 : 4;
    const { dense, memory: { combined } } = this.#calls;
    // Several rows at a time are faster than only the listed ones, unless these are few.
    const isWhole = count * LISTED_SHARE >= all;
    this.#plan.keys.forEach((key, at) => {
      this.#withKeys(key, block, (keys) => {
        this.#call = this.#calls.nextCall();
        this.#setKeys(keys);
        if (near && key === this.#outermost) {
          this.#set(DenseCall.KeyOffset, (keys.offset - near.first * Number(key.step || 1n)) >>> 0);
        }
        this.#set(DenseCall.Stride, key.stride);
        this.#set(DenseCall.Step, Number(key.step));
        // Unselected rows may have codes without a slot.
        const numbers = this.#numbers.get(key);
        const areListed = !isWhole || numbers !== undefined;
        this.#set(DenseCall.Numbers, numbers ?? 0);
        this.#set(DenseCall.Rows, areListed ? this.#listOf(rows) : 0);
        this.#set(DenseCall.Count, areListed ? count : all);
        this.#set(DenseCall.FirstKey, at === 0 ? 1 : 0);
        this.#set(DenseCall.SlotWidth, width);
        this.#set(DenseCall.Slots, combined);
        dense.denseSlots(this.#call);
      });
    });
    return {
      width,
      pointer: combined,
      offset: near ? near.first * stride : 0,
      buckets: 0,
      origin: 0n,
      nulls: 0,
      size: this.#plan.slots,
      span: slots,
    };
  }

  /** Adds the selected rows of one block to the cells. */
  #addBlock(keys: Keys, value: Block | undefined, rows: BlockRows, cells: number): void {
    if (value) {
      this.#calls.withBlock(
        value,
        (pointer, nulls) => this.#addValues(keys, value, pointer, nulls, rows, cells),
      );
    } else this.#addValues(keys, undefined, 0, 0, rows, cells);
  }

  /** Adds a block of values at `pointer` to the cells. */
  #addValues(
    keys: Keys,
    value: Block | undefined,
    pointer: number,
    nullBytes: number,
    rows: BlockRows,
    cells: number,
  ): void {
    const { dense, memory: { firsts, halves } } = this.#calls;
    const nothing = !value || value.nullMode === NullMode.All;
    const valueWidth = nothing ? 1 : value.width || 1;
    const quick = valueWidth <= 4 && !nullBytes && keys.span <= FAST_PATH_KEYS &&
      (keys.buckets || keys.width <= 2);
    const list = quick ? 0 : this.#listOf(rows);
    this.#call = this.#calls.nextCall();
    this.#setKeys(keys);
    this.#set(DenseCall.Values, nothing ? 0 : value.width ? pointer : this.#zeros);
    this.#set(DenseCall.ValueWidth, valueWidth);
    this.#arena.u64[(this.#call + DenseCall.Origin) >>> 3] = nothing ? 0n : value.origin;
    this.#set(DenseCall.ZeroIsNull, value?.nullMode === NullMode.Zero ? 1 : 0);
    this.#set(DenseCall.Nulls, nullBytes);
    this.#set(DenseCall.Rows, list);
    this.#set(DenseCall.Bits, rows.bits);
    this.#set(DenseCall.Count, quick ? rows.rows : rows.count);
    this.#set(DenseCall.First, rows.block * BLOCK_ROWS);
    this.#set(DenseCall.Cells, cells);
    this.#set(DenseCall.Firsts, firsts);
    this.#set(DenseCall.Span, keys.span);
    this.#set(DenseCall.Halves, halves);
    if (quick) dense.denseGroupFast(this.#call);
    else dense.denseGroup(this.#call);
  }

  #setKeys(keys: Keys): void {
    this.#set(DenseCall.Keys, keys.pointer);
    this.#set(DenseCall.KeyWidth, keys.width);
    this.#set(DenseCall.KeyOffset, keys.offset);
    this.#set(DenseCall.Buckets, keys.buckets);
    this.#arena.u64[(this.#call + DenseCall.KeyOrigin) >>> 3] = keys.origin;
    this.#set(DenseCall.ZeroKeyIsNull, keys.nulls);
    this.#set(DenseCall.NullSlot, keys.size);
  }

  get #arena(): Arena {
    return this.#work.arena;
  }

  #set(field: DenseCall, value: number): void {
    this.#calls.set(this.#call + field, value);
  }
}

/** The power of two of all rows of a block, if it is the same for all. */
function onlyPower({ nullCount, min, max }: Block): number | undefined {
  const power = floorLog2(max);
  return nullCount === 0 && min >= 0n && floorLog2(min) === power ? power : undefined;
}

function floorLog2(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length - 1;
}

/** Makes a table of slots by code. */
function makeSlotTable(present: Uint32Array, work: Workspace): number {
  const at = work.takeZeroed((present.at(-1) ?? 0) * 2 + 2);
  present.forEach((code, number) => work.arena.u16[(at >>> 1) + code] = number);
  return at;
}
