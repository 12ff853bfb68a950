/**
 * The decoders of `node:zlib`, one step at a time. The streams built on them are unusable for damaged files:
 * they drop what was decoded before an error, and the zstd stream raises errors that cannot be caught. So
 * this file uses the decoder behind the stream, as `minizlib` does: input and output are explicit, and only
 * two buffers are needed.
 * @module
 */

import { FormatError } from "../base/errors.ts";
import { nodeZlib } from "../base/node_modules.ts";

/** The coding of the stream. */
type Coding = "deflate" | "zstd";

/** The part of the decoder inside a stream of `node:zlib` that is used here. */
interface Handle {
  onerror: (message: string, code: number) => void;
  reset(): void;
  writeSync(
    flush: number,
    input: Uint8Array,
    inputOffset: number,
    inputLength: number,
    output: Uint8Array,
    outputOffset: number,
    outputLength: number,
  ): void;
}

/** Internals of the stream: after a write, `[output bytes left, input bytes left]`. */
interface Innards {
  readonly _handle?: Handle;
  readonly _writeState?: Uint32Array;
  destroy(): void;
}

const makers: Record<Coding, () => unknown> = {
  deflate: () => nodeZlib().createInflateRaw(),
  zstd: () => nodeZlib().createZstdDecompress(),
};

function makeStream(coding: Coding): Innards | null {
  try {
    return makers[coding]() as Innards;
  } catch {
    return null;
  }
}

/** A decoder and its state. */
export class NativeDecoder {
  readonly #stream: Innards;
  readonly #handle: Handle;
  readonly #state: Uint32Array;

  /** Input bytes consumed by the last step. */
  used = 0;
  /** Output bytes produced by the last step. */
  made = 0;
  /** True if the last step filled the output: there may be more without further input. */
  filled = false;
  /** Error message of the decoder; empty if there was none. */
  error = "";

  /** Throws `FormatError` if the runtime lacks the decoder: zstd came to Deno after 2.6. */
  constructor(coding: Coding) {
    const stream = makeStream(coding);
    if (!stream?._handle || !stream._writeState) {
      throw new FormatError(`Cannot unwrap ${coding}: this runtime has no decoder for it`, {
        format: coding,
        offset: 0,
      });
    }
    this.#stream = stream;
    this.#handle = stream._handle;
    this.#state = stream._writeState;
    this.#handle.onerror = (message) => this.error = message || "damaged data";
  }

  /**
   * Decodes from `input[start..end)` to the front of `output`; sets `used`, `made` and `error`. If there was
   * input and room but nothing was used or made, the stream has ended.
   */
  step(input: Uint8Array, start: number, end: number, output: Uint8Array): void {
    try {
      this.#handle.writeSync(0, input, start, end - start, output, 0, output.length);
      this.made = output.length - this.#state[0]!;
      this.used = end - start - this.#state[1]!;
      this.filled = this.made === output.length;
    } catch (error) {
      this.used = 0;
      this.made = 0;
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  /**
   * Resets the decoder for another stream. If one were created for each of many short streams, they would
   * take memory until garbage collection.
   */
  reset(): void {
    this.#handle.reset();
    this.error = "";
    this.filled = false;
  }

  /** Frees the decoder. */
  close(): void {
    this.#stream.destroy();
  }
}
