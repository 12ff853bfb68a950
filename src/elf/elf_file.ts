/**
 * An ELF program, library or debug file: its tables, and names for addresses.
 * @module
 */

import type { ByteAccess } from "./byte_access.ts";
import { type ElfHeader, readHeader } from "./header.ts";
import type { Companions } from "./info/companions.ts";
import { DebugInfo } from "./info/debug_info.ts";
import { codeSpans, type LineProblem, type ReadLines, readLines } from "./lines.ts";
import { type DebugLink, readBuildId, readDebugLink } from "./notes.ts";
import { type ElfParts, readSections, type Section } from "./sections.ts";
import {
  firstPage,
  hasFixedAddresses,
  loadBias,
  loadedBytes,
  type Mapping,
  readSegments,
  type Segment,
} from "./segments.ts";
import { type FoundSymbol, readSymbols, type SymbolTable } from "./symbols.ts";

/** An ELF file; each of its parts is read once, when it is needed. */
export class ElfFile implements ElfParts {
  readonly access: ByteAccess;
  readonly header: ElfHeader;
  readonly sections: readonly Section[];
  readonly segments: readonly Segment[];
  #symbols: SymbolTable | undefined;
  #lines: ReadLines | undefined;
  readonly #companions: Companions | undefined;
  #debugInfo: DebugInfo | undefined;

  /** Reads the header and both header tables. Throws `FormatError` when this is not an ELF file. */
  constructor(access: ByteAccess, companions?: Companions) {
    this.#companions = companions;
    this.access = access;
    this.header = readHeader(access);
    this.sections = readSections(access, this.header);
    this.segments = readSegments(access, this.header);
  }

  /** The symbols, sorted by address. */
  get symbols(): SymbolTable {
    return this.#symbols ??= readSymbols(this);
  }

  /** Source lines of the code, and problems with them. */
  get lines(): ReadLines {
    return this.#lines ??= readLines(this);
  }

  /** Debug information: inlined functions with their lines. */
  get debugInfo(): DebugInfo {
    return this.#debugInfo ??= new DebugInfo(this, codeSpans(this.sections), this.#companions);
  }

  /** Problems of the line information read so far. */
  get lineProblems(): readonly LineProblem[] {
    return [...this.#lines?.problems ?? [], ...this.#debugInfo?.lineProblems ?? []];
  }

  /** Files that were needed so far for its debug information and are not available. */
  get missingFiles(): readonly string[] {
    return [...this.#debugInfo?.missingFiles ?? []];
  }

  /** All files that its debug information refers to and that are not available. */
  get absentFiles(): readonly string[] {
    return [...this.debugInfo.absentFiles()];
  }

  /** Build id in hexadecimal digits. */
  get buildId(): string | undefined {
    return readBuildId(this);
  }

  /** Name and checksum of the separate debug file. */
  get debugLink(): DebugLink | undefined {
    return readDebugLink(this);
  }

  /** Whether the program runs where it was linked. */
  get hasFixedAddresses(): boolean {
    return hasFixedAddresses(this.header, this.segments);
  }

  /**
   * Converts an address in memory, or one relative to the start of the program's memory, to a link address.
   */
  linkAddress(address: bigint, mapping: Mapping): bigint {
    const link = address - loadBias(this.header, this.segments, mapping);
    // glibc's mtrace writes relative addresses even for programs that run at fixed addresses.
    const start = this.hasFixedAddresses ? firstPage(this.segments) : 0n;
    return link < start ? link + start : link;
  }

  /**
   * Returns false if a mapping of the whole file has a different length, so that it belongs to a different
   * build.
   */
  fits({ from, to, isWhole }: Mapping): boolean {
    return isWhole !== true || to - from === loadedBytes(this.segments);
  }

  /** Returns the function at a link address. */
  symbolAt(address: bigint): FoundSymbol | undefined {
    return this.symbols.symbolAt(address);
  }
}
