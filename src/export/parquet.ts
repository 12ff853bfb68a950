/**
 * Apache Parquet, for DuckDB, pandas and others.
 * @module
 */

import type { RowExporter } from "./exporter.ts";
import { beginsWith } from "./magic.ts";

/** The exporter for `.parquet` files. */
export const parquet: RowExporter = {
  name: "parquet",
  summary: "Apache Parquet: exact types, compressed",
  extensions: [".parquet"],
  binary: true,
  recognizes: (head) => beginsWith(head, "PAR1"),
  takes: "rows",
  follows: ["compression"],
  async write(rows, sink, { compression }) {
    const [{ writeParquet }, { codecNamed }] = await Promise.all([
      import("./parquet_file.ts"),
      import("./page_codec.ts"),
    ]);
    await writeParquet(rows, sink, compression === undefined ? undefined : await codecNamed(compression));
  },
};
