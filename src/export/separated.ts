/**
 * Comma-separated and tab-separated values: the same bytes as `--mode csv` and `--mode tsv`.
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

/** The exporter for `.csv` files. */
export const csv: RowExporter = separated("csv", "comma-separated values", csvStyle);

/** The exporter for `.tsv` files. */
export const tsv: RowExporter = separated("tsv", "tab-separated values", tsvStyle);
