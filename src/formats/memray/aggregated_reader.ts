/**
 * Reads aggregated captures. They contain no events, only the memory that was live at the peak and at the
 * end, per call site.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { ALLOCATORS } from "./allocators.ts";
import { NO_FRAME } from "./call_layout.ts";
import { Cursor, CutRecord, DamagedRecord } from "./cursor.ts";
import { CODE_VERSION, type MemrayHeader } from "./header.ts";
import { MEMRAY_LIMITS } from "./limits.ts";
import type { CaptureEnd } from "./record_reader.ts";
import type { SharedRecords } from "./shared_records.ts";
import { PLACES_TABLE } from "./table_docs.ts";
import { WordsList } from "../words_list.ts";

const MOST_BYTES = MEMRAY_LIMITS.captureText.most;
const TRAILER = 15;
const PLACE_BYTES = 72;

/** Reads the records of an aggregated capture into the table `places`. */
export class AggregatedReader {
  readonly #sink: TraceSink;
  readonly #header: MemrayHeader;
  readonly #shared: SharedRecords;
  readonly #signal: AbortSignal | undefined;
  readonly #places: TableRows;
  readonly #names: readonly string[];
  /** The frame and the parent of each stack node, numbered from 1. */
  readonly #frames = new WordsList();
  readonly #parents = new WordsList();
  /** The depth of the stack that ends at each node. */
  readonly #depths = new WordsList();
  /** Stack ids that were already created, by node; a node of the main thread has its own key. */
  readonly #stacks = new Map<number, number>();
  #thread = 0n;

  /** Creates a reader; the table opens with its first row. */
  constructor(sink: TraceSink, header: MemrayHeader, shared: SharedRecords, { signal }: ReadOptions) {
    this.#sink = sink;
    this.#header = header;
    this.#shared = shared;
    this.#signal = signal;
    this.#names = ALLOCATORS[header.version >= CODE_VERSION ? "new" : "old"];
    this.#places = new TableRows(() => sink.table(PLACES_TABLE), sink.strings);
  }

  /** Reads records until the trailer, the end of the data or damage, and returns which it was. */
  async read(window: ByteWindow): Promise<CaptureEnd> {
    const cursor = new Cursor();
    try {
      while (true) {
        this.#signal?.throwIfAborted();
        const before = window.ended;
        cursor.bytes = window.bytes;
        cursor.end = window.end;
        try {
          for (cursor.at = window.at; cursor.at < cursor.end; window.at = cursor.at) {
            const type = cursor.byte();
            if (type === TRAILER) {
              window.at = cursor.at;
              return { how: "trailer", offset: window.offset };
            }
            this.#readRecord(type, cursor);
          }
        } catch (error) {
          const isCut = error instanceof CutRecord || cursor.at > cursor.end;
          if (!isCut && error instanceof DamagedRecord) {
            return { how: "damage", damage: error, offset: window.offset };
          }
          if (!(error instanceof CutRecord || error instanceof DamagedRecord)) throw error;
        }
        if (!(await window.more()) && before) {
          return { how: window.left > 0 ? "cut" : "end", offset: window.offset };
        }
      }
    } finally {
      this.#places.finish();
    }
  }

  #readRecord(type: number, cursor: Cursor): void {
    const shared = this.#shared;
    switch (type) {
      case 1: {
        need(cursor, 24);
        const time = cursor.big() - this.#header.start;
        cursor.u64();
        const { low, high } = cursor;
        const since = time < 0n || time >> 44n !== 0n ? 0 : Number(time);
        shared.addMemory(since >>> 0, Math.floor(since / 0x1_0000_0000), low, high, cursor.big());
        return;
      }
      case 2:
        return this.#readPlace(cursor);
      case 3:
        return this.#readNode(cursor);
      case 4:
        return this.#readFrame(cursor);
      case 5:
        // The record changes delta counters, so check that it is complete before reading it.
        need(cursor, 20, true);
        return shared.readNativeFrame(cursor);
      case 6:
        return shared.native.beginModules();
      case 7:
        return shared.readModule(cursor, false);
      case 10:
        return shared.readThreadName(cursor, this.#thread);
      case 12:
        need(cursor, 8);
        this.#thread = cursor.big();
        return;
      case 13:
        cursor.varint();
        if (this.#header.native) cursor.varint();
        if (cursor.at > cursor.end) throw new CutRecord();
        return;
      case 14:
        return shared.readCode(cursor);
      default:
        throw new DamagedRecord("unknown-record", `A record of type ${type}`);
    }
  }

  #readFrame(cursor: Cursor): void {
    const { frames } = this.#shared;
    if (this.#header.version >= CODE_VERSION) {
      cursor.varint();
      const low = cursor.low, high = cursor.high;
      const code = cursor.index();
      cursor.signed();
      const offset = cursor.low | 0;
      cursor.skip(1);
      return this.#shared.setFrame(low, high, this.#shared.codeFrame(code, offset));
    }
    need(cursor, 8);
    cursor.u64();
    const low = cursor.low, high = cursor.high;
    const func = cursor.at, funcEnd = cursor.text(MOST_BYTES);
    const file = cursor.at, fileEnd = cursor.text(MOST_BYTES);
    need(cursor, 5);
    const line = Math.max(cursor.i32(), 0);
    cursor.skip(1);
    const textOf = (from: number, to: number): number =>
      from === to ? 0 : this.#sink.strings.intern(cursor.bytes, from, to);
    this.#shared.setFrame(low, high, frames.add(textOf(func, funcEnd), textOf(file, fileEnd), line));
  }

  #readNode(cursor: Cursor): void {
    let frame: number, parent: number;
    if (this.#header.version >= CODE_VERSION) {
      cursor.varint();
      const low = cursor.low, high = cursor.high;
      parent = cursor.index();
      if (cursor.at > cursor.end) throw new CutRecord();
      frame = this.#shared.frameOf(low, high);
    } else {
      need(cursor, 12);
      cursor.u64();
      frame = this.#shared.frameOf(cursor.low, cursor.high);
      parent = cursor.i32() >>> 0;
    }
    // A parent precedes its children in the file, so chains of parents have no cycles.
    if (parent > this.#parents.length) {
      throw new DamagedRecord("unknown-frame", "A stack continues with one that is not in the file");
    }
    this.#frames.push(frame);
    this.#parents.push(parent);
    this.#depths.push(parent === 0 ? 1 : this.#depths.words[parent - 1]! + 1);
  }

  #readPlace(cursor: Cursor): void {
    need(cursor, PLACE_BYTES);
    const thread = cursor.big();
    const allocator = cursor.byte();
    cursor.skip(7);
    const native = cursor.big(), stack = cursor.big();
    cursor.big();
    const [peakBlocks, endBlocks, peakBytes, endBytes] = [
      cursor.big(),
      cursor.big(),
      cursor.big(),
      cursor.big(),
    ];
    if (allocator === 0 || allocator > 15) {
      throw new DamagedRecord("unknown-record", `Allocator number ${allocator}`);
    }
    if (stack > BigInt(this.#parents.length)) {
      throw new DamagedRecord("unknown-frame", "A place has a stack that is not in the file");
    }
    const { frames } = this.#shared;
    const frame = stack === 0n ? NO_FRAME : this.#frames.words[Number(stack) - 1]!;
    this.#places.add({
      thread,
      name: this.#names[allocator]!,
      func: frames.func(frame),
      file: frames.file(frame),
      line: frames.line(frame) || null,
      peak_blocks: peakBlocks,
      peak_bytes: peakBytes,
      end_blocks: endBlocks,
      end_bytes: endBytes,
      stack: this.#stackOf(Number(stack), thread === this.#header.mainThread) || null,
      native: (native < 0x1_0000_0000n ? this.#shared.native.stack(Number(native)) : 0) || null,
    });
  }

  /** The stack id of a node, without memray's own outermost frames on the main thread. */
  #stackOf(node: number, isMain: boolean): number {
    if (node === 0) return 0;
    const key = 2 * node + (isMain ? 1 : 0);
    const known = this.#stacks.get(key);
    if (known !== undefined) return known;
    const { frames, stacks } = this.#shared;
    const depth = this.#depths.words[node - 1]!;
    const kept = stacks.begin(Math.max(0, depth - (isMain ? this.#header.skippedFrames : 0)));
    let at = node;
    for (let level = 0; level < kept; level++) {
      stacks.list[level] = frames.id(this.#frames.words[at - 1]!);
      at = this.#parents.words[at - 1]!;
    }
    const stack = stacks.end(kept);
    this.#stacks.set(key, stack);
    return stack;
  }
}

/**
 * Throws `CutRecord` unless `count` bytes are buffered. With `atMost`, fewer bytes are sufficient if they
 * contain two complete varints.
 */
function need(cursor: Cursor, count: number, atMost = false): void {
  if (cursor.end - cursor.at >= count) return;
  if (!atMost) throw new CutRecord();
  // A varint ends at a byte below 128, so two such bytes end both.
  let ends = 0;
  for (let at = cursor.at; at < cursor.end; at++) if (cursor.bytes[at]! < 128 && ++ends === 2) return;
  throw new CutRecord();
}
