/**
 * Finds out whether records have source fields. The version tells, with one exception: snapshots of June 2001
 * write the fields but claim version 10404, so a file with that version is read both ways.
 * @module
 */

/** Longest plausible name; anything that does not end within this many bytes is not a name. */
const LONGEST_NAME = 4096;
/** Number of records that an incorrect interpretation would hardly find by chance. */
const BY_CHANCE = 8;

/** Returns whether the records in `[at, end)` make more sense with source fields than without. */
export function hasSourceFields(bytes: Uint8Array, at: number, end: number): boolean {
  const plain = tryReading(bytes, at, end, false);
  if (plain.whole) return false;
  const sourced = tryReading(bytes, at, end, true);
  // Count records, not bytes, so that damage far into a file does not decide.
  return sourced.records > plain.records + (sourced.whole ? 0 : BY_CHANCE);
}

/** Returns how many records one interpretation finds, and whether it reaches the end or a trailer. */
function tryReading(
  bytes: Uint8Array,
  at: number,
  end: number,
  source: boolean,
): { readonly records: number; readonly whole: boolean } {
  for (let records = 0;; records++) {
    if (at >= end || bytes[at] === 0x4d) return { records, whole: true };
    const letter = bytes[at]!;
    const isFree = letter === 0x46;
    const counted = isFree || letter === 0x41 || letter === 0x52;
    if (!counted && letter !== 0x48 && letter !== 0x49) return { records, whole: false };
    at = skipNumbers(bytes, at + 1, end, isFree ? 1 : counted ? 3 : 2);
    if (!counted || !source) continue;
    at = skipNumbers(bytes, at, end, 1);
    for (let name = 0; name < 2; name++) {
      at = skipName(bytes, at, end);
      if (at < 0) return { records, whole: false };
    }
    at = skipNumbers(bytes, at, end, 1);
  }
}

function skipNumbers(bytes: Uint8Array, at: number, end: number, count: number): number {
  while (count > 0 && at < end) if (bytes[at++]! < 0x80) count--;
  return at;
}

/** Returns the position after a slot and the name it may define; -1 when the name has no end. */
function skipName(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end || bytes[at]! < 0x80) return at + 1;
  const stop = bytes.subarray(0, Math.min(end, at + LONGEST_NAME)).indexOf(0, at);
  if (stop >= 0) return stop + 1;
  return end - at < LONGEST_NAME ? end : -1;
}
