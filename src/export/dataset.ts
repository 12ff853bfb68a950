/**
 * A folder of Parquet files that engines of many traces read. What writes it is `cli/dataset`: it opens the traces, one
 * after the other or several at a time.
 * @module
 */

import type { DatasetExporter } from "./exporter.ts";

/** `DIR/trace=NAME/TABLE.parquet`. */
export const dataset: DatasetExporter = {
  name: "dataset",
  summary: "A folder of Parquet files, one per trace and table",
  extensions: [],
  binary: true,
  takes: "files",
};
