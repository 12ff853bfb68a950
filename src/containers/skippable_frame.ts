/**
 * Skippable frames, which LZ4 and Zstandard define in the same way.
 * @module
 */

const SKIPPABLE = 0x184d2a50;
const SKIPPABLE_MASK = 0xfffffff0;

/** Whether a frame with this magic number is skippable. */
export function isSkippable(magic: number): boolean {
  return ((magic & SKIPPABLE_MASK) >>> 0) === SKIPPABLE;
}
