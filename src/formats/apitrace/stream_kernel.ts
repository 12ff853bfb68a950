/**
 * Wraps the WebAssembly kernel that walks a stream, and does what needs JavaScript: signatures, growing
 * tables, special cases of text. A kernel makes one pass over one stream.
 * @module
 */

import { powerOfTwo } from "../../base/power_of_two.ts";
import { joinHalves } from "../../base/u64.ts";
import { FormatError } from "../../base/errors.ts";
import { CALL_LIMITS } from "./limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { ReadingFullError } from "../../memory/arena.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { guidText } from "./guids.ts";
import { FORMAT_NAME } from "./header.ts";
import { type Exports, WASM_BASE64 } from "./kernel/stream.wasm.ts";
import * as S from "./kernel/state.ts";
import { formatG } from "./numbers.ts";
import { type SignatureOptions, Signatures } from "./signatures.ts";
import { Tag, ValueReader } from "./values.ts";

/** A pass fails at an event that needs more bytes than this. */
const MAX_EVENT_BYTES = CALL_LIMITS.event.most;
/** Maximum number of open calls: real threads have few each, and every one takes memory until the end. */
const MOST_OPEN = CALL_LIMITS.openCalls.most;
/** Maximum number of threads in a stream. */
const MOST_THREADS = CALL_LIMITS.threads.most;
/** Maximum nesting of values that are shown as text; real programs have less than a hundred levels. */
const DEEPEST_VALUE = CALL_LIMITS.valueDepth.most;
/** Initial size of the output buffer in bytes. */
const OUT_BYTES = 1 << 20;
/** Spare bytes after the output buffer, for copies in whole blocks. */
const OUT_SPARE = 64;
/** Size of the buffer for the text of one cell. */
const CELL_BYTES = S.CELL_MOST + S.CELL_SPARE;

/** Callbacks of a pass. All are optional; the mode determines which are called. */
export interface PassEvents {
  /**
   * Called when staging rows are full: write them, and set CALL_ROWS, EVENT_ROWS or COLUMN_ROWS to the number
   * of rows left.
   */
  full?(): void;
  /** Called when a selected call is complete (MODE_CALLS); its arguments are listed in the state. */
  call?(): void;
  /** Called when a watched call has been staged in `events` at this row (MODE_ROWS). */
  watch?(row: number): void;
  /** Called when a frame has ended; its counts are in the state and are cleared afterwards. */
  frame?(): void;
  /** Called when a call has an argument that its function does not declare (MODE_ROWS). */
  undeclared?(value: UndeclaredArgument): void;
  /** Called when a backtrace has more frames than are kept; it ends at this stream offset (MODE_ROWS). */
  longBacktrace?(frames: number, offset: number): void;
  /** Sets the source position of a staged row (MODE_ROWS). */
  place?(row: number, stack: number): void;
  /** Receives output (MODE_TEXT); the bytes are valid only during the call. */
  text?(bytes: Uint8Array): void;
  /** Writes what `text` has queued; called at points where the pass can wait. */
  write?(): Promise<void> | void;
  /** Returns the name of the file for a blob, as it is printed (MODE_TEXT with TEXT_BLOBS). */
  blob?(bytes: Uint8Array): string;
  /** Returns the string id of a text (MODE_COLUMN). */
  intern?(bytes: Uint8Array, start: number, end: number): number;
}

/** An argument that its function does not declare. */
export interface UndeclaredArgument {
  /** Address of the function's record. */
  readonly record: number;
  /** Reads the number of the argument in the stream; on demand, since there may be many arguments. */
  number(): bigint;
  /** Stream offset of the value. It is reported again if the event is walked again. */
  readonly offset: number;
  /** KIND_* bits of the value. */
  readonly kinds: number;
}

/** How a pass ended. */
export interface PassEnd {
  /** `end` at the end of the stream, `done` if the pass has everything that was requested, or `failed`. */
  readonly how: "end" | "done" | "failed";
  /** A BAD_* number if it failed; 0 for an event that is too long. */
  readonly code: number;
  /** Stream offset of the failure. */
  readonly offset: number;
  /** The byte that caused the failure. */
  readonly byte: number;
  /** Bytes of an incomplete event at the end of the stream. */
  readonly cutBytes: number;
}

/** Options of a pass. */
export interface PassOptions extends SignatureOptions {
  /** Version of the stream. */
  readonly version: number;
  /** Mode of the pass, MODE_* bits. */
  readonly mode: number;
  /** Number of the first call. */
  readonly firstNo?: number;
  /** Cancels the pass; checked between pieces of the stream. */
  readonly signal?: AbortSignal | undefined;
}

/** One pass over one stream. */
export class StreamKernel {
  readonly #options: PassOptions;
  readonly #events: PassEvents;
  readonly #exports: Exports;
  readonly #highThreads = new Map<number, number>();
  /** The window of the current run. */
  #window: ByteWindow | undefined;
  /**
   * Addresses of open calls' arguments that are still in the window's buffer, and of those in earlier
   * buffers, with the function that frees each buffer.
   */
  #keptHere = new Set<number>();
  readonly #keptBefore = new Map<number, { readonly kept: Set<number>; readonly free: () => void }>();
  /** Whether calls are completed only provisionally, since they may still return: their arguments must be kept. */
  #isProvisional = false;
  /** Address of the state. */
  readonly state: number;
  /** Signatures met so far. */
  readonly signatures: Signatures;

  /** Creates a kernel with an arena of its own, derived from that of the options. */
  constructor(options: PassOptions, events: PassEvents) {
    const arena = options.arena.forOwner("pass over calls");
    const own = { ...options, arena };
    this.#options = own;
    this.#events = events;
    try {
      this.state = arena.allocZeroed(S.STATE_BYTES);
      this.#exports = instantiate<Exports>(WASM_BASE64, arena, this.#imports());
      this.#exports.attach(this.state);
      this.signatures = new Signatures(own, this.state, options.version);
      this.#prepare(own);
    } catch (error) {
      arena.close();
      throw error;
    }
  }

  #prepare({ version, mode, firstNo = 0, arena }: PassOptions): void {
    this.put(S.VERSION, version);
    this.put(S.MODE, mode);
    this.put(S.NEXT_CALL_NO, firstNo);
    this.put(S.LAST_SELECTED, 0xffff_ffff);
    this.put(S.STOP_AFTER, 0xffff_ffff);
    this.put(S.SCRATCH, arena.allocZeroed(4096));
    this.put(S.THREAD_MAP, arena.allocZeroed(S.THREAD_DENSE * 4));
    this.#grow(S.OPEN_RECORDS, 64, S.OPEN_CALL_SIZE);
    this.#rehash();
    this.#grow(S.THREAD_SLOTS, 16, S.THREAD_SLOT_SIZE);
    this.#grow(S.ARGS, 64, S.ARG_PLACE_SIZE);
    this.#grow(S.NESTING, 64, S.NESTED_SIZE);
    this.#grow(S.STACK_LIST, 64, 4);
    // Text is collected in a large buffer; in other modes, the buffer only has to hold one cell.
    if (mode & S.MODE_TEXT) this.#makeOutput(OUT_BYTES);
    else if (mode & S.MODE_COLUMN) this.#makeOutput(CELL_BYTES);
    if (!(mode & S.MODE_TEXT)) this.put(S.OUTPUT_NEXT, 0);
  }

  /** Reads a 32-bit field of the state. */
  get(place: number): number {
    return this.#options.arena.u32[(this.state + place) >>> 2]!;
  }

  /** Sets a 32-bit field of the state. */
  put(place: number, value: number): void {
    this.#options.arena.u32[(this.state + place) >>> 2] = value;
  }

  /** Reads a 64-bit field of the state that is known to be exact as a double. */
  getLong(place: number): number {
    const at = (this.state + place) >>> 2;
    return this.#options.arena.u32[at]! + this.#options.arena.u32[at + 1]! * 2 ** 32;
  }

  /**
   * Walks the stream from the window's position on. Calls that have not returned stay open: see
   * `completeOpen`.
   */
  async run(window: ByteWindow): Promise<PassEnd> {
    const end = (how: PassEnd["how"], found: Partial<PassEnd> = {}): PassEnd => {
      return { how, code: 0, offset: window.offset, byte: 0, cutBytes: 0, ...found };
    };
    this.#window = window;
    while (true) {
      this.#options.signal?.throwIfAborted();
      this.put(S.POSITION, window.pointer + window.at);
      this.put(S.END, window.pointer + window.end);
      const origin = BigInt.asUintN(64, BigInt(window.base - window.pointer));
      this.#options.arena.u64[(this.state + S.ORIGIN) >>> 3] = origin;
      this.put(S.IS_LAST_WINDOW, window.ended ? 1 : 0);
      const status = this.#exports.scan();
      window.at = this.get(S.POSITION) - window.pointer;
      if (status === S.BATCH_FULL) this.#events.full?.();
      else if (status === S.OUTPUT_FULL) {
        this.#drain();
        await this.#events.write?.();
      } else if (status === S.DONE) {
        return end("done");
      } else if (status === S.FAILED) {
        const offset = window.base + this.get(S.FAIL_AT) - window.pointer;
        return end("failed", { code: this.get(S.FAIL_CODE), offset, byte: this.get(S.FAIL_BYTE) });
      } else {
        if (window.ended) return end("end", { cutBytes: window.left });
        const need = this.get(S.BYTES_NEEDED);
        if (need > MAX_EVENT_BYTES) return end("failed", { cutBytes: window.left });
        do {
          if (this.get(S.OUTPUT_NEXT) !== 0) this.#drain();
          await this.#events.write?.();
          this.#leaveKept();
          await window.more();
        } while (window.left < need && !window.ended);
      }
    }
  }

  /**
   * Completes the calls that never returned, in the order of their numbers, and returns how many there were.
   */
  async completeOpen(): Promise<number> {
    const { arena } = this.#options;
    const live: number[] = [];
    const buckets = this.get(S.OPEN_BUCKETS) >>> 2;
    const records = this.get(S.OPEN_RECORDS);
    for (let bucket = 0; bucket <= this.get(S.OPEN_MASK); bucket++) {
      let index = arena.u32[buckets + bucket]!;
      while (index !== 0) {
        live.push(index - 1);
        index = arena.u32[(records + (index - 1) * S.OPEN_CALL_SIZE + S.OPEN_CALL_NEXT) >>> 2]!;
      }
    }
    const noOf = (index: number): number =>
      arena.u32[(records + index * S.OPEN_CALL_SIZE + S.OPEN_CALL_NO) >>> 2]!;
    live.sort((a, b) => noOf(a) - noOf(b));
    for (const index of live) {
      if (Math.max(this.get(S.CALL_ROWS), this.get(S.EVENT_ROWS), this.get(S.COLUMN_ROWS)) >= 65536) {
        this.#events.full?.();
      }
      this.#exports.completeIncomplete(index);
      if (this.get(S.OUTPUT_NEXT) !== 0 && this.get(S.OUTPUT_NEXT) + 65536 > this.get(S.OUTPUT_END)) {
        this.#drain();
        await this.#events.write?.();
      }
    }
    arena.u32.fill(0, buckets, buckets + this.get(S.OPEN_MASK) + 1);
    return live.length;
  }

  /**
   * Saves the state before `completeOpen` and returns a function that restores it: the calls are then open again, and
   * return when the stream continues.
   */
  holdOpen(): () => void {
    const { arena } = this.#options;
    const places: (readonly [at: number, bytes: number])[] = [
      [this.state + S.OPEN_USED, 8],
      [this.state + S.OPEN_LIVE, 4],
      [this.state + S.OPEN_SELECTED, 4],
      [this.state + S.FRAME_UPLOADS, S.STRAY_LEAVES - S.FRAME_UPLOADS],
      [this.state + S.COMPLETED, 4],
      [this.get(S.OPEN_RECORDS), this.get(S.OPEN_USED) * S.OPEN_CALL_SIZE],
      [this.get(S.OPEN_BUCKETS), 4 * (this.get(S.OPEN_MASK) + 1)],
      [this.get(S.THREAD_SLOTS), this.get(S.THREAD_COUNT) * S.THREAD_SLOT_SIZE],
      ...this.signatures.functions.map(({ record }) => [record + S.FUNCTION_CALLS, 16] as const),
    ];
    const before = places.map(([at, bytes]) => arena.u8.slice(at, at + bytes));
    this.#isProvisional = true;
    return () => {
      places.forEach(([at], place) => arena.u8.set(before[place]!, at));
      this.#isProvisional = false;
    };
  }

  /** Writes what is left in the output buffer. */
  async flushText(): Promise<void> {
    this.#drain();
    await this.#events.write?.();
  }

  /** Formats a value of the current call. */
  valueText(at: number, side: number): Uint8Array {
    if (this.get(S.OUTPUT_START) === 0) {
      this.#makeOutput(CELL_BYTES);
      this.put(S.OUTPUT_NEXT, 0);
    }
    const end = this.#exports.valueText(at, side) >>> 0;
    return this.#options.arena.u8.subarray(this.get(S.OUTPUT_START), end);
  }

  /** Appends text to the output, as the kernel does. */
  appendText(bytes: Uint8Array): void {
    const { arena } = this.#options;
    for (let from = 0; from < bytes.length;) {
      if (this.get(S.OUTPUT_NEXT) + 4096 > this.get(S.OUTPUT_END)) this.#drain();
      const piece = bytes.subarray(from, from + 4096);
      arena.u8.set(piece, this.get(S.OUTPUT_NEXT));
      this.put(S.OUTPUT_NEXT, this.get(S.OUTPUT_NEXT) + piece.length);
      from += piece.length;
    }
  }

  /** Appends a string in quotes, as the kernel writes string values. */
  appendQuoted(bytes: Uint8Array): void {
    const { arena } = this.#options;
    const at = arena.alloc(bytes.length + 1);
    arena.u8.set(bytes, at);
    this.#exports.quote(at, bytes.length);
    arena.free(at);
  }

  /** Sets one of the texts that switch colours. */
  setStyle(number: number, text: string): void {
    if (text === "") return;
    const bytes = new TextEncoder().encode(text);
    const at = this.#options.arena.allocZeroed(bytes.length + 16);
    this.#options.arena.u8.set(bytes, at);
    this.put(S.STYLES + 8 * number, at);
    this.put(S.STYLES + 8 * number + 4, bytes.length);
  }

  /**
   * Selects calls by ranges: first, last, step and classes of each. The pass ends at the first completed call
   * that is more than `tolerance` beyond the last number.
   */
  setRanges(ranges: Uint32Array, tolerance: number): void {
    const at = this.#options.arena.allocZeroed(ranges.byteLength);
    this.#options.arena.u32.set(ranges, at >>> 2);
    this.put(S.SELECTED_RANGES, at);
    this.put(S.SELECTED_RANGE_COUNT, ranges.length / 4);
    let last = 0;
    for (let range = 0; range < ranges.length; range += 4) last = Math.max(last, ranges[range + 1]!);
    this.put(S.LAST_SELECTED, last);
    this.put(S.STOP_AFTER, Math.min(0xffff_ffff, last + tolerance));
  }

  /** Frees the memory. */
  close(): void {
    for (const { free } of new Set(this.#keptBefore.values())) free();
    this.#keptBefore.clear();
    this.#options.arena.close();
  }

  /**
   * Returns memory for the arguments of an open call: `from` itself if they make up most of the window's
   * buffer, which is then kept.
   */
  #keep(bytes: number, from: number): number {
    const { arena } = this.#options;
    if (bytes >= LARGE_BYTES && this.#window!.holds(from, bytes)) {
      this.#keptHere.add(from);
      return from;
    }
    if (bytes >= LARGE_BYTES && arena.roomFor(bytes) < bytes) {
      throw new ReadingFullError("the arguments of a call", bytes);
    }
    return arena.alloc(keptBytes(bytes));
  }

  #release(at: number): void {
    if (this.#isProvisional) return;
    if (this.#keptHere.delete(at)) return;
    const before = this.#keptBefore.get(at);
    if (before === undefined) return this.#options.arena.free(at);
    this.#keptBefore.delete(at);
    before.kept.delete(at);
    if (before.kept.size === 0) before.free();
  }

  /** Keeps the window's buffer for the arguments in it; the window continues with another buffer. */
  #leaveKept(): void {
    if (this.#keptHere.size === 0) return;
    const kept = this.#keptHere;
    this.#keptHere = new Set();
    const buffer = { kept, free: this.#window!.leaveBuffer() };
    for (const at of kept) this.#keptBefore.set(at, buffer);
  }

  /** Grows the table at `place` (address, capacity) to at least `count` entries. */
  #grow(place: number, count: number, size: number): void {
    const { arena } = this.#options;
    const have = this.get(place + 4);
    const capacity = Math.max(count, have * 2);
    const larger = arena.allocZeroed(capacity * size);
    const old = this.get(place);
    arena.u8.copyWithin(larger, old, old + have * size);
    arena.free(old);
    this.put(place, larger);
    this.put(place + 4, capacity);
  }

  /** Rebuilds the hash table of open calls with as many buckets as there are records. */
  #rehash(): void {
    const { arena } = this.#options;
    const old = this.get(S.OPEN_BUCKETS);
    const oldCount = old === 0 ? 0 : this.get(S.OPEN_MASK) + 1;
    const count = this.get(S.OPEN_CAPACITY);
    const buckets = arena.allocZeroed(4 * count);
    const records = this.get(S.OPEN_RECORDS);
    for (let bucket = 0; bucket < oldCount; bucket++) {
      let index = arena.u32[(old >>> 2) + bucket]!;
      while (index !== 0) {
        const record = (records + (index - 1) * S.OPEN_CALL_SIZE) >>> 2;
        const next = arena.u32[record + S.OPEN_CALL_NEXT / 4]!;
        const place = (buckets >>> 2) + (arena.u32[record + S.OPEN_CALL_NO / 4]! & (count - 1));
        arena.u32[record + S.OPEN_CALL_NEXT / 4] = arena.u32[place]!;
        arena.u32[place] = index;
        index = next;
      }
    }
    arena.free(old);
    this.put(S.OPEN_BUCKETS, buckets);
    this.put(S.OPEN_MASK, count - 1);
  }

  #makeOutput(bytes: number): void {
    const at = this.#options.arena.alloc(bytes);
    this.put(S.OUTPUT_NEXT, at);
    this.put(S.OUTPUT_START, at);
    this.put(S.OUTPUT_END, at + bytes - OUT_SPARE);
  }

  /** Passes the output on and empties the buffer. */
  #drain(): void {
    const start = this.get(S.OUTPUT_START);
    const end = this.get(S.OUTPUT_NEXT);
    if (end > start) this.#events.text?.(this.#options.arena.u8.subarray(start, end));
    this.put(S.OUTPUT_NEXT, start);
  }

  #scratch(text: string): number {
    const bytes = new TextEncoder().encode(text).subarray(0, 4080);
    this.#options.arena.u8.set(bytes, this.get(S.SCRATCH));
    return bytes.length;
  }

  #imports(): Record<string, (...values: number[]) => number | void> {
    const { arena } = this.#options;
    const events = this.#events;
    const offsetOf = (address: number): number => {
      const origin = arena.u64[(this.state + S.ORIGIN) >>> 3]!;
      return Number(BigInt.asUintN(64, origin + BigInt(address >>> 0)));
    };
    return {
      define: (kind, low, high, from, to) =>
        this.signatures.define(kind!, joinHalves(low!, high!), from! >>> 0, to! >>> 0, offsetOf(from!)),
      findHigh: (kind, low, high) => this.signatures.recordOf(kind!, low!, high!),
      undeclared: (record, at, kinds) => {
        const number = (): bigint => {
          const reader = new ValueReader(arena, this, this.#options.version);
          reader.place(at! >>> 0, 0);
          return reader.numberBefore();
        };
        events.undeclared?.({ record: record! >>> 0, number, offset: offsetOf(at!), kinds: kinds! });
      },
      longBacktrace: (end, frames) => events.longBacktrace?.(frames! >>> 0, offsetOf(end!)),
      growOpen: () => {
        if (this.get(S.OPEN_CAPACITY) >= MOST_OPEN) return 0;
        this.#grow(S.OPEN_RECORDS, 0, S.OPEN_CALL_SIZE);
        this.#rehash();
        return 1;
      },
      growThreads: () => {
        if (this.get(S.THREAD_CAPACITY) >= MOST_THREADS) return 0;
        this.#grow(S.THREAD_SLOTS, 0, S.THREAD_SLOT_SIZE);
        return 1;
      },
      growArgs: (count) => this.#grow(S.ARGS, count! >>> 0, S.ARG_PLACE_SIZE),
      growNesting: () => {
        if (this.get(S.NESTING_CAPACITY) >= DEEPEST_VALUE) {
          // A cell can omit deeply nested values and mark the omission; a dump cannot.
          if (!(this.#options.mode & S.MODE_TEXT)) return 0;
          const call = this.get(S.CALL_NO);
          throw new FormatError(
            `Cannot show call ${call}: a value is more than ${DEEPEST_VALUE} levels deep`,
            {
              format: FORMAT_NAME,
              offset: offsetOf(this.get(S.POSITION)),
            },
          );
        }
        this.#grow(S.NESTING, 0, S.NESTED_SIZE);
        return 1;
      },
      growStackList: (count) => this.#grow(S.STACK_LIST, count! >>> 0, 4),
      findThread: (thread) => this.#highThreads.get(thread! >>> 0) ?? 0,
      addThread: (thread, slot) => {
        this.#highThreads.set(thread! >>> 0, slot! + 1);
      },
      keep: (bytes, from) => this.#keep(bytes! >>> 0, from! >>> 0),
      release: (at) => this.#release(at! >>> 0),
      internStack: (count) => this.#internStack(count! >>> 0),
      placeEvent: (row, stack) => events.place?.(row!, stack!),
      watchCall: (row) => events.watch?.(row!),
      onCall: () => events.call?.(),
      endFrame: () => this.#endFrame(),
      drain: () => this.#drain(),
      floatText: (value, digits) => this.#scratch(formatG(value!, digits!)),
      guidText: (at, side) => this.#scratch(this.#guidText(at! >>> 0, side!)),
      blobText: (at, bytes) => {
        const from = at! >>> 0;
        return this.#scratch(events.blob?.(arena.u8.subarray(from, from + (bytes! >>> 0))) ?? "");
      },
      internText: (from, to) => events.intern?.(arena.u8, from! >>> 0, to! >>> 0) ?? 0,
    };
  }

  #internStack(count: number): number {
    const { arena, stacks } = this.#options;
    return stacks ? stacks.stack(arena.u32, this.get(S.STACK_LIST) >>> 2, count) : 0;
  }

  #endFrame(): void {
    this.#events.frame?.();
    this.put(S.FRAME_NO, this.get(S.FRAME_NO) + 1);
    const { FRAME_CALLS, FRAME_DRAWS, FRAME_UPLOADS, FRAME_THREADS, FRAME_BYTES } = S;
    for (
      const place of [FRAME_CALLS, FRAME_DRAWS, FRAME_UPLOADS, FRAME_THREADS, FRAME_BYTES, FRAME_BYTES + 4]
    ) {
      this.put(place, 0);
    }
  }

  /** Formats a GUID structure: three integers and an array of eight. */
  #guidText(at: number, side: number): string {
    const reader = new ValueReader(this.#options.arena, this, this.#options.version);
    reader.place(at, side);
    reader.read();
    const parts: number[] = [];
    for (let member = 0; member < 3; member++) parts.push(Number((reader.integer() ?? 0n) & 0xffff_ffffn));
    for (let count = reader.peek() === Tag.Array ? reader.read() : 0; count > 0; count--) {
      parts.push(Number((reader.integer() ?? 0n) & 0xffn));
    }
    while (parts.length < 11) parts.push(0);
    return guidText(parts);
  }
}

/** Arguments of this size or more are not copied, so that they are never in memory twice. */
const LARGE_BYTES = 1 << 26;

/** Copies of events are short-lived; rounding to a few sizes lets freed blocks be reused. */
function keptBytes(bytes: number): number {
  return bytes <= 64 ? 64 : powerOfTwo(bytes);
}
