/**
 * `rate`: how much per second of a step, or per record.
 * @module
 */

import { DoubleCell } from "../execution/kernels/group_layout.ts";
import { MEASURES } from "../plan/types.ts";
import { type Aggregate, ofOneArgument } from "./aggregate.ts";
import { byCells } from "./cells.ts";

/** The sum of the values of a step, by the length of the step. */
export const rate: Aggregate = {
  ...ofOneArgument(
    "rate",
    "Sum per second in a timeline by time, per record in any other; 0 for steps without values",
    [...MEASURES, "bool"],
    ["timeline every 100 rate(size)"],
  ),
  gives: "count",
  perStep: true,
  result: () => "f64",
  accumulator(aggregate, context) {
    const type = aggregate.arg?.type;
    const units = aggregate.parameter ?? 1;
    return byCells(aggregate, context, {
      add(group, { groups, values, nulls, pass, count, kind, cells }) {
        if (kind === 2) group.addDoubles(groups, values, nulls, pass, count, cells);
        else group.sumRows(groups, values, nulls, pass, count, kind, cells);
      },
      value: (cells, group) =>
        (type === "f64" ? cells.double(group, DoubleCell.Sum) : Number(cells.whole(group, type))) / units,
    });
  },
};
