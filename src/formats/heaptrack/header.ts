/**
 * Lines of a data file of heaptrack (https://invent.kde.org/sdk/heaptrack), as heaptrack_interpret writes them; all
 * numbers are hexadecimal:
 *
 * ```text
 * v PROGRAM FILE             versions; another such line begins another trace
 * X COMMAND                  the command that was run
 * I BYTES PAGES              size of a page, and pages of the machine
 * A                          the recorder attached to a running program: earlier allocations are unknown
 * S PATTERN                  a leak that the program asks to suppress
 * s LENGTH TEXT              a text, numbered from 1 (before version 3 without its length)
 * i ADDR MODULE [FUNC FILE LINE]...   an instruction, numbered from 1, innermost inlined function first
 * t INSTRUCTION BACKTRACE    a backtrace, numbered from 1: an instruction, and its caller's backtrace
 * a SIZE BACKTRACE           a kind of blocks, numbered from 0
 * + KIND   - KIND            allocates, frees a block of that kind
 * c TIME                     milliseconds since the start
 * R PAGES                    resident memory
 * # ...                      a comment
 * ```
 *
 * @module
 */

/** Name of the format. */
export const FORMAT_NAME = "heaptrack";
/** The latest known file version. */
export const LATEST_VERSION = 3;
/** The first version with kinds of blocks. */
export const FIRST_VERSION = 1;
/** The first version with lengths of texts. */
export const SIZED_VERSION = 3;
/** Before files had versions, this version of the program wrote what is now file version 1. */
const OLD_PROGRAM = "10200";

const HEAD = /^v ([0-9a-f]{1,8})(?: ([0-9a-f]{1,8}))?\r?\n/;
/**
 * The line after the versions: a command or an instruction of a header. The recorder's raw data continues
 * differently and is another format.
 */
const NEXT = /^(?:[XIASs#] |A\n)/;

/** First letters of lines. */
export const LETTERS = {
  attached: 0x41,
  backtrace: 0x74,
  command: 0x58,
  comment: 0x23,
  instruction: 0x69,
  kind: 0x61,
  resident: 0x52,
  suppression: 0x53,
  system: 0x49,
  text: 0x73,
  time: 0x63,
  versions: 0x76,
} as const;

/** The content of a version line. */
export interface Versions {
  /** Version of the program in readable form. */
  readonly program: string;
  readonly file: number;
  /** Length of the line in bytes. */
  readonly bytes: number;
}

/** Parses the version line at the start of a text; undefined if there is none. */
export function parseVersions(text: string): Versions | undefined {
  const [line, program, file] = HEAD.exec(text) ?? [];
  if (line === undefined || program === undefined) return undefined;
  const version = file === undefined ? (program === OLD_PROGRAM ? 1 : 0) : parseInt(file, 16);
  return { program: programVersion(program), file: version, bytes: line.length };
}

/** Returns whether a stream begins with a version line and another line of a header. */
export function looksLikeHeaptrack(head: Uint8Array): boolean {
  if (head[0] !== 0x76 || head[1] !== 0x20) return false;
  const text = String.fromCharCode(...head.subarray(0, 64));
  const versions = parseVersions(text);
  return versions !== undefined && NEXT.test(text.slice(versions.bytes));
}

/** Formats a program version: `10400` is 1.4.0. */
function programVersion(digits: string): string {
  const number = parseInt(digits, 16);
  return [number >>> 16, (number >>> 8) & 0xff, number & 0xff].join(".");
}
