/**
 * Up to which value each shade of a scale goes.
 * @module
 */

/** How many shades a scale has. */
export const SHADES = 7;
/** Factors from one shade to the next. */
const FACTORS = [2, 4, 10, 32, 100, 1000];

/**
 * The ends of shades for values from 0 to `most`: equal steps, or, where most of the values are small, each a fixed multiple
 * of the one before, so that a value in the middle has a shade between the first and the last. Whole numbers have as many ends as differ.
 */
export function shadeEnds(values: readonly number[], most: number, isWhole = false): readonly number[] {
  // A thousand of them say how all are spread.
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

/** The shade of a value, from 1 to `SHADES`. */
export function shadeOf(ends: readonly number[], value: number): number {
  const at = ends.findIndex((end) => value <= end * (1 + 1e-9));
  return at < 0 ? SHADES : shadeAt(ends, at);
}

/** The shade of the values up to an end: fewer ends have shades that are further from each other. */
export function shadeAt(ends: readonly number[], at: number): number {
  return Math.round((at + 1) * SHADES / ends.length);
}
