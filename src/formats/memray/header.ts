/**
 * The header of a capture. All numbers are little-endian.
 *
 * ```text
 * "memray" 0   version: i32   [Python version: i32, from 12]   native traces: u8   kind of file: u8
 * allocations, frames, start, end: u64 each   command line   pid: i32   main thread: u64
 * skipped frames of it: u64   Python's allocator: u8   [traced: u8, from 11]   [lifetimes: u8, from 12]
 * [standard library, site-packages, search path: texts, from 13; lists end with an empty one]
 * ```
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { Cursor } from "./cursor.ts";
import { MEMRAY_LIMITS } from "./limits.ts";

/** Name of the format. */
export const FORMAT_NAME = "memray";

const MAGIC = [0x6d, 0x65, 0x6d, 0x72, 0x61, 0x79, 0] as const;
/** First and last supported file version. */
const [FIRST_VERSION, LAST_VERSION] = [10, 13];
/** From this version on, code objects have line tables and record types have other numbers. */
export const CODE_VERSION = 12;
const FLAGS_VERSION = 11;
const PATHS_VERSION = 13;
/** Maximum number of folders stored as tags; a damaged file may list any number. */
const MOST_PATHS = 1000;

/** The fields of the header. */
export interface MemrayHeader {
  readonly version: number;
  /** The Python version, encoded like CPython's PY_VERSION_HEX; 0 if not known. */
  readonly python: number;
  readonly native: boolean;
  readonly aggregated: boolean;
  readonly allocations: bigint;
  readonly start: bigint;
  readonly end: bigint;
  readonly command: string;
  readonly pid: number;
  readonly mainThread: bigint;
  readonly skippedFrames: number;
  readonly allocator: number;
  readonly tracesPython: boolean;
  readonly tracksObjects: boolean;
  readonly library: string;
  readonly sitePackages: readonly string[];
  readonly searchPath: readonly string[];
}

/** True if the bytes begin with memray's magic number. */
export function looksLikeMemray(head: Uint8Array): boolean {
  return MAGIC.every((byte, at) => head[at] === byte);
}

const decoder = new TextDecoder();

function textAt(cursor: Cursor): string {
  const from = cursor.at;
  return decoder.decode(cursor.bytes.slice(from, cursor.text(MEMRAY_LIMITS.captureText.most)));
}

function textsAt(cursor: Cursor): string[] {
  const texts: string[] = [];
  for (let text = textAt(cursor); text !== ""; text = textAt(cursor)) {
    if (texts.length < MOST_PATHS) texts.push(text);
  }
  return texts;
}

/** Reads the header; throws `CutRecord` if it is incomplete and `FormatError` for an unsupported version. */
export function readHeader(cursor: Cursor): MemrayHeader {
  cursor.skip(MAGIC.length + 4);
  cursor.at -= 4;
  const version = cursor.i32();
  if (version < FIRST_VERSION || version > LAST_VERSION) {
    throw new FormatError(
      `Cannot read a memray capture of file version ${version}: versions ${FIRST_VERSION} to ${LAST_VERSION} are read` +
        (version < FIRST_VERSION ? "; record it again with memray 1.7 or newer" : ""),
      { format: FORMAT_NAME, offset: MAGIC.length },
    );
  }
  const hasCode = version >= CODE_VERSION;
  cursor.skip((hasCode ? 4 : 0) + 2 + 32);
  cursor.at -= (hasCode ? 4 : 0) + 2 + 32;
  const python = hasCode ? cursor.i32() >>> 0 : 0;
  const native = cursor.byte() !== 0, aggregated = cursor.byte() === 1;
  const allocations = cursor.big();
  cursor.big();
  const start = cursor.big(), end = cursor.big();
  const command = textAt(cursor);
  const flags = 1 + (version >= FLAGS_VERSION ? 1 : 0) + (hasCode ? 1 : 0);
  cursor.skip(20 + flags);
  cursor.at -= 20 + flags;
  const pid = cursor.i32();
  const mainThread = cursor.big();
  const skipped = cursor.big();
  const allocator = cursor.byte();
  const tracesPython = version >= FLAGS_VERSION && cursor.byte() !== 0;
  const tracksObjects = hasCode && cursor.byte() !== 0;
  const hasPaths = version >= PATHS_VERSION;
  return {
    version,
    python,
    native,
    aggregated,
    allocations,
    start,
    end,
    command,
    pid,
    mainThread,
    skippedFrames: skipped < 1000n ? Number(skipped) : 0,
    allocator,
    tracesPython,
    tracksObjects,
    library: hasPaths ? textAt(cursor) : "",
    sitePackages: hasPaths ? textsAt(cursor) : [],
    searchPath: hasPaths ? textsAt(cursor) : [],
  };
}
