/**
 * Writes a folder of Parquet files, for programs that query many traces at once. The command in `cli/dataset`
 * opens the traces, one after another or several at a time.
 * @module
 */

import type { DatasetExporter } from "./exporter.ts";

/** The exporter for `DIR/trace=NAME/TABLE.parquet`. */
export const dataset: DatasetExporter = {
  name: "dataset",
  summary: "A folder of Parquet files, one per trace and table",
  extensions: [],
  binary: true,
  takes: "files",
};
