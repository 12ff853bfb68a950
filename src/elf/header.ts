/**
 * The header of an ELF file: 16 bytes that determine how the rest is read, then offsets and counts of its two
 * tables. Read from the System V ABI, chapter "Object Files".
 * @module
 */

import { FormatError } from "../base/errors.ts";
import type { ByteAccess } from "./byte_access.ts";
import { readFields, type WordFormat } from "./fields.ts";

/** `ET_DYN`: a library or a position-independent program. */
export const TYPE_DYN = 3;
/** ARM, 32 bits. */
export const MACHINE_ARM = 40;
/** PowerPC, 64 bits. */
export const MACHINE_PPC64 = 21;
/** The machine number of RISC-V. */
export const MACHINE_RISCV = 243;
/** ARM, 64 bits. */
export const MACHINE_AARCH64 = 183;

/** The fields of the header. */
export interface ElfHeader extends WordFormat {
  /** File type, an `ET_` number. */
  readonly type: number;
  /** Machine, an `EM_` number. */
  readonly machine: number;
  /** File offset of the program headers. */
  readonly segmentOffset: bigint;
  /** Bytes per program header. */
  readonly segmentSize: number;
  /** Number of program headers; 0xffff means that it is stored in section 0. */
  readonly segmentCount: number;
  /** File offset of the section headers. */
  readonly sectionOffset: bigint;
  /** Bytes per section header. */
  readonly sectionSize: number;
  /** Number of section headers; 0 with an offset means that it is stored in section 0. */
  readonly sectionCount: number;
  /** Section of the section names; 0xffff means that it is in section 0. */
  readonly namesIndex: number;
}

/** Returns whether a file begins like an ELF file. */
function isElf(head: Uint8Array): boolean {
  return head[0] === 0x7f && head[1] === 0x45 && head[2] === 0x4c && head[3] === 0x46;
}

/** Reads the header. */
export function readHeader(access: ByteAccess): ElfHeader {
  const ident = access.read(0, 16);
  if (ident.length < 16 || !isElf(ident)) throw headerError("no ELF magic", 0);
  const [word, order] = [ident[4], ident[5]];
  if (word !== 1 && word !== 2) throw headerError(`word size code ${word}`, 4);
  if (order !== 1 && order !== 2) throw headerError(`byte order code ${order}`, 5);
  const shape: WordFormat = { bits: word === 2 ? 64 : 32, littleEndian: order === 1 };
  const wide = shape.bits === 64;
  const fields = readFields(access, shape, 0, wide ? 64 : 52);
  const at = wide ? 48 : 36;
  return {
    ...shape,
    type: fields.u16(16),
    machine: fields.u16(18),
    segmentOffset: fields.word(wide ? 32 : 28),
    sectionOffset: fields.word(wide ? 40 : 32),
    segmentSize: fields.u16(at + 6),
    segmentCount: fields.u16(at + 8),
    sectionSize: fields.u16(at + 10),
    sectionCount: fields.u16(at + 12),
    namesIndex: fields.u16(at + 14),
  };
}

function headerError(what: string, offset: number): FormatError {
  return new FormatError(`Cannot read ELF file: ${what}`, { format: "elf", offset });
}
