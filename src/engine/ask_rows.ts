/**
 * Functions that run a query for Quarry's own use, read its rows, and free their memory.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { printString } from "../query/syntax/print_expression.ts";
import { LastRows, runScript } from "./run_script.ts";
import type { Session } from "./session.ts";

/**
 * Runs a query and returns what `read` makes of its rows, which are valid only during that call. Throws
 * `QueryError`.
 */
export async function queryForRows<Result>(
  session: Session,
  query: string,
  read: (table: ResultTable) => Result | Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const last = new LastRows();
  try {
    // `_` remains the user's last result.
    await runScript(session, query, last, { signal, aside: true });
    if (!last.outcome) throw new TypeError(`"${query}" has no rows`);
    return await read(last.outcome.table);
  } finally {
    last.release();
  }
}

/** Returns the name of a trace as a query writes it after `of`, quoted if necessary. */
export function quoteTraceName(name: string): string {
  return printString(name);
}
