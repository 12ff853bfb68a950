/**
 * The checksum of gzip, zip and zlib: CRC-32 with the polynomial edb88320.
 *
 * A process that needs few checksums should not load `node:zlib` for them. So this code computes eight bytes
 * at a time by tables, until a process has handled so much data that loading would have paid off; then it
 * uses `node:zlib`.
 * @module
 */

import { nodeZlib } from "./node_modules.ts";

const POLYNOMIAL = 0xedb88320;
/** Processing this many bytes takes as long as loading `node:zlib`. */
const BYTES_BEFORE_ZLIB = 1 << 24;

/** Eight tables of 256 numbers: the effect of a byte on the checksum if that many bytes follow. */
let tables: Uint32Array | undefined;
let bytesSoFar = 0;

function makeTables(): Uint32Array {
  const made = new Uint32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0);
    made[byte] = sum;
  }
  for (let at = 256; at < made.length; at++) {
    const before = made[at - 256]!;
    made[at] = (before >>> 8) ^ made[before & 0xff]!;
  }
  return made;
}

/** Returns the checksum of bytes, or of a text in UTF-8; `before` is the checksum of the preceding data. */
export function crc32(data: Uint8Array | string, before = 0): number {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  bytesSoFar += bytes.length;
  return bytesSoFar > BYTES_BEFORE_ZLIB ? nodeZlib().crc32(bytes, before) : plainCrc32(bytes, before);
}

/** The checksum, computed without `node:zlib`. */
export function plainCrc32(bytes: Uint8Array, before = 0): number {
  const table = tables ??= makeTables();
  let sum = ~before;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    sum ^= bytes[at]! | bytes[at + 1]! << 8 | bytes[at + 2]! << 16 | bytes[at + 3]! << 24;
    sum = table[7 * 256 + (sum & 0xff)]! ^ table[6 * 256 + (sum >>> 8 & 0xff)]! ^
      table[5 * 256 + (sum >>> 16 & 0xff)]! ^ table[4 * 256 + (sum >>> 24)]! ^
      table[3 * 256 + bytes[at + 4]!]! ^ table[2 * 256 + bytes[at + 5]!]! ^
      table[256 + bytes[at + 6]!]! ^ table[bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at++) sum = (sum >>> 8) ^ table[(sum ^ bytes[at]!) & 0xff]!;
  return ~sum >>> 0;
}
