/**
 * Lines with a text, in which line ends may be where its length is given.
 * @module
 */

import { TRACE_LIMITS } from "../../base/limits/trace_limits.ts";
import { HexLine } from "./hex_line.ts";

const NEWLINE = 10;
const RETURN = 13;
const LONGEST_TEXT = TRACE_LIMITS.reportLine.most;

/** Where a line with a text lies. */
interface TextLine {
  readonly bytes: Uint8Array;
  /** Its letter. */
  readonly at: number;
  /** Its first line end. */
  readonly stop: number;
  /** End of the buffered bytes. */
  readonly end: number;
  /** Whether nothing follows. */
  readonly ended: boolean;
  /** Whether it has a length. */
  readonly sized: boolean;
}

/** A text of a line. */
interface TextSpan {
  readonly from: number;
  readonly to: number;
  /** Where the next line begins; -1 when this one continues after the buffered bytes. */
  readonly next: number;
  /** Whether the length is that of the text. */
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
 * Whether the first text of a file has a length, which old versions leave out: a newer heaptrack_interpret writes lengths
 * whatever version the recorder was of, and says that version.
 */
export function hasLength(bytes: Uint8Array, at: number, stop: number): boolean {
  length.begin(bytes, at + 1, stop);
  const count = length.index();
  return count >= 0 && length.at + 1 + count === stop;
}

function endsLine(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === NEWLINE || (bytes[at] === RETURN && bytes[at + 1] === NEWLINE);
}
