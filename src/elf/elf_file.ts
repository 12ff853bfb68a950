/**
 * An ELF program, library or debug file: its tables, and names for addresses.
 * @module
 */

import type { ByteAccess } from "./byte_access.ts";
import { type ElfHeader, readHeader } from "./header.ts";
import { type ReadLines, readLines } from "./lines.ts";
import { type DebugLink, readBuildId, readDebugLink } from "./notes.ts";
import { readSections, type Section } from "./sections.ts";
import { hasFixedAddresses, loadBias, type Mapping, readSegments, type Segment } from "./segments.ts";
import { type FoundSymbol, readSymbols, type SymbolTable } from "./symbols.ts";

/** Reads what is asked for, once. */
export class ElfFile {
  readonly #access: ByteAccess;
  /** The head. */
  readonly header: ElfHeader;
  /** Sections, number 0 included; empty in files without a table. */
  readonly sections: readonly Section[];
  /** Program headers. */
  readonly segments: readonly Segment[];
  #symbols: SymbolTable | undefined;
  #lines: ReadLines | undefined;

  /** Reads the head and both tables. Throws `FormatError` when this is no ELF file. */
  constructor(access: ByteAccess) {
    this.#access = access;
    this.header = readHeader(access);
    this.sections = readSections(access, this.header);
    this.segments = readSegments(access, this.header);
  }

  /** Symbols, sorted. */
  get symbols(): SymbolTable {
    return this.#symbols ??= readSymbols(this.#access, this.header, this.sections);
  }

  /** Source lines of its code, and what was wrong with them. */
  get lines(): ReadLines {
    return this.#lines ??= readLines(this.#access, this.header, this.sections);
  }

  /** Build id in hexadecimal digits. */
  get buildId(): string | undefined {
    return readBuildId(this.#access, this.header, this.sections, this.segments);
  }

  /** Name and checksum of the separate debug file. */
  get debugLink(): DebugLink | undefined {
    return readDebugLink(this.#access, this.header, this.sections);
  }

  /** True when the program runs where it was linked. */
  get hasFixedAddresses(): boolean {
    return hasFixedAddresses(this.header, this.segments);
  }

  /** Link address of an address in memory. */
  linkAddress(address: bigint, mapping: Mapping): bigint {
    return address - loadBias(this.header, this.segments, mapping);
  }

  /** The function at a link address. */
  symbolAt(address: bigint): FoundSymbol | undefined {
    return this.symbols.symbolAt(address);
  }
}
