/**
 * The header that mpatrol tracing (`MTRC`) and profiling (`MPTL`) files share:
 *
 *     0       4 bytes   magic
 *     4       word      the number 1, which tells word size and byte order
 *     4+word  word      library version: major * 10000 + minor * 100 + fix
 *
 * Read from the mpatrol manual's chapter on its file formats and from files of four targets.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import { joinHalves } from "../../base/u64.ts";
import type { TraceSink } from "../../events/trace_sink.ts";

/** First library version that wrote a version number into its files. */
const FIRST_VERSION = 10300;
/** First version with `R` records; earlier ones write a reallocation as an `F` and an `A` with one index. */
export const REALLOC_VERSION = 10404;
/** First version whose records end with thread, function, file and line. */
export const SOURCE_VERSION = 10405;
/** The last release of mpatrol. */
const LAST_VERSION = 10501;

/** Length of the longest header in bytes. */
export const HEAD_BYTES = 20;

/** Word size, byte order and version of a file. */
export interface MpatrolHeader {
  /** Bytes per machine word of the program that wrote the file. */
  readonly wordBytes: 4 | 8;
  /** True for little-endian words. */
  readonly little: boolean;
  /** Library version, such as 10501. */
  readonly version: bigint;
  /** Length of the header in bytes. */
  readonly bytes: 12 | 20;
}

/** Returns whether the four magic letters are at `at`. */
export function hasMagic(bytes: Uint8Array, at: number, magic: string): boolean {
  if (at + 4 > bytes.length) return false;
  for (let letter = 0; letter < 4; letter++) {
    if (bytes[at + letter] !== magic.charCodeAt(letter)) return false;
  }
  return true;
}

/**
 * Reads the marker and the version, which follow the magic at `at - 4`. Returns null when the marker is
 * invalid, or when the bytes end before the version does.
 *
 * The version is never 0, so that a 32-bit and a 64-bit marker cannot be confused.
 */
export function parseMarker(bytes: Uint8Array, at: number, end: number): MpatrolHeader | null {
  if (at + 8 > end) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const first = view.getUint32(at);
  const second = view.getUint32(at + 4);
  if (first === 0x0100_0000 && second !== 0) return head(4, true, BigInt(view.getUint32(at + 4, true)));
  if (first === 1) return head(4, false, BigInt(second));
  if (at + 16 > end) return null;
  if (first === 0x0100_0000) {
    return head(8, true, joinHalves(view.getUint32(at + 8, true), view.getUint32(at + 12, true)));
  }
  if (first === 0 && second === 1) {
    return head(8, false, joinHalves(view.getUint32(at + 12), view.getUint32(at + 8)));
  }
  return null;
}

function head(wordBytes: 4 | 8, little: boolean, version: bigint): MpatrolHeader {
  return { wordBytes, little, version, bytes: wordBytes === 4 ? 12 : 20 };
}

/** Reads the header. `bytes` should begin with the magic; throws an error that says what is wrong. */
export function parseHeader(bytes: Uint8Array, magic: "MTRC" | "MPTL", offset: number): MpatrolHeader {
  const format = magic.toLowerCase();
  if (!hasMagic(bytes, 0, magic)) {
    throw new FormatError(`Cannot read header: expected the letters ${magic}`, { format, offset });
  }
  const header = parseMarker(bytes, 4, bytes.length);
  if (header) return header;
  const known = bytes.length >= HEAD_BYTES || (bytes.length >= 8 && !couldBeMarker(bytes));
  const found = known ? "other bytes" : `only ${bytes.length} bytes`;
  throw new FormatError(
    `Cannot read header: expected the number 1 and a version in 32 or 64 bits, found ${found}`,
    { format, offset: offset + Math.min(4, bytes.length) },
  );
}

function couldBeMarker(bytes: Uint8Array): boolean {
  const sum = bytes[4]! + bytes[5]! + bytes[6]! + bytes[7]!;
  return sum === 0 || (sum === 1 && (bytes[4] === 1 || bytes[7] === 1));
}

/** The release name of a version: `1.5.1` for 10501. */
function releaseName(version: bigint): string {
  return `${version / 10000n}.${(version / 100n) % 100n}.${version % 100n}`;
}

/** Passes the header's fields to the sink, and reports an unknown version. */
export function describeHeader(
  sink: TraceSink,
  header: MpatrolHeader,
  magic: "MTRC" | "MPTL",
  offset: number,
): void {
  sink.describe({
    format: magic.toLowerCase(),
    version: releaseName(header.version),
    wordBits: header.wordBytes === 8 ? 64 : 32,
    byteOrder: header.little ? "little" : "big",
    mainTable: magic === "MTRC" ? "events" : "profile",
  });
  sink.tag("magic", magic);
  sink.tag("version", String(header.version));
  sink.tag("word bits", String(header.wordBytes * 8));
  sink.tag("byte order", header.little ? "little" : "big");
  const place = { severity: "warning", offset: offset + 4 + header.wordBytes, record: 0 } as const;
  if (header.version > BigInt(LAST_VERSION)) {
    sink.problem({
      ...place,
      code: "newer-version",
      message: `Version ${header.version} is newer than the last known one, ${LAST_VERSION}`,
      handling: "read it like the last known version",
    });
  } else if (header.version < BigInt(FIRST_VERSION)) {
    sink.problem({
      ...place,
      code: "unknown-version",
      message:
        `Version ${header.version} is older than the first one that wrote such files, ${FIRST_VERSION}`,
      handling: "read it like the first version",
    });
  }
}
