/**
 * Classes of API functions, as bits: readers of calls set them, and call sets filter by them.
 * @module
 */

/** Class names by bit; `pickle` prints the bits as one number. */
export const CLASS_BITS: Readonly<Record<string, number>> = {
  "fake": 1,
  "non-reproducible": 2,
  "no-side-effects": 4,
  "render": 8,
  "swap-rendertarget": 16,
  "end-frame": 32,
  "incomplete": 64,
  "verbose": 128,
  "marker": 256,
  "marker-push": 512,
  "marker-pop": 1024,
};

/** Returns the names of class bits, separated by commas. */
export function classNames(bits: number): string {
  return Object.keys(CLASS_BITS).filter((name) => bits & CLASS_BITS[name]!).join(",");
}
