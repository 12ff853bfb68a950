/**
 * What readers of all syntaxes are given.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Arena } from "../../memory/arena.ts";
import type { ReadOptions } from "../format.ts";
import type { CoverageModel } from "./coverage_model.ts";
import type { Report } from "./report.ts";

/** The last line number that a table holds. */
export const LAST_LINE = 0xffff_ffff;

/** What a syntax needs. */
export interface SyntaxInput {
  readonly window: ByteWindow;
  readonly model: CoverageModel;
  readonly report: Report;
  /** Where kernels work. */
  readonly arena: Arena;
  readonly options: ReadOptions;
  /** Keeps a fact of the file. */
  tag(name: string, value: string): void;
}
