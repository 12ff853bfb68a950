/**
 * Runs a query that the client can cancel and that has a time limit.
 * @module
 */

import { leftOutText } from "../engine/left_out.ts";
import { renderDiagnostic } from "../base/diagnostic.ts";
import { QueryError, UsageError } from "../base/errors.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultTable } from "../base/result_table.ts";
import { assertionName, runScript } from "../engine/run_script.ts";
import type { QueryOutcome, Session } from "../engine/session.ts";
import { visible } from "../render/visible.ts";
import type { OpenTraceList } from "./open_trace_list.ts";
import type { Parameter } from "./json_schema.ts";
import { type CheckedArguments, NO_TRACE } from "./tool.ts";
import { polledSignal } from "../base/polled_signal.ts";

const MOST_SECONDS = SHOW_LIMITS.assistantSeconds.most;
const SECONDS = 30;

/** The parameter with the maximum time of a query. */
export const SECONDS_PARAMETER = {
  type: "integer",
  description: `Maximum seconds that the query may take, ${SECONDS} by default`,
  minimum: 1,
  maximum: MOST_SECONDS,
} as const;

/** The parameter that names the trace of a query. */
export const TRACE_PARAMETER: Parameter = {
  type: "string",
  description:
    "Path of a trace file, or name of an open trace: the query is about it alone. No open_trace needed",
};

/** A query that is invalid or has failed, and the session whose tables it uses. */
export class FailedQuery extends Error {
  /** Distinguishes this error from others. */
  override readonly name: string = "FailedQuery";
  readonly error: QueryError;
  readonly session: Session;

  /** Creates the error from the error of the query and its session. */
  constructor(error: QueryError, session: Session) {
    super(error.message);
    this.error = error;
    this.session = session;
  }
}

/** The output of a script other than rows: warnings, verdicts, and its running time. */
interface ScriptOutput {
  readonly notes: readonly string[];
  readonly milliseconds: number;
}

/**
 * Runs a script and passes each result to `rows`; a result's rows are freed afterwards. Throws `FailedQuery`,
 * or the reason of an abort.
 */
export function runQuery(
  desk: OpenTraceList,
  given: CheckedArguments,
  { signal, rows }: {
    readonly signal: AbortSignal;
    rows(table: ResultTable, session: Session): void | Promise<void>;
  },
): Promise<ScriptOutput> {
  return desk.inTurn(async () => {
    signal.throwIfAborted();
    const trace = given.text("trace");
    if (trace === undefined && desk.names.length === 0) throw new UsageError(NO_TRACE);
    const query = given.text("query")!;
    const limited = limitedSignal(signal, given.number("seconds") ?? SECONDS);
    const { session, warnings } = await desk.sessionFor(trace, limited);
    const notes: string[] = warnings === "" ? [] : warnings.trimEnd().split("\n").map(visible);
    let milliseconds = 0;
    try {
      await runScript(session, query, {
        warning: (warning) => void notes.push(renderDiagnostic(warning, query)),
        async rows(outcome: QueryOutcome) {
          milliseconds += outcome.milliseconds;
          await rows(outcome.table, session);
        },
        verdict(outcome) {
          const found = outcome.passed ? "passed" : `failed, found ${visible(outcome.found)}`;
          notes.push(`assertion "${visible(assertionName(outcome))}": ${found}`);
        },
        leftOut: (leaks) => void notes.push(leftOutText(leaks)),
      }, { signal: limited, alone: true });
    } catch (error) {
      throw error instanceof QueryError ? new FailedQuery(error, session) : error;
    }
    return { notes, milliseconds };
  });
}

/** Thrown when a request has run out of time. */
export class TimeLimitError extends Error {
  /** Distinguishes this error from others. */
  override readonly name: string = "TimeLimitError";
}

/** Returns a signal that aborts when `client` aborts or after some seconds. It is polled: no timer runs. */
export function limitedSignal(client: AbortSignal, seconds: number): AbortSignal {
  const end = performance.now() + 1000 * seconds;
  return polledSignal(() => {
    if (client.aborted) return client.reason as Error;
    return performance.now() > end ? new TimeLimitError(`The query was ended after ${seconds} s`) : undefined;
  });
}
