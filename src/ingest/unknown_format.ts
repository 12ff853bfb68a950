/**
 * Describes a file that is not a trace, for the error message.
 * @module
 */

import { describe, type FileNames, isKindOf } from "./foreign/foreign_file.ts";
import { foreignFiles } from "./foreign/list.ts";

/** Number of bytes of a binary file to show. */
const SHOWN_BYTES = 8;
/** Number of characters of a text file to show. */
const SHOWN_TEXT = 40;

/** Matches control characters other than white space. */
const NOT_IN_TEXT = /(?!\s)\p{Cc}/u;

/** Completes "Cannot load FILE:" for first bytes that no format recognizes. The advice names `path`. */
export function unknownFormatReason(head: Uint8Array, path: string): string {
  if (head.length === 0) return "the file is empty";
  const seen = { bytes: head, text: latin1(head) };
  const kind = foreignFiles.find((each) => isKindOf(each, seen));
  if (kind) return `it is ${describe(kind, named(path))}`;
  if (head.every((byte) => byte === 0)) return "it begins with zeros only";
  const text = firstText(head);
  if (text !== undefined) return `it is text in no known format and begins with "${text}"`;
  const shown = [...head.subarray(0, SHOWN_BYTES)].map((byte) => byte.toString(16).padStart(2, "0")).join(
    " ",
  );
  return `it is in no known format and begins with the bytes ${shown}`;
}

/** The first line if the bytes are text, otherwise undefined. */
function firstText(head: Uint8Array): string | undefined {
  if (head.includes(0)) return undefined;
  let text: string;
  try {
    // The last character may be incomplete.
    text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
  if (NOT_IN_TEXT.test(text.replaceAll("\x1b", ""))) return undefined;
  const line = text.split("\n").map((each) => each.trim()).find((each) => each !== "") ?? "blank lines";
  return line.length > SHOWN_TEXT ? line.slice(0, SHOWN_TEXT) + "…" : line;
}

/** A text with one character per byte. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** The names of a file for commands. */
function named(path: string): FileNames {
  if (path === "-") return { file: "FILE", folder: ".", piped: true };
  const folder = /^(.*)[/\\][^/\\]*$/s.exec(path)?.[1];
  return { file: quoted(path), folder: folder === undefined ? "." : quoted(folder || "/"), piped: false };
}

/** A path, quoted for a shell. */
function quoted(path: string): string {
  return /^[\w./,:@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
