/**
 * Bit buffers: counts bits and formats runs of them.
 * @module
 */

import { UNIT_LIMITS } from "./limits.ts";

/** Longer lists of runs are truncated: they are for display, and a buffer may have millions of runs. */
const LONGEST_TEXT = UNIT_LIMITS.bufferText.most;

/** Counts the set bits among the first `bits`. */
export function countBits(buffer: Uint8Array, bits: number): number {
  let count = 0;
  const whole = Math.floor(bits / 8);
  for (let at = 0; at < whole; at++) count += onesOf(buffer[at]!);
  if (bits % 8 !== 0) count += onesOf(buffer[whole]! & ((1 << bits % 8) - 1));
  return count;
}

/** Returns whether a bit is set. */
export function bitAt(buffer: Uint8Array, bit: number): boolean {
  return ((buffer[Math.floor(bit / 8)]! >> bit % 8) & 1) !== 0;
}

/** Formats the numbers of the bits that are set (or not set) as runs: `0-11 19 20`. */
export function runsText(buffer: Uint8Array, bits: number, set: boolean): string {
  let text = "";
  for (let bit = 0; bit < bits;) {
    if (bitAt(buffer, bit) !== set) {
      bit++;
      continue;
    }
    const first = bit;
    while (bit < bits && bitAt(buffer, bit) === set) bit++;
    text += `${text === "" ? "" : " "}${first}${bit - first > 1 ? `-${bit - 1}` : ""}`;
    if (text.length > LONGEST_TEXT) return `${text} ...`;
  }
  return text;
}

function onesOf(byte: number): number {
  let count = 0;
  for (let left = byte; left !== 0; left &= left - 1) count++;
  return count;
}
