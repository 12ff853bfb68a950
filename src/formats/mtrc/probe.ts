/**
 * Whether records carry source fields. The version says it, with one exception: snapshots of June 2001 wrote the
 * fields while still calling themselves 10404, so that such a file is tried both ways.
 * @module
 */

/** True when the records between `at` and `end` make more sense with source fields than without. */
export function looksSourced(bytes: Uint8Array, at: number, end: number): boolean {
  const plain = readableUpTo(bytes, at, end, false);
  return plain < end && readableUpTo(bytes, at, end, true) > plain;
}

/** The place of the first byte that cannot begin a record; `end` when there is none or a trailer comes first. */
function readableUpTo(bytes: Uint8Array, at: number, end: number, source: boolean): number {
  while (at < end) {
    const letter = bytes[at]!;
    if (letter === 0x4d) return end;
    const isFree = letter === 0x46;
    const counted = isFree || letter === 0x41 || letter === 0x52;
    if (!counted && letter !== 0x48 && letter !== 0x49) return at;
    let next = skipNumbers(bytes, at + 1, end, isFree ? 1 : counted ? 3 : 2);
    if (counted && source) {
      next = skipNumbers(bytes, next, end, 1);
      next = skipName(bytes, skipName(bytes, next, end), end);
      next = skipNumbers(bytes, next, end, 1);
    }
    at = next;
  }
  return end;
}

function skipNumbers(bytes: Uint8Array, at: number, end: number, count: number): number {
  while (count > 0 && at < end) if (bytes[at++]! < 0x80) count--;
  return at;
}

function skipName(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end || bytes[at]! < 0x80) return at + 1;
  const stop = bytes.subarray(0, end).indexOf(0, at);
  return stop < 0 ? end : stop + 1;
}
