/**
 * Taking letters off the end of a text.
 * @module
 */

/**
 * The text without this letter at its end, however often it is there. An expression such as `/\n+$/` looks to the
 * end from each of the letters, which takes seconds for a hundred thousand of them in the middle.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(dropTrailing("usr/lib//", "/"), "usr/lib");
 * ```
 */
export function dropTrailing(text: string, letter: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === letter) end--;
  return text.slice(0, end);
}
