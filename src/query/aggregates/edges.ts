/**
 * One value per group: `first`, `last`, `any_value`, `any`.
 * @module
 */

import { type Aggregate, ALL, ofOneArgument } from "./aggregate.ts";
import { byCells, keptValue } from "./cells.ts";

/** The first value that is not null. */
export const first: Aggregate = {
  ...ofOneArgument("first", "The first value that is not null", ALL, ["by func: first(seq)"]),
  followsOrder: true,
  accumulator: edge(false),
};

/** The last value that is not null. */
export const last: Aggregate = {
  ...ofOneArgument("last", "The last value that is not null", ALL, ["by func: last(seq)"]),
  followsOrder: true,
  accumulator: edge(true),
};

/** Any value that is not null; in practice the first one found. */
export const anyValue: Aggregate = {
  ...ofOneArgument("any_value", "Any value that is not null", ALL, ["by func: any_value(file)"]),
  followsOrder: true,
  accumulator: edge(false),
};

/** `any_value` by its short name. */
export const any: Aggregate = {
  ...ofOneArgument("any", "Any value that is not null, as any_value", ALL, ["by func: any(file)"]),
  followsOrder: true,
  accumulator: edge(false),
};

function edge(isLast: boolean): Aggregate["accumulator"] {
  return (aggregate, context) =>
    byCells(aggregate, context, {
      add: (group, { groups, values, nulls, pass, count, cells }) =>
        group.edgeRows(groups, values, nulls, pass, count, isLast ? 1 : 0, cells),
      ...keptValue(aggregate, context),
    });
}
