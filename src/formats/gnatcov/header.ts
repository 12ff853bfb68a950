/**
 * The header that opens each section:
 *
 *     0  12  "#QEMU-Traces"
 *     12  1  version, 1
 *     13  1  kind: 0 flat, 1 history, 2 info, 3 decision map
 *     14  1  bytes of a pc: 4 or 8 (not used by an info section)
 *     15  1  0 little-endian, 1 big-endian: order of the numbers that follow, up to the next header
 *     16  2  ELF machine, high byte first
 *     18  2  padding
 *
 * The order is that of the machine that wrote the section, so it may differ from section to section.
 * @module
 */

import { HEADER_BYTES, MAGIC, SECTION, SECTION_NAMES, VERSION } from "./constants.ts";

/** A section header as it is in the file. */
export interface SectionHeader {
  /** Version of the format. */
  readonly version: number;
  /** One of `SECTION`, or any other byte in a damaged file. */
  readonly kind: number;
  /** Bytes of a pc. */
  readonly pcSize: number;
  /** Byte order of the section: 0 or 1, or any other byte in a damaged file. */
  readonly order: number;
  /** ELF machine number. */
  readonly machine: number;
}

/** Defects that make a header unusable, in the order in which the original tool checks them. */
type HeaderFault =
  | "bad magic"
  | "bad version"
  | "bad endianness"
  | "bad kind"
  | "bad pc size";

/** Whether the magic number is at `at`. */
export function hasMagic(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < MAGIC.length) return false;
  for (let each = 0; each < MAGIC.length; each++) {
    if (bytes[at + each] !== MAGIC[each]) return false;
  }
  return true;
}

/** Parses the 20 bytes at `at`; null if there are fewer or the magic number is wrong. */
export function parseHeader(bytes: Uint8Array, at: number, end: number): SectionHeader | null {
  if (end - at < HEADER_BYTES || !hasMagic(bytes, at, end)) return null;
  return {
    version: bytes[at + 12]!,
    kind: bytes[at + 13]!,
    pcSize: bytes[at + 14]!,
    order: bytes[at + 15]!,
    machine: (bytes[at + 16]! << 8) | bytes[at + 17]!,
  };
}

/** Returns the first defect of a header; null if the header is usable. */
export function headerFault(header: SectionHeader): HeaderFault | null {
  if (header.version !== VERSION) return "bad version";
  if (header.order > 1) return "bad endianness";
  if (header.kind >= SECTION_NAMES.length) return "bad kind";
  return null;
}

/** Whether a valid header can be the first one of a trace. */
export function opensTrace(header: SectionHeader): boolean {
  return header.kind === SECTION.info || header.pcSize === 4 ||
    header.pcSize === 8;
}
