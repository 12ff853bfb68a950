/**
 * `.last .view .next .row .plot .explain`: commands for the last result.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { drillQuery } from "../../engine/drill/drill_query.ts";
import { printTree } from "../../language/script.ts";
import type { QueryOutcome } from "../../engine/session.ts";
import { readableText } from "../../render/cell_text.ts";
import { visible } from "../../render/visible.ts";
import type { Conversation } from "../conversation.ts";
import { withBars } from "../../render/plot/bar_column.ts";
import { plot, PLOT_KINDS, plotRequest } from "../../render/plot/plot.ts";
import { columnNamed, valueColumn } from "../../render/plot/series.ts";
import { curvesOf, sparkTable } from "../../render/plot/spark_table.ts";
import { queryListLines } from "../first_steps.ts";
import { rowTable } from "../row_table.ts";
import { textColumns } from "../term_lines.ts";
import type { DotCommand } from "./command.ts";

/** Commands about the last result. */
export const resultCommands: readonly DotCommand[] = [
  {
    name: "last",
    usage: "",
    summary: "show the last result again; in queries it is the table _",
    run: (conversation) => conversation.show(lastResult(conversation).table),
  },
  {
    name: "view",
    usage: "",
    summary: "browse the last result: sort, search, filter, open a row; Enter on an empty line does the same",
    async run(conversation) {
      lastResult(conversation);
      if (conversation.view === null) {
        throw new UsageError(
          "Cannot open the viewer: this terminal can only print lines; use .row N for a row in full, .maxrows N for " +
            "more rows, .columns all for all columns",
        );
      }
      await conversation.view();
    },
  },
  {
    name: "next",
    usage: "[N]",
    summary: "list suggested queries, or run query N; N alone runs it, too",
    complete: ({ proposed }) => proposed.map((_, at) => String(at + 1)),
    run: showNext,
  },
  {
    name: "row",
    usage: "N",
    summary: "row N of the last result in full, and the query for the rows that it was computed from",
    run: showRow,
  },
  {
    name: "plot",
    usage: "[bars|lines|heat|spark|table] [VALUE [LABEL]]",
    summary: "draw the last result",
    details: [
      "bars: one per row",
      "lines: a curve over the rows",
      "heat: one strip of colours",
      "spark: a small curve per column, or per name when names repeat",
      "table: the result with bars beside the numbers",
      "Without a kind, the rows decide which one is drawn; VALUE and LABEL are columns",
    ].join("\n"),
    complete: ({ last }, argument) =>
      argument.includes(" ")
        ? completeColumn(last, argument)
        : [...PLOT_KINDS, ...completeColumn(last, argument)],
    run: showPlot,
  },
  {
    name: "explain",
    usage: "[analyze] [QUERY] | CODE",
    summary: "the steps of QUERY or of the last query; or what a code such as Q203 means",
    details: [
      "analyze: runs the query and shows rows and time of each step, blocks that filters looked at or",
      "skipped because of their smallest and largest values, and bytes read from disk",
    ].join("\n"),
    takesQuery: true,
    wordBefore: "analyze",
    run: explain,
  },
];

function lastResult({ last }: Conversation): QueryOutcome {
  if (!last) throw new UsageError("There is no last result yet: run a query first");
  return last;
}

async function showNext(conversation: Conversation, argument: string): Promise<number | void> {
  const { proposed, theme } = conversation;
  if (proposed.length === 0) throw new UsageError("No query is suggested yet: run one first");
  if (argument === "") {
    return await conversation.say(queryListLines(proposed, theme, textColumns(conversation.host)).join("\n"));
  }
  const query = proposed[Number(argument) - 1]?.query;
  if (query === undefined) {
    throw new UsageError(`Command .next takes a number from 1 to ${proposed.length}, found "${argument}"`);
  }
  await conversation.say(theme.paint("faint", `> ${query}`));
  return await conversation.run(query);
}

async function showRow(conversation: Conversation, argument: string): Promise<void> {
  const result = lastResult(conversation);
  const { table } = result;
  const number = Number(argument.replaceAll("_", ""));
  if (argument === "" || !Number.isInteger(number) || number < 1 || number > table.rowCount) {
    const rows = table.rowCount === 0
      ? "the last result has no rows"
      : `a number from 1 to ${table.rowCount}`;
    throw new UsageError(`Command .row takes the number of a row: ${rows}`);
  }
  const text = (column: number): string => {
    const value = table.value(number - 1, column);
    return value === null ? "NULL" : readableText(table.columns[column]!)(value);
  };
  const rows = rowTable(table, number - 1, text);
  const names = Math.max(0, ...table.columns.map(({ name }) => name.length));
  const lines = Array.from({ length: rows.rowCount }, (_, at) => {
    const name = conversation.theme.paint("strong", visible(table.columns[at]!.name).padEnd(names));
    const none = table.value(number - 1, at) === null;
    return `  ${name}  ${none ? conversation.theme.paint("faint", "NULL") : visible(text(at))}`;
  });
  await conversation.say(lines.join("\n"));
  const behind = drillQuery(result, number - 1, conversation.session);
  if (behind === null) return;
  const query = printTree(behind);
  conversation.proposed = [{ query, answers: "the rows that it was computed from" }];
  await conversation.say(conversation.theme.paint("faint", `next: 1 ${query}`));
}

function completeColumn(last: QueryOutcome | null, argument: string): string[] {
  const typed = argument.slice(0, argument.lastIndexOf(" ") + 1);
  return last?.table.columns.map(({ name }) => typed + name) ?? [];
}

async function showPlot(conversation: Conversation, argument: string): Promise<void> {
  const { table } = lastResult(conversation);
  const request = plotRequest(argument);
  if (request.kind === "table") {
    return await conversation.show(withBars(table, valueColumn(table, request.value)));
  }
  if (request.kind === "spark" && table.rowCount > 0) {
    const label = request.label === undefined ? undefined : columnNamed(table, request.label);
    const curves = curvesOf(table, valueColumn(table, request.value), label);
    if (curves) return await conversation.show(sparkTable(table, curves));
  }
  const { columns, rows } = conversation.host.terminalSize();
  const options = { width: columns, height: Math.max(4, Math.min(16, rows - 6)), theme: conversation.theme };
  await conversation.say(plot(table, request, options).join("\n"));
}

async function explain(conversation: Conversation, argument: string): Promise<void> {
  if (/^[A-Z]\d{3}$/i.test(argument)) {
    const code = argument.toUpperCase();
    const found = conversation.host.explainCode(code);
    if (!found) throw new UsageError(`Unknown code ${code}`);
    await conversation.say(
      `${code}: ${found.title}\n${found.cause}.\n${found.cure}.\nExample: ${found.example}`,
    );
    return;
  }
  const [, word, rest] = /^(analyze\b)?\s*([^]*)$/i.exec(argument)!;
  const query = rest === "" ? lastResult(conversation).text : rest!;
  const stage = word === undefined ? "explain plan" : "explain";
  // The stage `explain` itself cannot be explained.
  const text = /\|\s*explain(\s+plan)?\s*$/i.test(query) ? query : `${query}\n| ${stage}`;
  await conversation.query(text, (table) => conversation.show(table));
}
