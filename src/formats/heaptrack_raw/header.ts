/**
 * Lines of raw data of heaptrack (https://invent.kde.org/sdk/heaptrack), as the recorder writes them; all numbers are
 * hexadecimal:
 *
 * ```text
 * v PROGRAM FILE             versions; another such line begins another trace
 * x LENGTH PATH              the program (before version 3, no text has a length)
 * X COMMAND                  the command that was run
 * I BYTES PAGES              size of a page, and pages of the machine
 * A                          the recorder attached to a running program: earlier allocations are unknown
 * S LENGTH PATTERN           a leak that the program asks to suppress
 * m 1 -                      forget all modules: a new list follows
 * m LENGTH NAME BASE (VADDR SIZE)...   a module, where it is loaded, and its segments; NAME x is the program
 * t ADDR PARENT              a trace, numbered from 1: an address, and its caller's trace
 * + SIZE TRACE ADDR          allocates a block
 * - ADDR                     frees it
 * c TIME                     milliseconds since the start
 * R PAGES                    resident memory
 * ```
 *
 * @module
 */

import { parseVersions } from "../heaptrack/header.ts";

/** Name of the format. */
export const FORMAT_NAME = "heaptrack-raw";
/** From this version on, addresses in traces are inside the call instruction instead of after it. */
export const CALL_VERSION = 3;

/** First letters of lines that only raw data has, and of lines that only interpreted data has. */
const RAW = new Set(["x", "m"]);
const INTERPRETED = new Set(["s", "i", "a"]);

/**
 * Returns whether a stream begins with a version line and is raw data, judging by the first line that
 * distinguishes the two formats.
 */
export function looksLikeRawData(head: Uint8Array): boolean {
  if (head[0] !== 0x76 || head[1] !== 0x20) return false;
  const text = String.fromCharCode(...head.subarray(0, 64));
  const versions = parseVersions(text);
  if (versions === undefined) return false;
  for (let at = versions.bytes; at >= 0 && at + 1 < head.length;) {
    const letter = String.fromCharCode(head[at]!);
    const isRecord = head[at + 1] === 0x20;
    if (isRecord && RAW.has(letter)) return true;
    if (isRecord && INTERPRETED.has(letter)) return false;
    const newline = head.indexOf(10, at);
    at = newline < 0 ? -1 : newline + 1;
  }
  return false;
}
