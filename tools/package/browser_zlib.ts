/**
 * The part of `node:zlib` that Quarry uses, for browsers: pako, a port of zlib, whose streams report how much input
 * they have used, unlike `DecompressionStream`. It cannot compress with zstd: traces in it are refused with a message,
 * and Parquet files are compressed with snappy instead.
 * @module
 */

import * as pako from "pako";
import * as inflate from "pako/inflate";
import ZStream from "pako/stream";
import { RawZstd, zstdDecompressSync } from "./browser_zstd.ts";

export { zstdDecompressSync };

const RAW_WINDOW = -15;
const STREAM_END = 1;
/** More input or output space is needed, which is not an error. */
const BUFFER_ERROR = -5;

interface ZlibStream {
  input: Uint8Array;
  next_in: number;
  avail_in: number;
  output: Uint8Array;
  next_out: number;
  avail_out: number;
  msg: string;
}

const { inflateInit2, inflate: step } = inflate as unknown as {
  inflateInit2(stream: ZlibStream, window: number): number;
  inflate(stream: ZlibStream, flush: number): number;
};

/** The part of a stream of `node:zlib` that `NativeDecoder` uses. */
class RawInflate {
  readonly #stream = new (ZStream as unknown as { new (): ZlibStream })();
  /** Output bytes left, input bytes left. */
  readonly _writeState: Uint32Array = new Uint32Array(2);
  readonly _handle: {
    onerror: (message: string, code: number) => void;
    reset(): void;
    writeSync: (...args: never[]) => void;
  };
  #isOver = false;

  constructor() {
    inflateInit2(this.#stream, RAW_WINDOW);
    this._handle = {
      onerror: () => {},
      reset: () => {
        inflateInit2(this.#stream, RAW_WINDOW);
        this.#isOver = false;
      },
      writeSync: (
        flush: number,
        input: Uint8Array,
        from: number,
        length: number,
        output: Uint8Array,
        to: number,
        room: number,
      ) => this.#write(flush, input.subarray(from, from + length), output.subarray(to, to + room)),
    };
  }

  #write(flush: number, input: Uint8Array, output: Uint8Array): void {
    const stream = this.#stream;
    Object.assign(stream, {
      input,
      next_in: 0,
      avail_in: input.length,
      // Even if the output is shared memory, pako only writes single bytes and `subarray`s of it.
      output,
      next_out: 0,
      avail_out: output.length,
    });
    if (!this.#isOver) {
      const code = step(stream, flush);
      this.#isOver = code === STREAM_END;
      if (code < 0 && code !== BUFFER_ERROR) this._handle.onerror(stream.msg || "damaged data", code);
    }
    this._writeState[0] = stream.avail_out;
    this._writeState[1] = stream.avail_in;
  }

  destroy(): void {}
}

/** The decoder of raw deflate streams, for gzip. */
export function createInflateRaw(): RawInflate {
  return new RawInflate();
}

/** The decoder of zstd. */
export function createZstdDecompress(): RawZstd {
  return new RawZstd();
}

/** Decodes a complete raw stream. */
export function inflateRawSync(bytes: Uint8Array): Uint8Array {
  return pako.inflateRaw(bytes);
}

/** Decodes a complete zlib stream. */
export function inflateSync(bytes: Uint8Array): Uint8Array {
  return pako.inflate(bytes);
}

/** Decodes a complete gzip stream. */
export function gunzipSync(bytes: Uint8Array): Uint8Array {
  return pako.ungzip(bytes);
}

/** Compresses into a gzip stream. */
export function gzipSync(bytes: Uint8Array): Uint8Array {
  return pako.gzip(bytes);
}

/** Not available in browsers. */
export function zstdCompressSync(): never {
  throw new Error("This runtime has no zstd");
}

/** Only functions that compress need constants. */
export const constants = {};

let table: Uint32Array | undefined;

/** The checksum of `node:zlib`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
    return rest >>> 0;
  });
  let sum = ~before;
  for (const byte of bytes) sum = table[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}
