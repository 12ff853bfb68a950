/**
 * Weights of profiles, as queries and flame graphs use them. The page of the workbench includes this file, so
 * it must not need any format.
 * @module
 */

import type { Weight } from "../formats/format_types.ts";
import { writtenName } from "../query/analysis/message_words.ts";

/** The sum of a weight, named after it, as query text. */
export function sumOf(weight: string): string {
  const name = writtenName(weight);
  return `${name} = sum(${name})`;
}

/** The unit in which a number of a flame graph is formatted; times are nanoseconds. */
export type AmountUnit = "bytes" | "counts" | "time";

/** A column of a profile that can be the weight of stacks. */
export interface StackWeight {
  /** Name of the weight in words. */
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

/** Converts a weight to the form that flame graphs use. */
export function stackWeight({ name, unit }: Weight): StackWeight {
  return {
    title: name.replaceAll("_", " "),
    unit: unit === "bytes" ? "bytes" : unit === "nanoseconds" ? "time" : "counts",
    column: name,
  };
}
