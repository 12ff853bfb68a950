/**
 * The one way in which a script runs: its warnings first, then what its statements give, one after the other. What
 * becomes of that is the receiver's business.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { QueryError } from "../base/errors.ts";
import type { LeftOut } from "../base/left_out.ts";
import type { AssertOutcome, QueryOutcome, RunProgress, Session } from "./session.ts";
import { triedOut } from "./try_out.ts";

/** Receives a script. What it returns is waited for. */
export interface ScriptReceiver {
  /** A remark on the script, before anything runs. */
  warning?(warning: Diagnostic): void | Promise<void>;
  /** Takes the rows over before `rows` sees them, and gives them back later. Without it the driver does, after `rows`. */
  keep?(outcome: QueryOutcome): void;
  rows?(outcome: QueryOutcome): void | Promise<void>;
  /** Leaks that are known and therefore not among the rows, at the end. */
  leftOut?(leaks: LeftOut): void | Promise<void>;
  /** The verdict on an assertion. */
  verdict?(outcome: AssertOutcome): void | Promise<void>;
}

/** What an assertion calls itself. */
export function assertionName({ message, text }: AssertOutcome): string {
  return message ?? text.replaceAll(/\s+/g, " ").trim();
}

/** How a script runs. */
interface RunOptions {
  /** The file of the script, beside which are the files that it uses; absent for one of no file. */
  readonly file?: string | undefined;
  /** Aborts the operation. */
  readonly signal?: AbortSignal | undefined;
  /** Told of how far the statement is that runs. */
  readonly progress?: RunProgress | undefined;
  /** Leaves no definitions after: the next script may be of another document. */
  readonly alone?: boolean;
  /** Leaves `_` as it is. */
  readonly aside?: boolean;
}

/** Runs a script. Throws `QueryError` for a wrong one before anything runs, and what running and the receiver throw. */
export async function runScript(
  session: Session,
  text: string,
  receiver: ScriptReceiver,
  { file, signal, progress, alone = false, aside = false }: RunOptions = {},
): Promise<void> {
  const prepared = await preparedScript(session, text, file);
  for (const warning of prepared.warnings) await receiver.warning?.(warning);
  let left = prepared.statements.length;
  if (alone && left === 0) return;
  for await (const outcome of session.run(prepared, signal, progress, aside)) {
    if (outcome.kind === "assert") await receiver.verdict?.(outcome);
    else await takeRows(outcome, receiver);
    // Definitions are left by a run that comes to its end.
    if (--left === 0 && alone) break;
  }
  const leftOut = receiver.leftOut && await session.leftOut(prepared, signal);
  if (leftOut && leftOut.count > 0) await receiver.leftOut!(leftOut);
}

/** A script that can run. What its errors suggest has been tried. Throws `QueryError`. */
export async function preparedScript(
  session: Session,
  text: string,
  file?: string,
): Promise<ReturnType<Session["prepare"]>> {
  try {
    return session.prepare(text, file);
  } catch (error) {
    throw error instanceof QueryError ? await triedOut(session, error) : error;
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

/** The rows of the last query; those of the one before are given back. */
export class LastRows {
  #outcome: QueryOutcome | null = null;

  /** The last query, while its rows are held. */
  get outcome(): QueryOutcome | null {
    return this.#outcome;
  }

  /** Takes the place of what was held; a `keep` of receivers. */
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
