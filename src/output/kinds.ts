/**
 * Kinds of outputs: which files one may replace without `--force`. A kind looks at the first bytes only, since a file
 * may have any name.
 * @module
 */

/** Bytes at the beginning of a file that a kind gets to see. */
export const HEAD_BYTES = 4096;

/** What an output is. */
export interface OutputKind {
  /** Completes "the file there is no ...". */
  readonly name: string;
  /** True when a file that begins with these bytes is one; traces of text formats are told apart elsewhere. */
  matches(head: Uint8Array): boolean | Promise<boolean>;
}

/** Tables, lists, scripts: any text without a null character. */
export const TEXT: OutputKind = { name: "text", matches: isText };

/** Files that begin with these letters, after blanks and a byte order mark, whatever their case. */
function textThatBegins(name: string, ...beginnings: readonly string[]): OutputKind {
  return {
    name,
    matches(head) {
      const text = new TextDecoder().decode(head).trimStart().toLowerCase();
      return isText(head) && beginnings.some((beginning) => text.startsWith(beginning));
    },
  };
}

/** A page. */
export const HTML: OutputKind = textThatBegins("HTML", "<!doctype html", "<html");
/** Verdicts for scanners. */
export const JSON_TEXT: OutputKind = textThatBegins("JSON", "{", "[");
/** Verdicts. */
export const XML: OutputKind = textThatBegins("XML", "<?xml", "<testsuite");

function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    // As a stream, since the last character may be cut.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
