/**
 * The input of a command, one file after another.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Arena } from "../../memory/arena.ts";
import type { Output } from "./output.ts";
import type { Campaign } from "./strict_header.ts";

/** A trace file to print. */
export interface TraceJob {
  readonly window: ByteWindow;
  /** Memory for the window and its results. */
  readonly arena: Arena;
  /** Name of the file, as the user wrote it. */
  readonly file: string;
  /** Receives standard output. */
  readonly out: Output;
  /** State carried over from previous files. */
  readonly campaign: Campaign;
  /** Prints a line on standard error, preceded by the program's name. */
  complain(line: string): void | Promise<void>;
}
