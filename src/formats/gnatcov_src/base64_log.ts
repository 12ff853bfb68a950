/**
 * Finds source traces in a console log: a program that cannot write files prints base64 text between two
 * marker lines. The text before the marker precedes every line of that trace, so several traces can be
 * interleaved.
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { UNIT_LIMITS } from "./limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";

/** End of the line that begins a trace. */
export const START_MARKER = "== GNATcoverage source trace file ==";

/** The line that ends a trace, after its prefix. */
export const END_MARKER = "== End ==";

/** Maximum length of a line; lines of a trace have at most 80 columns after their prefix. */
const LONGEST_LINE = UNIT_LIMITS.logLine.most;
/** Maximum number of interleaved traces. */
const MOST_OPEN = UNIT_LIMITS.openInLog.most;
/** Maximum number of bytes that are split into lines at once. */
const PIECE_BYTES = 1 << 18;

const LATIN1 = new TextDecoder("latin1");
const CUT_BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A trace found in a log. */
export interface FoundTrace {
  readonly bytes: Uint8Array;
  /** Offset of the line that begins the trace. */
  readonly offset: number;
  /** Whether its end marker was found. */
  readonly complete: boolean;
  /** Offsets of lines with its prefix that are not base64; they are skipped. */
  readonly badLines: readonly number[];
  /**
   * Maps bytes of the trace to the log: for each line, the position of its first byte in the trace and its
   * offset in the log, alternating.
   */
  readonly lines: readonly number[];
}

interface OpenTrace {
  readonly prefix: string;
  readonly offset: number;
  /** The decoded bytes so far; the array may be longer. */
  bytes: Uint8Array;
  used: number;
  readonly badLines: number[];
  readonly lines: number[];
}

/** Returns whether the bytes contain the line that begins a trace. */
export function hasMarker(head: Uint8Array): boolean {
  // Copied, because the bytes may be in shared memory, which decoders reject.
  return LATIN1.decode(head.slice()).includes(START_MARKER);
}

/** Finds the traces in the lines of a log, and yields each trace when it ends. */
export async function* findTraces(window: ByteWindow): AsyncGenerator<FoundTrace> {
  const open: OpenTrace[] = [];
  for await (const lines of linesOf(window)) {
    for (const { text, offset, cut } of lines) {
      if (text.endsWith(START_MARKER)) {
        const prefix = text.slice(0, -START_MARKER.length);
        const same = open.findIndex((each) => each.prefix === prefix);
        if (same >= 0) yield close(open, same, false);
        // Every line is compared with every prefix, so the number of open traces is limited: the oldest trace
        // is closed.
        else if (open.length === MOST_OPEN) yield close(open, oldestOf(open), false);
        open.push({ prefix, offset, bytes: new Uint8Array(64), used: 0, badLines: [], lines: [] });
        // Try the longest prefix first, because the empty one matches every line.
        open.sort((a, b) => b.prefix.length - a.prefix.length);
        continue;
      }
      const at = open.findIndex(({ prefix }) => text.startsWith(prefix));
      if (
        at < 0 || cut && open.some(({ prefix }) => prefix.length > text.length && prefix.startsWith(text))
      ) {
        continue;
      }
      const trace = open[at]!;
      const rest = text.slice(trace.prefix.length);
      if (rest === "") continue;
      if (rest === END_MARKER) yield close(open, at, true);
      else if (BASE64.test(rest)) {
        trace.lines.push(trace.used, offset);
        append(trace, Uint8Array.fromBase64(rest));
      } else if (cut && CUT_BASE64.test(rest)) {
        // Keep the start of a truncated line as well.
        trace.lines.push(trace.used, offset);
        append(trace, Uint8Array.fromBase64(rest.slice(0, rest.length & ~3)));
      } else if (cut && END_MARKER.startsWith(rest)) continue;
      else if (trace.badLines.length < 1000) trace.badLines.push(offset);
    }
  }
  while (open.length > 0) yield close(open, 0, false);
}

function oldestOf(open: readonly OpenTrace[]): number {
  let oldest = 0;
  open.forEach(({ offset }, at) => {
    if (offset < open[oldest]!.offset) oldest = at;
  });
  return oldest;
}

function append(trace: OpenTrace, piece: Uint8Array): void {
  const end = trace.used + piece.length;
  if (end > trace.bytes.length) trace.bytes = growArray(trace.bytes, Math.max(end, trace.bytes.length * 2));
  trace.bytes.set(piece, trace.used);
  trace.used = end;
}

function close(open: OpenTrace[], at: number, complete: boolean): FoundTrace {
  const { offset, bytes, used, badLines, lines } = open.splice(at, 1)[0]!;
  return { bytes: bytes.subarray(0, used), offset, complete, badLines, lines };
}

/** Returns the offset of the line in the log that contains a byte of a trace. */
export function lineOf({ lines, offset }: FoundTrace, byte: number): number {
  let [low, high] = [0, lines.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[2 * middle]! <= byte) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? offset : lines[2 * low - 1]!;
}

interface Line {
  readonly text: string;
  readonly offset: number;
  /** Whether the log ends inside this line. */
  readonly cut?: boolean;
}

/** Yields batches of lines without surrounding blanks; long and empty lines are skipped. */
async function* linesOf(window: ByteWindow): AsyncGenerator<readonly Line[]> {
  while (true) {
    const present = window.bytes.subarray(0, Math.min(window.end, window.at + PIECE_BYTES));
    const last = present.lastIndexOf(10);
    if (last >= window.at) {
      const { offset } = window;
      // Latin-1 decodes each byte to one character, so positions in the text are positions in the file.
      const text = LATIN1.decode(window.bytes.slice(window.at, last + 1));
      window.at = last + 1;
      yield splitLines(text, offset);
    } else if (window.left > LONGEST_LINE) await skipLine(window);
    else if (!(await window.more())) break;
  }
  const { offset } = window;
  const rest = LATIN1.decode(window.bytes.slice(window.at, window.end));
  window.at = window.end;
  yield splitLines(`${rest}\n`, offset).map((line) => ({ ...line, cut: true }));
}

function splitLines(text: string, offset: number): Line[] {
  const lines: Line[] = [];
  for (let from = 0, end = 0; (end = text.indexOf("\n", from)) >= 0; from = end + 1) {
    if (end === from || end - from > LONGEST_LINE) continue;
    const line = text.slice(from, end).trim();
    if (line !== "") lines.push({ text: line, offset: offset + from });
  }
  return lines;
}

async function skipLine(window: ByteWindow): Promise<void> {
  while (await window.need(1)) {
    const newline = window.bytes.subarray(window.at, window.end).indexOf(10);
    window.at = newline < 0 ? window.end : window.at + newline + 1;
    if (newline >= 0) return;
  }
}
