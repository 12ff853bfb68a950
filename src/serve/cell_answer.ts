/**
 * What can be asked about the cell under the cursor: rows with its value, rows without, and what is behind its row.
 * @module
 */

import { behindRow } from "../engine/drill/behind_row.ts";
import { columnNode, valueOfCell } from "../engine/drill/cell_test.ts";
import type { QueryOutcome, Session } from "../engine/session.ts";
import { printTree } from "../language/script.ts";
import { comparedNode } from "../query/syntax/build.ts";
import type { CellAnswer } from "./api_types.ts";

/** The filters and queries of a cell. */
export function cellAnswer(
  outcome: QueryOutcome,
  session: Session,
  { row, column }: { readonly row: number; readonly column: number },
): CellAnswer | null {
  const { table } = outcome;
  const shape = table.columns[column];
  if (shape === undefined || !Number.isInteger(row) || row < 0 || row >= table.rowCount) return null;
  const value = valueOfCell(shape, table.value(row, column));
  const test = (op: "==" | "!="): string | null =>
    value === undefined ? null : printTree(comparedNode(columnNode(shape.name), op, value));
  const behind = behindRow(outcome, row, session);
  const source = behind.find((each) => each.kind === "source");
  return {
    literal: value === undefined ? null : printTree(value),
    keep: test("=="),
    drop: test("!="),
    behind: behind.flatMap((each) => each.kind === "query" ? [each.query] : []),
    source: source ? { file: source.file, line: source.line } : null,
  };
}
