/**
 * Apache Arrow, for pandas, polars and others.
 * @module
 */

import type { RowExporter } from "./exporter.ts";
import { beginsWith } from "./magic.ts";

/** The exporter for `.arrow` files. */
export const arrow: RowExporter = {
  name: "arrow",
  summary: "Apache Arrow file: exact types, can be memory-mapped",
  extensions: [".arrow", ".feather"],
  binary: true,
  recognizes: (head) => beginsWith(head, "ARROW1"),
  takes: "rows",
  write: async (rows, sink) => await (await import("./arrow_file.ts")).writeArrow(rows, sink),
};
