/**
 * The commands `quarry.run` and `quarry.explain`, and counting rows for hints.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultTable } from "../base/result_table.ts";
import type { Outcome, Session } from "../engine/session.ts";

/** Most rows of a result that goes to an editor. */
const MAX_ROWS = SHOW_LIMITS.editorRows.most;

/** Shows a result as text. */
export type RenderTable = (table: ResultTable, mode: "markdown" | "json") => Promise<string>;

/** What `quarry.run` answers. */
export interface RunAnswer {
  /** All results, one after the other. */
  readonly markdown: string;
  /** One list of rows for each query; for each assertion whether it holds. */
  readonly json: readonly unknown[];
  /** Rows of the last query, those included that were cut off. */
  readonly rows: number;
  readonly milliseconds: number;
  /** False when an assertion failed. */
  readonly passed: boolean;
}

/** Runs a script and renders what it gives. Throws `QueryError` and what running throws. */
export async function runScript(
  session: Session,
  script: string,
  render: RenderTable,
  signal: AbortSignal,
): Promise<RunAnswer> {
  const markdown: string[] = [];
  const json: unknown[] = [];
  let rows = 0;
  let milliseconds = 0;
  let passed = true;
  for await (const outcome of outcomesOf(session, script, signal)) {
    milliseconds += outcome.milliseconds;
    if (outcome.kind === "assert") {
      passed &&= outcome.passed;
      const verdict = outcome.passed ? "holds" : `fails: found ${outcome.found}`;
      markdown.push(`Assertion ${outcome.message === null ? "" : `"${outcome.message}" `}${verdict}\n`);
      json.push({ assert: outcome.message, passed: outcome.passed, found: outcome.found });
      continue;
    }
    try {
      rows = outcome.table.rowCount;
      const table = firstRows(outcome.table);
      const cut = rows > table.rowCount ? `\n${table.rowCount} of ${rows} rows\n` : "";
      markdown.push(await render(table, "markdown") + cut);
      json.push(JSON.parse(await render(table, "json")));
    } finally {
      outcome.release();
    }
  }
  return { markdown: markdown.join("\n"), json, rows, milliseconds, passed };
}

/** The single number that a query gives; null when it gives none. */
export async function countRows(
  session: Session,
  query: string,
  signal: AbortSignal,
): Promise<number | null> {
  let count: number | null = null;
  for await (const outcome of outcomesOf(session, query, signal)) {
    if (outcome.kind !== "query") continue;
    const { table } = outcome;
    const value = table.rowCount === 1 && table.columns.length === 1 ? table.value(0, 0) : null;
    if (typeof value === "bigint" || typeof value === "number") count = Number(value);
    outcome.release();
  }
  return count;
}

/** Runs a script without leaving its definitions behind: the next one may be of another document. */
async function* outcomesOf(session: Session, script: string, signal: AbortSignal): AsyncGenerator<Outcome> {
  const prepared = session.prepare(script);
  const outcomes = session.run(prepared, signal);
  for (const _ of prepared.statements) {
    const { done, value } = await outcomes.next();
    if (done === true) return;
    yield value;
  }
  await outcomes.return(undefined);
}

function firstRows(table: ResultTable): ResultTable {
  if (table.rowCount <= MAX_ROWS) return table;
  return { columns: table.columns, rowCount: MAX_ROWS, value: (row, column) => table.value(row, column) };
}
