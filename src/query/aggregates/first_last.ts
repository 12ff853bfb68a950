/**
 * One value per group: `first`, `last`, `any_value`, `any`.
 * @module
 */

import { type Aggregate, ALL_TYPES, oneArgumentAggregate } from "./aggregate.ts";
import { cellAccumulator, cellValue } from "./cells.ts";

/** The first value that is not null. */
export const first: Aggregate = {
  ...oneArgumentAggregate("first", "The first value that is not null", ALL_TYPES, ["by func: first(seq)"]),
  followsOrder: true,
  accumulator: edge(false),
};

/** The last value that is not null. */
export const last: Aggregate = {
  ...oneArgumentAggregate("last", "The last value that is not null", ALL_TYPES, ["by func: last(seq)"]),
  followsOrder: true,
  accumulator: edge(true),
};

/** Any value that is not null; currently the first one found. */
export const anyValue: Aggregate = {
  ...oneArgumentAggregate("any_value", "Any value that is not null", ALL_TYPES, ["by func: any_value(file)"]),
  followsOrder: true,
  accumulator: edge(false),
};

/** `any_value` by its short name. */
export const anyAggregate: Aggregate = {
  ...oneArgumentAggregate("any", "Any value that is not null, as any_value", ALL_TYPES, [
    "by func: any(file)",
  ]),
  followsOrder: true,
  accumulator: edge(false),
};

function edge(isLast: boolean): Aggregate["accumulator"] {
  return (aggregate, context) =>
    cellAccumulator(aggregate, context, {
      add: (group, { groups, values, nulls, pass, count, cells }) =>
        group.edgeRows(groups, values, nulls, pass, count, isLast ? 1 : 0, cells),
      ...cellValue(aggregate, context),
    });
}
