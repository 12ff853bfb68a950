/**
 * What is wrong with a file, in words.
 * @module
 */

import type { Problem } from "../events/trace_sink.ts";
import type { Trace } from "../tables/trace.ts";

/** Problems of a trace, how many and the gravest; undefined where there are only notes. */
export function gravest({ problems, problemCounts }: Trace): { total: number; text: string } | undefined {
  const grave = problems.find(({ severity }) => severity === "error") ??
    problems.find(({ severity }) => severity === "warning");
  if (grave === undefined) return undefined;
  return {
    total: problemTotal(problemCounts),
    text: `${grave.message} at ${problemPlace(grave)}: ${grave.handling}`,
  };
}

/** All problems, those too that have no row. */
export function problemTotal(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, count) => sum + count, 0);
}

/** `byte 4993, record 438`, or what of it is known. */
export function problemPlace({ offset, record }: Pick<Problem, "offset" | "record">): string {
  // Readers of text and of sorted reports know the record alone; only the first one is at byte 0.
  if (offset < 0 || (offset === 0 && record > 1)) return `record ${record}`;
  return `byte ${offset}${record > 0 ? `, record ${record}` : ""}`;
}
