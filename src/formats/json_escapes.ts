/**
 * Escapes in JSON strings.
 * @module
 */

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

/** Decodes the escapes in the content of a JSON string, given without its quotes. */
export function withoutEscapes(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([^]))/g,
    (_all, code?: string, letter?: string) =>
      code !== undefined ? String.fromCharCode(parseInt(code, 16)) : ESCAPES[letter!] ?? letter!,
  );
}
