/**
 * A source trace:
 *
 *     0  32  "GNATcov source trace file", NUL padded
 *     32  4  version: 4 now
 *     36  1  alignment A of everything with a length
 *     37  1  0 little-endian, 1 big-endian
 *     38  2  0
 *
 * then info entries (u32 kind, u32 length, data, NUL up to a multiple of A; kind 0 ends them), then unit entries up to
 * the end of the file: a header and four parts, each padded to a multiple of A. The header of version 4:
 *
 *     0   4  length of the file name          16   1  encoding of the bits, 0
 *     4   4  statement bits                   17   3  0
 *     8   4  decision bits                    20  20  hash of the obligations
 *     12  4  MC/DC bits                       40  20  hash of the bit maps · 60  20  hash of the annotations
 *
 * A part of n bits takes (n + 7) / 8 bytes, lowest bit first.
 * @module
 */

/** The magic: the first 32 bytes. */
export const SOURCE_MAGIC: Uint8Array = new TextEncoder().encode(
  "GNATcov source trace file".padEnd(32, "\0"),
);

/** Size of the file header in bytes. */
export const FILE_HEADER_BYTES = 40;

/** The version that current tools write and read. */
export const CURRENT_VERSION = 4;

/** Names of the info kinds as the original tool prints them. */
export const INFO_NAMES: readonly string[] = ["", "Program_Name", "Exec_Date", "User_Data"];

/** Info kinds that the reader interprets. */
export const INFO = { end: 0, programName: 1, execDate: 2, userData: 3 } as const;

/** Names of the three buffers of a unit. */
export const BUFFER_NAMES: readonly string[] = ["statement", "decision", "mcdc"];

/** Offsets of the fields of a unit header. */
export interface UnitLayout {
  /** Size of the header in bytes. */
  readonly bytes: number;
  /** Offset of the length of a second name (the project); -1 if there is none. */
  readonly project: number;
  /** Offset of the three bit counts. */
  readonly counts: number;
  /** Offset of the encoding. */
  readonly encoding: number;
  /** Start and end of the bytes that must be 0. */
  readonly padding: readonly [number, number];
  /** Offsets of the hashes: obligations, bit maps, annotations. */
  readonly hashes: readonly number[];
}

/** Size of a hash in bytes. */
export const HASH_BYTES = 20;

const OLD: UnitLayout = {
  bytes: 64,
  project: -1,
  counts: 4,
  encoding: 18,
  padding: [59, 64],
  hashes: [19, 39],
};

/** Unit headers by format version. */
export const UNIT_LAYOUTS: Readonly<Record<number, UnitLayout>> = {
  1: { bytes: 48, project: 4, counts: 8, encoding: 22, padding: [43, 48], hashes: [23] },
  2: OLD,
  3: OLD,
  4: { bytes: 80, project: -1, counts: 4, encoding: 16, padding: [17, 20], hashes: [20, 40, 60] },
};

/** Returns whether a stream begins with the magic. */
export function hasSourceMagic(bytes: Uint8Array): boolean {
  return bytes.length >= SOURCE_MAGIC.length && SOURCE_MAGIC.every((byte, at) => bytes[at] === byte);
}
