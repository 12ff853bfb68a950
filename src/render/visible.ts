/**
 * Makes text safe for a terminal: names in traces may contain control characters.
 * @module
 */

/** Control characters, line and paragraph separators, direction marks and overrides, invisible marks. */
export const CONTROL_CHARACTERS: RegExp =
  /[\p{Cc}\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
const ALL_CONTROL_CHARACTERS = new RegExp(CONTROL_CHARACTERS, "gu");

/** Writes control characters as `\n`, `\x1b`, `\u202e`; all other text stays as it is. */
export function visible(text: string): string {
  return CONTROL_CHARACTERS.test(text) ? text.replace(ALL_CONTROL_CHARACTERS, escapeOf) : text;
}

/** A control character as an escape sequence in plain characters. */
export function escapeOf(char: string): string {
  const code = char.charCodeAt(0);
  if (code === 9) return "\\t";
  if (code === 10) return "\\n";
  if (code === 13) return "\\r";
  return code < 256 ? "\\x" + code.toString(16).padStart(2, "0") : "\\u" + code.toString(16).padStart(4, "0");
}
