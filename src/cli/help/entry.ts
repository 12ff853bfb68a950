/**
 * The two kinds of help: entries about a thing by its name, and pages that list things.
 * @module
 */

import type { Command } from "../command.ts";

/** A thing with a name: a stage, a function, an error code ... */
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
  /** The formats whose traces have it; absent if all do. */
  readonly formats?: readonly string[];
  /** Further text, which ends with a line break. */
  more?(): string;
}

/** A page of help. */
export interface HelpPage {
  /** The name, as in `quarry help NAME`. */
  readonly name: string;
  /** The description, in one line. */
  readonly summary: string;
  /** The text of the page, which may describe commands. Large modules are imported only here. */
  write(commands: readonly Command[]): Promise<string>;
}
