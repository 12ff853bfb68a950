/**
 * Texts of JSON.
 * @module
 */

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

/** What is between the quotes of a text, without its escapes. */
export function withoutEscapes(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([^]))/g,
    (_all, code?: string, letter?: string) =>
      code !== undefined ? String.fromCharCode(parseInt(code, 16)) : ESCAPES[letter!] ?? letter!,
  );
}
