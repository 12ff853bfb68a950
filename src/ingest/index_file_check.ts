/**
 * Files besides the trace that its rows depend on: programs and debug files that provide names and lines.
 * @module
 */

import type { ResolveOptions } from "./resolve_options.ts";

/** Lets a saved index check that its names still match the files on the disk. */
export interface IndexFileCheck {
  /** Where to look for programs and debug files. */
  readonly options: ResolveOptions;
  /** Loads the demangler, which looking up names needs. Not necessary if a saved index has the names. */
  prepare(): Promise<void>;
  /** Describes every path that was checked, what was found there, and the warnings about it. */
  describe(): string;
  /** Uses a saved description instead of looking up names; returns false if the files have changed since. */
  accept(description: string): boolean;
  /** Names of earlier runs are read from here, before the first one is looked up, and those of this run written. */
  remember(memory: NamesMemory): void;
}

/** Keeps names that were looked up, as text. */
export interface NamesMemory {
  /** What was written last; undefined if there is nothing, or if it is damaged. */
  read(): string | undefined;
  /** Replaces what was written. `seconds` is what looking up has taken since this was created. */
  write(text: () => string, seconds: number): Promise<void>;
}

/** The contents of a description. Remembered names come with one. */
export interface DescriptionFile {
  /**
   * Version of the way to look up names. A description of another version is not used, since its names may
   * differ.
   */
  readonly version: number;
  /** The paths that were looked at and their states. */
  readonly places: readonly (readonly [path: string, state: string])[];
  /** Modules that are not available. */
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
}
