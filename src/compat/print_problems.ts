/**
 * Prints the problems of a trace on standard error, since a stand-in's own output does not show them.
 * @module
 */

import type { Trace } from "../tables/trace.ts";
import type { CompatHost } from "./stand_in.ts";

/** Prints one line for each kind of damage. */
export async function printProblems(
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
