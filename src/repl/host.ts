/**
 * What the prompt needs of the program around it.
 * @module
 */

import type { DiagnosticCode } from "../base/diagnostic.ts";
import type { ResultTable } from "../base/result_table.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import type { Additions } from "../output/addition.ts";
import type { Output } from "../output/output.ts";
import type { ScreenSize } from "./layout.ts";

interface ReplStream {
  /** True on a terminal. */
  readonly isTerminal: boolean;
  /** Writes everything. */
  write(text: string): Promise<void>;
}

/** A program that takes over the screen for long results. */
export interface ReplPager {
  /** Its standard input; writing fails when the user has left. */
  readonly input: ReplStream;
  /** Ends the input and waits for the user to leave. */
  close(): Promise<void>;
}

/** A file to write. */
export interface ReplOutput {
  readonly path: string;
  /** A file of another kind is replaced, too. */
  readonly force: boolean;
}

/** Writes a result in the format of another tool. */
export interface ResultWriter {
  /** Name of the format. */
  readonly name: string;
  /** Writes all rows. Throws `UsageError` for a table that is not the result of a query. */
  write(
    rows: { readonly table: ResultTable; readonly pools: Session["pools"]; readonly query: string },
    sink: (piece: string | Uint8Array<ArrayBuffer>) => Promise<void>,
    options: { readonly header: boolean; readonly jsonNumbers: boolean },
  ): Promise<void>;
}

/** How to open one more trace. */
interface OpenTraceOptions {
  /** Names that other traces have. */
  readonly taken: readonly string[];
  /** Memory, texts and stacks of the session. */
  readonly pools: Session["pools"];
  /** Aborts the operation. */
  readonly signal: AbortSignal;
}

/** The program around the prompt. */
export interface ReplHost {
  /** Results. On a terminal `writeNow` may steer it, and nothing that `write` is given does. */
  readonly stdout: ReplStream & { writeNow(text: string): void };
  /** Everything else. */
  readonly stderr: ReplStream;
  /** Writes to standard error at once, while nothing else can. */
  writeStatus(text: string): void;
  /** Whether standard output gets colours. */
  readonly color: boolean;
  terminalSize(): ScreenSize;
  /** An environment variable. */
  env(name: string): string | undefined;
  /** A whole text file. Throws `InputError`. */
  readTextFile(path: string): Promise<string>;
  /** Throws `OutputError` for a file that cannot be written. */
  checkOutput(file: ReplOutput): Promise<void>;
  /** Makes or replaces a file when all is written. Throws `OutputError`. */
  openOutput(file: ReplOutput): Promise<Output>;
  /** Makes or empties a file that is added to. Throws `OutputError`. */
  openAdditions(file: ReplOutput): Promise<Additions>;
  /** What writes a file whose name says the format of another tool; null for texts. Throws `UsageError`. */
  resultWriter(path: string): ResultWriter | null;
  /** Names of the files of a folder, folders with a slash at the end; empty when there is none. */
  listFolder(path: string): readonly string[];
  /** Opens a file given as `[NAME=]PATH`, with progress and warnings. Throws `InputError` and `FormatError`. */
  openTrace(operand: string, options: OpenTraceOptions): Promise<readonly OpenTrace[]>;
  /** Reads the file of an open trace again, under the same name. Throws `InputError` and `FormatError`. */
  reopenTrace(
    trace: OpenTrace,
    options: Omit<OpenTraceOptions, "taken"> & {
      /** The file is being written. */
      readonly follows?: boolean;
    },
  ): Promise<readonly OpenTrace[]>;
  /** Starts a pager; null when there is none or it may not be run. */
  startPager(command: string): ReplPager | null;
  /** Runs an editor on a text in a private file; null when none may be run. */
  editOutside(text: string): Promise<string | null>;
  /** Tells of an error; gives the exit code it stands for. */
  reportFailure(error: unknown, file?: string): Promise<number>;
  /** Calls `handler` on Ctrl-C, instead of ending, until the returned function is called. */
  onInterrupt(handler: () => void): () => void;
  /** What `quarry help` says of words; null where it knows nothing of them. */
  help(words: readonly string[]): Promise<string | null>;
  /** What a code such as `Q203` means. */
  explainCode(code: string): DiagnosticCode | undefined;
  /** Version of the program. */
  readonly version: string;
}
