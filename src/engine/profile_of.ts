/**
 * The profile of a trace, as defined by its format or by the file itself.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { ProfileQuery } from "../formats/format_types.ts";
import type { Trace } from "../tables/trace.ts";
import { MEMORY_STACK_WEIGHTS, type StackWeight, stackWeight } from "./weights.ts";

/** Returns the profile of a trace; undefined if it has no weights. */
export function profileOf({ header, tables, tags }: Trace): ProfileQuery | undefined {
  const format = formatNamed(header.format);
  const columns = [...tables.get("profile")?.columns ?? []].map(({ name }) => name);
  const tag = (key: string): string | undefined => tags.find(({ name }) => name === key)?.value;
  return format?.profileOf?.(columns, tag) ?? format?.profile;
}

/** Returns the weights for stacks of a profile, the default first, among the columns that have values. */
export function stackWeights(trace: Trace, isFilled: (column: string) => boolean): readonly StackWeight[] {
  const says = formatNamed(trace.header.format)?.profileOf !== undefined;
  const profile = says ? profileOf(trace) : undefined;
  const weights = profile?.weights.map(stackWeight) ?? MEMORY_STACK_WEIGHTS;
  const first = (weight: StackWeight): number => Number(weight.column !== profile?.first);
  return weights.filter(({ column }) => isFilled(column)).sort((a, b) => first(a) - first(b));
}
