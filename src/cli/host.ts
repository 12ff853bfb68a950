/**
 * The interface through which commands use the system. Commands use nothing else, so tests can run them with
 * a replacement.
 * @module
 */

import type { Session } from "../engine/session.ts";

/** A stream that accepts text or bytes. */
export interface OutputStream {
  /** True if the stream is a terminal. */
  readonly isTerminal: boolean;
  /**
   * Writes everything. Throws `BrokenPipeError` if the reader has closed the pipe, and `OutputError` on other
   * errors. On a terminal, control sequences other than colours are made visible.
   */
  write(chunk: string | Uint8Array): Promise<void>;
  /**
   * Writes a short text at once, unchanged, and ignores errors. It is meant for progress, which must not
   * wait, and for sequences that control the terminal.
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

/** A program that shows long results page by page. */
export interface Pager {
  /** The standard input of the pager. */
  readonly input: OutputStream;
  /** Ends the input and waits until the user leaves the pager. */
  close(): Promise<void>;
}

/** The parts of the system that a command can use. */
export interface CliHost {
  /** Standard output, for results. */
  readonly stdout: OutputStream;
  /** Standard error, for everything else. Errors while writing to it are ignored, so that results continue. */
  readonly stderr: OutputStream;
  /** The value of `--color`, if given. */
  readonly colorChoice?: string;
  /** Whether standard input is a terminal. */
  readonly stdinIsTerminal: boolean;
  /** The size of the terminal of standard output or standard error, or a default if neither is a terminal. */
  terminalSize(): TerminalSize;
  /** Returns an environment variable; undefined if it is not set or may not be read. */
  env(name: string): string | undefined;
  /** True if the path exists. */
  exists(path: string): boolean;
  /** Reads a text file in UTF-8, or standard input for `-`. Throws `InputError`. */
  readTextFile(path: string): Promise<string>;
  /** Yields the lines of standard input until it ends. */
  readLines(): AsyncIterable<string>;
  /** Starts a pager; returns null if there is none or it may not be started. */
  startPager(command: string): Pager | null;
  /**
   * Aborted when the client of a server has disconnected. Absent if the process serves only one user and ends
   * with that user's command.
   */
  readonly gone?: AbortSignal;
  /**
   * Opens traces, or returns those that an earlier command has opened. Absent if the process runs only one
   * command.
   */
  readonly sessions?: {
    open(
      host: CliHost,
      key: string,
      paths: readonly string[],
      make: (host: CliHost) => Promise<Session>,
    ): Promise<Session>;
  };
  /**
   * Calls `handler` on Ctrl-C until the returned function is called. With `within`, the program ends when the
   * promise of the handler resolves, after this many milliseconds at most.
   */
  onInterrupt(handler: () => void | Promise<void>, options?: { readonly within?: number }): () => void;
  /** Ends the process at once. */
  exit(code: number): never;
}
