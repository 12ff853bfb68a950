/**
 * Reads captures that record every allocation. Versions 10 and 11 differ from 12 and 13 in nearly every
 * record number and encoding.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { KindCode } from "../../events/kind_code.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { ALLOCATORS, MUNMAP } from "./allocators.ts";
import { Cursor, CutRecord, DamagedRecord } from "./cursor.ts";
import { NEW_ADDRESS, Stop } from "./decoder_layout.ts";
import { EventDecoder } from "./event_decoder.ts";
import { EventRows } from "./event_rows.ts";
import { CODE_VERSION, type MemrayHeader } from "./header.ts";
import { Mappings } from "./mappings.ts";
import type { SharedRecords } from "./shared_records.ts";

/** Why reading a window stopped. */
enum End {
  More,
  Trailer,
  Zero,
}

/** Describes how a file ended. */
export interface CaptureEnd {
  readonly how: "trailer" | "end" | "zeros" | "cut" | "damage";
  readonly damage?: DamagedRecord;
  readonly offset: number;
}

/** Reads records into `events`. */
export class RecordReader {
  readonly #shared: SharedRecords;
  readonly #rows: EventRows;
  readonly #decoder: EventDecoder;
  readonly #cursor = new Cursor();
  readonly #mappings = new Mappings();
  readonly #munmap: number;
  readonly #isNew: boolean;
  readonly #signal: AbortSignal | undefined;
  /** Number of munmaps that touched more than one mapping. */
  #wide = 0;

  /** Opens the table `events`. */
  constructor(
    sink: TraceSink,
    header: MemrayHeader,
    shared: SharedRecords,
    size: number | undefined,
    options: ReadOptions,
  ) {
    this.#shared = shared;
    this.#signal = options.signal;
    this.#isNew = header.version >= CODE_VERSION;
    this.#munmap = ALLOCATORS[this.#isNew ? "new" : "old"].indexOf(MUNMAP);
    this.#rows = new EventRows(sink, size);
    this.#decoder = new EventDecoder(sink, header, shared, this.#rows);
  }

  /** Number of events so far. */
  get count(): number {
    return this.#rows.count;
  }

  /** Number of munmaps that touched several mappings; the row of each can end only one. */
  get wide(): number {
    return this.#wide;
  }

  /** Whether mappings could not be followed to their ends. */
  get mappingsFull(): boolean {
    return this.#mappings.isFull;
  }

  /** Flushes the rows and frees the decoder's memory. */
  close(): void {
    this.flush();
    this.#decoder.close();
  }

  /** Hands the staged rows to the table. */
  flush(): void {
    this.#decoder.fillRows();
    this.#rows.flush();
  }

  /**
   * Reads records until the trailer, the end of the data or damage, and returns which it was. `hasGrown` is asked at the end
   * of the data whether there is more.
   */
  async read(window: ByteWindow, hasGrown?: (ending: CaptureEnd) => Promise<boolean>): Promise<CaptureEnd> {
    const cursor = this.#cursor;
    try {
      while (true) {
        this.#signal?.throwIfAborted();
        const before = window.ended;
        cursor.bytes = window.bytes;
        cursor.end = window.end;
        let end: End;
        try {
          end = this.#readWindow(window);
        } catch (error) {
          // Bytes past the end of the data are arbitrary, so an error there means a truncated record.
          const isCut = error instanceof CutRecord || cursor.at > cursor.end;
          if (!isCut && error instanceof DamagedRecord) {
            return { how: "damage", damage: error, offset: window.offset };
          }
          if (!(error instanceof CutRecord || error instanceof DamagedRecord)) throw error;
          end = End.More;
        }
        if (end === End.Trailer) return { how: "trailer", offset: window.offset };
        if (end === End.Zero) return await this.#afterZero(window);
        if (!(await window.more()) && before) {
          const ending: CaptureEnd = { how: window.left > 0 ? "cut" : "end", offset: window.offset };
          if (!(await hasGrown?.(ending))) return ending;
        }
      }
    } finally {
      this.flush();
    }
  }

  /** Handles a record type of 0: memray grows files ahead of writing, so zeros mark the end of the data. */
  async #afterZero(window: ByteWindow): Promise<CaptureEnd> {
    const { offset } = window;
    // If the last event ends in a zero, part of it may not have been written.
    const isDoubtful = this.#decoder.lastIsEvent && window.at > 0 && window.bytes[window.at - 1] === 0;
    if (await skipZeros(window)) {
      if (isDoubtful) this.#rows.drop();
      return { how: "zeros", offset };
    }
    return { how: "damage", damage: new DamagedRecord("unknown-record", "A record of type 0"), offset };
  }

  /** Reads the buffered records. */
  #readWindow(window: ByteWindow): End {
    const decoder = this.#decoder, { calls } = decoder, { native } = this.#shared;
    while (true) {
      switch (decoder.run(window)) {
        case Stop.Limit:
          if (window.ended && window.left > 0) break;
          return End.More;
        case Stop.Full:
          this.flush();
          decoder.begin();
          break;
        case Stop.Stack:
          calls.makeStack();
          break;
        case Stop.Room:
          calls.makeRoom();
          break;
        case Stop.Native:
          native.stack(decoder.nativeFrame);
          break;
        case Stop.NativeRoom:
          native.makeRoom();
          break;
        case Stop.Mapping:
          if (decoder.allocator === this.#munmap) this.#unmap();
          else this.#map();
          break;
        case Stop.Cut:
          throw new CutRecord();
        case Stop.Other: {
          const end = this.#readRecord(window);
          if (end !== undefined) return end;
          decoder.noteOther();
          window.at = this.#cursor.at;
        }
      }
    }
  }

  /** Reads a record that the decoder does not handle; returns how the data ends if it is the last one. */
  #readRecord(window: ByteWindow): End | undefined {
    const cursor = this.#cursor;
    cursor.at = window.at;
    const byte = cursor.byte();
    if (byte === 0) return End.Zero;
    if (byte === (this.#isNew ? 1 : 0x10)) {
      window.at = cursor.at;
      return End.Trailer;
    }
    if (this.#isNew) this.#readNew(byte);
    else this.#readOld(byte & 15, byte >>> 4);
    if (cursor.at > cursor.end) throw new CutRecord();
    return undefined;
  }

  #readNew(type: number): void {
    const cursor = this.#cursor, shared = this.#shared;
    if (type & 0x80) throw damagedEvent(cursor, type >>> 3 & 15, type & 7 || undefined);
    if (type & 0x40) {
      const frame = shared.readCodeFrame(cursor);
      if (cursor.at > cursor.end) throw new CutRecord();
      return this.#decoder.calls.enter(frame);
    }
    if (type & 0x20) throw damagedEvent(cursor, type >>> 1 & 15, 1);
    if (type & 0x10) throw popOfNothing();
    if (type === 12) this.#switchThread();
    else if (type === 14) shared.readCode(cursor);
    else this.#readOther(type, false);
  }

  #readOld(type: number, flags: number): void {
    const cursor = this.#cursor, shared = this.#shared;
    if (type === 1 || type === 2) throw damagedEvent(cursor, NEW_ADDRESS, flags);
    if (type === 4) {
      const frame = shared.readKnownFrame(cursor);
      return this.#decoder.calls.enter(frame);
    }
    if (type === 9) throw popOfNothing();
    if (type === 3) shared.readFrame(cursor);
    else if (type === 12) this.#switchThread();
    else this.#readOther(type === 11 ? 2 : type === 0 ? 0 : type, true);
  }

  /** Reads records that both versions have, by the type numbers of the newer one. */
  #readOther(type: number, isOld: boolean): void {
    const cursor = this.#cursor, shared = this.#shared;
    switch (type) {
      case 2: {
        cursor.varint();
        const low = cursor.low, high = cursor.high;
        cursor.varint();
        if (cursor.at > cursor.end) throw new CutRecord();
        const [timeLow, timeHigh] = shared.addMemory(cursor.low, cursor.high, low, high);
        return this.#decoder.setTime(timeLow, timeHigh);
      }
      case 5:
        return shared.readNativeFrame(cursor);
      case 6:
        return shared.native.beginModules();
      case 7:
        return shared.readModule(cursor, isOld);
      case 10:
        return shared.readThreadName(cursor, this.#decoder.thread);
      default:
        throw new DamagedRecord("unknown-record", `A record of type ${type}`);
    }
  }

  /** Adds the mapping that the decoder has read. */
  #map(): void {
    const { addr, size, calls, nativeFrame } = this.#decoder;
    const { native } = this.#shared;
    // `writeMapping` takes the stack of the current node, so it must exist.
    calls.makeStack();
    this.#decoder.writeMapping(KindCode.Alloc, {
      size,
      key: this.#mappings.map(addr, size),
      native: nativeFrame === 0 ? 0 : native.stack(nativeFrame),
      hasPlace: true,
    });
  }

  /** Removes the unmapped range that the decoder has read. */
  #unmap(): void {
    const { addr, size } = this.#decoder;
    const touched = this.#mappings.unmap(addr, size);
    if (touched.length > 1) this.#wide++;
    const ended = touched.find(({ left }) => left === 0n) ?? touched[0];
    const isPart = ended !== undefined && ended.left > 0n;
    this.#decoder.writeMapping(isPart ? KindCode.Realloc : KindCode.Free, {
      size: isPart ? ended.left : size,
      key: ended?.key ?? 0xffff_ffff_ffff_ffffn,
      native: 0,
      hasPlace: false,
    });
  }

  #switchThread(): void {
    const cursor = this.#cursor;
    cursor.u64();
    if (cursor.at > cursor.end) throw new CutRecord();
    this.#decoder.setThread(joinHalves(cursor.low, cursor.high));
  }
}

/** The error for an event that the decoder rejected. */
function damagedEvent(cursor: Cursor, place: number, allocator?: number): DamagedRecord {
  if (place === NEW_ADDRESS) cursor.varint();
  const number = allocator ?? cursor.byte();
  if (number === 0 || number > 15) {
    return new DamagedRecord("unknown-record", `Allocator number ${number}`);
  }
  return new DamagedRecord("bad-number", "A number has more than 64 bits");
}

function popOfNothing(): DamagedRecord {
  return new DamagedRecord("pop-of-nothing", "More frames are left than were entered");
}

/** Skips zeros; returns false if another byte follows. */
export async function skipZeros(window: ByteWindow): Promise<boolean> {
  do {
    const { bytes, end } = window;
    while (window.at < end && bytes[window.at] === 0) window.at++;
    if (window.at < end) return false;
  } while (await window.more());
  return true;
}
