/**
 * Compression of Parquet pages: zstd, or snappy if the runtime cannot compress with zstd.
 * @module
 */

import { constants, zstdCompressSync } from "node:zlib";
import { UsageError } from "../base/errors.ts";
import type { Compression } from "./exporter.ts";

/** On pages that are already packed, level 3 saves 0.8 % over level 1 and takes twice the time. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The number of zstd in Parquet. */
const ZSTD = 6;

/** A compression codec. */
export interface PageCodec {
  /** Number of the codec in Parquet. */
  readonly id: number;
  compress(page: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
}

/** The best codec that this runtime has. */
export async function bestCodec(): Promise<PageCodec> {
  try {
    zstdCompressSync(new Uint8Array(1));
    return { id: ZSTD, compress: (page) => new Uint8Array(zstdCompressSync(page, LEVEL)) };
  } catch {
    return await snappyCodec();
  }
}

/** A codec by name. Throws `UsageError` if this runtime lacks it. */
export async function codecNamed(name: Compression): Promise<PageCodec> {
  if (name === "none") return { id: 0, compress: (page) => page };
  if (name === "snappy") return await snappyCodec();
  const best = await bestCodec();
  if (best.id === ZSTD) return best;
  throw new UsageError("This runtime cannot compress with zstd: use snappy or none", "bad-option");
}

/** Snappy, which every reader of Parquet supports. */
export async function snappyCodec(): Promise<PageCodec> {
  // The library's types hide that its default export loads its module.
  const library = await import("snappy-wasm") as unknown as {
    default(): Promise<unknown>;
    compress_raw(bytes: Uint8Array): Uint8Array;
  };
  await library.default();
  return { id: 1, compress: (page) => new Uint8Array(library.compress_raw(page)) };
}
