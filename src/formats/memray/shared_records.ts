/**
 * Reads the records that all kinds of captures share: code objects, frames, native frames, modules, thread
 * names, memory.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import type { ReadOptions } from "../format.ts";
import { type Counter, counterAt, type Cursor, CutRecord, DamagedRecord } from "./cursor.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./decoder.wasm.ts";
import { FrameTable } from "./frame_table.ts";
import type { MemrayHeader } from "./header.ts";
import { MEMRAY_LIMITS } from "./limits.ts";
import { lineAt, type LineTable, readLineTable } from "./line_tables.ts";
import { NativeTree } from "./native_tree.ts";
import { StackMaker } from "./stack_maker.ts";
import { NAMES_TABLE, RESIDENT_TABLE } from "./table_docs.ts";

const MOST_BYTES = MEMRAY_LIMITS.captureText.most;
const HALF = 0x1_0000_0000;
const NANOSECONDS = 1_000_000;
const SEGMENT = 8;

/** A code object. */
interface Code {
  readonly func: number;
  readonly file: number;
  readonly first: number;
  table: Uint8Array | LineTable;
}

/** Reads the shared records and stores what they define. */
export class SharedRecords {
  readonly #sink: TraceSink;
  readonly #header: MemrayHeader;
  readonly #codes = new Map<number, Code>();
  readonly #resident: TableRows;
  readonly #names = new Map<bigint, number>();
  readonly #nameRows: TableRows;
  #line = 0;
  /** The compiled kernels. */
  readonly kernel: Kernels;
  /** Delta counter: return address of the last native frame. */
  readonly instruction: Counter = counterAt();
  /** Delta counter: number of the last native frame. */
  readonly nativeNumber: Counter = counterAt();
  /** Delta counter: id of the last Python frame, in versions 10 and 11. */
  readonly frameId: Counter = counterAt();
  /** The Python frames of the file. */
  readonly frames: FrameTable;
  /** Makes stacks of Python frames. */
  readonly stacks: StackMaker;
  /** Native frames and modules. */
  readonly native: NativeTree;

  /** Creates the shared state, without any records. */
  constructor(sink: TraceSink, header: MemrayHeader, { functionAt }: ReadOptions) {
    this.#sink = sink;
    this.#header = header;
    this.frames = new FrameTable(sink);
    this.stacks = new StackMaker(sink);
    this.kernel = instantiate<Kernels>(WASM_BASE64, sink.arena);
    this.native = new NativeTree(sink, this.kernel, functionAt);
    this.#resident = new TableRows(() => sink.table(RESIDENT_TABLE), sink.strings);
    this.#nameRows = new TableRows(() => sink.table(NAMES_TABLE), sink.strings);
  }

  /** Reads a code object: id, function, file, first line, line table. */
  readCode(cursor: Cursor): void {
    const id = cursor.index();
    const func = cursor.at, funcEnd = cursor.text(MOST_BYTES);
    const file = cursor.at, fileEnd = cursor.text(MOST_BYTES);
    cursor.signed();
    const change = cursor.low;
    const length = cursor.index();
    if (length > MOST_BYTES) {
      throw new DamagedRecord("long-text", `A line table has more than ${MOST_BYTES} bytes`);
    }
    const from = cursor.at;
    cursor.skip(length);
    this.#line = this.#line + change | 0;
    this.#codes.set(id, {
      func: this.#textOf(cursor, func, funcEnd),
      file: this.#textOf(cursor, file, fileEnd),
      first: this.#line,
      table: cursor.bytes.slice(from, from + length),
    });
  }

  /** Reads the frame of a push: a code object and an instruction offset. */
  readCodeFrame(cursor: Cursor): number {
    const code = cursor.index();
    cursor.signed();
    const offset = cursor.low | 0;
    if (cursor.at > cursor.end) throw new CutRecord();
    if (cursor.high !== offset >> 31 >>> 0) {
      throw new DamagedRecord("bad-number", "An instruction is farther than any code object is long");
    }
    const known = this.frames.numbers.get(code, offset);
    if (known >= 0) return known;
    const frame = this.#addCodeFrame(code, offset);
    this.frames.numbers.set(code, offset, frame);
    return frame;
  }

  #addCodeFrame(id: number, offset: number): number {
    const code = this.#codes.get(id);
    if (!code) throw new DamagedRecord("unknown-frame", `Code object ${id} is not in the file`);
    const { python } = this.#header;
    if (code.table instanceof Uint8Array) code.table = readLineTable(python, code.table, code.first);
    return this.frames.add(code.func, code.file, lineAt(python, code.table, offset));
  }

  /** Reads a frame of versions 10 and 11: id, function, file, line. */
  readFrame(cursor: Cursor): void {
    cursor.signed();
    const idLow = cursor.low, idHigh = cursor.high;
    const func = cursor.at, funcEnd = cursor.text(MOST_BYTES);
    const file = cursor.at, fileEnd = cursor.text(MOST_BYTES);
    cursor.signed();
    if (cursor.at > cursor.end) throw new CutRecord();
    const change = cursor.low;
    moveBy(this.frameId, idLow, idHigh);
    this.#line = this.#line + change | 0;
    const { low, high } = this.frameId;
    const line = Math.max(this.#line, 0);
    const frame = this.frames.add(
      this.#textOf(cursor, func, funcEnd),
      this.#textOf(cursor, file, fileEnd),
      line,
    );
    this.frames.numbers.set(low, high, frame);
  }

  /** Reads the frame of a push in versions 10 and 11: a frame id. */
  readKnownFrame(cursor: Cursor): number {
    cursor.delta(this.frameId);
    if (cursor.at > cursor.end) throw new CutRecord();
    return this.frameOf(cursor.low, cursor.high);
  }

  /** The number of a frame, by its id in the file. */
  frameOf(low: number, high: number): number {
    const frame = this.frames.numbers.get(low, high);
    if (frame < 0) {
      throw new DamagedRecord("unknown-frame", `Frame ${joinHalves(low, high)} is not in the file`);
    }
    return frame;
  }

  /** Registers a frame of an aggregated capture under its id. */
  setFrame(low: number, high: number, frame: number): void {
    this.frames.numbers.set(low, high, frame);
  }

  /** Adds a frame of an aggregated capture from its code object and offset. */
  codeFrame(code: number, offset: number): number {
    return this.#addCodeFrame(code, offset);
  }

  /** Reads the number of a native frame, as a difference to the last one; 0 = none. */
  nativeFrame(cursor: Cursor): number {
    cursor.delta(this.nativeNumber);
    return cursor.high === 0 ? cursor.low : 0;
  }

  /** Reads a native frame: its return address, and the number of its caller's frame. */
  readNativeFrame(cursor: Cursor): void {
    cursor.delta(this.instruction);
    const low = cursor.low, high = cursor.high;
    const parent = this.nativeFrame(cursor);
    if (cursor.at > cursor.end) throw new CutRecord();
    this.native.add(low, high, parent);
  }

  /** Reads a module and its segments. */
  readModule(cursor: Cursor, hasFlags: boolean): void {
    const name = cursor.at, nameEnd = cursor.text(MOST_BYTES);
    const count = cursor.index();
    const base = cursor.big();
    const segments: [from: bigint, size: bigint][] = [];
    for (let at = 0; at < count; at++) {
      const type = cursor.byte();
      if (cursor.at > cursor.end) throw new CutRecord();
      if ((hasFlags ? type & 15 : type) !== SEGMENT) {
        throw new DamagedRecord("unknown-record", "A module contains something other than segments");
      }
      const from = cursor.big();
      cursor.varint();
      segments.push([from, joinHalves(cursor.low, cursor.high)]);
    }
    if (cursor.at > cursor.end) throw new CutRecord();
    this.native.addModule(this.#textOf(cursor, name, nameEnd), base, segments);
  }

  /** Reads the name of a thread. */
  readThreadName(cursor: Cursor, thread: bigint): void {
    const from = cursor.at;
    const end = cursor.text(MOST_BYTES);
    this.#names.set(thread, this.#textOf(cursor, from, end));
  }

  /**
   * Adds a memory record: milliseconds since the start, and resident bytes. Returns the time in nanoseconds.
   */
  addMemory(
    timeLow: number,
    timeHigh: number,
    bytesLow: number,
    bytesHigh: number,
    heap: bigint | null = null,
  ): readonly [low: number, high: number] {
    const lowest = timeLow * NANOSECONDS;
    const highest = timeHigh * NANOSECONDS + Math.floor(lowest / HALF);
    if (highest >= HALF / 2) throw new DamagedRecord("bad-number", "A time is too far from the start");
    const time = [lowest % HALF, highest] as const;
    this.#resident.add({ time, bytes: [bytesLow, bytesHigh], heap });
    return time;
  }

  /** Opens all tables, so that they exist, perhaps empty, while the reader waits for the file to grow. */
  openTables(): void {
    this.#resident.next();
    this.#nameRows.next();
  }

  /** Writes the remaining rows and the thread names. */
  writeNames(): void {
    this.#resident.finish();
    for (const [thread, name] of this.#names) this.#nameRows.add({ thread, name });
    this.#nameRows.finish();
  }

  /** Frees the memory of all shared records. */
  close(): void {
    this.frames.close();
    this.native.close();
  }

  #textOf(cursor: Cursor, from: number, to: number): number {
    return from === to ? 0 : this.#sink.strings.intern(cursor.bytes, from, to);
  }
}

function moveBy(counter: Counter, low: number, high: number): void {
  const sum = counter.low + low;
  counter.high = (counter.high + high + (sum > 0xffff_ffff ? 1 : 0)) >>> 0;
  counter.low = sum >>> 0;
}
