/**
 * Amounts in a sentence: `12,357 blocks`, `3.5 MiB`, `98 %`.
 * @module
 */

import { groupDigits } from "./group_digits.ts";

const UNITS = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] as const;

/** Formats a count such as `12,357`. */
export function amountOf(count: number | bigint): string {
  return groupDigits(count);
}

/** Formats `1 block`, `12,357 blocks`; `many` is the plural if it does not end in s. */
export function countOf(count: number | bigint, one: string, many = `${one}s`): string {
  return `${amountOf(count)} ${Number(count) === 1 ? one : many}`;
}

/** Formats `1 byte`, `512 bytes`, `4.0 KiB`, `1.5 MiB`. */
export function bytesOf(bytes: number | bigint): string {
  let size = Math.abs(Number(bytes));
  if (size < 1024) return countOf(bytes, "byte");
  let power = -1;
  // Avoids 1024.0 KiB for 1023.96 KiB.
  while (size >= (power < 0 ? 1024 : 1023.95) && power < UNITS.length - 1) {
    size /= 1024;
    power++;
  }
  return `${Number(bytes) < 0 ? "-" : ""}${size.toFixed(1)} ${UNITS[power]}`;
}

/**
 * Formats `98 %`. An incomplete part is never shown as 100 %, nor a nonzero part as 0 %. Returns null if the
 * whole is 0.
 */
export function percentOf(part: number | bigint, whole: number | bigint): string | null {
  const [some, all] = [Number(part), Number(whole)];
  if (all === 0) return null;
  const percent = Math.round(some / all * 100);
  if (percent === 100 && some < all) return "over 99 %";
  if (percent === 0 && some > 0) return "under 1 %";
  return `${percent} %`;
}

/** Formats a change with its sign: `+4.0 KiB`, `−984 bytes`, `no change`. */
export function signedAmount(delta: number | bigint, text: (size: number | bigint) => string): string {
  if (Number(delta) === 0) return "no change";
  const size = typeof delta === "bigint" ? (delta < 0n ? -delta : delta) : Math.abs(delta);
  return `${Number(delta) > 0 ? "+" : "−"}${text(size)}`;
}

/** Formats `a`, `a and b`, `a, b and c`. */
export function listOf(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
