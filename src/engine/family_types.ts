/**
 * Argument columns over several traces: finds one type that can represent the values of all of them.
 * @module
 */

import type { ColumnType, LazyColumn, OpenFamilyColumn } from "../events/trace_sink.ts";
import type { FamilyExpr } from "../query/plan/expressions.ts";
import { planType } from "../query/plan/types.ts";
import type { Trace } from "../tables/trace.ts";

/** The type of an argument in these traces; null if none of them has it. */
export function agreedType(families: readonly OpenFamilyColumn[], argument: string): ColumnType | null {
  const having = families.filter((open) => open(argument) !== null);
  const types = new Set(having.map((open) => planType(open(argument)!.spec.type)));
  if (types.size <= 1) return [...types][0] ?? null;
  const integers = [...types].every((type) => type === "u64" || type === "i64");
  const common = (["i64", "u64"] as const).find((type) =>
    having.every((open) => open(argument, type) !== null)
  );
  return integers && common !== undefined ? common : "text";
}

/** The column of a trace in the type that all traces agreed on; undefined if the trace has none. */
export function columnOfType(
  { families }: Trace,
  { table, family, argument, type }: FamilyExpr,
): LazyColumn | undefined {
  const open = families.get(`${table}.${family}`);
  const own = open?.(argument);
  if (!open || !own) return undefined;
  return planType(own.spec.type) === type ? own : open(argument, type) ?? undefined;
}
