/**
 * What the server needs from the rest of the program: functions to open files, and the texts of help.
 * @module
 */

import type { Session } from "../engine/session.ts";

/** A file to open. */
export interface TraceFile {
  /** Resolved path, within the folders that may be read. */
  readonly path: string;
  /** Name in queries; absent = the file's own name. */
  readonly name?: string | undefined;
  /** Format in which to read the file; absent = detected from the content. */
  readonly format?: string | undefined;
}

/** The result of opening a file. */
interface Opened {
  /** Name and description of each trace in the file. */
  readonly traces: ReadonlyMap<string, string>;
  /** Warnings for the user. */
  readonly warnings: string;
}

/** Functions of the rest of the program. */
export interface Services {
  readonly version: string;
  /** Opens a file into a session. Throws errors whose messages are meant for the user. */
  open(session: Session, file: TraceFile, signal: AbortSignal): Promise<Opened>;
  /** Returns help on a topic. Throws `UsageError`. */
  help(words: readonly string[]): Promise<string>;
  /** Names and summaries of the help pages. */
  readonly pages: readonly { readonly name: string; readonly summary: string }[];
  /** Returns recipes about a topic, for traces of a format; empty if there are none. */
  recipes(about: string, format: string | undefined): Promise<string>;
}
