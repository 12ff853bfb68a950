/**
 * Runs `quarry.run` and `quarry.explain`, counts rows for hints, and turns cancellation tokens into signals.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { firstRows, type ResultTable } from "../base/result_table.ts";
import { leftOutText } from "../engine/left_out.ts";
import { runScript } from "../engine/run_script.ts";
import type { Session } from "../engine/session.ts";
import type { CancellationToken } from "vscode-languageserver/node";
import { polledSignal } from "../base/polled_signal.ts";

/** Maximum rows of a result sent to an editor. */
const MAX_ROWS = SHOW_LIMITS.editorRows.most;

/** Formats a result as text. */
export type RenderTable = (table: ResultTable, mode: "markdown" | "json") => Promise<string>;

/** The document of a script, and the signal that cancels its run. */
interface EditorRun {
  readonly file?: string | undefined;
  readonly signal: AbortSignal;
}

/** The result of `quarry.run`. */
export interface RunAnswer {
  /** All results as Markdown, one after another. */
  readonly markdown: string;
  /** For each query its rows; for each assertion whether it holds. */
  readonly json: readonly unknown[];
  /** Number of rows of the last query, including those cut off. */
  readonly rows: number;
  readonly milliseconds: number;
  /** False if an assertion failed. */
  readonly passed: boolean;
}

/** Runs a script and formats its results. Throws `QueryError` and what running throws. */
export async function runForEditor(
  session: Session,
  script: string,
  render: RenderTable,
  where: EditorRun,
): Promise<RunAnswer> {
  const markdown: string[] = [];
  const json: unknown[] = [];
  let rows = 0;
  let milliseconds = 0;
  let passed = true;
  await runScript(session, script, {
    verdict(outcome) {
      milliseconds += outcome.milliseconds;
      passed &&= outcome.passed;
      const verdict = outcome.passed ? "holds" : `fails: found ${outcome.found}`;
      markdown.push(`Assertion ${outcome.message === null ? "" : `"${outcome.message}" `}${verdict}\n`);
      json.push({ assert: outcome.message, passed: outcome.passed, found: outcome.found });
    },
    async rows(outcome) {
      milliseconds += outcome.milliseconds;
      rows = outcome.table.rowCount;
      const table = firstRows(outcome.table, MAX_ROWS);
      const cut = rows > table.rowCount ? `\n${table.rowCount} of ${rows} rows\n` : "";
      markdown.push(await render(table, "markdown") + cut);
      json.push(JSON.parse(await render(table, "json")));
    },
    leftOut: (leaks) => void markdown.push(`${leftOutText(leaks)}\n`),
  }, { ...where, alone: true });
  return { markdown: markdown.join("\n"), json, rows, milliseconds, passed };
}

/** The single number that a query returns; null if it does not return one. */
export async function countRows(
  session: Session,
  query: string,
  where: EditorRun,
): Promise<number | null> {
  let count: number | null = null;
  await runScript(session, query, {
    rows({ table }) {
      const value = table.rowCount === 1 && table.columns.length === 1 ? table.value(0, 0) : null;
      if (typeof value === "bigint" || typeof value === "number") count = Number(value);
    },
  }, { ...where, alone: true });
  return count;
}

/** A signal that is aborted when a request is cancelled. */
export function abortSignalOf(token: CancellationToken): AbortSignal {
  return polledSignal(() =>
    token.isCancellationRequested ? new DOMException("Cancelled", "AbortError") : undefined
  );
}
