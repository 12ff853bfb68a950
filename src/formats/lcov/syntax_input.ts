/**
 * The input that the readers of all syntaxes need.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { Arena } from "../../memory/arena.ts";
import type { ReadOptions } from "../format.ts";
import type { CoverageModel } from "./coverage_model.ts";
import type { Report } from "./report.ts";

/** The largest line number that a table column can store. */
export const LAST_LINE = 0xffff_ffff;

/** What the reader of a syntax needs. */
export interface SyntaxInput {
  readonly window: ByteWindow;
  readonly model: CoverageModel;
  readonly report: Report;
  /** The arena whose memory the kernels use. */
  readonly arena: Arena;
  readonly options: ReadOptions;
  /** Adds a tag with metadata of the file. */
  tag(name: string, value: string): void;
}
