/**
 * The container information that the original prints for a file: its type and size in bytes.
 * @module
 */

import type { ByteSource } from "../../bytes/byte_source.ts";

/**
 * Bytes at the end of a seekable zstd file that give the length of its seek table: count, descriptor, magic
 * number.
 */
const FOOTER_BYTES = 9;
/** Bytes of a skippable frame header. */
const FRAME_HEAD_BYTES = 8;

/** A source that counts the bytes read through it and keeps the last bytes. */
export class MeasuredSource implements ByteSource {
  readonly #source: ByteSource;
  #tail = new Uint8Array(0);
  #bytes = 0;

  /** Measures what is read from `source`. */
  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Length of the file, if known. */
  get size(): number | undefined {
    return this.#source.size;
  }

  /** Bytes read so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async read(into: Uint8Array): Promise<number> {
    const count = await this.#source.read(into);
    this.#bytes += count;
    const joined = new Uint8Array(this.#tail.length + Math.min(count, FOOTER_BYTES));
    joined.set(this.#tail);
    joined.set(into.subarray(count - Math.min(count, FOOTER_BYTES), count), this.#tail.length);
    this.#tail = joined.slice(-FOOTER_BYTES);
    return count;
  }

  /** Reads to the end, since containers may stop before it. */
  async drain(): Promise<void> {
    const spare = new Uint8Array(1 << 16);
    while (await this.read(spare) > 0);
  }

  /** Closes the file. */
  close(): void {
    this.#source.close();
  }

  /** Bytes of the seek table at the end of a zstd file, with its frame; 0 if there is none. */
  get seekTableBytes(): number {
    if (this.#tail.length < FOOTER_BYTES) return 0;
    const view = new DataView(this.#tail.buffer, this.#tail.byteOffset);
    if (view.getUint32(5, true) !== 0x8f92eab1) return 0;
    const entry = this.#tail[4]! & 0x80 ? 12 : 8;
    return FRAME_HEAD_BYTES + FOOTER_BYTES + entry * view.getUint32(0, true);
  }
}

/** The container's name as the original prints it. */
export function containerType(container: string | undefined, seekable: boolean): string {
  switch (container) {
    case "snappy":
      return "Snappy";
    case "gzip":
      return "ZLib";
    case "brotli":
      return "Brotli";
    case "zstd":
      return seekable ? "Zstandard (seekable)" : "Zstandard";
    default:
      return "Raw";
  }
}
