/**
 * The two kinds of help: entries about something that has a name, and pages that list these entries.
 * @module
 */

import type { Command } from "../command.ts";

/** Help on something that has a name: a stage, a function, an error code ... */
export interface HelpEntry {
  /** The kind of entry, such as `stage`. */
  readonly kind: string;
  /** The name as a user types it. */
  readonly name: string;
  /** The syntax of the entry. */
  readonly usage: string;
  /** The description, in one line. */
  readonly summary: string;
  /** Examples, ready to be typed. */
  readonly examples?: readonly string[];
  /** The formats whose traces it applies to; absent if it applies to all. */
  readonly formats?: readonly string[];
  /** Returns further text, which must end with a line break. */
  more?(): string;
}

/** A page of help. */
export interface HelpPage {
  /** The name, as in `quarry help NAME`. */
  readonly name: string;
  /** The description, in one line. */
  readonly summary: string;
  /**
   * Returns the text of the page, which may describe commands. Large modules are imported only in this
   * function.
   */
  write(commands: readonly Command[]): Promise<string>;
}
