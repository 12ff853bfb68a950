/**
 * The input of the readers of all syntaxes.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Arena } from "../../memory/arena.ts";
import type { ReadOptions } from "../format.ts";
import type { CoverageModel } from "./coverage_model.ts";
import type { Report } from "./report.ts";

/** The largest line number that a table can hold. */
export const LAST_LINE = 0xffff_ffff;

/** What the reader of a syntax needs. */
export interface SyntaxInput {
  readonly window: ByteWindow;
  readonly model: CoverageModel;
  readonly report: Report;
  /** The arena in which kernels work. */
  readonly arena: Arena;
  readonly options: ReadOptions;
  /** Adds a tag with metadata of the file. */
  tag(name: string, value: string): void;
}
