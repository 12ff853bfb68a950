/**
 * Reads the program headers, which say what the loader maps and where.
 * @module
 */

import type { ByteAccess } from "./byte_access.ts";
import { readFields } from "./fields.ts";
import { type ElfHeader, TYPE_DYN } from "./header.ts";

/** A segment that is mapped. */
const LOAD = 1;
/** Type of a segment of notes (PT_NOTE). */
export const SEGMENT_NOTE = 4;
/** The segment is code. */
const SEGMENT_EXEC = 1;
const PAGE = 4096n;

/** A program header of an ELF file. */
export interface Segment {
  /** `PT_` number. */
  readonly type: number;
  /** `PF_` bits. */
  readonly flags: number;
  /** File offset of its bytes. */
  readonly offset: bigint;
  /** Link address of the segment. */
  readonly addr: bigint;
  /** Bytes in the file. */
  readonly fileSize: bigint;
  /** Bytes in memory. */
  readonly memorySize: bigint;
}

/** Reads all program headers that the file has. */
export function readSegments(access: ByteAccess, header: ElfHeader): Segment[] {
  const size = header.segmentSize;
  const start = Number(header.segmentOffset);
  const wide = header.bits === 64;
  if (start === 0 || size < (wide ? 56 : 32) || start > access.size) return [];
  const count = Math.min(header.segmentCount, Math.floor((access.size - start) / size));
  const table = readFields(access, header, start, count * size);
  return Array.from({ length: count }, (_, index) => {
    const at = index * size;
    return {
      type: table.u32(at),
      flags: table.u32(at + (wide ? 4 : 24)),
      offset: table.word(at + (wide ? 8 : 4)),
      addr: table.word(at + (wide ? 16 : 8)),
      fileSize: table.word(at + (wide ? 32 : 16)),
      memorySize: table.word(at + (wide ? 40 : 20)),
    };
  });
}

/** A range of memory that a module was mapped to; `to` is exclusive. */
export interface Mapping {
  /** First address of the mapping. */
  readonly from: bigint;
  /** End address of the mapping, excluded. */
  readonly to: bigint;
  /** Whether it covers everything from the load base to the end of the last segment. */
  readonly isWhole?: boolean;
}

/** Bytes from the load base to the end of the last segment. */
export function loadedBytes(segments: readonly Segment[]): bigint {
  return segments.filter(({ type }) => type === LOAD)
    .map(({ addr, memorySize }) => addr + memorySize)
    .reduce((most, end) => end > most ? end : most, 0n);
}

/** Link address of the program's first page. */
export function firstPage(segments: readonly Segment[]): bigint {
  return (segments.find(({ type }) => type === LOAD)?.addr ?? 0n) / PAGE * PAGE;
}

/** Whether the module runs where it was linked. */
export function hasFixedAddresses(header: ElfHeader, segments: readonly Segment[]): boolean {
  const first = segments.find((segment) => segment.type === LOAD);
  return header.type !== TYPE_DYN || (first !== undefined && first.addr / PAGE !== 0n);
}

/**
 * The difference between memory and link addresses. A mapping may cover only the code, as in the kernel's
 * lists, or start at the load base; only its length tells which of the two it is.
 */
export function loadBias(header: ElfHeader, segments: readonly Segment[], mapping: Mapping): bigint {
  if (hasFixedAddresses(header, segments)) return 0n;
  const code = segments.find((segment) => segment.type === LOAD && (segment.flags & SEGMENT_EXEC) !== 0);
  if (!code) return mapping.from;
  const start = code.addr / PAGE * PAGE;
  const end = (code.addr + code.memorySize + PAGE - 1n) / PAGE * PAGE;
  const length = mapping.to - mapping.from;
  const distance = (a: bigint, b: bigint): bigint => a > b ? a - b : b - a;
  const isCodeOnly = distance(length, end - start) < distance(length, end);
  return isCodeOnly ? mapping.from - start : mapping.from;
}
