/**
 * Apache Parquet, for DuckDB, pandas and the like.
 * @module
 */

import type { RowExporter } from "./exporter.ts";
import { beginsWith } from "./magic.ts";

/** `.parquet`. */
export const parquet: RowExporter = {
  name: "parquet",
  summary: "Apache Parquet: exact types, compressed",
  extensions: [".parquet"],
  binary: true,
  recognizes: (head) => beginsWith(head, "PAR1"),
  takes: "rows",
  write: async (rows, sink) => await (await import("./parquet_file.ts")).writeParquet(rows, sink),
};
