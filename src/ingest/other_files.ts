/**
 * Files beside a trace that what is read of it depends on: programs and debug files that names and lines come from.
 * @module
 */

import type { ResolveOptions } from "./resolve_options.ts";

/** What a saved index has to know of them, so that names that it has are those of the files that are there. */
export interface OtherFiles {
  /** Where they are looked for. */
  readonly options: ResolveOptions;
  /** Whether everything was read of them that there is: names for which there was no time are not kept. */
  readonly isWhole: boolean;
  /** Every place that was looked at with what was there, and what was said about that. */
  describe(): string;
  /** Takes a description instead of looking: false when something else is there now. */
  accept(description: string): boolean;
}

/** What a description holds. */
export interface Described {
  /** Places, and what was there. */
  readonly places: readonly (readonly [path: string, state: string])[];
  /** Modules that are not available. */
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
}
