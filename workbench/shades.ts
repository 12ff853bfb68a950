/**
 * The upper bound of each shade of a scale.
 * @module
 */

/** Number of shades of a scale. */
export const SHADES = 7;
/** Possible factors between the bounds of two shades. */
const FACTORS = [2, 4, 10, 32, 100, 1000];

/**
 * Returns the bounds of shades for values from 0 to `most`: equal steps, or, if most of the values are small,
 * each a fixed multiple of the previous one, so that a medium value gets a medium shade. Whole numbers get
 * only as many bounds as are distinct.
 */
export function shadeEnds(values: readonly number[], most: number, isWhole = false): readonly number[] {
  // A sample of a thousand values shows how all are distributed.
  const every = Math.max(1, Math.floor(values.length / 1000));
  const some = values.filter((value, at) => at % every === 0 && value > 0).sort((a, b) => a - b);
  const ratio = most / (some[some.length >> 1] ?? most);
  const factor = ratio <= 3 ? 1 : FACTORS.find((each) => each ** (SHADES >> 1) >= ratio) ?? FACTORS.at(-1)!;
  const ends = Array.from(
    { length: SHADES },
    (_, at) => factor === 1 ? most * (at + 1) / SHADES : most / factor ** (SHADES - 1 - at),
  );
  return isWhole ? [...new Set(ends.map((end) => Math.max(1, Math.round(end))))] : ends;
}

/** Returns the shade of a value, from 1 to `SHADES`. */
export function shadeOf(ends: readonly number[], value: number): number {
  const at = ends.findIndex((end) => value <= end * (1 + 1e-9));
  return at < 0 ? SHADES : shadeAt(ends, at);
}

/** Returns the shade of the values up to a bound; if there are fewer bounds, their shades differ more. */
export function shadeAt(ends: readonly number[], at: number): number {
  return Math.round((at + 1) * SHADES / ends.length);
}
