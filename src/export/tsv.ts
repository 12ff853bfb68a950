/**
 * Tab-separated values: the bytes of `--mode tsv`.
 * @module
 */

import { tsvStyle } from "../render/separated.ts";
import type { RowExporter } from "./exporter.ts";

/** `.tsv`. */
export const tsv: RowExporter = {
  name: "tsv",
  summary: "tab-separated values",
  extensions: [".tsv"],
  binary: false,
  takes: "rows",
  follows: ["decimal", "no-header", "spreadsheet"],
  write: async (...to) => await (await import("./delimited.ts")).writeDelimited(tsvStyle, ...to),
};
