/**
 * Chooses round values along an axis.
 * @module
 */

/** A tick beyond this fraction of the axis would overlap the label at the end. */
const NEAR_END = 0.88;

/**
 * Returns round values between 0 and the end of an axis, about as many as requested: 1, 2 or 5 times a power
 * of ten, or powers of two for bytes. Counts get only whole numbers.
 */
export function ticksBelow(
  end: number,
  { count, kind }: { readonly count: number; readonly kind: "bytes" | "counts" | "numbers" },
): number[] {
  const step = kind === "bytes" ? byteStep(end / count) : decimalStep(end / count);
  const width = kind === "numbers" ? step : Math.max(1, step);
  const ticks: number[] = [];
  for (let at = 1; at * width < end * NEAR_END; at++) ticks.push(at * width);
  return ticks;
}

/** Returns the smallest of 1, 2, 5, 10, 20 ... that is not below `wanted`. */
function decimalStep(wanted: number): number {
  if (!(wanted > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= wanted * 0.999) ?? 10 * power;
}

/**
 * Returns the smallest power of two that is not below `wanted`. Sizes are shown in powers of two (16, 256K,
 * 4M), so these are round numbers.
 */
function byteStep(wanted: number): number {
  return wanted <= 1 ? 1 : 2 ** Math.ceil(Math.log2(wanted) - 0.001);
}
