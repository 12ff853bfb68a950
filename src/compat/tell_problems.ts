/**
 * What is wrong with a trace, on standard error: what a stand-in prints looks whole.
 * @module
 */

import type { Trace } from "../tables/trace.ts";
import type { CompatHost } from "./stand_in.ts";

/** One line for each kind of damage. */
export async function tellProblems(
  who: string,
  { problems, problemCounts }: Trace,
  host: CompatHost,
): Promise<void> {
  for (const [code, count] of problemCounts) {
    const first = problems.find((problem) => problem.code === code);
    if (!first || first.severity === "note") continue;
    const others = count > 1 ? ` (and ${count - 1} more)` : "";
    await host.writeError(`${who}: ${first.message}: ${first.handling}${others}\n`);
  }
}
