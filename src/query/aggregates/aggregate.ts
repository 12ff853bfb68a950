/**
 * An aggregate: its documentation, and how its values are computed. To add one, write a file that exports it
 * and list it in `registry.ts`.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { RunContext } from "../execution/context.ts";
import type { AggregateDef } from "../plan/aggregate.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import { MEASURES } from "../plan/types.ts";
import type { Accumulator } from "./aggregate_input.ts";

/** One aggregate of the query language. Help, completion, hover, binder and executor use these objects. */
export interface Aggregate extends AggregateDef {
  /** The value depends on the order of the rows. Over a window, the rows have the order of the window. */
  readonly followsOrder?: true;
  /** Creates the accumulator, which receives rows with their groups and returns a value per group. */
  accumulator(aggregate: BoundAggregate, context: RunContext): Accumulator;
}

/** Types whose values can be ordered. */
export const ORDERED_TYPES: readonly ColumnType[] = [...MEASURES, "text", "bool"];
/** All column types. */
export const ALL_TYPES: readonly ColumnType[] = [...ORDERED_TYPES, "bytes"];

/**
 * Documentation and types of an aggregate with one argument; the result has the type of the argument unless
 * the caller overrides it.
 */
export function oneArgumentAggregate(
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
