/**
 * Numbers in readable form.
 * @module
 */

/** Units of the powers of 1024, after a blank. */
export const SUFFIXES: readonly string[] = ["", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"];

/** `512`, `4.0 KiB`, `1.5 MiB`: a number of bytes. */
export function sizeText(bytes: number): string {
  const sign = bytes < 0 ? "-" : "";
  let size = Math.abs(bytes);
  let power = 0;
  // 1023.96K would be shown as 1024.0K.
  while (size >= (power === 0 ? 1024 : 1023.95) && power < SUFFIXES.length - 1) {
    size /= 1024;
    power++;
  }
  return sign + (power === 0 ? doubleText(size) : size.toFixed(1)) + SUFFIXES[power]!;
}

/** At most three decimals for large numbers and six digits for small ones. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  const size = Math.abs(value);
  return String(Number(size >= 1 ? value.toFixed(3) : value.toPrecision(6)));
}
