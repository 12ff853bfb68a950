/**
 * One JSON object per row, in an array or one per line.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { jsonKeys, jsonRow } from "./json_cell.ts";
import { type Renderer, type RenderOptions, type TextSink, writeRows } from "./renderer.ts";

function objects(table: ResultTable, { jsonNumbers }: RenderOptions): (at: number) => string {
  const row = { keys: jsonKeys(table.columns), forceNumbers: jsonNumbers };
  return (at) => jsonRow(table, at, row);
}

/** Prints a separator and one object. */
function element(table: ResultTable, options: RenderOptions): (at: number) => string {
  const object = objects(table, options);
  return (at) => (at === 0 ? "" : ",\n") + object(at);
}

function lines(table: ResultTable, sink: TextSink, options: RenderOptions): Promise<void> {
  const object = objects(table, options);
  return writeRows(table, sink, { row: (at) => object(at) + "\n" });
}

/** The mode `json`: an array of objects. */
export const json: Renderer = {
  name: "json",
  summary: "one array of objects",
  endings: ["json"],
  render: (table, sink, options) =>
    writeRows(table, sink, { head: "[", row: element(table, options), end: "]\n" }),
  joined: {
    open: "[",
    between: ",\n",
    close: "]\n",
    head: () => "",
    rows: (table, sink, options) => writeRows(table, sink, { row: element(table, options) }),
  },
};

/** The mode `ndjson`: one object per line. */
export const ndjson: Renderer = {
  name: "ndjson",
  summary: "one JSON object per line",
  endings: ["ndjson", "jsonl"],
  render: lines,
  joined: { head: () => "", rows: lines },
};
