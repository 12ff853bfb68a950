/**
 * Suggests queries for the cell under the cursor: rows with its value, rows without it, and the rows from
 * which its row was computed.
 * @module
 */

import { queriesForRow } from "../engine/drill/behind_row.ts";
import { cellTest, columnNode, valueOfCell } from "../engine/drill/cell_test.ts";
import type { QueryOutcome, Session } from "../engine/session.ts";
import { printTree } from "../language/script.ts";
import type { CellAnswer } from "./api_types.ts";

/** Returns the filters and queries for a cell. */
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
    value === undefined
      ? null
      : printTree(cellTest({ node: columnNode(shape.name), column: shape, session }, op, value));
  const behind = queriesForRow(outcome, row, session);
  const source = behind.find((each) => each.kind === "source");
  return {
    literal: value === undefined ? null : printTree(value),
    keep: test("=="),
    drop: test("!="),
    behind: behind.flatMap((each) => each.kind === "query" ? [each.query] : []),
    source: source ? { file: source.file, line: source.line } : null,
  };
}
