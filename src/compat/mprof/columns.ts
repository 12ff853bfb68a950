/**
 * Formats numbers and percentages as mprof prints them.
 * @module
 */

/** A number, right-aligned. */
export function cell(value: bigint | number, width: number): string {
  return String(value).padStart(width);
}

/**
 * Formats a percentage. Divides first, as the original does: 23 of 40 then gives slightly less than 57.5,
 * which rounds to 57 rather than 58.
 */
function shareOf(part: bigint, whole: bigint): number {
  return Number(part) / Number(whole) * 100;
}

/** Formats a percentage with two decimals, as C prints a double: ties go to the even digit. */
export function percent(part: bigint, whole: bigint): string {
  const share = whole === 0n ? 0 : shareOf(part, whole);
  let text = share.toFixed(2);
  const eighths = share * 8;
  // Only odd eighths are exactly halfway between two printable numbers.
  if (Number.isInteger(eighths) && eighths % 2 !== 0) {
    const below = Math.floor(share * 100);
    text = ((below % 2 === 0 ? below : below + 1) / 100).toFixed(2);
  }
  return text.padStart(6);
}

/** The nearest integer, ties to even, as C prints a double. */
function nearest(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
}

/**
 * Formats a class's percentage in two characters: blank for zero, `.` for less than half a percent, `%%` for
 * everything.
 */
export function classShare(part: bigint, whole: bigint): string {
  if (part === 0n || whole === 0n) return "  ";
  const share = nearest(shareOf(part, whole));
  if (share === 0) return " .";
  return share >= 100 ? "%%" : String(share).padStart(2);
}

/** The percentages of all classes. */
export function classShares(parts: readonly bigint[], whole: bigint): string {
  return parts.map((part) => classShare(part, whole)).join(" ");
}

/**
 * Prints a title and a line below it, positioned as in the original, where positions do not depend on the
 * text's length.
 */
export function heading(title: string, indent: number, note: string): string {
  return `${" ".repeat(Math.floor((80 - title.length) / 2))}${title}\n\n${" ".repeat(indent)}${note}\n\n`;
}
