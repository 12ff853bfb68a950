/**
 * Kinds of outputs: which existing files may be replaced without `--force`. A kind looks only at the first
 * bytes, since a file may have any name.
 * @module
 */

/** Number of first bytes passed to a kind. */
export const HEAD_BYTES = 4096;

/** A kind of output. */
export interface OutputKind {
  /** Completes the sentence "the file is no ...". */
  readonly name: string;
  /** True if a file with these first bytes is of this kind; traces in text formats are detected elsewhere. */
  matches(head: Uint8Array): boolean | Promise<boolean>;
}

/** Tables, lists, scripts: any text without a null character. */
export const TEXT: OutputKind = { name: "text", matches: isText };

/** Texts that begin with one of these strings, after blanks and a byte order mark, ignoring case. */
function textThatBegins(name: string, ...beginnings: readonly string[]): OutputKind {
  return {
    name,
    matches(head) {
      const text = new TextDecoder().decode(head).trimStart().toLowerCase();
      return isText(head) && beginnings.some((beginning) => text.startsWith(beginning));
    },
  };
}

/** An HTML page. */
export const HTML: OutputKind = textThatBegins("HTML", "<!doctype html", "<html");
/** JSON: verdicts for scanners. */
export const JSON_TEXT: OutputKind = textThatBegins("JSON", "{", "[");
/** XML documents, such as verdicts. */
export const XML: OutputKind = textThatBegins("XML", "<?xml", "<testsuite");

function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    // Decoded as a stream, since the last character may be cut.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
