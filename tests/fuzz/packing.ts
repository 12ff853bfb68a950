/** Containers around streams: removed before a stream is damaged, added again, and damaged themselves. */

import { brotliCompressSync, constants, deflateRawSync, gzipSync, zstdCompressSync } from "node:zlib";
import { FormatError } from "../../src/base/errors.ts";
import { unwrapped } from "../conformance/loading.ts";
import { lz4Frame } from "../support/lz4_frames.ts";
import type { Random } from "../support/random.ts";
import { fixed, splice } from "./mutate_bytes.ts";
import { snappyStream } from "../support/snappy_stream.ts";

const brotliAt = (quality: number) => (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));

/** Packs a stream. */
export type Pack = (bytes: Uint8Array) => Promise<Uint8Array> | Uint8Array;

/** Ways to pack a stream. */
export const PACKS: readonly Pack[] = [
  snappyStream,
  (bytes) => new Uint8Array(gzipSync(bytes)),
  (bytes) => new Uint8Array(gzipSync(bytes, { level: 0 })),
  (bytes) => new Uint8Array(zstdCompressSync(bytes)),
  (bytes) => lz4Frame(bytes),
  (bytes) => lz4Frame(bytes, { linked: false, blockSum: true, sum: true, size: true }),
  brotliAt(1),
  brotliAt(5),
];

/** The bytes inside the containers; the file itself if nothing is decoded. */
export async function contentOf(file: Uint8Array): Promise<Uint8Array> {
  try {
    const inside = await unwrapped(file as Uint8Array<ArrayBuffer>);
    return inside.length > 0 ? inside : file;
  } catch (error) {
    if (error instanceof FormatError) return file;
    throw error;
  }
}

/** Puts a container around a stream: usually one, sometimes two, one of several parts, or one with a wrong length. */
export async function packed(stream: Uint8Array, random: Random): Promise<Uint8Array> {
  const pack = random.pick(PACKS);
  switch (random.below(5)) {
    case 0: {
      const cut = random.below(stream.length + 1);
      const parts = [await pack(stream.subarray(0, cut)), await pack(stream.subarray(cut))];
      return splice(parts[0]!, parts[0]!.length, 0, parts[1]!);
    }
    case 1:
      return await random.pick(PACKS)(await pack(stream));
    case 2: {
      // A gzip member with a wrong checksum and length.
      const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
      const body = new Uint8Array(deflateRawSync(stream));
      const tail = fixed(random.u64(), 8, true);
      return new Uint8Array([...head, ...body, ...tail]);
    }
    default:
      return await pack(stream);
  }
}
