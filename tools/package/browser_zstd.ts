/**
 * A decoder of zstd for browsers, with the interface of `node:zlib`: fzstd, which accepts pieces of frames and does not
 * limit its output. Checksums of frames are not compared.
 * @module
 */

import { Decompress, decompress } from "fzstd";

/** fzstd waits for this many bytes before it reads a frame. */
const LEAST_FRAME = 18;
const HAS_CHECKSUM = 4;
const LAST_BLOCK = 1;

/**
 * The part of a stream of `node:zlib` that `NativeDecoder` uses. Its input is the pieces cut by `ZstdSource`: the
 * header of a frame, each block with its header, a checksum.
 */
export class RawZstd {
  /** Output bytes left, input bytes left. */
  readonly _writeState: Uint32Array = new Uint32Array(2);
  readonly _handle: {
    onerror: (message: string, code: number) => void;
    reset(): void;
    writeSync: (...args: never[]) => void;
  };
  /** Output that did not fit yet, and how much of its first piece was delivered. */
  #waiting: Uint8Array[] = [];
  #given = 0;
  /**
   * The last byte of a piece is held back as long as its output waits, so that nothing waits at the end of a stream.
   */
  #isOwed = false;
  #decoder: Decompress | undefined;
  /** A frame from its header on, until it is long enough for fzstd. */
  #frame: Uint8Array<ArrayBuffer> | undefined;
  #hasChecksum = false;
  #isChecksumNext = false;

  constructor() {
    this._handle = {
      onerror: () => {},
      reset: () => this.#reset(),
      writeSync: (
        _flush: number,
        input: Uint8Array,
        from: number,
        length: number,
        output: Uint8Array,
        to: number,
        room: number,
      ) => this.#write(Uint8Array.from(input.subarray(from, from + length)), output.subarray(to, to + room)),
    };
  }

  destroy(): void {
    this.#reset();
  }

  #reset(): void {
    [this.#waiting, this.#given, this.#isOwed] = [[], 0, false];
    [this.#decoder, this.#frame, this.#isChecksumNext] = [undefined, undefined, false];
  }

  #write(input: Uint8Array<ArrayBuffer>, output: Uint8Array): void {
    if (!this.#isOwed) this.#decode(input);
    const made = this.#drain(output);
    this.#isOwed = this.#waiting.length > 0;
    this._writeState[0] = output.length - made;
    this._writeState[1] = this.#isOwed ? 1 : 0;
  }

  #drain(output: Uint8Array): number {
    let made = 0;
    while (this.#waiting.length > 0 && made < output.length) {
      const first = this.#waiting[0]!;
      const piece = first.subarray(this.#given, this.#given + output.length - made);
      output.set(piece, made);
      made += piece.length;
      this.#given += piece.length;
      if (this.#given < first.length) break;
      this.#waiting.shift();
      this.#given = 0;
    }
    return made;
  }

  #decode(piece: Uint8Array<ArrayBuffer>): void {
    if (this.#isChecksumNext) {
      this.#isChecksumNext = false;
      return;
    }
    if (this.#decoder === undefined) {
      this.#hasChecksum = (piece[4]! & HAS_CHECKSUM) !== 0;
      this.#frame = piece;
      this.#decoder = new Decompress((made) => {
        if (made.length > 0) this.#waiting.push(made);
      });
      return;
    }
    const isLast = (piece[0]! & LAST_BLOCK) !== 0;
    if (this.#frame === undefined) this.#decoder.push(piece);
    else {
      this.#frame = joined(this.#frame, piece);
      if (this.#frame.length >= LEAST_FRAME) {
        this.#decoder.push(this.#frame);
        this.#frame = undefined;
      } else if (isLast) {
        const made = decompress(this.#frame);
        if (made.length > 0) this.#waiting.push(made);
      }
    }
    if (!isLast) return;
    this.#decoder = undefined;
    this.#isChecksumNext = this.#hasChecksum;
  }
}

/** Decodes a complete stream. */
export function zstdDecompressSync(bytes: Uint8Array): Uint8Array {
  return decompress(Uint8Array.from(bytes));
}

function joined(first: Uint8Array, then: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + then.length);
  all.set(first);
  all.set(then, first.length);
  return all;
}
