/**
 * Decodes raw snappy blocks up to their first broken element; the library would return nothing at all.
 * @module
 */

/** The decoded header of a raw block. */
interface SnappyHead {
  /** Length of the uncompressed block. */
  readonly length: number;
  /** Bytes of the length itself; 0 if it is truncated or longer than 32 bits. */
  readonly headBytes: number;
}

/** Reads the uncompressed length at the start of a raw block. */
export function readSnappyHead(block: Uint8Array): SnappyHead {
  let length = 0;
  for (let at = 0; at < Math.min(5, block.length); at++) {
    const byte = block[at]!;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) {
      return length > 0xffff_ffff ? { length: 0, headBytes: 0 } : { length, headBytes: at + 1 };
    }
  }
  return { length: 0, headBytes: 0 };
}

/** Maximum uncompressed length of a block of `compressed` bytes: a copy of three bytes gives at most 64. */
export function snappyLimit(compressed: number): number {
  return compressed * 22 + 64;
}

/** Decodes a block up to its first broken element, and never more than it declares. */
export function decodeSnappyPrefix(block: Uint8Array): Uint8Array {
  const { length, headBytes } = readSnappyHead(block);
  if (headBytes === 0 || length > snappyLimit(block.length)) return new Uint8Array(0);
  const out = new Uint8Array(length);
  let at = headBytes;
  let to = 0;
  while (at < block.length && to < length) {
    const tag = block[at++]!;
    let count = tag >> 2;
    if ((tag & 3) === 0) {
      const extra = Math.max(0, count - 59);
      if (at + extra > block.length) break;
      if (extra > 0) {
        count = 0;
        for (let byte = 0; byte < extra; byte++) count += block[at + byte]! * 2 ** (8 * byte);
        at += extra;
      }
      count = Math.min(count + 1, block.length - at, length - to);
      out.set(block.subarray(at, at + count), to);
      at += count;
      to += count;
      continue;
    }
    const offsetBytes = (tag & 3) === 3 ? 4 : tag & 3;
    if (at + offsetBytes > block.length) break;
    let back = 0;
    for (let byte = 0; byte < offsetBytes; byte++) back += block[at + byte]! * 2 ** (8 * byte);
    at += offsetBytes;
    if ((tag & 3) === 1) {
      back += (tag >> 5) << 8;
      count = (count & 7) + 3;
    }
    if (back === 0 || back > to) break;
    for (const end = Math.min(length, to + count + 1); to < end; to++) out[to] = out[to - back]!;
  }
  return out.subarray(0, to);
}
