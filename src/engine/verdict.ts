/**
 * The verdict of an assertion, from the rows of its query.
 * @module
 */

import type { BoundStatement } from "../query/plan/statement.ts";
import type { Constant } from "../query/plan/values.ts";
import { compareConstants } from "./compare_constants.ts";

/**
 * Returns the verdict: compares a single value, uses a boolean directly, and otherwise passes if there are no
 * rows.
 */
export function verdictOf(
  { comparison }: BoundStatement & { kind: "assert" },
  // The single value is read only if the result has one row and one column.
  { rows, columns, single }: { readonly rows: number; readonly columns: number; single(): Constant },
): { readonly passed: boolean; readonly found: string } {
  const isSingle = rows === 1 && columns === 1;
  const value = isSingle ? single() : null;
  if (comparison) {
    if (!isSingle) return { passed: false, found: `${rows} rows, expected one value` };
    return { passed: compareConstants(comparison.fn, value, comparison.expected), found: spell(value) };
  }
  if (isSingle && typeof value === "boolean") return { passed: value, found: String(value) };
  return { passed: rows === 0, found: rows === 1 ? "1 row" : `${rows} rows` };
}

function spell(value: Constant): string {
  return value === null ? "null" : typeof value === "string" ? `"${value}"` : String(value);
}
