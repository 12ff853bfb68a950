/**
 * The input of a command, one file after another.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Arena } from "../../memory/arena.ts";
import type { Output } from "./output.ts";
import type { Campaign } from "./strict_header.ts";

/** One trace file to print. */
export interface TraceJob {
  readonly window: ByteWindow;
  /** Memory for the window and its results. */
  readonly arena: Arena;
  /** Its name as the user wrote it. */
  readonly file: string;
  /** Standard output. */
  readonly out: Output;
  /** State carried over from the files before it. */
  readonly campaign: Campaign;
  /** Prints a line on standard error, after the program's name. */
  complain(line: string): void | Promise<void>;
}
