/**
 * One result in the viewer: the rows, the query that gave them, and where the cursor is.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import type { QueryOutcome } from "../../engine/session.ts";

/** A step on the way from a result to what is behind it. */
export interface ViewerStep {
  /** The query; for lines of a source file, the file. */
  readonly query: string;
  /** True where `query` can run: lines of a source file have none. */
  readonly isQuery: boolean;
  /** Its rows. */
  readonly table: ResultTable;
  /** Gives the rows back; absent for those that somebody else holds. */
  readonly outcome?: QueryOutcome;
  /** Row of the cursor. */
  row: number;
  /** Column of the cursor. */
  column: number;
  /** First row on the screen. */
  top: number;
  /** First column on the screen. */
  left: number;
  /** Widths of the columns, as wide as anything that has been on the screen. */
  readonly widths: number[];
}

/** A step with the cursor on its first row, or on another one. */
export function viewerStep(
  step: Pick<ViewerStep, "query" | "isQuery" | "table"> & { readonly outcome?: QueryOutcome },
  row = 0,
): ViewerStep {
  return { ...step, row, column: 0, top: 0, left: 0, widths: [] };
}
