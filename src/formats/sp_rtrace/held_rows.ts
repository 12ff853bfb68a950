/**
 * Holds calls until their backtrace is known and they can be sorted by time. Held blocks have the size of
 * column blocks, so that memory freed by one can be reused by the other.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { BATCH_ROWS } from "../../events/trace_sink.ts";
import { CALL_CONTEXT, CALL_FREE, CALL_TIME } from "./call_bits.ts";
import type { CallLine } from "./call_line.ts";
import { sortByKey } from "./radix_sort.ts";

/**
 * Number of blocks to hold before the older half is written; enough for reports whose calls are roughly in
 * order.
 */
export const BUFFERED_BLOCKS = 8;
/** Flags that are kept per row; the bits above them count how many times the clock has passed midnight. */
const FLAG_BITS = CALL_FREE | CALL_TIME | CALL_CONTEXT;
const DAY_SHIFT = 8;
const DAY = 86_400_000;
/** Number of 64-bit columns of a block. */
const WIDE_PIECES = 3;
/**
 * If the clock goes back by more than this, it has passed midnight; times of different threads deviate only
 * by milliseconds.
 */
const WRAP = 3_600_000;

/** A block of 65536 held rows. 64-bit columns are pairs of columns with 32-bit halves. */
export class HeldBlock {
  /** Arena addresses of the pieces: the wide columns, then the narrow ones. */
  readonly pointers: number[] = [];
  /** Indexes of the calls. */
  readonly no: Uint32Array;
  /** Resource ids of the calls. */
  readonly addr: Uint32Array;
  readonly size: Uint32Array;
  /** Context masks of the calls. */
  readonly context: Uint32Array;
  /** String codes of function names. */
  readonly name: Uint32Array;
  /** String codes of types. */
  readonly type: Uint32Array;
  /** Backtrace numbers, as assigned by the reader. */
  readonly stack: Uint32Array;
  /** Time of day in milliseconds, as in the file. */
  readonly time: Uint32Array;
  /** `CALL_` bits; the day is in the bits above them. */
  readonly flags: Uint32Array;
  readonly #arena: Arena;
  #finePointer = 0;
  /** Nanoseconds beyond the milliseconds; absent if all are zero, as in every report of the original sp-rtrace. */
  fine: Uint32Array | undefined;

  /** Allocates the columns. */
  constructor(arena: Arena) {
    this.#arena = arena;
    const piece = (bytes: number): Uint32Array => {
      const pointer = arena.alloc(bytes);
      this.pointers.push(pointer);
      return new Uint32Array(arena.memory.buffer, pointer, bytes >> 2);
    };
    this.no = piece(BATCH_ROWS * 8);
    this.addr = piece(BATCH_ROWS * 8);
    this.size = piece(BATCH_ROWS * 8);
    this.context = piece(BATCH_ROWS * 4);
    this.name = piece(BATCH_ROWS * 4);
    this.type = piece(BATCH_ROWS * 4);
    this.stack = piece(BATCH_ROWS * 4);
    this.time = piece(BATCH_ROWS * 4);
    this.flags = piece(BATCH_ROWS * 4);
  }

  /** Frees the memory. */
  free(): void {
    const arena = this.#arena;
    for (const pointer of [...this.pointers, this.#finePointer]) arena.free(pointer);
  }

  /** Sets the nanoseconds of a row; the default is 0. */
  setFine(row: number, nanoseconds: number): void {
    if (nanoseconds === 0 && !this.fine) return;
    if (!this.fine) {
      this.#finePointer = this.#arena.allocZeroed(BATCH_ROWS * 4);
      this.fine = new Uint32Array(this.#arena.memory.buffer, this.#finePointer, BATCH_ROWS);
    }
    this.fine[row] = nanoseconds;
  }

  /** Returns a copy of the first `rows` rows. */
  copy(rows: number): HeldBlock {
    const copy = new HeldBlock(this.#arena);
    const { u8 } = this.#arena;
    this.pointers.forEach((pointer, at) => {
      const bytes = rows * (at < WIDE_PIECES ? 8 : 4);
      u8.copyWithin(copy.pointers[at]!, pointer, pointer + bytes);
    });
    this.fine?.subarray(0, rows).forEach((nanoseconds, row) => copy.setFine(row, nanoseconds));
    return copy;
  }

  /** Copies one row of another block. */
  copyRow(to: number, from: HeldBlock, row: number): void {
    this.no[2 * to] = from.no[2 * row]!;
    this.no[2 * to + 1] = from.no[2 * row + 1]!;
    this.addr[2 * to] = from.addr[2 * row]!;
    this.addr[2 * to + 1] = from.addr[2 * row + 1]!;
    this.size[2 * to] = from.size[2 * row]!;
    this.size[2 * to + 1] = from.size[2 * row + 1]!;
    this.context[to] = from.context[row]!;
    this.name[to] = from.name[row]!;
    this.type[to] = from.type[row]!;
    this.stack[to] = from.stack[row]!;
    this.time[to] = from.time[row]!;
    this.flags[to] = from.flags[row]!;
    this.setFine(to, from.fine?.[row] ?? 0);
  }
}

/** Returns milliseconds since the midnight before the first call; 0 without a timestamp. */
export function timeSinceMidnight(block: HeldBlock, row: number): number {
  const flags = block.flags[row]!;
  return (flags & CALL_TIME) === 0 ? 0 : block.time[row]! + (flags >>> DAY_SHIFT) * DAY;
}

/** Returns the high half of a call index, with the sign bit flipped so that negative indexes sort first. */
function highKey(block: HeldBlock, row: number): number {
  return (block.no[2 * row + 1]! ^ 0x8000_0000) >>> 0;
}

/** Returns the nanoseconds to add to `timeSinceMidnight`. */
export function fineTime(block: HeldBlock, row: number): number {
  return block.fine?.[row] ?? 0;
}

/** Counts of irregularities in the order of calls. */
export interface OrderIrregularities {
  /** Calls that sorting moved to another row. */
  moved: number;
  /** Calls that belong before others that have already been written. */
  late: number;
  /** How often the clock passed midnight. */
  wraps: number;
}

/** The held calls, oldest first. */
export class BufferedRows {
  readonly #arena: Arena;
  readonly #fileOrder: boolean;
  readonly #blocks: HeldBlock[] = [];
  /** Blocks whose order is final; some of their rows may already have been written. */
  readonly #settledBlocks: { readonly block: HeldBlock; readonly rows: number; given: number }[] = [];
  #count = 0;
  #settled = 0;
  #day = 0;
  #lastRaw = -1;
  #lastTime = -1;
  #lastFine = 0;
  #anyFine = false;
  #lastNoLow = 0;
  #lastNoHigh = 0;
  /**
   * True if all calls must be held until the end, because the calls of a compressed report may come in any
   * order.
   */
  keepAll = false;
  /** Irregularities found so far. */
  readonly counts: OrderIrregularities = { moved: 0, late: 0, wraps: 0 };

  /** Creates an empty list; with `fileOrder` the rows keep the order of the file. */
  constructor(arena: Arena, fileOrder: boolean) {
    this.#arena = arena;
    this.#fileOrder = fileOrder;
  }

  /** Returns a copy of the held rows; none of them may be settled. */
  copy(): BufferedRows {
    const copy = new BufferedRows(this.#arena, this.#fileOrder);
    this.#blocks.forEach((block, at) => {
      const rows = Math.min(BATCH_ROWS, this.#count - at * BATCH_ROWS);
      if (rows > 0) copy.#blocks.push(block.copy(rows));
    });
    copy.#count = this.#count;
    copy.#settled = this.#settled;
    copy.#day = this.#day;
    copy.#lastRaw = this.#lastRaw;
    copy.#lastTime = this.#lastTime;
    copy.#lastFine = this.#lastFine;
    copy.#anyFine = this.#anyFine;
    copy.#lastNoLow = this.#lastNoLow;
    copy.#lastNoHigh = this.#lastNoHigh;
    copy.keepAll = this.keepAll;
    Object.assign(copy.counts, this.counts);
    return copy;
  }

  /** Number of held rows whose order is not final. */
  get count(): number {
    return this.#count;
  }

  /** True when `settle` should be called. */
  get full(): boolean {
    return !this.keepAll && this.#count >= BUFFERED_BLOCKS * BATCH_ROWS;
  }

  /** The block with free rows at its end, for readers that write rows themselves and then call `advance`. */
  tail(): HeldBlock {
    const at = this.#count >>> 16;
    return this.#blocks[at] ?? (this.#blocks[at] = new HeldBlock(this.#arena));
  }

  /** Counts rows that the caller has written into `tail()`. */
  advance(rows: number): void {
    this.#count += rows;
  }

  /** Adds a call; returns its row number, which is valid until `settle`. */
  append(call: CallLine, name: number, type: number): number {
    const block = this.tail();
    const row = this.#count & (BATCH_ROWS - 1);
    block.no[2 * row] = call.noLow;
    block.no[2 * row + 1] = call.noHigh;
    block.addr[2 * row] = call.idLow;
    block.addr[2 * row + 1] = call.idHigh;
    block.size[2 * row] = call.sizeLow;
    block.size[2 * row + 1] = call.sizeHigh;
    block.context[row] = (call.flags & CALL_CONTEXT) !== 0 ? call.context : 0;
    block.name[row] = name;
    block.type[row] = type;
    block.stack[row] = 0;
    block.time[row] = (call.flags & CALL_TIME) !== 0 ? call.time : 0;
    if ((call.flags & CALL_TIME) !== 0 && call.fine !== 0) {
      block.setFine(row, call.fine);
      this.#anyFine = true;
    }
    block.flags[row] = call.flags & FLAG_BITS;
    return this.#count++;
  }

  /** Sets the backtrace of all rows from `first` on. */
  setStack(first: number, stack: number): void {
    for (let row = first; row < this.#count; row++) {
      this.#blocks[row >>> 16]!.stack[row & (BATCH_ROWS - 1)] = stack;
    }
  }

  /** True when there are settled rows to write. */
  get anySettled(): boolean {
    return this.#settledBlocks.length > 0;
  }

  /**
   * Sorts the rows. Afterwards the older half of them is final and can be written; with `all`, all of them.
   */
  settle(all: boolean): void {
    this.#bringInOrder();
    this.#noteLate();
    let blocks = all ? this.#blocks.length : BUFFERED_BLOCKS / 2;
    for (; blocks > 0 && this.#count > 0; blocks--) {
      const block = this.#blocks.shift()!;
      const rows = Math.min(this.#count, BATCH_ROWS);
      this.#settledBlocks.push({ block, rows, given: 0 });
      this.#lastTime = timeSinceMidnight(block, rows - 1);
      this.#lastFine = fineTime(block, rows - 1);
      this.#lastNoLow = block.no[2 * rows - 2]!;
      this.#lastNoHigh = highKey(block, rows - 1);
      this.#count -= rows;
    }
    this.#settled = this.#count;
    if (all) { while (this.#blocks.length > 0) this.#blocks.pop()!.free(); }
  }

  /** Sorts the rows and writes those whose order is final. */
  drain(all: boolean, write: (block: HeldBlock, from: number, to: number) => void): void {
    this.settle(all);
    while (this.handOut(BATCH_ROWS, write));
  }

  /** Frees the memory of all rows. */
  close(): void {
    for (const block of this.#blocks.splice(0)) block.free();
  }

  /** Writes at most `most` settled rows of one block; returns false if there were none. */
  handOut(most: number, write: (block: HeldBlock, from: number, to: number) => void): boolean {
    const [first] = this.#settledBlocks;
    if (!first) return false;
    const from = first.given;
    first.given = Math.min(first.rows, from + most);
    write(first.block, from, first.given);
    if (first.given === first.rows) this.#settledBlocks.shift()!.block.free();
    return true;
  }

  /**
   * Adds a day after each midnight, going through the calls by index, which is the true order within a
   * process; then sorts by time and index.
   */
  #bringInOrder(): void {
    const byIndex = this.#isSorted(false) ? undefined : this.#sortRows(false);
    for (let at = 0; at < this.#count; at++) {
      const row = byIndex ? byIndex[at]! : at;
      if (row >= this.#settled) this.#unroll(this.#blocks[row >>> 16]!, row & (BATCH_ROWS - 1));
    }
    if (this.#fileOrder || this.#isSorted(true)) return;
    this.#permute(this.#sortRows(true));
  }

  #unroll(block: HeldBlock, row: number): void {
    const flags = block.flags[row]! & FLAG_BITS;
    if ((flags & CALL_TIME) === 0) return;
    const raw = block.time[row]!;
    if (this.#lastRaw >= 0 && raw + WRAP < this.#lastRaw) {
      this.#day++;
      this.counts.wraps++;
    } else if (this.#day > 0 && raw > this.#lastRaw + DAY - WRAP) {
      // A delayed thread may write a time before midnight after another thread has written one after
      // midnight.
      block.flags[row] = flags | ((this.#day - 1) << DAY_SHIFT);
      return;
    }
    this.#lastRaw = raw;
    block.flags[row] = flags | (this.#day << DAY_SHIFT);
  }

  /** Whether the rows are sorted by time and index, or by index alone. */
  #isSorted(byTime: boolean): boolean {
    let lastTime = 0;
    let lastFine = 0;
    let lastLow = 0;
    let lastHigh = 0;
    for (let at = 0; at < this.#count; at++) {
      const block = this.#blocks[at >>> 16]!;
      const row = at & (BATCH_ROWS - 1);
      const time = byTime ? timeSinceMidnight(block, row) : 0;
      const fine = byTime && this.#anyFine ? fineTime(block, row) : 0;
      const low = block.no[2 * row]!;
      const high = highKey(block, row);
      if (time < lastTime || (time === lastTime && fine < lastFine)) return false;
      const same = time === lastTime && fine === lastFine;
      if (same && (high < lastHigh || (high === lastHigh && low < lastLow))) return false;
      lastTime = time;
      lastFine = fine;
      lastLow = low;
      lastHigh = high;
    }
    return true;
  }

  #sortRows(byTime: boolean): Uint32Array {
    const order = new Uint32Array(this.#count);
    for (let at = 0; at < order.length; at++) order[at] = at;
    const keys = new Uint32Array(this.#count);
    const sort = (key: (block: HeldBlock, row: number) => number): void => {
      for (let at = 0; at < keys.length; at++) {
        keys[at] = key(this.#blocks[at >>> 16]!, at & (BATCH_ROWS - 1));
      }
      sortByKey(order, keys);
    };
    sort((block, row) => block.no[2 * row]!);
    sort(highKey);
    if (byTime) {
      if (this.#anyFine) sort(fineTime);
      sort((block, row) => timeSinceMidnight(block, row) % 0x1_0000_0000);
      sort((block, row) => timeSinceMidnight(block, row) / 0x1_0000_0000);
    }
    return order;
  }

  #permute(order: Uint32Array): void {
    const sorted: HeldBlock[] = [];
    for (let at = 0; at < order.length; at++) {
      if ((at & (BATCH_ROWS - 1)) === 0) sorted.push(new HeldBlock(this.#arena));
      const row = order[at]!;
      if (row !== at) this.counts.moved++;
      sorted[at >>> 16]!.copyRow(at & (BATCH_ROWS - 1), this.#blocks[row >>> 16]!, row & (BATCH_ROWS - 1));
    }
    for (const block of this.#blocks) block.free();
    this.#blocks.splice(0, this.#blocks.length, ...sorted);
  }

  /** Counts rows that belong before rows that have already been written. */
  #noteLate(): void {
    if (this.#lastTime < 0 || this.#fileOrder) return;
    for (let at = 0; at < this.#count; at++) {
      const block = this.#blocks[at >>> 16]!;
      const row = at & (BATCH_ROWS - 1);
      const time = timeSinceMidnight(block, row);
      const high = highKey(block, row);
      const low = block.no[2 * row]!;
      const fine = fineTime(block, row);
      if (time > this.#lastTime || (time === this.#lastTime && fine > this.#lastFine)) return;
      if (
        time === this.#lastTime && fine === this.#lastFine &&
        (high > this.#lastNoHigh || (high === this.#lastNoHigh && low > this.#lastNoLow))
      ) {
        return;
      }
      this.counts.late++;
    }
  }
}
