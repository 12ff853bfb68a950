/**
 * Comma-separated values: the bytes of `--mode csv`.
 * @module
 */

import { csvStyle } from "../render/separated.ts";
import type { RowExporter } from "./exporter.ts";

/** `.csv`. */
export const csv: RowExporter = {
  name: "csv",
  summary: "comma-separated values",
  extensions: [".csv"],
  binary: false,
  takes: "rows",
  follows: ["decimal", "no-header", "spreadsheet"],
  write: async (...to) => await (await import("./delimited.ts")).writeDelimited(csvStyle, ...to),
};
