/**
 * Binds distances between rows: a number of records, or a time.
 * @module
 */

import { isMeasure } from "../plan/types.ts";
import type { Expression } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { type BoundRelation, type DefinitionUse, emptyScope } from "./scope.ts";
import { listFirst, quote } from "./message_words.ts";

/** Columns that count records; the first of them that the rows have is used. */
export const RECORD_COLUMNS = ["seq", "no", "frame"];

/** A distance, with the column that measures it. */
export interface Distance {
  readonly column: number;
  readonly limit: bigint;
}

/** A number of records, or a time. */
interface Length {
  readonly value: bigint;
  readonly type: "u64" | "time";
}

/** Binds `10` or `10ms` without a column; for anything else, reports the given error and returns null. */
export function bindLength(
  binder: Binder,
  node: Expression,
  frame: DefinitionUse | null,
  { message, suggestion }: { readonly message: string; readonly suggestion: string },
): Length | null {
  const bound = binder.expression(node, emptyScope(frame));
  if (bound === null) return null;
  const { type } = bound;
  if (bound.op === "constant" && typeof bound.value === "bigint" && (type === "u64" || type === "time")) {
    return { value: bound.value, type };
  }
  return binder.report("Q210", message, node, { frame }, suggestion);
}

/** Binds `10` (records) or `10ms` (time); null after reporting an error, or if the columns are unknown. */
export function bindDistance(
  binder: Binder,
  node: Expression,
  what: string,
  input: BoundRelation,
  frame: DefinitionUse | null,
): Distance | null {
  const length = bindLength(binder, node, frame, {
    message: `${what} must be a number of records or a duration`,
    suggestion: "for example 10, 250ms",
  });
  if (length === null) return null;
  const { type } = length;
  const { columns } = input.plan;
  const names = type === "time" ? ["time"] : RECORD_COLUMNS;
  for (const name of names) {
    const column = columns.findIndex((each) =>
      each.name === name && isMeasure(each.type) && (type === "time") === (each.type === "time")
    );
    if (column < 0) continue;
    if (input.facts[column]?.column.allNull === true) {
      const message = `Column ${quote(name)} is null in every row: no two rows have a distance`;
      const suggestion = type === "time" ? "this trace has no times; use a number of records" : undefined;
      binder.report("Q301", message, node, { frame }, suggestion);
    }
    return { column, limit: length.value };
  }
  if (input.open) return null;
  const message = type === "time"
    ? 'A duration needs a column "time"'
    : 'A number of records needs a column "seq" or "no"';
  const suggestion = `columns: ${listFirst(columns.map((column) => column.name))}`;
  return binder.report("Q214", message, node, { frame }, suggestion);
}
