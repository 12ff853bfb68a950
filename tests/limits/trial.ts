/**
 * A trial of a limit goes up to the figure, where nothing may have changed, and one step beyond.
 * @module
 */

import type { Session } from "../../src/engine/session.ts";
import { bindScript, parseScript } from "../../src/language/script.ts";
import { sampleSession } from "../support/sample_session.ts";

/** Asserts what happens at `most` and beyond it. */
export type Trial = (most: number) => void | Promise<void>;

/** The trials of a group of limits. */
export type Trials = Readonly<Record<string, Trial>>;

/** This many parts of a text. */
export function times(count: number, part: (at: number) => string, between = ""): string {
  return Array.from({ length: count }, (_, at) => part(at)).join(between);
}

/** A memory trace and a recording of calls. */
export const session: Session = await sampleSession({
  run: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
});

/** Codes of errors and warnings in a script, in order. */
export function codesOf(text: string, from: Session = session): string[] {
  return diagnosticsOf(text, from).map(({ code }) => code);
}

/** Errors and warnings in a script. */
export function diagnosticsOf(text: string, from: Session = session): { code: string; message: string }[] {
  const parsed = parseScript(text);
  return [...parsed.diagnostics, ...bindScript(parsed, from.catalog).diagnostics];
}

/** Rows of the last query of a script. Throws `QueryError`. */
export async function rowCount(text: string, from: Session = session): Promise<number> {
  let rows = -1;
  for await (const outcome of from.run(from.prepare(text))) {
    if (outcome.kind !== "query") continue;
    rows = outcome.table.rowCount;
    outcome.release();
  }
  return rows;
}
