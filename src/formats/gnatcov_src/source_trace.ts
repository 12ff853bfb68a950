/**
 * Reads a source trace part by part. The stand-in stops at the first fault, as the original tool does; the
 * reader of Quarry continues where possible.
 * @module
 */

import { UNIT_LIMITS } from "./limits.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import { u32At } from "../gnatcov/info_list.ts";
import {
  CURRENT_VERSION,
  FILE_HEADER_BYTES,
  HASH_BYTES,
  INFO,
  INFO_NAMES,
  SOURCE_MAGIC,
  UNIT_LAYOUTS,
  type UnitLayout,
} from "./layout.ts";

/** Maximum number of infos in a trace: there are only three kinds, and each info takes memory. */
const MOST_INFOS = UNIT_LIMITS.infos.most;

/** The file header. */
export interface SourceHeader {
  /** Version of the format. */
  readonly version: number;
  /** Data of variable length is padded to a multiple of this. */
  readonly alignment: number;
  /** Byte order of the numbers. */
  readonly bigEndian: boolean;
}

/** A unit: its name, three hashes, three bit buffers. */
export interface SourceUnit {
  /** Number in the file, from 1. */
  readonly no: number;
  /** Offset of its header. */
  readonly offset: number;
  /** File name as bytes. */
  readonly name: Uint8Array;
  /** Hashes of obligations, bit maps and annotations; empty if the version has none. */
  readonly hashes: readonly Uint8Array[];
  /** Number of statement, decision and MC/DC bits. */
  readonly counts: readonly number[];
  /** The bit buffers, lowest bit first. */
  readonly buffers: readonly Uint8Array[];
}

/** A fault in the file. */
export interface SourceFault {
  /** Code of the problem. */
  readonly code: string;
  /** The message of the original tool. */
  readonly message: string;
  /** Offset in the file. */
  readonly offset: number;
  /** Number of the unit; 0 before the units. */
  readonly record: number;
  /** Whether reading must stop. */
  readonly fatal: boolean;
}

/** Receives the parts of a trace. */
interface SourceVisitor {
  /** The file header. */
  header(header: SourceHeader): void | Promise<void>;
  /** An info entry. */
  info(kind: number, data: Uint8Array, offset: number): void | Promise<void>;
  unit(unit: SourceUnit): void | Promise<void>;
  /**
   * Returns whether another trace begins at the position of the next unit; called only if the first byte
   * matches.
   */
  startsNext?(): Promise<boolean>;
  /** Receives a fault; returns whether to continue if that is possible. */
  fault(fault: SourceFault): boolean;
}

/** Reads a whole source trace. */
export async function readSourceTrace(window: ByteWindow, visitor: SourceVisitor): Promise<void> {
  const header = await takeFileHeader(window, visitor);
  if (!header) return;
  await visitor.header(header);
  if (!(await takeInfos(window, header, visitor))) return;
  const layout = UNIT_LAYOUTS[header.version]!;
  for (let no = 1; await takeUnit(window, header, layout, no, visitor); no++);
}

/** Creates a function that reports faults at one position and returns whether to continue. */
function faultAt(visitor: SourceVisitor, offset: number, record: number) {
  return (code: string, message: string, fatal = true): boolean =>
    visitor.fault({ code, message, offset, record, fatal }) && !fatal;
}

async function takeFileHeader(window: ByteWindow, visitor: SourceVisitor): Promise<SourceHeader | null> {
  const fault = faultAt(visitor, window.offset, 0);
  if (!(await window.need(FILE_HEADER_BYTES))) {
    fault("cut-header", "truncated file");
    return null;
  }
  const { bytes, at } = window;
  for (let each = 0; each < SOURCE_MAGIC.length; each++) {
    if (bytes[at + each] !== SOURCE_MAGIC[each]) {
      fault("bad-magic", "invalid magic");
      return null;
    }
  }
  const order = bytes[at + 37]!, alignment = bytes[at + 36]!;
  if (order > 1) {
    fault("bad-endianness", "invalid endianity");
    return null;
  }
  const bigEndian = order === 1;
  const version = u32At(bytes, at + 32, bigEndian);
  const handled = `Handling v${CURRENT_VERSION} only.`;
  const old = `Trace format v${version} is not supported by this version of gnatcov. ${handled}`;
  if (version !== CURRENT_VERSION && !fault("old-version", old, !(version in UNIT_LAYOUTS))) return null;
  if (![1, 2, 4, 8, 16].includes(alignment)) {
    fault("bad-alignment", "invalid alignment");
    return null;
  }
  const clean = bytes[at + 38] === 0 && bytes[at + 39] === 0;
  if (!clean && !fault("bad-padding", "invalid file header padding", false)) return null;
  window.at += FILE_HEADER_BYTES;
  return { version, alignment, bigEndian };
}

/** Reads the info entries; returns false if nothing can be read after them. */
async function takeInfos(window: ByteWindow, header: SourceHeader, visitor: SourceVisitor): Promise<boolean> {
  for (let count = 1;; count++) {
    const offset = window.offset;
    const fault = faultAt(visitor, offset, 0);
    // Do not count the end mark.
    if (count > MOST_INFOS + 1) return fault("too-many-infos", `more than ${MOST_INFOS} trace infos`);
    if (!(await window.need(8))) return fault("cut-info", "truncated file");
    const kind = u32At(window.bytes, window.at, header.bigEndian);
    const length = u32At(window.bytes, window.at + 4, header.bigEndian);
    window.at += 8;
    if (kind >= INFO_NAMES.length && !fault("unknown-tag", "invalid trace info kind", false)) return false;
    if (kind === INFO.end) {
      return length === 0 || fault("bad-end-tag", "invalid end marker for trace info sequence", false);
    }
    if (!(await window.need(length))) return fault("cut-info", "truncated file");
    await visitor.info(kind, window.bytes.slice(window.at, window.at + length), offset);
    window.at += length;
    const padding = padded(length, header.alignment) - length;
    if (!(await window.skip(padding))) return fault("cut-info", "truncated file");
  }
}

/** Reads the next unit; returns false at the end. */
async function takeUnit(
  window: ByteWindow,
  header: SourceHeader,
  layout: UnitLayout,
  no: number,
  visitor: SourceVisitor,
): Promise<boolean> {
  const { bigEndian, alignment } = header;
  if (window.left === 0) await window.more();
  if (window.bytes[window.at] === SOURCE_MAGIC[0] && (await visitor.startsNext?.())) return false;
  const offset = window.offset;
  const fault = faultAt(visitor, offset, no);
  if (window.left < layout.bytes && !(await window.need(layout.bytes))) {
    // The original tool treats stray bytes as the end of the file, unless exactly one byte of the header is
    // missing.
    if (window.left === layout.bytes - 1) fault("cut-record", "truncated file");
    else if (window.left > 0) fault("stray-bytes", "", false);
    return false;
  }
  const head = window.bytes.slice(window.at, window.at + layout.bytes);
  const at = (place: number): number => u32At(head, place, bigEndian);
  if (head[layout.encoding] !== 0) return fault("bad-encoding", "invalid bit buffer encoding");
  const odd = head.subarray(...layout.padding).some((byte) => byte !== 0);
  if (odd && !fault("bad-padding", "invalid entry header padding", false)) return false;
  const counts = [0, 4, 8].map((place) => at(layout.counts + place));
  const lengths = [at(0), ...(layout.project < 0 ? [] : [at(layout.project)]), ...counts.map(bytesOfBits)];
  window.at += layout.bytes;
  const parts: Uint8Array[] = [];
  for (const length of lengths) {
    if (window.left < length && !(await window.need(length))) return fault("cut-record", "truncated file");
    parts.push(window.bytes.slice(window.at, window.at + length));
    window.at += length;
    const padding = padded(length, alignment) - length;
    if (padding > 0 && !(await window.skip(padding))) return fault("cut-record", "truncated file");
  }
  const buffers = parts.slice(-3);
  const clean = buffers.every((buffer, each) => hasCleanEnd(buffer, counts[each]!));
  if (!clean && !fault("bad-bits", "invalid bit buffer padding", false)) return false;
  const hashes = layout.hashes.map((place) => head.subarray(place, place + HASH_BYTES));
  await visitor.unit({ no, offset, name: parts[0]!, hashes, counts, buffers });
  return true;
}

/** Returns the bytes needed for a number of bits. */
function bytesOfBits(bits: number): number {
  return Math.floor((bits + 7) / 8);
}

function padded(length: number, alignment: number): number {
  return Math.ceil(length / alignment) * alignment;
}

/** Returns whether the bits past the last one are 0. */
function hasCleanEnd(buffer: Uint8Array, bits: number): boolean {
  return bits % 8 === 0 || (buffer[buffer.length - 1]! >> bits % 8) === 0;
}
