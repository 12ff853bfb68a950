/**
 * Runs a script: reports its warnings first, then the outcome of each statement in order. The receiver
 * decides what to do with them.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { QueryError } from "../base/errors.ts";
import type { LeftOut } from "../base/left_out.ts";
import type { AssertOutcome, QueryOutcome, RunProgress, Session } from "./session.ts";
import { withWorkingQueries } from "./try_out.ts";

/** Error code for a pivot whose values are not known. */
const UNKNOWN_VALUES = "Q235";

/** Receives the output of a script. Promises that it returns are awaited. */
export interface ScriptReceiver {
  /** A warning about the script, before anything runs. */
  warning?(warning: Diagnostic): void | Promise<void>;
  /**
   * Takes ownership of the rows before `rows` is called. Without this method, the rows are released after
   * `rows`.
   */
  keep?(outcome: QueryOutcome): void;
  rows?(outcome: QueryOutcome): void | Promise<void>;
  /** Called at the end with the leaks that were left out of the rows because a suppression matches them. */
  leftOut?(leaks: LeftOut): void | Promise<void>;
  /** The verdict on an assertion. */
  verdict?(outcome: AssertOutcome): void | Promise<void>;
}

/** The name of an assertion: its message, or its text. */
export function assertionName({ message, text }: AssertOutcome): string {
  return message ?? text.replaceAll(/\s+/g, " ").trim();
}

/** Options of a run. */
interface RunOptions {
  /** The file of the script, against which the paths it uses are resolved; absent for inline scripts. */
  readonly file?: string | undefined;
  /** Aborts the operation. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress of the running statement. */
  readonly progress?: RunProgress | undefined;
  /**
   * Discards the definitions of the script at its end, because the next script may belong to another
   * document.
   */
  readonly alone?: boolean;
  /** Leaves `_` unchanged. */
  readonly aside?: boolean;
}

/**
 * Runs a script. Throws `QueryError` before anything runs if the script has errors; errors at run time and
 * errors of the receiver are passed on.
 */
export async function runScript(
  session: Session,
  text: string,
  receiver: ScriptReceiver,
  { file, signal, progress, alone = false, aside = false }: RunOptions = {},
): Promise<void> {
  const prepared = await preparedScript(session, text, file, signal);
  for (const warning of prepared.warnings) await receiver.warning?.(warning);
  let left = prepared.statements.length;
  if (alone && left === 0) return;
  for await (const outcome of session.run(prepared, signal, progress, aside)) {
    if (outcome.kind === "assert") await receiver.verdict?.(outcome);
    else await takeRows(outcome, receiver);
    // Only a run that completes leaves definitions behind, so stop before that.
    if (--left === 0 && alone) break;
  }
  const leftOut = receiver.leftOut && await session.leftOut(prepared, signal);
  if (leftOut && leftOut.count > 0) await receiver.leftOut!(leftOut);
}

/**
 * Prepares a script. If the values that a pivot needs are in a table that is built on demand, builds that table
 * first. Throws `QueryError`; the queries that it suggests have been run and work.
 */
export async function preparedScript(
  session: Session,
  text: string,
  file?: string,
  signal?: AbortSignal,
): Promise<ReturnType<Session["prepare"]>> {
  while (true) {
    try {
      return session.prepare(text, file);
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      const lacksValues = error.diagnostics.some(({ code }) => code === UNKNOWN_VALUES);
      if (lacksValues && await session.makeUncounted(signal)) continue;
      throw await withWorkingQueries(session, error);
    }
  }
}

async function takeRows(outcome: QueryOutcome, receiver: ScriptReceiver): Promise<void> {
  receiver.keep?.(outcome);
  try {
    await receiver.rows?.(outcome);
  } finally {
    if (!receiver.keep) outcome.release();
  }
}

/** Owns the rows of the last query and releases those of the previous one. */
export class LastRows {
  #outcome: QueryOutcome | null = null;

  /** The last query, while its rows are held. */
  get outcome(): QueryOutcome | null {
    return this.#outcome;
  }

  /** Replaces the held rows; used as the `keep` of receivers. */
  readonly keep = (outcome: QueryOutcome): void => {
    this.#outcome?.release();
    this.#outcome = outcome;
  };

  /** Releases the rows. */
  release(): void {
    this.#outcome?.release();
    this.#outcome = null;
  }
}
