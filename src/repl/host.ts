/**
 * What the prompt needs from the program around it.
 * @module
 */

import type { DiagnosticCode } from "../base/diagnostic.ts";
import type { ResultTable } from "../base/result_table.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import type { Additions } from "../output/appended_file.ts";
import type { Output } from "../output/output.ts";
import type { ScreenSize } from "./layout.ts";

interface ReplStream {
  /** True on a terminal. */
  readonly isTerminal: boolean;
  /** Writes all of a text. */
  write(text: string): Promise<void>;
}

/** A program that takes over the screen for long results. */
export interface ReplPager {
  /** Its standard input; writing fails once the user has left. */
  readonly input: ReplStream;
  /** Closes the input and waits for the user to leave. */
  close(): Promise<void>;
}

/** An output file. */
export interface ReplOutput {
  readonly path: string;
  /** Whether files of other kinds are replaced too. */
  readonly force: boolean;
}

/** Writes a result in another tool's format. */
export interface ResultWriter {
  /** Name of the format. */
  readonly name: string;
  /** Writes all rows. Throws `UsageError` for a table that is not a query result. */
  write(
    rows: { readonly table: ResultTable; readonly pools: Session["pools"]; readonly query: string },
    sink: (piece: string | Uint8Array<ArrayBuffer>) => Promise<void>,
    options: { readonly header: boolean; readonly jsonNumbers: boolean },
  ): Promise<void>;
}

/** Options for opening another trace. */
interface OpenTraceOptions {
  /** Names already used by other traces. */
  readonly taken: readonly string[];
  /** Memory, texts and stacks of the session. */
  readonly pools: Session["pools"];
  /** Aborts the operation. */
  readonly signal: AbortSignal;
}

/** The program around the prompt. */
export interface ReplHost {
  /** Standard output, for results. On a terminal only `writeNow` may write control sequences. */
  readonly stdout: ReplStream & { writeNow(text: string): void };
  /** Receives everything that is not a result. */
  readonly stderr: ReplStream;
  /** Writes to standard error synchronously, while a query blocks the thread. */
  writeStatus(text: string): void;
  /** Whether standard output gets colours. */
  readonly color: boolean;
  terminalSize(): ScreenSize;
  /** An environment variable. */
  env(name: string): string | undefined;
  /** Reads a whole text file. Throws `InputError`. */
  readTextFile(path: string): Promise<string>;
  /** Throws `OutputError` for a file that cannot be written. */
  checkOutput(file: ReplOutput): Promise<void>;
  /** Opens a file that is created or replaced once everything is written. Throws `OutputError`. */
  openOutput(file: ReplOutput): Promise<Output>;
  /** Creates or empties a file to append to. Throws `OutputError`. */
  openAdditions(file: ReplOutput): Promise<Additions>;
  /** The writer for a file name with another tool's extension; null for texts. Throws `UsageError`. */
  resultWriter(path: string): ResultWriter | null;
  /** Names in a folder, folders with a trailing slash; empty if it does not exist. */
  listFolder(path: string): readonly string[];
  /**
   * Opens a file given as `[NAME=]PATH`, with progress and warnings. Throws `InputError` and `FormatError`.
   */
  openTrace(operand: string, options: OpenTraceOptions): Promise<readonly OpenTrace[]>;
  /** Reads the file of an open trace again, under the same name. Throws `InputError` and `FormatError`. */
  reopenTrace(
    trace: OpenTrace,
    options: Omit<OpenTraceOptions, "taken"> & {
      /** Whether the file is still being written. */
      readonly follows?: boolean;
    },
  ): Promise<readonly OpenTrace[]>;
  /** Starts a pager; null if there is none or it may not be run. */
  startPager(command: string): ReplPager | null;
  /**
   * Opens a text in an external editor, through a temporary file that only this user can read, and returns the
   * edited text; null if no editor may be run.
   */
  editOutside(text: string): Promise<string | null>;
  /** Reports an error; returns its exit code. */
  reportFailure(error: unknown, file?: string): Promise<number>;
  /** Calls `handler` on Ctrl-C, instead of ending, until the returned function is called. */
  onInterrupt(handler: () => void): () => void;
  /** The output of `quarry help` for these words; null if it has none. */
  help(words: readonly string[]): Promise<string | null>;
  /** The explanation of a code such as `Q203`. */
  explainCode(code: string): DiagnosticCode | undefined;
  /** Version of the program. */
  readonly version: string;
}
