/**
 * Source lines of programs by address.
 * @module
 */

/** Source lines of a program by link address; implemented by the line table of an ELF file. */
export interface ProgramLines {
  /** Files by number. */
  readonly files: readonly string[];
  /**
   * Start of each piece of code, ascending; a piece ends where the next one starts, and the last covers
   * nothing.
   */
  readonly starts: BigUint64Array;
  /** File number of each piece; not a valid index of `files` if unknown. */
  readonly fileOf: Uint32Array;
  /** Line of each piece; 0 if unknown. */
  readonly lineOf: Uint32Array;
  lineAt(address: bigint): SourcePlace | undefined;
}

/** A position in a source file. */
export interface SourcePlace {
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
}
