/**
 * `extract-base64-trace`: extracts source traces from a console log.
 * @module
 */

import { joinBytes } from "../../base/join_bytes.ts";
import { END_MARKER, START_MARKER } from "../../formats/gnatcov_src/base64_log.ts";
import { DumpError } from "./dump_error.ts";

/** The original reads lines into a buffer of this size. */
const LONGEST_LINE = 200;

const LATIN1 = new TextDecoder("latin1");
const BLANK = " \t\r\n";

/** The traces of a log in order; inside a trace, lines without its prefix are skipped. */
export function extractTraces(log: Uint8Array): Uint8Array[] {
  const traces: Uint8Array[] = [];
  let prefix: string | null = null;
  let pieces: Uint8Array[] = [];
  for (let at = 0; at < log.length;) {
    const newline = log.indexOf(10, at);
    const end = newline < 0 ? log.length : newline;
    const line = trim(LATIN1.decode(log.slice(at, Math.min(end, at + LONGEST_LINE))));
    const long = end - at > LONGEST_LINE;
    at = end + 1;
    if (prefix !== null && !line.startsWith(prefix)) continue;
    if (long) {
      if (prefix === null) continue;
      throw new DumpError("Unexpected long line in Base64 trace");
    }
    if (prefix === null) {
      if (line.endsWith(START_MARKER)) prefix = line.slice(0, -START_MARKER.length);
      continue;
    }
    const text = line.slice(prefix.length);
    if (text !== END_MARKER) {
      pieces.push(decodeLine(text));
      continue;
    }
    traces.push(joinBytes(pieces));
    prefix = null;
    pieces = [];
  }
  if (prefix !== null) throw new DumpError("Incomplete Base64 trace");
  if (traces.length === 0) throw new DumpError("No Base64 trace found");
  return traces;
}

/**
 * Returns the name of the nth trace of a log that contains several: `run.srctrace`, `run-1.srctrace`,
 * `run-2.srctrace` …
 */
export function numberedTraceName(output: string, nth: number): string {
  if (nth === 0) return output;
  const slash = output.lastIndexOf("/");
  const dot = output.lastIndexOf(".");
  return dot > slash + 1 ? `${output.slice(0, dot)}-${nth}${output.slice(dot)}` : `${output}-${nth}`;
}

/** Decodes groups of four characters; any of them may end in `=`, as in the original. */
function decodeLine(text: string): Uint8Array {
  if (text.length % 4 !== 0) throw new DumpError("Invalid Base64 trace: incomplete group of 4 characters");
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < text.length; at += 4) {
    const group = text.slice(at, at + 4);
    const digits = group.endsWith("==") ? group.slice(0, 2) : group.endsWith("=") ? group.slice(0, 3) : group;
    const bad = /[^A-Za-z0-9+/]/.exec(digits);
    if (bad) throw new DumpError(`Invalid Base64 digit: ${bad[0]}`);
    pieces.push(Uint8Array.fromBase64(group));
  }
  return joinBytes(pieces);
}

function trim(text: string): string {
  let first = 0, last = text.length;
  while (first < last && BLANK.includes(text[first]!)) first++;
  while (last > first && BLANK.includes(text[last - 1]!)) last--;
  return text.slice(first, last);
}
