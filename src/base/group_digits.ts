/**
 * A count with its thousands apart, in one way everywhere.
 * @module
 */

/** `1,234,567`. */
export function groupDigits(count: number | bigint | string, separator = ","): string {
  // Formatters of a language take ten milliseconds to make.
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
}
