/**
 * What the runs of a campaign reach of programs.
 * @module
 */

import type { FunctionCoverage, ProgramFunction } from "../ranges/functions.ts";
import type { AddressRange } from "../ranges/entries.ts";
import type { ModuleLine } from "./line_tables.ts";
import type { ProgramLines } from "../ranges/program_lines.ts";

/** A function of a module. */
export interface ModuleFunction extends FunctionCoverage {
  /** Program or shared object. */
  readonly module: string;
}

/** A section of a module. */
export interface ModuleSection {
  /** Program or shared object. */
  readonly module: string;
  readonly section: ProgramSection;
  /** First address as the trace counts. */
  readonly addr: bigint;
  /** The parts of its code that did not run; null when it has no code. */
  readonly uncovered: readonly AddressRange[] | null;
  /** Bytes of data between its code. */
  readonly data: bigint;
}

/** What ran of the programs. */
export interface ProgramCoverage {
  /** Functions that have bytes. */
  readonly functions: readonly ModuleFunction[];
  /** Sections that are in memory. */
  readonly sections: readonly ModuleSection[];
  /** Source lines, counted on demand. */
  readonly lines: () => readonly ModuleLine[];
}

/** Symbols of one program or module; the symbol table of an ELF file is such a thing. */
export interface ProgramSymbols {
  /** Functions by address. */
  readonly functions: readonly ProgramFunction[];
  /** The function at a link address. */
  symbolAt(address: bigint): FoundFunction | undefined;
}

/** A section of a program. */
export interface ProgramSection {
  readonly name: string;
  /** Link address; 0 when it is not loaded. */
  readonly addr: bigint;
  /** Bytes. */
  readonly size: bigint;
  /** Occupies memory. */
  readonly loaded: boolean;
  /** Holds code. */
  readonly executable: boolean;
}

/** A program available. */
export interface AttachedProgram {
  readonly symbols: ProgramSymbols;
  /** Its sections, where it has any. */
  readonly sections?: readonly ProgramSection[];
  /** Link addresses of data between its code, in order, where the program tells them apart. */
  readonly data?: readonly AddressRange[];
  /** Its source lines, where it has any. */
  readonly lines?: ProgramLines;
  /** What to add to an address of the trace to get a link address: 0 but for modules, whose code begins after. */
  readonly bias: bigint;
}

/** A symbol and how far an address is inside it. */
interface FoundFunction {
  readonly symbol: ProgramFunction;
  /** Distance from its start. */
  readonly offset: bigint;
}
