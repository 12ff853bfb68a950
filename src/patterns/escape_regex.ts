/**
 * Escapes text for a regular expression.
 * @module
 */

/**
 * Escapes a text so that a regular expression matches it as it is.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(escapeRegex("a.b/c"), "a\\.b\\/c");
 * ```
 */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
