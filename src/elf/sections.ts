/**
 * Reads the section headers.
 * @module
 */

import type { ByteAccess } from "./byte_access.ts";
import { type Fields, readFields, textAt } from "./fields.ts";
import type { ElfHeader } from "./header.ts";
import type { Segment } from "./segments.ts";

/** A section without bytes in the file. */
const NOBITS = 8;
/** A symbol table. */
export const SYMTAB = 2;
/** The symbol table of the dynamic linker. */
export const DYNSYM = 11;
/** Type of a section of notes (SHT_NOTE). */
export const NOTE = 7;
/** The section occupies memory. */
export const FLAG_ALLOC = 2;
/** The section is code. */
export const FLAG_EXEC = 4;

/** A section of an ELF file. */
export interface Section {
  readonly name: string;
  /** `SHT_` number. */
  readonly type: number;
  /** `SHF_` bits. */
  readonly flags: bigint;
  /** Link address, 0 when it is not loaded. */
  readonly addr: bigint;
  /** File offset of the section's bytes. */
  readonly offset: bigint;
  /** Length of the section in bytes. */
  readonly size: bigint;
  /** Index of another section, depending on the type. */
  readonly link: number;
}

/** A file with its header tables read. */
export interface ElfParts {
  readonly access: ByteAccess;
  /** The file header. */
  readonly header: ElfHeader;
  /** Sections, number 0 included; empty in files without a table. */
  readonly sections: readonly Section[];
  /** Program headers of the file. */
  readonly segments: readonly Segment[];
}

/** Reads all section headers; an empty list when there are none or they lie outside the file. */
export function readSections(access: ByteAccess, header: ElfHeader): Section[] {
  const size = header.sectionSize;
  const least = header.bits === 64 ? 64 : 40;
  const start = Number(header.sectionOffset);
  if (start === 0 || size < least || start + size > access.size) return [];
  const first = readFields(access, header, start, size);
  const room = Math.floor((access.size - start) / size);
  const stated = header.sectionCount === 0 ? Number(sizeOf(first, header)) : header.sectionCount;
  const count = Math.min(stated, room);
  const table = readFields(access, header, start, count * size);
  const raw = Array.from({ length: count }, (_, at) => sectionAt(table, at * size, header));
  const namesIndex = header.namesIndex === 0xffff ? raw[0]?.section.link ?? 0 : header.namesIndex;
  const names = raw[namesIndex] ? sectionBytes(access, raw[namesIndex].section) : new Uint8Array(0);
  return raw.map(({ section, name }) => ({ ...section, name: textAt(names, name) }));
}

/** Returns the bytes of a section, truncated at the end of the file; empty if the section has none. */
export function sectionBytes(access: ByteAccess, section: Section): Uint8Array {
  const offset = Number(section.offset);
  if (section.type === NOBITS || !(offset < access.size)) return new Uint8Array(0);
  return access.read(offset, Math.min(Number(section.size), access.size - offset));
}

function sizeOf(fields: Fields, header: ElfHeader): bigint {
  return fields.word(header.bits === 64 ? 32 : 20);
}

function sectionAt(fields: Fields, at: number, header: ElfHeader): { section: Section; name: number } {
  const word = header.bits / 8;
  // name, type; then flags, addr, offset, size as words; link and info, which are not needed; alignment and entry size as words
  const section: Section = {
    name: "",
    type: fields.u32(at + 4),
    flags: fields.word(at + 8),
    addr: fields.word(at + 8 + word),
    offset: fields.word(at + 8 + 2 * word),
    size: fields.word(at + 8 + 3 * word),
    link: fields.u32(at + 8 + 4 * word),
  };
  return { section, name: fields.u32(at) };
}
