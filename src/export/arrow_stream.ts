/**
 * Apache Arrow as a stream, for readers that process it incrementally: pyarrow's `open_stream`, DuckDB in a
 * page, Polars.
 * @module
 */

import type { RowExporter } from "./exporter.ts";

/** Every message begins with this byte; the first message is the schema. */
const MARK = 0xff;

/** The exporter for `.arrows` files. */
export const arrowStream: RowExporter = {
  name: "arrows",
  summary: "Apache Arrow stream: exact types, read as it arrives",
  extensions: [".arrows"],
  binary: true,
  recognizes: (head) => head.length >= 8 && head.subarray(0, 4).every((byte) => byte === MARK),
  takes: "rows",
  write: async (rows, sink) => await (await import("./arrow_file.ts")).writeArrowStream(rows, sink),
};
