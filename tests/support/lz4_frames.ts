/** LZ4 frames of every kind, compressed by a simple search for the last position of four bytes. */

import { joinBytes } from "../../src/base/join_bytes.ts";
import { xxHash32 } from "../../src/containers/xxhash32.ts";

const HISTORY = 65535;
/** Bytes at the end of a block that are always literals. */
const TAIL = 12;

/** Options of a frame. */
export interface Lz4Options {
  /** Whether blocks refer to earlier ones. */
  readonly linked?: boolean;
  readonly blockSum?: boolean;
  readonly sum?: boolean;
  readonly size?: boolean;
  /** Code of the size of blocks, 4 to 7. */
  readonly code?: number;
}

/** Compresses bytes into one frame. */
export function lz4Frame(bytes: Uint8Array, options: Lz4Options = {}): Uint8Array<ArrayBuffer> {
  const { linked = true, blockSum = false, sum = false, size = false, code = 4 } = options;
  const flags = 0x40 | (linked ? 0 : 0x20) | (blockSum ? 0x10 : 0) | (size ? 8 : 0) | (sum ? 4 : 0);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(bytes.length), true);
  const head = joinBytes([Uint8Array.of(flags, code << 4), size ? length : new Uint8Array(0)]);
  const parts: Uint8Array[] = [
    Uint8Array.of(0x04, 0x22, 0x4d, 0x18),
    head,
    Uint8Array.of(xxHash32(head, 0, head.length) >>> 8 & 0xff),
  ];
  const blockBytes = 1 << 8 + 2 * code;
  for (let from = 0; from < bytes.length; from += blockBytes) {
    const to = Math.min(bytes.length, from + blockBytes);
    const packed = lz4Block(bytes, from, to, linked ? 0 : from);
    const isSmaller = packed.length < to - from;
    const data = isSmaller ? packed : bytes.subarray(from, to);
    parts.push(word(isSmaller ? data.length : data.length + 0x8000_0000), data);
    if (blockSum) parts.push(word(xxHash32(data, 0, data.length)));
  }
  parts.push(word(0));
  if (sum) parts.push(word(xxHash32(bytes, 0, bytes.length)));
  return joinBytes(parts);
}

function lz4Block(bytes: Uint8Array, from: number, to: number, lowest: number): Uint8Array {
  const out: number[] = [];
  const places = new Map<number, number>();
  const keyAt = (at: number): number =>
    bytes[at]! | bytes[at + 1]! << 8 | bytes[at + 2]! << 16 | bytes[at + 3]! << 24;
  for (let at = Math.max(lowest, from - HISTORY); at < from; at++) places.set(keyAt(at), at);
  let literals = from;
  for (let at = from; at < to - TAIL;) {
    const found = places.get(keyAt(at));
    places.set(keyAt(at), at);
    if (found === undefined || at - found > HISTORY) {
      at++;
      continue;
    }
    let length = 4;
    while (at + length < to - 5 && bytes[found + length] === bytes[at + length]) length++;
    putSequence(out, bytes.subarray(literals, at), length - 4, at - found);
    at += length;
    literals = at;
  }
  putSequence(out, bytes.subarray(literals, to));
  return Uint8Array.from(out);
}

function putSequence(out: number[], literals: Uint8Array, length = 0, distance?: number): void {
  out.push(Math.min(15, literals.length) << 4 | Math.min(15, length));
  putMore(out, literals.length);
  for (const byte of literals) out.push(byte);
  if (distance === undefined) return;
  out.push(distance & 0xff, distance >>> 8);
  putMore(out, length);
}

function putMore(out: number[], length: number): void {
  if (length < 15) return;
  for (length -= 15; length >= 255; length -= 255) out.push(255);
  out.push(length);
}

function word(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >>> 8 & 0xff, value >>> 16 & 0xff, value >>> 24 & 0xff);
}
