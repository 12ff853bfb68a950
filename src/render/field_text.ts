/**
 * Quotes texts for fields of CSV and cells of Markdown, for the command line and for pages.
 * @module
 */

const CSV_SPECIAL = /[",\n\r]|^$|^\s|\s$/;

/** A text as a field of CSV (RFC 4180). An empty one is `""`, since null has no characters. */
export function csvField(text: string): string {
  return CSV_SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Escapes names such as `__init__`, `<lambda>` and `a|b`; a `_` between digits needs no escape. */
export function markdownText(text: string): string {
  return text.replace(
    /[\\|*`<>[\]~&]|(?<!\d)_|_(?!\d)/g,
    (char) => char === "<" ? "&lt;" : "\\" + char,
  );
}
