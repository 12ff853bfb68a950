/**
 * Removes trailing characters from a text.
 * @module
 */

/**
 * Returns the text without any repetition of this character at its end. A regular expression such as `/ +$/`
 * would search from each of these characters to the end, which takes seconds for a hundred thousand of them
 * in the middle.
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
