/**
 * Questions that the program itself asks: one query, its rows, and their memory back.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { printString } from "../query/syntax/print_expression.ts";
import type { QueryOutcome, Session } from "./session.ts";

/** Runs a query and gives what `read` makes of its rows, which are valid until then. Throws `QueryError`. */
export async function askRows<Result>(
  session: Session,
  query: string,
  read: (table: ResultTable) => Result | Promise<Result>,
): Promise<Result> {
  let last: QueryOutcome | undefined;
  try {
    for await (const outcome of session.run(session.prepare(query))) {
      if (outcome.kind !== "query") continue;
      last?.release();
      last = outcome;
    }
    if (!last) throw new TypeError(`"${query}" has no rows`);
    return await read(last.table);
  } finally {
    last?.release();
  }
}

/** The name of a trace as it stands behind `of`. */
export function spellTrace(name: string): string {
  return printString(name);
}
