/**
 * Tools that check and run queries.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { diagnose, fixAll } from "../assist/assist.ts";
import { answer } from "./answers.ts";
import { knownTables } from "./schema_text.ts";
import { summarize, type Summary } from "./column_summary.ts";
import { nullColumnAdvice } from "./null_columns.ts";
import { rowLines, shownText } from "./row_lines.ts";
import { type FailedQuery, runQuery, SECONDS_PARAMETER, TRACE_PARAMETER } from "./run.ts";
import { arraySchema, COUNT, objectSchema, TEXT } from "./json_schema.ts";
import { QUERY, type Tool } from "./tool.ts";
import { type Diagnostic, lineAndColumn, renderDiagnostic } from "../base/diagnostic.ts";
import type { Session } from "../engine/session.ts";

const MOST_ROWS = SHOW_LIMITS.assistantRows.most;
const ROWS = 100;

/** Schema of one result. */
const RESULT = objectSchema({
  columns: arraySchema(objectSchema({ name: TEXT, type: TEXT })),
  rows: arraySchema({ type: "array" }),
  from: COUNT,
  total: COUNT,
  "next?": COUNT,
  "summary?": { type: "object" },
});

/** The tools that check and run queries. */
export const QUERY_TOOLS: readonly Tool[] = [
  {
    name: "check_query",
    title: "Check a query",
    description:
      "Checks a query without running it: each error with code, place and fix, and the query with all fixes; warnings, such as a value that no row has.",
    parameters: { query: QUERY },
    required: ["query"],
    gives: objectSchema({
      runs: { type: "boolean" },
      diagnostics: arraySchema({ type: "object" }),
      "fixed?": TEXT,
    }),
    run(desk, given) {
      const query = given.text("query")!;
      const { session } = desk;
      const catalog = knownTables(session);
      const found = diagnose(query, catalog, session.environment, true);
      if (found.length === 0) {
        return answer("The query has no errors", undefined, { runs: true, diagnostics: [] });
      }
      const runs = found.every(({ severity }) => severity !== "error");
      const verdict = runs ? "The query runs, with warnings" : "The query does not run";
      const told = diagnosticsOf(query, found, session);
      return answer(verdict, diagnosticsText(query, found, told), { runs, ...told });
    },
  },
  {
    name: "run_query",
    title: "Run a query",
    description:
      `Runs a query and gives its rows as JSON, an array for each. If a result has more rows than fit into an answer, "summary" covers all of them and "from" returns the next ones; group or use top rather than reading them all. 64-bit numbers that a double would round are strings.`,
    parameters: {
      query: QUERY,
      trace: TRACE_PARAMETER,
      rows: {
        type: "integer",
        description: `Maximum rows of each result, ${ROWS} by default`,
        minimum: 1,
        maximum: MOST_ROWS,
      },
      from: { type: "integer", description: "First row of each result, 0 by default", minimum: 0 },
      seconds: SECONDS_PARAMETER,
    },
    required: ["query"],
    gives: objectSchema({ results: arraySchema(RESULT), notes: arraySchema(TEXT) }),
    async run(desk, given, signal) {
      const texts: string[] = [];
      const counts: string[] = [];
      const advice: string[] = [];
      const results: object[] = [];
      const [from, most] = [given.number("from") ?? 0, given.number("rows") ?? ROWS];
      const { notes, milliseconds } = await runQuery(desk, given, {
        signal,
        rows(table, session) {
          const { text, rows } = rowLines(table, from, most);
          const total = table.rowCount;
          const next = from + rows.length < total ? from + rows.length : undefined;
          const isPart = rows.length < total;
          counts.push(countText(rows.length, from, total));
          const summary = isPart ? summarize(table) : undefined;
          texts.push(summary === undefined ? text : `${text}\n"summary" of ${summaryText(summary, total)}`);
          advice.push(...nullColumnAdvice(table, given.text("query")!, session));
          const columns = table.columns.map(({ name, type }) => ({ name: shownText(name), type }));
          results.push({
            columns,
            rows,
            from,
            total,
            ...(next === undefined ? {} : { next }),
            ...(summary === undefined ? {} : { summary }),
          });
        },
      });
      const told = [...notes, ...advice];
      const words = [...counts, `${milliseconds.toFixed(0)} ms`, ...told].join("\n");
      return answer(words, texts.length === 0 ? undefined : texts.join("\n"), { results, notes: told });
    },
  },
];

/** Describes how many rows there are, and how to get the rest. */
function countText(shown: number, from: number, total: number): string {
  if (shown === total) return `${total} row${total === 1 ? "" : "s"}, all of them`;
  if (shown === 0) return `No row from ${from} on: there are ${total}`;
  const end = from + shown;
  const more = end < total ? `; "from": ${end} gives the next ones` : "; these are the last ones";
  return `${shown} of ${total} rows, from row ${from} on${more}`;
}

function summaryText(summary: Summary, total: number): string {
  const of = summary.rows === total ? `all ${total} rows` : `the first ${summary.rows} rows`;
  return `${of}: ${JSON.stringify(summary.columns)}`;
}

/** Explains why a query did not run or failed. */
export function queryFailure({ error: { diagnostics, source }, session }: FailedQuery): string {
  return diagnosticsText(source, diagnostics, diagnosticsOf(source, diagnostics, session));
}

/** Maximum number of rounds: fixing an error may reveal the next one. */
const ROUNDS = 5;

/** Diagnostics in a form for programs, and the query with all fixes applied. */
function diagnosticsOf(
  query: string,
  diagnostics: readonly Diagnostic[],
  session: Session,
): { readonly diagnostics: readonly object[]; readonly fixed?: string } {
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
  return { diagnostics: list, ...(fixed === query ? {} : { fixed }) };
}

/** Diagnostics as text, followed by the given list as JSON. */
function diagnosticsText(query: string, diagnostics: readonly Diagnostic[], list: object): string {
  return `${diagnostics.map((each) => renderDiagnostic(each, query)).join("\n")}\n\n${JSON.stringify(list)}`;
}

/** Applies the fixes of a query's errors, and of further errors that appear after these fixes. */
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
