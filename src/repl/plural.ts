/**
 * Counts in messages.
 * @module
 */

import { groupDigits } from "../base/group_digits.ts";

/** Formats a count with its noun: `1 row`, `1_234 entries`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}
