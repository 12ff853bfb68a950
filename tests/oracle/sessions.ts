/**
 * Long sessions out of random numbers: queries in two orders, with other actions of a session between them.
 * @module
 */

import type { Session } from "../../src/engine/session.ts";
import type { Random } from "../support/random.ts";
import { listen } from "./said.ts";
import { namedTraces, shuffled, someTrace } from "./sets.ts";
import { signalAfter, type Step } from "./steps.ts";
import { openTrace, TRACES } from "./traces.ts";

const FORMATS = Object.keys(TRACES);
/** A temporary trace stays open for this many queries. */
const VISIT = 6;

/** A session with traces of these formats, and about `asks` queries, each run at least twice. */
export function randomSession(
  random: Random,
  formats: readonly string[],
  question: () => string,
  asks: number,
): Step[] {
  const steps: Step[] = namedTraces(random, formats).map((trace) => ({ kind: "open", trace }));
  const questions = Array.from({ length: Math.ceil(asks / 2) }, question);
  const again = shuffled(random, questions);
  for (const script of [...questions, ...again]) {
    if (random.oneIn(12)) steps.push(...visit(random, questions));
    if (random.oneIn(6)) {
      steps.push({ kind: "cancel", script: random.pick(questions), looks: 1 + random.below(30) });
    }
    if (random.oneIn(8)) steps.push({ kind: "show", script: random.pick(questions) });
    steps.push({ kind: "ask", script });
    if (random.oneIn(8)) steps.push({ kind: "read" });
  }
  return steps;
}

/** Opens one more trace, runs a query, and closes it. */
function visit(random: Random, questions: readonly string[]): Step[] {
  const trace = someTrace(random, random.pick(FORMATS), "x");
  const steps: Step[] = [{ kind: "open", trace }];
  for (let number = random.below(VISIT); number > 0; number--) {
    steps.push({ kind: random.oneIn(4) ? "show" : "ask", script: random.pick(questions) });
  }
  return [...steps, { kind: "close", name: "x" }];
}

/** Other actions in a session: a trace is opened and closed, and queries are repeated, some of them cancelled. */
export async function disturb(random: Random, session: Session, asked: readonly string[]): Promise<void> {
  const visitor = someTrace(random, random.pick(FORMATS), "x");
  await openTrace(session, visitor);
  for (let count = random.below(VISIT); count > 0 && asked.length > 0; count--) {
    const signal = random.oneIn(2) ? signalAfter(1 + random.below(30)) : undefined;
    await listen(session, random.pick(asked), signal).catch((error: unknown) => {
      if (!(error instanceof DOMException)) throw error;
    });
  }
  session.close(visitor.name);
}
