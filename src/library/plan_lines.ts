/**
 * The plan of a query as lines.
 * @module
 */

import type { Session } from "../engine/session.ts";

/** How the last statement of a script would run, one step per line. */
export async function planLines(session: Session, text: string, signal: AbortSignal): Promise<string[]> {
  // Every error of the script is reported at its position.
  const steps = session.planOf(text);
  const outcome = await session.explainPlan(text, signal);
  if (outcome === undefined) return steps;
  const { table } = outcome;
  const column = (name: string): number => table.columns.findIndex((each) => each.name === name);
  const [step, rows, how] = [column("step"), column("rows"), column("how")];
  const lines = Array.from({ length: table.rowCount }, (_, at) => {
    const [expected, way] = [table.value(at, rows), table.value(at, how)];
    const facts = [...(way === null ? [] : [way]), ...(expected === null ? [] : [`about ${expected} rows`])];
    return facts.length === 0
      ? String(table.value(at, step))
      : `${table.value(at, step)} (${facts.join("; ")})`;
  });
  outcome.release();
  return lines;
}
