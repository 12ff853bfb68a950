/**
 * Summarizes any rows column by column: nulls, distinct values, minimum, quantiles, maximum, and the shape of
 * their values.
 * @module
 */

import { writtenName } from "../assist/value_syntax.ts";
import type { ResultColumn, ResultTable, ResultValue } from "../base/result_table.ts";
import { parsePipeline } from "../language/script.ts";
import { isNumeric, readableText } from "../render/cell_text.ts";
import { screenText } from "../render/screen_text.ts";
import { sparkline } from "../render/plot/strips.ts";
import type { Conversation } from "./conversation.ts";
import { valueTable } from "./row_table.ts";

/** Name of the described rows in the queries that summarize them. */
const NAME = "described";
/** Bins of the small histogram. */
const BINS = 12;
const HEADER = ["column", "nulls", "distinct", "values", "least", "25%", "median", "75%", "most"];

/** A row per column of a query's result; with `only`, for that column alone. */
export async function describeRows(
  conversation: Conversation,
  query: string,
  only?: string,
): Promise<ResultTable> {
  const { session, settings, host } = conversation;
  let columns: readonly ResultColumn[] = [];
  let rowCount = 0;
  await conversation.query(query, (table) => {
    columns = table.columns.filter(({ name }) => only === undefined || name === only);
    rowCount = table.rowCount;
    session.keep(NAME, table);
  });
  const exact = settings.raw || !host.stdout.isTerminal || settings.mode.framed !== true;
  const rows: ResultValue[][] = [];
  for (const column of columns) {
    const name = writtenName(column.name);
    const text = exact ? readableText(column) : screenText(column, settings.threads);
    const spelled = (value: ResultValue): string | null => value === null ? null : text(value);
    const [present, distinct] = await values(
      conversation,
      `summarize a = count(${name}), b = distinct(${name})`,
    );
    const [least, low, middle, high, most] = await values(
      conversation,
      `summarize a = min(${name}), b = percentile(${name}, 25), c = median(${name}), ` +
        `d = percentile(${name}, 75), e = max(${name})`,
    );
    const ends = least === undefined
      ? await values(conversation, `summarize a = min(${name}), b = max(${name})`)
      : [];
    rows.push([
      column.name,
      BigInt(rowCount) - BigInt(Number(present ?? 0)),
      distinct ?? null,
      await shapeOf(conversation, column, name),
      spelled(least ?? ends[0] ?? null),
      ...[low, middle, high].map((each) => spelled(each ?? null)),
      spelled(most ?? ends[1] ?? null),
    ]);
  }
  const headers = HEADER.map((name, at): ResultColumn => ({
    name,
    type: at === 1 || at === 2 ? "u64" : "text",
  }));
  return valueTable(headers, rows);
}

/** The only row of a query over the rows; empty if the column has no such values. */
async function values(conversation: Conversation, stage: string): Promise<ResultValue[]> {
  const query = `${NAME} | ${stage}`;
  let row: ResultValue[] = [];
  if (!isUnderstood(conversation, query)) return row;
  await conversation.query(
    query,
    (table) => void (row = table.columns.map((_, column) => table.value(0, column))),
  );
  return row;
}

/** Whether a query makes sense for a column's type. */
function isUnderstood({ session }: Conversation, query: string): boolean {
  const pipeline = parsePipeline(query);
  return pipeline !== null && session.understands(pipeline);
}

/** A histogram of numbers; for other values the most frequent ones with their counts. */
async function shapeOf(conversation: Conversation, column: ResultColumn, name: string): Promise<string> {
  const isMeasured = isNumeric(column) && column.display !== "hex";
  const query = `${NAME} | ${
    isMeasured ? `hist ${name} bins ${BINS}` : `by ${name}: n = count() | top ${BINS} by n`
  }`;
  if (!isUnderstood(conversation, query)) return "";
  const counts: number[] = [];
  await conversation.query(query, (table) => {
    const at = table.columns.findIndex(({ name }) => name === (isMeasured ? "count" : "n"));
    for (let row = 0; row < table.rowCount; row++) counts.push(Number(table.value(row, at)));
  });
  return sparkline(counts, BINS);
}
