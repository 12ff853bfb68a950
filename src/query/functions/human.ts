/**
 * Numbers in readable form: 4.0K, 1.5s.
 * @module
 */

const SIZES = ["", "K", "M", "G", "T", "P", "E"];
const TIMES: readonly (readonly [number, string])[] = [[3.6e12, "h"], [6e10, "m"], [1e9, "s"], [1e6, "ms"], [
  1e3,
  "us",
]];

/** `812`, `4.0K`, `1.5M`: steps of 1024, as sizes are written in queries. */
export function humanNumber(value: number): string {
  const sign = value < 0 ? "-" : "";
  let rest = Math.abs(value);
  let step = 0;
  // What would be printed as 1024.0 belongs to the next step.
  while (rest >= (step === 0 ? 1024 : 1023.95) && step < SIZES.length - 1) {
    rest /= 1024;
    step++;
  }
  if (step > 0) return `${sign}${rest.toFixed(1)}${SIZES[step]}`;
  return `${sign}${Number.isInteger(rest) ? rest : rest.toFixed(2)}`;
}

/** `250.0ms`, `1.5s`, `2.0h`. */
export function humanDuration(nanoseconds: bigint): string {
  const value = Number(nanoseconds);
  const unit = TIMES.find(([length]) => value >= length);
  return unit === undefined ? `${nanoseconds}ns` : `${(value / unit[0]).toFixed(1)}${unit[1]}`;
}
