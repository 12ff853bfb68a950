/**
 * The profile of a trace: what its format defines, or what the file itself says.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { ProfileQuery } from "../formats/format_types.ts";
import type { Trace } from "../tables/trace.ts";
import { MEMORY_STACK_WEIGHTS, type StackWeight, stackWeight } from "./weights.ts";

/** The profile of a trace; undefined if it has nothing to weigh. */
export function profileOf({ header, tables }: Trace): ProfileQuery | undefined {
  const format = formatNamed(header.format);
  const columns = tables.get("profile")?.columns;
  return format?.profileOf?.(columns === undefined ? [] : [...columns].map(({ name }) => name)) ??
    format?.profile;
}

/** What stacks of a profile may be weighed by, the default first: of the columns that have values. */
export function stackWeights(trace: Trace, isFilled: (column: string) => boolean): readonly StackWeight[] {
  const says = formatNamed(trace.header.format)?.profileOf !== undefined;
  const profile = says ? profileOf(trace) : undefined;
  const weights = profile?.weights.map(stackWeight) ?? MEMORY_STACK_WEIGHTS;
  const first = (weight: StackWeight): number => Number(weight.column !== profile?.first);
  return weights.filter(({ column }) => isFilled(column)).sort((a, b) => first(a) - first(b));
}
