/** Compares two answers row by row. */

import type { Answer } from "./duck.ts";
import type { Value } from "./tables.ts";

/** The first difference in words; undefined if there is none. */
export function difference(found: Answer, expected: Answer): string | undefined {
  if ("error" in found || "error" in expected) {
    if ("error" in found && "error" in expected) return undefined;
    return "error" in found
      ? `Quarry fails (${found.error}), the database does not`
      : `Quarry gives rows, the database fails (${(expected as { error: string }).error})`;
  }
  const count = Math.min(found.rows.length, expected.rows.length);
  for (let row = 0; row < count; row++) {
    const [a, b] = [found.rows[row]!, expected.rows[row]!];
    if (a.length !== b.length) return `${a.length} columns, expected ${b.length}`;
    const at = a.findIndex((value, column) => !same(value, b[column]!));
    if (at >= 0) return `row ${row}, column ${at}: ${spell(a)}, expected ${spell(b)}`;
  }
  if (found.rows.length === expected.rows.length) return undefined;
  const next = found.rows[count] ?? expected.rows[count]!;
  return `${found.rows.length} rows, expected ${expected.rows.length}; the first of them without a partner: ${
    spell(next)
  }`;
}

function same(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a !== "number" || typeof b !== "number") return false;
  if (Number.isNaN(a) && Number.isNaN(b)) return true;
  // Means may be rounded once or twice.
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

function spell(row: readonly Value[]): string {
  return `[${
    row.map((value) => typeof value === "string" ? JSON.stringify(value) : String(value)).join(", ")
  }]`;
}
