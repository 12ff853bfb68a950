/**
 * Writes binary traces and decision maps, byte for byte as the original tool writes them.
 * @module
 */

import { HEADER_BYTES, MAGIC, OP, SECTION, SPECIAL, TAG, VERSION } from "./constants.ts";
import type { MergedRange } from "./derive/trace_base.ts";

/** An info entry to write. */
export interface InfoToWrite {
  /** Tag of the entry, one of `TAG`. */
  readonly tag: number;
  readonly data: Uint8Array;
}

/** Everything that comes before the entries. */
export interface TraceShape {
  /** One of `SECTION`: flat, history, or decision map (which has no infos). */
  readonly kind: number;
  /** Bytes of a pc. */
  readonly pcSize: 4 | 8;
  /** Byte order of the entries. */
  readonly bigEndian: boolean;
  /** Byte order of the infos; by default that of the entries. */
  readonly infoBigEndian?: boolean;
  /** ELF machine number. */
  readonly machine: number;
  /** Info entries in order. */
  readonly infos: readonly InfoToWrite[];
}

/** Number of bytes in the longest range that one entry can describe. */
const LONGEST_RANGE = 0xffff;

/** Size of the output buffer. */
const PIECE_BYTES = 1 << 16;

/** Writes a trace in pieces. */
export class TraceWriter {
  readonly #shape: TraceShape;
  readonly #write: (piece: Uint8Array) => void;
  readonly #bytes = new Uint8Array(PIECE_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  #used = 0;

  /**
   * Writes everything before the entries. `write` must copy the pieces that it gets, because their memory is
   * reused.
   */
  constructor(shape: TraceShape, write: (piece: Uint8Array) => void) {
    this.#shape = shape;
    this.#write = write;
    const { kind, pcSize, machine, infos, bigEndian } = shape;
    const infoBigEndian = shape.infoBigEndian ?? bigEndian;
    if (kind !== SECTION.decisionMap) {
      this.#header(SECTION.info, pcSize, infoBigEndian, machine);
      this.#infos(infos, infoBigEndian);
    }
    this.#header(kind, pcSize, bigEndian, machine);
  }

  /** Adds an entry. */
  entry(pcLow: number, pcHigh: number, size: number, op: number): void {
    const { pcSize, bigEndian } = this.#shape;
    const bytes = pcSize === 8 ? 16 : 8;
    this.#room(bytes);
    const view = this.#view, at = this.#used, little = !bigEndian;
    this.#bytes.fill(0, at, at + bytes);
    if (pcSize === 8) {
      view.setUint32(at + (little ? 0 : 4), pcLow, little);
      view.setUint32(at + (little ? 4 : 0), pcHigh, little);
    } else view.setUint32(at, pcLow, little);
    view.setUint16(at + pcSize, size, little);
    view.setUint8(at + pcSize + 2, op);
    this.#used += bytes;
  }

  /** Adds an entry for a load address or for a module unload. */
  special(pcLow: number, pcHigh: number, operation: number): void {
    this.entry(pcLow, pcHigh, operation, OP.special);
  }

  /** Adds an entry for a module load, with its infos. */
  moduleLoad(pcLow: number, pcHigh: number, infos: readonly InfoToWrite[]): void {
    this.special(pcLow, pcHigh, SPECIAL.moduleLoad);
    this.#infos(infos, this.#shape.bigEndian);
  }

  /** Adds a range, split into several entries if it is too long for one. */
  range({ first, last, op }: MergedRange): void {
    for (let at = first; at <= last; at += BigInt(LONGEST_RANGE)) {
      const left = last - at + 1n;
      const size = left < BigInt(LONGEST_RANGE) ? Number(left) : LONGEST_RANGE;
      this.entry(Number(at & 0xffff_ffffn), Number(at >> 32n), size, op);
    }
  }

  /** Writes what is left in the buffer. */
  end(): void {
    if (this.#used > 0) this.#write(this.#bytes.subarray(0, this.#used));
    this.#used = 0;
  }

  #header(kind: number, pcSize: number, bigEndian: boolean, machine: number): void {
    this.#room(HEADER_BYTES);
    const at = this.#used;
    this.#bytes.set(MAGIC, at);
    this.#bytes.set(
      [VERSION, kind, pcSize, bigEndian ? 1 : 0, machine >>> 8, machine & 0xff, 0, 0],
      at + MAGIC.length,
    );
    this.#used += HEADER_BYTES;
  }

  #infos(infos: readonly InfoToWrite[], bigEndian: boolean): void {
    for (const { tag, data } of [...infos, { tag: TAG.end, data: new Uint8Array(0) }]) {
      this.#room(8);
      this.#view.setUint32(this.#used, tag, !bigEndian);
      this.#view.setUint32(this.#used + 4, data.length, !bigEndian);
      this.#used += 8;
      this.#put(data);
      this.#put(new Uint8Array(-data.length & 3));
    }
  }

  #put(data: Uint8Array): void {
    for (let at = 0; at < data.length;) {
      this.#room(1);
      const count = Math.min(data.length - at, PIECE_BYTES - this.#used);
      this.#bytes.set(data.subarray(at, at + count), this.#used);
      this.#used += count;
      at += count;
    }
  }

  #room(bytes: number): void {
    if (this.#used + bytes > PIECE_BYTES) this.end();
  }
}
