/**
 * One JSON object per row: an array of them, or lines and nothing else.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { jsonKeys, jsonRow } from "./json_cell.ts";
import { type Renderer, type RenderOptions, writeRows } from "./renderer.ts";

function objects(table: ResultTable, { jsonNumbers }: RenderOptions): (at: number) => string {
  const row = { keys: jsonKeys(table.columns), forceNumbers: jsonNumbers };
  return (at) => jsonRow(table, at, row);
}

/** An array of objects. */
export const json: Renderer = {
  name: "json",
  summary: "one array of objects",
  endings: ["json"],
  render(table, sink, options) {
    const object = objects(table, options);
    const row = (at: number): string => (at === 0 ? "" : ",\n") + object(at);
    return writeRows(table, sink, { head: "[", row, end: "]\n" });
  },
};

/** An object per line. */
export const ndjson: Renderer = {
  name: "ndjson",
  summary: "one JSON object per line",
  endings: ["ndjson", "jsonl"],
  render(table, sink, options) {
    const object = objects(table, options);
    return writeRows(table, sink, { row: (at) => object(at) + "\n" });
  },
};
