/**
 * Source traces in a console log: a program without files prints base64 text between two marker lines. What stands
 * before the marker on its line stands before every line of that trace, so that several can run through each other.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";

/** The line that begins a trace ends with this. */
export const START_MARKER = "== GNATcoverage source trace file ==";

/** The line that ends a trace is this. */
export const END_MARKER = "== End ==";

/** Lines longer than this are no part of a trace, whose lines have at most 80 columns behind their prefix. */
const LONGEST_LINE = 4096;

const LATIN1 = new TextDecoder("latin1");
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A trace that was found. */
export interface FoundTrace {
  /** Its bytes. */
  readonly bytes: Uint8Array;
  /** Offset of the line that begins it. */
  readonly offset: number;
  /** True when its end marker came. */
  readonly complete: boolean;
  /** Lines with its prefix that are not base64, by offset; they were left out. */
  readonly badLines: readonly number[];
}

interface OpenTrace {
  readonly prefix: string;
  readonly offset: number;
  readonly pieces: Uint8Array[];
  readonly badLines: number[];
}

/** True when bytes hold the line that begins a trace. */
export function hasMarker(head: Uint8Array): boolean {
  // The head may lie in shared memory, which decoders refuse.
  return LATIN1.decode(head.slice()).includes(START_MARKER);
}

/** Finds traces in the lines of a log, each when it ends. */
export async function* findTraces(window: ByteWindow): AsyncGenerator<FoundTrace> {
  const open: OpenTrace[] = [];
  for await (const { text, offset } of linesOf(window)) {
    if (text.endsWith(START_MARKER)) {
      const prefix = text.slice(0, -START_MARKER.length);
      const same = open.findIndex((each) => each.prefix === prefix);
      if (same >= 0) yield close(open, same, false);
      open.push({ prefix, offset, pieces: [], badLines: [] });
      // The longest prefix is asked first, since the empty one fits every line.
      open.sort((a, b) => b.prefix.length - a.prefix.length);
      continue;
    }
    const at = open.findIndex(({ prefix }) => text.startsWith(prefix));
    if (at < 0) continue;
    const { prefix, pieces, badLines } = open[at]!;
    const rest = text.slice(prefix.length);
    if (rest === END_MARKER) yield close(open, at, true);
    else if (BASE64.test(rest)) pieces.push(decodeBase64(rest));
    else if (badLines.length < 1000) badLines.push(offset);
  }
  while (open.length > 0) yield close(open, 0, false);
}

function close(open: OpenTrace[], at: number, complete: boolean): FoundTrace {
  const { offset, pieces, badLines } = open.splice(at, 1)[0]!;
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let used = 0;
  for (const piece of pieces) {
    bytes.set(piece, used);
    used += piece.length;
  }
  return { bytes, offset, complete, badLines };
}

/** The bytes of sound base64 text. */
export function decodeBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Lines without the blanks around them; long ones are cut short. */
async function* linesOf(window: ByteWindow): AsyncGenerator<{ text: string; offset: number }> {
  while (true) {
    const newline = window.bytes.subarray(window.at, window.end).indexOf(10);
    if (newline < 0 && window.left <= LONGEST_LINE && (await window.more())) continue;
    if (window.left === 0) return;
    const length = newline < 0 ? window.left : newline;
    const offset = window.offset;
    const text = LATIN1.decode(window.bytes.slice(window.at, window.at + Math.min(length, LONGEST_LINE)))
      .trim();
    window.at += length;
    if (newline >= 0) window.at++;
    else if (!window.ended) await skipLine(window);
    if (length <= LONGEST_LINE) yield { text, offset };
  }
}

async function skipLine(window: ByteWindow): Promise<void> {
  while (await window.need(1)) {
    const newline = window.bytes.subarray(window.at, window.end).indexOf(10);
    window.at = newline < 0 ? window.end : window.at + newline + 1;
    if (newline >= 0) return;
  }
}
