/**
 * The decoded content of a file that is being written. At the current end of the file its decoders wait in
 * the middle of their work; for the reader, the stream ends there until the file has grown.
 * @module
 */

import { growArray } from "../base/grow_array.ts";
import { TRACE_LIMITS } from "../base/limits/trace_limits.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import type { FileSource } from "./file_source.ts";

const FIRST_BYTES = 1 << 18;
const NEWLINE = 10;

/** The output of the containers of a growing file. */
export class GrowingSource implements ByteSource {
  readonly #decoded: ByteSource;
  readonly #byLines: boolean;
  /** Decoded bytes: `[from, to)` can be read; those up to `end` belong to an incomplete line. */
  #buffer = new Uint8Array(FIRST_BYTES);
  #from = 0;
  #to = 0;
  #end = 0;
  #isDecoding = false;
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;
  /** Present while the decoders wait for the file to grow. */
  #goOn: (() => void) | undefined;
  #wake: (() => void) | undefined;

  /** From now on `file` does not end. With `byLines`, a line can be read only when it is complete. */
  constructor(file: FileSource, decoded: ByteSource, byLines: boolean) {
    this.#decoded = decoded;
    this.#byLines = byLines;
    file.atEnd = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#goOn = resolve;
      this.#wake?.();
      return promise;
    };
  }

  /** Length of the stream, if known. */
  get size(): number | undefined {
    return this.#decoded.size;
  }

  /** Whether the last line is incomplete. */
  get isWithin(): boolean {
    return this.#end > this.#to;
  }

  /** Continues after the file has grown. */
  goOn(): void {
    const goOn = this.#goOn;
    this.#goOn = undefined;
    goOn?.();
  }

  /** Copies decoded bytes; returns 0 at the current end of the file. */
  async read(into: Uint8Array): Promise<number> {
    while (this.#from === this.#to) {
      if (this.#failure) throw this.#failure.error;
      if (this.#isOver || this.#goOn) return 0;
      if (!this.#isDecoding) void this.#decode();
      else await new Promise<void>((resolve) => this.#wake = resolve);
    }
    const count = Math.min(into.length, this.#to - this.#from);
    into.set(this.#buffer.subarray(this.#from, this.#from + count));
    this.#from += count;
    return count;
  }

  /** Closes the decoders. */
  close(): void {
    this.#isOver = true;
    this.#decoded.close();
  }

  /** Decodes some bytes; if the file ends before that, it completes only after the file has grown. */
  async #decode(): Promise<void> {
    this.#isDecoding = true;
    try {
      this.#makeRoom();
      const count = await this.#decoded.read(this.#buffer.subarray(this.#end));
      this.#end += count;
      this.#isOver ||= count === 0;
      this.#to = this.#isOver || !this.#byLines || this.#end > TRACE_LIMITS.reportLine.most
        ? this.#end
        : this.#buffer.subarray(0, this.#end).lastIndexOf(NEWLINE) + 1;
    } catch (error) {
      this.#failure = { error };
    }
    this.#isDecoding = false;
    this.#wake?.();
  }

  #makeRoom(): void {
    this.#buffer.copyWithin(0, this.#to, this.#end);
    this.#end -= this.#to;
    this.#from = this.#to = 0;
    if (2 * this.#end > this.#buffer.length) this.#buffer = growArray(this.#buffer, 2 * this.#buffer.length);
  }
}
