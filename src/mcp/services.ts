/**
 * What the server needs of the rest of the program: opening files, and texts that the command line has.
 * @module
 */

import type { Session } from "../engine/session.ts";

/** A file to open. */
export interface TraceFile {
  /** Path without links, within the folders that may be read. */
  readonly path: string;
  /** Name in queries; absent = that of the file. */
  readonly name?: string | undefined;
  /** Format to read it as; absent = what it looks like. */
  readonly format?: string | undefined;
}

/** What came of opening a file. */
interface Opened {
  /** Name of each trace in it, and what is to say about it. */
  readonly traces: ReadonlyMap<string, string>;
  /** What a user would be warned of. */
  readonly warnings: string;
}

/** The rest of the program. */
export interface Services {
  readonly version: string;
  /** Opens a file into a session. Throws what the user reads. */
  open(session: Session, file: TraceFile, signal: AbortSignal): Promise<Opened>;
  /** Help on words. Throws `UsageError`. */
  help(words: readonly string[]): Promise<string>;
  /** Names of the pages of help, with what they are about. */
  readonly pages: readonly { readonly name: string; readonly summary: string }[];
  /** Recipes about words, for traces of a format; nothing where there are none. */
  recipes(about: string, format: string | undefined): Promise<string>;
}
