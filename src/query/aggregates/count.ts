/**
 * `count`: how many rows.
 * @module
 */

import { type Aggregate, ALL } from "./aggregate.ts";
import { countRows } from "./compact_cells.ts";

/** Counts rows. */
export const count: Aggregate = {
  name: "count",
  usage: "count()",
  summary: "Number of rows; count(x) counts those where x is not null",
  examples: ["summarize count()", "by file: n = count() if kind == alloc"],
  parameters: ["x?"],
  accepts: ALL,
  gives: "count",
  countsRows: true,
  result: () => "u64",
  ofSums: (count) => count,
  ofCounts: ({ rows }) => rows,
  accumulator: (_, context) => countRows(context),
};
