/**
 * Describes in one sentence what is wrong with a file.
 * @module
 */

import { countOf } from "../base/amount_text.ts";
import type { Problem } from "../events/trace_sink.ts";
import type { Trace } from "../tables/trace.ts";

/** The worst problem of a trace and the number of all problems; undefined if there are only notes. */
export function worstProblem({ problems, problemCounts }: Trace): WorstProblem | undefined {
  const worst = problems.find(({ severity }) => severity === "error") ??
    problems.find(({ severity }) => severity === "warning");
  if (worst === undefined) return undefined;
  return {
    problem: worst,
    total: problemTotal(problemCounts),
    text: `${worst.message} at ${problemLocation(worst)}: ${worst.handling}`,
  };
}

/** The worst problem of a trace. */
interface WorstProblem {
  readonly problem: Problem;
  /** The number of problems of the trace, including notes. */
  readonly total: number;
  /** Describes the problem, its location and how it was handled. */
  readonly text: string;
}

/** A sentence on the worst problem of a trace and the number of problems; null if there are only notes. */
export function damageSentence(trace: Trace): string | null {
  const worst = worstProblem(trace);
  if (worst === undefined) return null;
  const more = worst.total > 1 ? ` (${countOf(worst.total, "problem")}: query the table "problems")` : "";
  return worst.text + more;
}

/** The number of all problems, including those without a row in the table. */
export function problemTotal(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, count) => sum + count, 0);
}

/** The location of a problem, such as `byte 4993, record 438`, as far as it is known. */
export function problemLocation({ offset, record }: Pick<Problem, "offset" | "record">): string {
  // Readers of text and of sorted reports know only the number of the record: a record at byte 0 that is not
  // the first one has no known offset.
  if (offset < 0 || (offset === 0 && record > 1)) return `record ${record}`;
  return `byte ${offset}${record > 0 ? `, record ${record}` : ""}`;
}
