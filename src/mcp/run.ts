/**
 * Runs a query within its limits: the client may end it, or the clock.
 * @module
 */

import { leftOutWords } from "../engine/left_out.ts";
import { renderDiagnostic } from "../base/diagnostic.ts";
import { UsageError } from "../base/errors.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultTable } from "../base/result_table.ts";
import { assertionName, runScript } from "../engine/run_script.ts";
import type { QueryOutcome } from "../engine/session.ts";
import { visible } from "../render/visible.ts";
import type { Desk } from "./desk.ts";
import { type Given, NO_TRACE } from "./tool.ts";
import { polledSignal } from "../base/polled_signal.ts";

const MOST_SECONDS = SHOW_LIMITS.assistantSeconds.most;
const SECONDS = 30;

/** The parameter with the time of a query. */
export const SECONDS_PARAMETER = {
  type: "integer",
  description: `Most seconds that it may take, ${SECONDS} without it`,
  minimum: 1,
  maximum: MOST_SECONDS,
} as const;

/** What a script says beside rows: warnings and verdicts, a line or more for each. */
interface Told {
  readonly notes: readonly string[];
  readonly milliseconds: number;
}

/** Runs a script; hands its results over, whose rows are gone afterwards. Throws `QueryError` and what ends it. */
export function runQuery(
  desk: Desk,
  given: Given,
  { signal, rows }: { readonly signal: AbortSignal; rows(table: ResultTable): void | Promise<void> },
): Promise<Told> {
  return desk.inTurn(async () => {
    signal.throwIfAborted();
    if (desk.names.length === 0) throw new UsageError(NO_TRACE);
    const query = given.text("query")!;
    const notes: string[] = [];
    let milliseconds = 0;
    await runScript(desk.session, query, {
      warning: (warning) => void notes.push(renderDiagnostic(warning, query)),
      async rows(outcome: QueryOutcome) {
        milliseconds += outcome.milliseconds;
        await rows(outcome.table);
      },
      verdict(outcome) {
        const found = outcome.passed ? "passed" : `failed, found ${visible(outcome.found)}`;
        notes.push(`assertion "${visible(assertionName(outcome))}": ${found}`);
      },
      leftOut: (leaks) => void notes.push(leftOutWords(leaks)),
    }, { signal: limitedSignal(signal, given.number("seconds") ?? SECONDS), alone: true });
    return { notes, milliseconds };
  });
}

/** The time of a request is over. */
export class TimeOver extends Error {
  /** Tells this error from others. */
  override readonly name: string = "TimeOver";
}

/** A signal that is aborted when another one is, or after some seconds, which are looked at and not waited for. */
export function limitedSignal(client: AbortSignal, seconds: number): AbortSignal {
  const end = performance.now() + 1000 * seconds;
  return polledSignal(() => {
    if (client.aborted) return client.reason as Error;
    return performance.now() > end ? new TimeOver(`The query was ended after ${seconds} s`) : undefined;
  });
}
