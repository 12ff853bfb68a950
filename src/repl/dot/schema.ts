/**
 * `.tables .schema .describe`: what can be queried.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import { UsageError } from "../../base/errors.ts";
import type { ResultColumn } from "../../base/result_table.ts";
import { visible } from "../../render/visible.ts";
import type { Conversation } from "../conversation.ts";
import { describeRows } from "../describe.ts";
import type { DotCommand } from "./command.ts";
import { valueTable } from "../row_table.ts";

const tableNames = ({ session }: Conversation): readonly string[] => session.catalog.tableNames;

/** Commands about tables and columns. */
export const schemaCommands: readonly DotCommand[] = [
  {
    name: "tables",
    usage: "",
    summary: "the tables, and what a row of each is",
    run: listTables,
  },
  {
    name: "schema",
    usage: "[TABLE]",
    summary: "columns, types and meaning of TABLE or the main table",
    complete: tableNames,
    run: showSchema,
  },
  {
    name: "describe",
    usage: "[TABLE | TABLE.COLUMN | QUERY]",
    summary:
      "profile the columns of the last result, a table or any rows: nulls, distinct values, quantiles, distribution",
    complete: tableNames,
    run: describe,
  },
];

async function listTables(conversation: Conversation): Promise<void> {
  const { catalog } = conversation.session;
  const rows = catalog.tableNames.flatMap((name) => {
    const table = catalog.table(name, null);
    return table ? [[name, catalog.rowCount?.(name, null) ?? null, table.columns.length, table.doc]] : [];
  });
  const columns: ResultColumn[] = [
    { name: "table", type: "text" },
    // Rows of tables that are filled on demand may not have been counted.
    { name: "rows", type: "u64" },
    { name: "columns", type: "u64" },
    { name: "a row is", type: "text" },
  ];
  await conversation.show(valueTable(columns, rows));
}

async function showSchema(conversation: Conversation, argument: string): Promise<void> {
  const { name, table } = tableOf(conversation, argument);
  const rows = table.columns.map(({ name: column, type, doc, allNull }) => [
    column,
    type,
    allNull ? `${doc} (none in this trace)` : doc,
  ]);
  if (conversation.host.stdout.isTerminal) await conversation.say(`${visible(name)}: ${visible(table.doc)}`);
  await conversation.show(
    valueTable(["column", "type", "meaning"].map((name) => ({ name, type: "text" })), rows),
  );
}

async function describe(conversation: Conversation, argument: string): Promise<void> {
  const { session } = conversation;
  // A query has a stage, or contains words that are no table; `_` is the last result.
  const isQuery = /[|\s]/.test(argument) || (argument === "_" && conversation.last !== null);
  if (isQuery || (argument === "" && conversation.last !== null)) {
    return await conversation.show(await describeRows(conversation, argument === "" ? "_" : argument));
  }
  const whole = session.catalog.table(argument, null);
  const dot = argument.indexOf(".");
  const only = !whole && dot > 0 ? argument.slice(dot + 1) : undefined;
  const { name, table } = tableOf(conversation, only === undefined ? argument : argument.slice(0, dot));
  if (only !== undefined && !table.columns.some((each) => each.name === only)) {
    throw new UsageError(`Table ${name} has no column "${only}"`);
  }
  const rows = /^(leaks|live)$/.test(argument) ? argument : name;
  await conversation.show(await describeRows(conversation, rows, only));
}

function tableOf(
  { session }: Conversation,
  argument: string,
): { name: string; table: NonNullable<ReturnType<typeof session.catalog.table>> } {
  const { catalog } = session;
  // A point in the life of blocks has the columns of blocks.
  const name = argument === "" ? catalog.mainTable : /^(leaks|live)$/.test(argument) ? "allocs" : argument;
  const table = catalog.table(name, null);
  if (table) return { name, table };
  const near = didYouMean(name, ["leaks", "live", ...catalog.tableNames]);
  throw new UsageError(`No table "${name}": ${near ? `did you mean ${near}?` : ".tables lists them"}`);
}
