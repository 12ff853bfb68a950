/**
 * Creates headlines for formats that define their own, and for traces of no known kind.
 * @module
 */

import { countOf } from "../base/amount_text.ts";
import type { TraceQueries } from "../engine/trace_queries.ts";
import type { HeadlineFacts, HeadlineQuestion } from "../formats/headline_question.ts";
import { formatNamed } from "../formats/registry.ts";
import { bars, curve } from "./curve.ts";
import { HEADLINE_ROWS, type HeadlineAnswer, type HeadlineRow } from "./headline.ts";
import { literalOf } from "./row_values.ts";
import { ofTrace } from "./of_trace.ts";

/** The headline that a format defines by its queries. */
export async function headlineFromQueries(
  about: TraceQueries,
  question: HeadlineQuestion,
): Promise<HeadlineAnswer> {
  const [facts = {}] = await about.rows(ofTrace(question.facts, about), 1) as HeadlineFacts[];
  const query = question.rows === undefined ? null : ofTrace(question.rows, about);
  const found = query === null || question.line === undefined
    ? []
    : await about.rows(query, HEADLINE_ROWS) as HeadlineFacts[];
  const rows: HeadlineRow[] = found.flatMap((row) => {
    const line = question.line!(row, facts);
    return line === null ? [] : [{ ...line, query: behind(query!, row) }];
  });
  const { curve: line } = question;
  return {
    sentence: question.say(facts, found[0]),
    picture: line === undefined
      ? bars("", rows, query)
      : await curve(about, { ...line, query: ofTrace(line.query, about) }),
    rows,
    query: rows.length === 0 ? null : query,
  };
}

/** The query for a single row: adds a condition on its first column. */
function behind(query: string, row: HeadlineFacts): string {
  const [[column, value] = ["", null]] = Object.entries(row);
  const literal = literalOf(value ?? null);
  return literal === undefined ? query : `${query} | where ${column} == ${literal}`;
}

/** The headline of last resort: the number of rows of the main table. */
export async function rowCountHeadline(about: TraceQueries): Promise<HeadlineAnswer> {
  const { header } = about.open.trace;
  const { mainTable, format } = header;
  const record = formatNamed(format)?.record ?? "row";
  const rows = about.open.trace.tables.get(mainTable)?.rowCount ?? 0;
  const [first] = formatNamed(format)?.firstQueries ?? [];
  return await Promise.resolve({
    sentence: rows === 0
      ? `The trace has no ${record}s`
      : `${countOf(rows, record)} in the table ${mainTable}`,
    picture: null,
    rows: [],
    query: rows === 0 || first === undefined ? null : ofTrace(first.query, about),
  });
}
