/**
 * One JSON object per line: the same bytes as `--mode ndjson`.
 * @module
 */

import { jsonKeys, jsonValue } from "../render/json_cell.ts";
import type { RowExporter } from "./exporter.ts";
import type { CellStyle } from "./row_text.ts";

/** The exporter for `.ndjson` and `.jsonl` files. */
export const ndjson: RowExporter = {
  name: "ndjson",
  summary: "one JSON object per line",
  extensions: [".ndjson", ".jsonl"],
  binary: false,
  takes: "rows",
  follows: ["json-numbers"],
  async write(rows, sink, { jsonNumbers }) {
    const { numberNotation, writeLines } = await import("./row_text.ts");
    const keys = jsonKeys(rows.table.columns);
    const cells = rows.table.columns.map((column, at): CellStyle => ({
      lead: keys[at]!,
      numbers: numberNotation({ ...column, display: "plain" }, false),
      quoteLarge: !jsonNumbers,
      none: "null",
      spell: (value) => jsonValue(value, jsonNumbers),
    }));
    await writeLines(rows, sink, { cells, head: "", end: keys.length === 0 ? "{}\n" : "}\n" });
  },
};
