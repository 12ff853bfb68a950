/**
 * Files that a trace's rows depend on besides the trace itself: programs and debug files that provide names
 * and lines.
 * @module
 */

import type { ResolveOptions } from "./resolve_options.ts";

/** Lets a saved index check that its names still match the files on disk. */
export interface IndexFileCheck {
  /** Where to look for programs and debug files. */
  readonly options: ResolveOptions;
  /** Loads the demangler, which is needed to look up names, but not if a saved index contains the names. */
  prepare(): Promise<void>;
  /** Describes every path that was checked, what was found there, and the warnings about that. */
  describe(): string;
  /**
   * Uses a saved description instead of looking up names; returns false if the files have changed since then.
   */
  accept(description: string): boolean;
  /**
   * Names of earlier runs are read from `memory` before the first name is looked up; names of this run are
   * written to it.
   */
  remember(memory: NamesMemory): void;
}

/** Stores names that were looked up, as text. */
export interface NamesMemory {
  /** Returns what was written last; undefined if there is nothing, or if it is damaged. */
  read(): string | undefined;
  /**
   * Replaces what was written. `seconds` is the time that lookups have taken since this object was created.
   */
  write(text: () => string, seconds: number): Promise<void>;
}

/** The contents of a description. Stored names have a description too. */
export interface DescriptionFile {
  /**
   * Version of the lookup of names. A description of another version is not used, because its names may
   * differ.
   */
  readonly version: number;
  /** The paths that were checked, and their states. */
  readonly places: readonly (readonly [path: string, state: string])[];
  /** Modules that are not available. */
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
}
