/**
 * Lines of programs by address.
 * @module
 */

/** Source lines of a program by link address; the line table of an ELF file is such a thing. */
export interface ProgramLines {
  /** Files by number. */
  readonly files: readonly string[];
  /** Where each piece of code starts, ascending; a piece ends where the next starts, and the last covers nothing. */
  readonly starts: BigUint64Array;
  /** Number of the file of each piece; no index of `files` where none is known. */
  readonly fileOf: Uint32Array;
  /** Line of each piece; 0 where none is known. */
  readonly lineOf: Uint32Array;
  lineAt(address: bigint): SourcePlace | undefined;
}

/** A place in a source file. */
export interface SourcePlace {
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
}
