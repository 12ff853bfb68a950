/**
 * An aggregate: what is said of it, and how its values are made. To add one, write a file that exports it and put it
 * into `registry.ts`.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { RunContext } from "../execution/context.ts";
import type { AggregateDef } from "../plan/aggregate.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import { MEASURES } from "../plan/types.ts";
import type { Accumulator } from "./aggregate_input.ts";

/** One aggregate of the query language; help, completion, hover, binder and executor read it. */
export interface Aggregate extends AggregateDef {
  /** Which value it gives depends on the order of the rows: in a window these have that of the window. */
  readonly followsOrder?: true;
  /** What takes the rows of groups and gives a value for each. */
  accumulator(aggregate: BoundAggregate, context: RunContext): Accumulator;
}

/** Types that have an order. */
export const ORDERED: readonly ColumnType[] = [...MEASURES, "text", "bool"];
/** All types. */
export const ALL: readonly ColumnType[] = [...ORDERED, "bytes"];

/** The words and types of an aggregate of one argument, whose values it gives unless something else is said. */
export function ofOneArgument(
  name: string,
  summary: string,
  accepts: readonly ColumnType[],
  examples: readonly string[],
): Omit<Aggregate, "accumulator"> {
  return {
    name,
    usage: `${name}(x)`,
    summary,
    examples,
    parameters: ["x"],
    accepts,
    gives: "value",
    result: (argument) => argument ?? "u64",
  };
}
