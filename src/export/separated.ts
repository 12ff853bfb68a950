/**
 * Comma-separated and tab-separated values: the bytes of `--mode csv` and `--mode tsv`.
 * @module
 */

import { csvStyle, type Separated, tsvStyle } from "../render/separated.ts";
import type { RowExporter } from "./exporter.ts";

function separated(name: string, summary: string, style: Separated): RowExporter {
  return {
    name,
    summary,
    extensions: [`.${name}`],
    binary: false,
    takes: "rows",
    follows: ["decimal", "no-header", "spreadsheet"],
    write: async (...to) => await (await import("./delimited.ts")).writeDelimited(style, ...to),
  };
}

/** `.csv`. */
export const csv: RowExporter = separated("csv", "comma-separated values", csvStyle);

/** `.tsv`. */
export const tsv: RowExporter = separated("tsv", "tab-separated values", tsvStyle);
