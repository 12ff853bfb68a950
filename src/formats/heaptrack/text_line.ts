/**
 * Finds the text in a line; it may contain line ends if its length is given.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { HexLine } from "./hex_line.ts";

const NEWLINE = 10;
const RETURN = 13;
const LONGEST_TEXT = TRACE_LIMITS.reportLine.most;

/** A line with a text. */
interface TextLine {
  readonly bytes: Uint8Array;
  /** Position of the first letter of the line. */
  readonly at: number;
  /** Position of the first line end in the line. */
  readonly stop: number;
  /** End of the buffered bytes. */
  readonly end: number;
  /** Whether the input ends with the buffered bytes. */
  readonly ended: boolean;
  /** Whether the text has a length. */
  readonly sized: boolean;
}

/** The extent of a text in a line. */
interface TextSpan {
  readonly from: number;
  readonly to: number;
  /** Where the next line begins; -1 if the text continues after the buffered bytes. */
  readonly next: number;
  /** Whether the length is wrong. */
  readonly isOdd: boolean;
}

const length = new HexLine();

/** Finds the text of a line. */
export function readTextLine({ bytes, at, stop, end, ended, sized }: TextLine): TextSpan {
  const newline = bytes.indexOf(NEWLINE, stop);
  if (!sized) return { from: Math.min(at + 2, stop), to: stop, next: newline + 1, isOdd: false };
  length.begin(bytes, at + 1, stop);
  const count = length.index();
  const from = Math.min(length.at + 1, stop);
  const to = from + count;
  const isOdd = count < 0 || count > LONGEST_TEXT || (to >= end && ended) ||
    (to < end && !endsLine(bytes, to));
  if (isOdd) return { from, to: stop, next: newline + 1, isOdd };
  if (to >= end) return { from, to, next: -1, isOdd };
  return { from, to, next: to === stop ? newline + 1 : bytes.indexOf(NEWLINE, to) + 1, isOdd };
}

/**
 * Returns whether the first text of a file has a length. Old versions have none. A newer heaptrack_interpret
 * writes lengths, but leaves the version of the recorder unchanged.
 */
export function hasLength(bytes: Uint8Array, at: number, stop: number): boolean {
  length.begin(bytes, at + 1, stop);
  const count = length.index();
  return count >= 0 && length.at + 1 + count === stop;
}

function endsLine(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === NEWLINE || (bytes[at] === RETURN && bytes[at + 1] === NEWLINE);
}
