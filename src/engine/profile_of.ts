/**
 * The profile of a trace: what its format defines, or what the file itself says.
 * @module
 */

import { formatNamed } from "../formats/registry.ts";
import type { ProfileQuery, Weight } from "../formats/words.ts";
import { writtenName } from "../query/analysis/words.ts";
import type { Trace } from "../tables/trace.ts";

/** The profile of a trace; undefined if it has nothing to weigh. */
export function profileOf({ header, tables }: Trace): ProfileQuery | undefined {
  const format = formatNamed(header.format);
  const columns = tables.get("profile")?.columns;
  return format?.profileOf?.(columns === undefined ? [] : [...columns].map(({ name }) => name)) ??
    format?.profile;
}

/** The sum of a weight, named after it, as query text. */
export function sumOf(weight: string): string {
  const name = writtenName(weight);
  return `${name} = sum(${name})`;
}

/** How a number of a flame graph is written; times are nanoseconds. */
export type AmountUnit = "bytes" | "counts" | "time";

/** A column of a profile that stacks are weighed by. */
export interface StackWeight {
  /** What it is, in words. */
  readonly title: string;
  readonly unit: AmountUnit;
  readonly column: string;
}

/** Weights of profiles whose columns the format names. */
export const MEMORY_STACK_WEIGHTS: readonly StackWeight[] = [
  { title: "allocated bytes", unit: "bytes", column: "alloc_bytes" },
  { title: "allocations", unit: "counts", column: "allocs" },
  { title: "bytes never freed", unit: "bytes", column: "live_bytes" },
  { title: "blocks never freed", unit: "counts", column: "live" },
  { title: "bytes live at the peak", unit: "bytes", column: "peak_bytes" },
  { title: "blocks live at the peak", unit: "counts", column: "peak_blocks" },
];

/** What stacks of a profile may be weighed by, the default first: of the columns that have values. */
export function stackWeights(trace: Trace, isFilled: (column: string) => boolean): readonly StackWeight[] {
  const says = formatNamed(trace.header.format)?.profileOf !== undefined;
  const profile = says ? profileOf(trace) : undefined;
  const weights = profile?.weights.map(stackWeight) ?? MEMORY_STACK_WEIGHTS;
  const first = (weight: StackWeight): number => Number(weight.column !== profile?.first);
  return weights.filter(({ column }) => isFilled(column)).sort((a, b) => first(a) - first(b));
}

/** A weight as a flame graph shows it. */
export function stackWeight({ name, unit }: Weight): StackWeight {
  return {
    title: name.replaceAll("_", " "),
    unit: unit === "bytes" ? "bytes" : unit === "nanoseconds" ? "time" : "counts",
    column: name,
  };
}
