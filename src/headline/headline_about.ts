/**
 * Picks the headline that a user asks for: of a trace, or of what changed between two.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import { headlineOf, headlineOfChange } from "./headlines.ts";
import type { Headline } from "./headline.ts";

/**
 * Names of two traces to compare: the headline says what changed from one to the other.
 *
 * ```ts
 * import { type HeadlineSides, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open({
 *   long: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
 *   short: "testdata/mpatrol/wordfreq-le32/trace.mtrc",
 * });
 * const sides: HeadlineSides = { before: "short", after: "long" };
 * const { traces } = await quarry.headline(sides);
 * if (traces[0] !== "short") throw new Error("The first is before");
 * ```
 */
export interface HeadlineSides {
  /** Name of the first trace. */
  readonly before: string;
  /** Name of the second trace. */
  readonly after: string;
}

/**
 * The headline of the trace or pair of traces that the request names. Without a name: of the single open
 * trace, or of the two open traces if they are of the same kind. Throws `UsageError` if no trace has the
 * name, or if several are open and the request names none.
 */
export async function headlineAbout(
  session: Session,
  of?: string | HeadlineSides,
  signal?: AbortSignal,
): Promise<Headline> {
  if (typeof of === "string") return await headlineOf(session, traceNamed(session, of), signal);
  if (of !== undefined) {
    const [before, after] = [traceNamed(session, of.before), traceNamed(session, of.after)];
    const change = await headlineOfChange(session, before, after, signal);
    if (change !== null) return change;
    throw new UsageError(`Cannot compare ${of.before} and ${of.after}: they are traces of different kinds`);
  }
  const [first, second, ...more] = session.traces;
  if (first === undefined) throw new UsageError("Cannot summarize a trace: none is open");
  if (second === undefined) return await headlineOf(session, first, signal);
  const change = more.length > 0 ? null : await headlineOfChange(session, first, second, signal);
  if (change !== null) return change;
  throw new UsageError(
    `Cannot give one headline for ${session.traces.length} traces: name one of ${namesOf(session)}`,
  );
}

function traceNamed(session: Session, name: string): OpenTrace {
  const open = session.traces.find((each) => each.name === name);
  if (open !== undefined) return open;
  throw new UsageError(`No open trace "${name}"; open traces: ${namesOf(session) || "none"}`);
}

function namesOf({ traces }: Session): string {
  return traces.map(({ name }) => name).join(", ");
}
