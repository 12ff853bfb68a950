/**
 * Recognizes reports. The header has no magic number, so its keys and the shapes of records decide.
 * @module
 */

import { CallLine, readCallLine } from "./call_line.ts";
import { HEADER_KEYS, parseHeader } from "./header.ts";
import {
  readAttachmentLine,
  readContextLine,
  readMapLine,
  readTypeLine,
  RegistryLine,
} from "./registry_lines.ts";

/** Known header keys: a header has at least two of them, or has one and is followed by a record. */
const KEYS: ReadonlySet<string> = new Set(HEADER_KEYS);
const NEWLINE = 10;

/** Returns whether the first line is a header, or a report without a header begins here. */
export function looksLikeReport(head: Uint8Array): boolean {
  if (head.length === 0 || head[0] === 0xf0) return false;
  let end = head.indexOf(NEWLINE);
  if (end < 0) end = head.length;
  const keys = knownKeys(head, 0, end);
  if (keys >= 2) return true;
  const call = new CallLine();
  const registry = new RegistryLine();
  let start = keys > 0 ? end + 1 : 0;
  while (start < head.length) {
    end = head.indexOf(NEWLINE, start);
    if (end < 0) return false;
    const stop = head[end - 1] === 13 && end > start ? end - 1 : end;
    if (
      readCallLine(head, start, stop, call) || readMapLine(head, start, stop, registry) ||
      readTypeLine(head, start, stop, registry) || readContextLine(head, start, stop, registry)
    ) return true;
    // Comments, blank lines and attachments may precede a record. Attachments alone do not identify a report:
    // their syntax is too general.
    const passes = stop === start || head[start] === 35 || readAttachmentLine(head, start, stop, registry);
    if (!passes) return false;
    start = end + 1;
  }
  return false;
}

/** Returns whether a line is certainly a header. */
export function isHeader(bytes: Uint8Array, start: number, end: number): boolean {
  return knownKeys(bytes, start, end) >= 2;
}

function knownKeys(bytes: Uint8Array, start: number, end: number): number {
  return parseHeader(bytes, start, end).filter((field) => KEYS.has(field.key)).length;
}
