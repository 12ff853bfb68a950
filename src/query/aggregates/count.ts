/**
 * Counting aggregates: `count` counts rows, `distinct` values.
 * @module
 */

import { type Aggregate, ALL_TYPES, oneArgumentAggregate } from "./aggregate.ts";
import { countRows } from "./compact_cells.ts";
import type { RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import { unifyZeros } from "../execution/column_words.ts";
import { type Accumulator, readInput } from "./aggregate_input.ts";
import { Cells } from "./cells.ts";
import { DistinctPairs } from "./distinct_pairs.ts";

/** The aggregate that counts rows. */
export const count: Aggregate = {
  name: "count",
  elsewhere: [
    { word: "number" },
    { word: "cnt" },
    { word: "row count" },
    { word: "how many" },
    { word: "number of" },
    { word: "total number of" },
    { word: "count of" },
    { word: "frequency" },
    { word: "len" },
  ],
  usage: "count()",
  summary: "Number of rows; count(x) counts those where x is not null",
  examples: ["summarize count()", "by file: n = count() if kind == alloc"],
  parameters: ["x?"],
  accepts: ALL_TYPES,
  gives: "count",
  countsRows: true,
  result: () => "u64",
  ofSums: (count) => count,
  ofCounts: ({ rows }) => rows,
  accumulator: (_, context) => countRows(context),
};

/** The aggregate that counts distinct values. */
export const distinct: Aggregate = {
  ...oneArgumentAggregate("distinct", "Number of distinct values", ALL_TYPES, ["by file: distinct(thread)"]),
  elsewhere: [
    { word: "dcount" },
    { word: "nunique" },
    { word: "n_unique" },
    { word: "count_distinct" },
    { word: "approx_count_distinct" },
    { word: "dc" },
    { word: "uniq" },
    { word: "number of distinct" },
    { word: "number of different" },
    { word: "count distinct" },
    { word: "how many different" },
    { word: "how many distinct" },
  ],
  gives: "count",
  result: () => "u64",
  ofCounts: ({ seen }) => BigInt(seen.size),
  accumulator: (_, context) => countDistinct(context),
};

function countDistinct(context: RunContext): Accumulator {
  const { work } = context;
  const cells = new Cells(work);
  const pairs = new DistinctPairs(work);
  return {
    add(piece, input, groups, groupCount, scratch) {
      const { group } = kernelsOf(work.arena);
      cells.reserve(groupCount);
      const { nulls, pass } = readInput(context, piece, input, scratch);
      if (input.arg?.type === "f64") unifyZeros(work.pools, scratch.values, piece.count);
      const values = work.take(piece.count * 8);
      const owners = work.take(piece.count * 4);
      const count = group.collectRows(groups, scratch.values, nulls, pass, piece.count, values, owners);
      pairs.add(values, owners, count, cells.reserve(groupCount), groupCount);
      work.give(values, owners);
    },
    *finish(groupCount) {
      pairs.finish(cells.reserve(groupCount));
      for (let group = 0; group < groupCount; group++) {
        work.tick(1);
        yield cells.count(group);
      }
      cells.release();
    },
  };
}
