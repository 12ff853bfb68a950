/**
 * The records of one capture with all its allocations: of versions 10 and 11, and of 12 and 13, which differ in numbers
 * and encodings of almost everything.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { KindCode } from "../../events/kind_code.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { ALLOCATORS, isSimpleFree, MMAP, MUNMAP } from "./allocators.ts";
import { type Counter, counterAt, Cursor, CutRecord, DamagedRecord } from "./cursor.ts";
import { EventRows } from "./event_rows.ts";
import { MAIN_ROOT, ROOT } from "./frame_tree.ts";
import { CODE_VERSION, type MemrayHeader } from "./header.ts";
import { Mappings } from "./mappings.ts";
import type { SharedRecords } from "./shared_records.ts";

/** No record with numbers only is longer: these are read without a look at the end. */
const SAFE_BYTES = 64;
/** Latest addresses that a record can name by their places. */
const RECENT_MASK = 15;
const MISS = 15;

/** Why reading stopped. */
enum Stop {
  More,
  Trailer,
  Zero,
}

/** How a file ended. */
export interface Ending {
  readonly how: "trailer" | "end" | "zeros" | "cut" | "damage";
  readonly damage?: DamagedRecord;
  readonly offset: number;
}

/** Reads records into `events`. */
export class RecordReader {
  readonly #shared: SharedRecords;
  readonly #header: MemrayHeader;
  readonly #rows: EventRows;
  readonly #cursor = new Cursor();
  readonly #mappings = new Mappings();
  readonly #names: Uint32Array;
  readonly #simple: readonly boolean[];
  readonly #mmap: number;
  readonly #munmap: number;
  readonly #signal: AbortSignal | undefined;
  readonly #data: Counter = counterAt();
  readonly #recent = new Uint32Array(2 * (RECENT_MASK + 1));
  #newest = 0;
  /** Where each thread is in the tree of frames. */
  readonly #nodes = new Map<bigint, number>();
  #thread = 0n;
  #node = ROOT;
  /** Offset in the stream of the first byte at hand. */
  #base = 0;
  /** Whether the last record was an event. */
  #lastIsEvent = false;
  /** Munmaps of more than one mapping. */
  #wide = 0;

  /** Opens `events`. */
  constructor(
    sink: TraceSink,
    header: MemrayHeader,
    shared: SharedRecords,
    size: number | undefined,
    options: ReadOptions,
  ) {
    this.#header = header;
    this.#shared = shared;
    this.#signal = options.signal;
    const names = ALLOCATORS[header.version >= CODE_VERSION ? "new" : "old"];
    this.#names = Uint32Array.from(names, (name) => name === "" ? 0 : sink.strings.internText(name));
    this.#simple = names.map(isSimpleFree);
    this.#mmap = names.indexOf(MMAP);
    this.#munmap = names.indexOf(MUNMAP);
    this.#rows = new EventRows(sink, size);
  }

  /** Events so far. */
  get count(): number {
    return this.#rows.count;
  }

  /** Munmaps of several mappings, of which only one could be ended. */
  get wide(): number {
    return this.#wide;
  }

  /** Whether mappings could not be followed to their ends. */
  get mappingsFull(): boolean {
    return this.#mappings.isFull;
  }

  /** Hands over what waits. */
  close(): void {
    this.#rows.close();
  }

  /** Reads up to the end, whatever it is. */
  async read(window: ByteWindow): Promise<Ending> {
    const cursor = this.#cursor;
    const run = this.#header.version >= CODE_VERSION
      ? () => this.#runNew(window)
      : () => this.#runOld(window);
    try {
      while (true) {
        this.#signal?.throwIfAborted();
        const before = window.ended;
        cursor.bytes = window.bytes;
        cursor.at = window.at;
        cursor.end = window.end;
        this.#base = window.base;
        let stop: Stop;
        try {
          stop = run();
        } catch (error) {
          // Behind the end anything may stand.
          const isCut = error instanceof CutRecord || cursor.at > cursor.end;
          if (!isCut && error instanceof DamagedRecord) {
            return { how: "damage", damage: error, offset: window.offset };
          }
          if (!(error instanceof CutRecord || error instanceof DamagedRecord)) throw error;
          stop = Stop.More;
        }
        if (stop === Stop.Trailer) return { how: "trailer", offset: window.offset };
        if (stop === Stop.Zero) return await this.#afterZero(window);
        if (!(await window.more()) && before) {
          return { how: window.left > 0 ? "cut" : "end", offset: window.offset };
        }
      }
    } finally {
      this.#rows.close();
    }
  }

  /** Zero is no record: files are grown ahead of what is written. */
  async #afterZero(window: ByteWindow): Promise<Ending> {
    const { offset } = window;
    // A record that ends in zeros may not have been whole.
    const isDoubtful = this.#lastIsEvent && window.at > 0 && window.bytes[window.at - 1] === 0;
    if (await skipZeros(window)) {
      if (isDoubtful) this.#rows.drop();
      return { how: "zeros", offset };
    }
    return { how: "damage", damage: new DamagedRecord("unknown-record", "A record of type 0"), offset };
  }

  #runNew(window: ByteWindow): Stop {
    const cursor = this.#cursor;
    const native = this.#header.native;
    const { tree } = this.#shared;
    const safe = window.ended ? cursor.end - 1 : cursor.end - SAFE_BYTES;
    while (cursor.at <= safe) {
      const start = window.at = cursor.at;
      const type = cursor.byte();
      if (type & 0x80) {
        this.#readAddress(type >>> 3 & 15);
        const low = cursor.low, high = cursor.high;
        const allocator = type & 7 || cursor.byte();
        if (allocator > 15) throw new DamagedRecord("unknown-record", `An allocator of number ${allocator}`);
        if (this.#simple[allocator]) {
          if (cursor.at > cursor.end) throw new CutRecord();
          this.#free(allocator, low, high, start);
        } else {
          let frame = 0;
          if (native) frame = this.#shared.nativeFrame(cursor);
          cursor.varint();
          if (cursor.at > cursor.end) throw new CutRecord();
          this.#allocate(allocator, low, high, cursor.low, cursor.high, frame, start);
        }
        this.#lastIsEvent = true;
        continue;
      }
      if (type === 0) return Stop.Zero;
      this.#lastIsEvent = false;
      if (type & 0x40) {
        const frame = this.#shared.readCodeFrame(cursor);
        if (cursor.at > cursor.end) throw new CutRecord();
        this.#node = tree.push(this.#node, frame);
      } else if (type & 0x20) {
        this.#readAddress(type >>> 1 & 15);
        if (native && type & 1) this.#shared.nativeFrame(cursor);
      } else if (type & 0x10) this.#pop((type & 15) + 1);
      else if (type === 12) this.#switchThread();
      else if (type === 14) this.#shared.readCode(cursor);
      else if (type === 1) {
        window.at = cursor.at;
        return Stop.Trailer;
      } else this.#readOther(type, false);
    }
    window.at = Math.min(cursor.at, cursor.end);
    return Stop.More;
  }

  #runOld(window: ByteWindow): Stop {
    const cursor = this.#cursor;
    const { tree } = this.#shared;
    const safe = window.ended ? cursor.end - 1 : cursor.end - SAFE_BYTES;
    while (cursor.at <= safe) {
      const start = window.at = cursor.at;
      const byte = cursor.byte();
      const type = byte & 15, flags = byte >>> 4;
      if (type === 1 || type === 2) {
        cursor.delta(this.#data);
        const low = cursor.low, high = cursor.high;
        if (flags === 0) throw new DamagedRecord("unknown-record", "An allocator of number 0");
        if (this.#simple[flags] && type === 1) {
          if (cursor.at > cursor.end) throw new CutRecord();
          this.#free(flags, low, high, start);
        } else {
          cursor.varint();
          const sizeLow = cursor.low, sizeHigh = cursor.high;
          const frame = type === 2 ? this.#shared.nativeFrame(cursor) : 0;
          if (cursor.at > cursor.end) throw new CutRecord();
          if (this.#simple[flags]) this.#free(flags, low, high, start);
          else this.#allocate(flags, low, high, sizeLow, sizeHigh, frame, start);
        }
        this.#lastIsEvent = true;
        continue;
      }
      if (byte === 0) return Stop.Zero;
      this.#lastIsEvent = false;
      if (type === 4) {
        const frame = this.#shared.readKnownFrame(cursor);
        if (cursor.at > cursor.end) throw new CutRecord();
        this.#node = tree.push(this.#node, frame);
      } else if (type === 9) this.#pop(flags + 1);
      else if (type === 3) this.#shared.readFrame(cursor);
      else if (type === 12) this.#switchThread();
      else if (byte === 0x10) {
        window.at = cursor.at;
        return Stop.Trailer;
      } else this.#readOther(type === 11 ? 2 : type === 0 || type === 2 ? 0 : type, true);
    }
    window.at = Math.min(cursor.at, cursor.end);
    return Stop.More;
  }

  /** Records that both kinds of files have, by the numbers of the newer one. */
  #readOther(type: number, isOld: boolean): void {
    const cursor = this.#cursor, shared = this.#shared;
    switch (type) {
      case 2: {
        cursor.varint();
        const low = cursor.low, high = cursor.high;
        cursor.varint();
        if (cursor.at > cursor.end) throw new CutRecord();
        const [timeLow, timeHigh] = shared.addMemory(cursor.low, cursor.high, low, high);
        this.#rows.timeLow = timeLow;
        this.#rows.timeHigh = timeHigh;
        this.#rows.hasTime = true;
        return;
      }
      case 5:
        return shared.readNativeFrame(cursor);
      case 6:
        return shared.native.beginModules();
      case 7:
        return shared.readModule(cursor, isOld);
      case 10:
        return shared.readThreadName(cursor, this.#thread);
      default:
        throw new DamagedRecord("unknown-record", `A record of type ${type}`);
    }
  }

  /** Leaves the address in the cursor. */
  #readAddress(place: number): void {
    const cursor = this.#cursor, recent = this.#recent;
    if (place === MISS) {
      cursor.delta(this.#data);
      const at = this.#newest = (this.#newest - 1) & RECENT_MASK;
      recent[2 * at + 1] = cursor.high = (cursor.high << 3 | cursor.low >>> 29) >>> 0;
      recent[2 * at] = cursor.low = cursor.low << 3 >>> 0;
      return;
    }
    const at = (this.#newest + place) & RECENT_MASK;
    cursor.low = recent[2 * at]!;
    cursor.high = recent[2 * at + 1]!;
  }

  #free(allocator: number, low: number, high: number, at: number): void {
    const rows = this.#rows;
    rows.setFree(rows.begin(KindCode.Free, this.#names[allocator]!, low, high, this.#base + at));
  }

  #allocate(
    allocator: number,
    low: number,
    high: number,
    sizeLow: number,
    sizeHigh: number,
    frame: number,
    at: number,
  ): void {
    const rows = this.#rows;
    if (allocator === this.#munmap) return this.#unmap(low, high, sizeLow, sizeHigh, at);
    const { tree, native } = this.#shared;
    const node = this.#node;
    const row = rows.begin(KindCode.Alloc, this.#names[allocator]!, low, high, this.#base + at);
    rows.setSize(row, sizeLow, sizeHigh);
    const stack = tree.stack(node);
    rows.setPlace(
      row,
      stack,
      tree.func(node),
      tree.file(node),
      tree.line(node),
      frame === 0 ? 0 : native.stack(frame),
    );
    if (allocator === this.#mmap) {
      rows.setKey(row, this.#mappings.map(joinHalves(low, high), joinHalves(sizeLow, sizeHigh)));
    }
  }

  #unmap(low: number, high: number, sizeLow: number, sizeHigh: number, at: number): void {
    const rows = this.#rows;
    const touched = this.#mappings.unmap(joinHalves(low, high), joinHalves(sizeLow, sizeHigh));
    if (touched.length > 1) this.#wide++;
    const ended = touched.find(({ left }) => left === 0n) ?? touched[0];
    const kind = ended && ended.left > 0n ? KindCode.Realloc : KindCode.Free;
    const row = rows.begin(kind, this.#names[this.#munmap]!, low, high, this.#base + at);
    rows.setPlace(row, 0, 0, 0, 0, 0);
    rows.setSize(row, sizeLow, sizeHigh);
    rows.setKey(row, ended?.key ?? 0xffff_ffff_ffff_ffffn);
    if (ended && ended.left > 0n) {
      rows.setSize(row, Number(ended.left & 0xffff_ffffn), Number(ended.left >> 32n));
    }
  }

  #pop(count: number): void {
    const { tree } = this.#shared;
    for (let left = count; left > 0; left--) {
      const above = tree.pop(this.#node);
      if (above < 0) throw new DamagedRecord("pop-of-nothing", "More frames are left than were entered");
      this.#node = above;
    }
  }

  #switchThread(): void {
    const cursor = this.#cursor;
    cursor.u64();
    if (cursor.at > cursor.end) throw new CutRecord();
    this.#nodes.set(this.#thread, this.#node);
    this.#rows.threadLow = cursor.low;
    this.#rows.threadHigh = cursor.high;
    this.#thread = joinHalves(cursor.low, cursor.high);
    this.#node = this.#nodes.get(this.#thread) ??
      (this.#thread === this.#header.mainThread ? MAIN_ROOT : ROOT);
  }
}

/** Skips zeros; false where something else comes. */
export async function skipZeros(window: ByteWindow): Promise<boolean> {
  do {
    const { bytes, end } = window;
    while (window.at < end && bytes[window.at] === 0) window.at++;
    if (window.at < end) return false;
  } while (await window.more());
  return true;
}
