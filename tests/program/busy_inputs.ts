/**
 * Inputs that keep the program busy for much longer than a test waits, but are quickly generated.
 * @module
 */

import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { joinBytes } from "../../src/base/join_bytes.ts";

const MEGABYTE = 1 << 20;

/** Bytes repeated, `length` bytes at least. */
export function again(bytes: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(Math.ceil(length / bytes.length) * bytes.length);
  for (let at = 0; at < whole.length; at += bytes.length) whole.set(bytes, at);
  return whole;
}

/** A gzip file of many members, each `bytes`: its content is `times` as long. */
function members(bytes: Uint8Array, times: number): Uint8Array {
  return again(gzipSync(bytes), gzipSync(bytes).length * times);
}

/** A zstd frame that decoders skip. */
const SKIPPABLE = Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0);

/** A megabyte of empty members. */
const empties = (): Uint8Array => again(gzipSync(new Uint8Array(0)), MEGABYTE);

/** Containers with almost no content, so that no reader of a format ever runs. */
export const EMPTY_CONTAINERS: Readonly<Record<string, () => Uint8Array>> = {
  "gzip of empty members": () => members(empties(), 2000),
  "gzip of gzip of empty members": () => gzipSync(members(empties(), 2000)),
  "zstd of empty members": () => zstdCompressSync(again(empties(), 100 * MEGABYTE)),
  "brotli of empty members": () =>
    brotliCompressSync(again(empties(), 100 * MEGABYTE), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
    }),
  "zstd of skippable frames": () => again(zstdCompressSync(again(SKIPPABLE, MEGABYTE)), MEGABYTE),
};

/** A compressed trace that consists of its beginning and one repeated part. */
export function packedTrace(head: Uint8Array, part: Uint8Array, times: number): Uint8Array {
  const piece = gzipSync(again(part, MEGABYTE));
  return joinBytes([gzipSync(head), again(piece, piece.length * times)]);
}
