/**
 * Numbers in readable form.
 * @module
 */

/** Units of the powers of 1024, after a blank. */
export const SUFFIXES: readonly string[] = ["", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"];

/** Formats a number of bytes: `512`, `4.0 KiB`, `1.5 MiB`. */
export function sizeText(bytes: number): string {
  if (!Number.isFinite(bytes)) return doubleText(bytes);
  const sign = bytes < 0 ? "-" : "";
  let size = Math.abs(bytes);
  let power = 0;
  // Otherwise 1023.96 KiB would be shown as 1024.0 KiB.
  while (size >= (power === 0 ? 1024 : 1023.95) && power < SUFFIXES.length - 1) {
    size /= 1024;
    power++;
  }
  return sign + (power === 0 ? doubleText(size) : size.toFixed(1)) + SUFFIXES[power]!;
}

/** Formats a double with at most three decimals if it is large, and six digits if it is small. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  const size = Math.abs(value);
  return String(Number(size >= 1 ? value.toFixed(3) : value.toPrecision(6)));
}

/** Units of durations with their length in seconds, largest first. */
const UNITS = [["h", 3600], ["min", 60], ["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9]] as const;

/** A duration with three digits and a unit: `2.5 s`, `350 ms`, `1.2 h`. */
export function durationText(seconds: number): string {
  if (seconds === 0 || !Number.isFinite(seconds)) return `${seconds} s`;
  const size = Math.abs(seconds);
  // 119 s is easier to compare than 1.98 min, and 59.9995 s must not become 1e+3.
  const [unit, scale] = UNITS.find(([name, each]) => size >= (name === "min" ? 2 : 1) * each * 0.9995) ??
    UNITS.at(-1)!;
  return `${String(Number((seconds / scale).toPrecision(3)))} ${unit}`;
}
