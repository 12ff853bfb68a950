/**
 * Coverage of programs by the runs of a campaign.
 * @module
 */

import type { FunctionCoverage, ProgramFunction } from "../ranges/functions.ts";
import type { AddressRange } from "../ranges/entries.ts";
import type { ModuleLine } from "./line_tables.ts";
import type { ProgramLines } from "../ranges/program_lines.ts";

/** Coverage of a function of a module. */
export interface ModuleFunction extends FunctionCoverage {
  /** Program or shared object. */
  readonly module: string;
}

/** Coverage of a section of a module. */
export interface ModuleSection {
  /** Program or shared object. */
  readonly module: string;
  readonly section: ProgramSection;
  /** First address, in the trace's address space. */
  readonly addr: bigint;
  /** The parts of its code that did not run; null if it has no code. */
  readonly uncovered: readonly AddressRange[] | null;
  /** Bytes of data within the function's code. */
  readonly data: bigint;
}

/** Coverage of the programs. */
export interface ProgramCoverage {
  /** Functions with a size above 0. */
  readonly functions: readonly ModuleFunction[];
  /** Sections that are loaded. */
  readonly sections: readonly ModuleSection[];
  /** Source lines, counted on demand. */
  readonly lines: () => readonly ModuleLine[];
}

/** Symbols of a program or module; implemented by the symbol table of an ELF file. */
export interface ProgramSymbols {
  /** Functions by address. */
  readonly functions: readonly ProgramFunction[];
  /** Returns the function at a link address. */
  symbolAt(address: bigint): FoundFunction | undefined;
}

/** A section of a program. */
export interface ProgramSection {
  readonly name: string;
  /** Link address; 0 if it is not loaded. */
  readonly addr: bigint;
  /** Size in bytes. */
  readonly size: bigint;
  /** Whether it occupies memory. */
  readonly loaded: boolean;
  /** Whether it contains code. */
  readonly executable: boolean;
}

/** An available program. */
export interface AttachedProgram {
  readonly symbols: ProgramSymbols;
  /** Sections of the program, if known. */
  readonly sections?: readonly ProgramSection[];
  /** Link addresses of data between its code, in order; absent if the program does not distinguish data. */
  readonly data?: readonly AddressRange[];
  /** Source lines of the program, if known. */
  readonly lines?: ProgramLines;
  /**
   * Difference between an address in the trace and the link address: 0 except for modules, whose addresses
   * count from the start of their code.
   */
  readonly bias: bigint;
}

/** A symbol, with the offset of an address in it. */
interface FoundFunction {
  readonly symbol: ProgramFunction;
  /** Distance from the start of the symbol. */
  readonly offset: bigint;
}
