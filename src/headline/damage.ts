/**
 * What is wrong with a file, in one sentence.
 * @module
 */

import { countOf } from "../base/amount_text.ts";
import type { Problem } from "../events/trace_sink.ts";
import type { Trace } from "../tables/trace.ts";

/** Problems of a trace, how many and the gravest in words; undefined where there are only notes. */
export function gravest({ problems, problemCounts }: Trace): Grave | undefined {
  const grave = problems.find(({ severity }) => severity === "error") ??
    problems.find(({ severity }) => severity === "warning");
  if (grave === undefined) return undefined;
  return {
    problem: grave,
    total: problemTotal(problemCounts),
    text: `${grave.message} at ${problemPlace(grave)}: ${grave.handling}`,
  };
}

/** The gravest problem of a trace. */
interface Grave {
  readonly problem: Problem;
  /** All problems of the trace, notes too. */
  readonly total: number;
  /** What was found, where, and what was done about it. */
  readonly text: string;
}

/** The gravest problem of a trace and how many there are; null where there are only notes. */
export function damageOf(trace: Trace): string | null {
  const grave = gravest(trace);
  if (grave === undefined) return null;
  const more = grave.total > 1 ? ` (${countOf(grave.total, "problem")}: query the table "problems")` : "";
  return grave.text + more;
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
