/**
 * What help can be asked about: things by name, and pages that list them.
 * @module
 */

import type { Command } from "../command.ts";

/** One thing that has a name: a stage, a function, an error code ... */
export interface HelpEntry {
  /** What kind of thing it is, such as `stage`. */
  readonly kind: string;
  /** Its name as it is typed. */
  readonly name: string;
  /** How it is written. */
  readonly usage: string;
  /** One line. */
  readonly summary: string;
  /** What to try, as it is typed. */
  readonly examples?: readonly string[];
  /** Formats of the traces that have it, where it is not in all. */
  readonly formats?: readonly string[];
  /** More about it, ending with a line break. */
  more?(): string;
}

/** One page of help. */
export interface HelpPage {
  /** Name as in `quarry help NAME`. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The page, which may be about commands. Heavy parts are imported here and not before. */
  write(commands: readonly Command[]): Promise<string>;
}
