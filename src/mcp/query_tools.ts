/**
 * Tools that check and run queries.
 * @module
 */

import type { QueryError } from "../base/errors.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { diagnose, fixAll } from "../assist/assist.ts";
import { answer } from "./answers.ts";
import { knownTables } from "./schema_text.ts";
import { rowLines } from "./row_lines.ts";
import { runQuery, SECONDS_PARAMETER } from "./run.ts";
import { QUERY, type Tool } from "./tool.ts";
import { type Diagnostic, lineAndColumn, renderDiagnostic } from "../base/diagnostic.ts";
import type { Session } from "../engine/session.ts";

const MOST_ROWS = SHOW_LIMITS.assistantRows.most;
const ROWS = 100;

/** The tools about queries. */
export const QUERY_TOOLS: readonly Tool[] = [
  {
    name: "check_query",
    title: "Check a query",
    description:
      "Checks a query without running it. Gives each mistake with its code, its place, what would be right, and the query with all fixes; and warnings, such as a value that no row has.",
    parameters: { query: QUERY },
    required: ["query"],
    run(desk, given) {
      const query = given.text("query")!;
      const { session } = desk;
      const catalog = knownTables(session);
      const found = diagnose(query, catalog, session.environment, true);
      if (found.length === 0) return answer("The query is sound");
      const isSound = found.every(({ severity }) => severity !== "error");
      const verdict = isSound ? "The query runs, with remarks" : "The query does not run";
      return answer(verdict, diagnosticsText(query, found, session));
    },
  },
  {
    name: "run_query",
    title: "Run a query",
    description:
      `Runs a query over the open traces and gives its rows as JSON, an array for each. It says when rows or texts are left out: group or use top rather than asking for more rows. 64-bit numbers that a double would round are strings.`,
    parameters: {
      query: QUERY,
      rows: {
        type: "integer",
        description: `Most rows of each result, ${ROWS} without it`,
        minimum: 1,
        maximum: MOST_ROWS,
      },
      seconds: SECONDS_PARAMETER,
    },
    required: ["query"],
    async run(desk, given, signal) {
      const results: string[] = [];
      const counts: string[] = [];
      const { notes, milliseconds } = await runQuery(desk, given, {
        signal,
        rows(table) {
          const { text, rows } = rowLines(table, given.number("rows") ?? ROWS);
          results.push(text);
          counts.push(
            rows < table.rowCount
              ? `${rows} of ${table.rowCount} rows: the others are left out`
              : `${rows} row${rows === 1 ? "" : "s"}, all of them`,
          );
        },
      });
      const words = [...counts, `${milliseconds.toFixed(0)} ms`, ...notes].join("\n");
      return answer(words, results.length === 0 ? undefined : results.join("\n"));
    },
  },
];

/** What is wrong with a query that did not run, or failed. */
export function queryFailure({ diagnostics, source }: QueryError, desk: Parameters<Tool["run"]>[0]): string {
  return diagnosticsText(source, diagnostics, desk.session);
}

/** A fix may bring the next mistake to light, but not for ever. */
const ROUNDS = 5;

/** Diagnostics as text and as JSON, and the query with all fixes. */
function diagnosticsText(query: string, diagnostics: readonly Diagnostic[], session: Session): string {
  const told = diagnostics.map((each) => renderDiagnostic(each, query)).join("\n");
  const list = diagnostics.map(({ severity, code, message, span, suggestion, fix }) => ({
    severity,
    code,
    message,
    span,
    ...lineAndColumn(query, span.start),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(fix === undefined ? {} : { fix }),
  }));
  const fixed = fixedQuery(query, session);
  return `${told}\n\n${JSON.stringify({ diagnostics: list, ...(fixed === query ? {} : { fixed }) })}`;
}

/** The query with the fixes of its errors, and of those that these bring to light. */
function fixedQuery(query: string, session: Session): string {
  const catalog = knownTables(session);
  let text = query;
  for (let round = 0; round < ROUNDS; round++) {
    const edits = fixAll(text, catalog, session.environment);
    if (edits.length === 0) break;
    for (const { span, text: by } of [...edits].reverse()) {
      text = text.slice(0, span.start) + by + text.slice(span.end);
    }
  }
  return text;
}
