/**
 * The world as commands see it. Commands touch nothing else, so that they can be run in a test.
 * @module
 */

import type { Session } from "../engine/session.ts";

/** A stream that text or bytes are written to. */
export interface OutputStream {
  /** True on a terminal. */
  readonly isTerminal: boolean;
  /**
   * Writes everything; throws `BrokenPipeError` when the reader has closed the pipe, and `OutputError`. On a terminal
   * nothing in it steers but colours.
   */
  write(chunk: string | Uint8Array): Promise<void>;
  /**
   * Writes a little at once, as it is and as well as it goes: for progress, which must not wait, and for what is to steer a
   * terminal.
   */
  writeNow(text: string): void;
}

/** Size of the terminal in characters. */
export interface TerminalSize {
  /** Characters per line. */
  readonly columns: number;
  /** Height of the terminal, in lines. */
  readonly rows: number;
}

/** A program that takes over the screen for long results. */
export interface Pager {
  /** Its standard input. */
  readonly input: OutputStream;
  /** Ends the input and waits for the user to leave. */
  close(): Promise<void>;
}

/** The world of a command. */
export interface CliHost {
  /** Standard output: results. */
  readonly stdout: OutputStream;
  /** Standard error: everything else. What cannot be written there is lost; results continue. */
  readonly stderr: OutputStream;
  /** Value of `--color`, where it is given. */
  readonly colorChoice?: string;
  /** True when standard input is a terminal. */
  readonly stdinIsTerminal: boolean;
  /** Size of the terminal that standard output or standard error goes to; a guess where there is none. */
  terminalSize(): TerminalSize;
  /** An environment variable; undefined when it is not set or may not be read. */
  env(name: string): string | undefined;
  /** True when there is something at the path. */
  exists(path: string): boolean;
  /** A whole text file in UTF-8, or standard input for `-`. Throws `InputError`. */
  readTextFile(path: string): Promise<string>;
  /** Lines of standard input, until it ends. */
  readLines(): AsyncIterable<string>;
  /** Starts a pager; null when there is none or it may not be run. */
  startPager(command: string): Pager | null;
  /** Aborted once nobody waits for an answer any more; absent where the program ends with who waits. */
  readonly gone?: AbortSignal;
  /** Opens traces, or gives those that were opened for an earlier question; absent where each question is the only one. */
  readonly sessions?: {
    open(
      host: CliHost,
      key: string,
      paths: readonly string[],
      make: (host: CliHost) => Promise<Session>,
    ): Promise<Session>;
  };
  /** Calls `handler` on Ctrl-C until the returned function is called. */
  onInterrupt(handler: () => void): () => void;
  /** Ends the program at once. */
  exit(code: number): never;
}
