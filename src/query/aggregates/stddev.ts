/**
 * `stddev`: the standard deviation of values.
 * @module
 */

import { SpreadCell } from "../execution/kernels/group_layout.ts";
import { MEASURES } from "../plan/types.ts";
import { type Aggregate, oneArgumentAggregate } from "./aggregate.ts";
import { cellAccumulator } from "./cells.ts";

/** The sample standard deviation. */
export const stddev: Aggregate = {
  ...oneArgumentAggregate("stddev", "Standard deviation of the sample", MEASURES, ["by kind: stddev(size)"]),
  elsewhere: [{ word: "stdev" }, { word: "std" }, { word: "stddev_samp" }, { word: "standard deviation" }],
  gives: "amount",
  result: () => "f64",
  accumulator(aggregate, context) {
    return cellAccumulator(aggregate, context, {
      add: (group, { groups, values, nulls, pass, count, kind, cells }) =>
        group.sumDoubles(groups, values, nulls, pass, count, kind, cells),
      value: (cells, group, count) =>
        count < 2n ? null : Math.sqrt(cells.double(group, SpreadCell.Squares) / Number(count - 1n)),
    });
  },
};
