/**
 * Writes a stream as snappy chunks.
 * @module
 */

import * as snappy from "snappy-wasm";
import { prepareSnappy } from "./snappy.ts";

/** Stream bytes in a chunk, as in all known writers. */
const CHUNK_BYTES = 1 << 20;

/** Compresses a stream into chunks; its methods return parts of the file, in order. */
export class SnappyWriter {
  #chunk = new Uint8Array(CHUNK_BYTES);
  #used = 0;
  #begun = false;

  /** Waits for the library; call it once before `write`. */
  async open(): Promise<void> {
    await prepareSnappy();
  }

  /** Adds stream bytes and returns the completed parts of the file. */
  write(bytes: Uint8Array): Uint8Array[] {
    const pieces: Uint8Array[] = this.#begun ? [] : [Uint8Array.of(0x61, 0x74)];
    this.#begun = true;
    for (let at = 0; at < bytes.length;) {
      const count = Math.min(bytes.length - at, CHUNK_BYTES - this.#used);
      this.#chunk.set(bytes.subarray(at, at + count), this.#used);
      this.#used += count;
      at += count;
      if (this.#used === CHUNK_BYTES) pieces.push(this.#pack());
    }
    return pieces;
  }

  /** Returns the last chunk. */
  finish(): Uint8Array[] {
    const pieces = this.write(new Uint8Array(0));
    if (this.#used > 0) pieces.push(this.#pack());
    return pieces;
  }

  #pack(): Uint8Array {
    const block = snappy.compress_raw(this.#chunk.subarray(0, this.#used));
    this.#used = 0;
    const piece = new Uint8Array(4 + block.length);
    new DataView(piece.buffer).setUint32(0, block.length, true);
    piece.set(block, 4);
    return piece;
  }
}
