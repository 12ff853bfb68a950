/** Scripts: any text gives an answer or a diagnostic, the same answer twice, and leaks no memory. */

import { QueryError } from "../../src/base/errors.ts";
import type { Session } from "../../src/engine/session.ts";
import { formatScript } from "../../src/language/script.ts";
import { openSamples, SAMPLE_COUNT } from "./open_samples.ts";
import { mutateScript, SCRIPTS } from "./scripts.ts";
import { worked } from "../support/growth.ts";
import { choicesOf, expect, type Runner, type Target } from "./target.ts";

/** A query over small traces that takes longer is stopped. */
const MOST_MS = 2000;
/** Processor time in which a stopped query must end. */
const STOP_MS = 1000;
/** Number of rows of an answer that are compared. */
const ROWS_READ = 20;
/** Number of runs that share a session; results that they keep take memory until its end. */
const RUNS_PER_SESSION = 40;
const SLIPS = /\bundefined\b(?! name)|\bNaN\b|\[object|internal error|Cannot read propert/;

/** The fuzz target of queries. */
export const queryTarget: Target = {
  name: "query",
  summary: "scripts, parsed, bound and run over small traces",
  shrinks: "lines, bytes",
  seeds: () => Promise.resolve(SCRIPTS.map((text) => new TextEncoder().encode(text))),
  mutate: mutateScript,
  start: () => new QueryRunner(),
};

class QueryRunner implements Runner {
  readonly #sessions: (Session | undefined)[] = [];
  #runs = 0;

  async run(input: Uint8Array): Promise<readonly string[]> {
    const text = new TextDecoder().decode(input);
    const random = choicesOf(input);
    if (++this.#runs % RUNS_PER_SESSION === 0) this.#empty();
    const which = random.below(SAMPLE_COUNT + 1);
    const session = this.#sessions[which] ??= await openSamples(which < SAMPLE_COUNT ? which : undefined);
    formatScript(text);
    const first = await answer(session, text);
    // Names kept by the script change its meaning.
    if (random.oneIn(3) && !/\bas\b|\blet\b|_|sample/.test(text)) {
      const second = await answer(session, text);
      const differs = JSON.stringify(first.rows) !== JSON.stringify(second.rows);
      expect(
        first.stopped || second.stopped || !differs,
        () => `Asked twice: ${first.rows} and ${second.rows}`,
      );
    }
    return first.outcome;
  }

  close(): void {
    this.#empty();
  }

  /** Closes the sessions: nothing may leak. */
  #empty(): void {
    for (const session of this.#sessions.splice(0)) {
      if (!session) continue;
      session.closeAll();
      const { arena, strings, stacks } = session.pools;
      const held = [arena.used, strings.inUse, stacks.inUse];
      expect(held.every((each) => each === 0), () => `${held.join(", ")} bytes, texts and stacks are held`);
    }
  }
}

interface Answer {
  readonly outcome: readonly string[];
  readonly rows: readonly string[];
  readonly stopped: boolean;
}

/** Runs a script; errors in queries are answers. */
async function answer(session: Session, text: string): Promise<Answer> {
  const outcome: string[] = [];
  const rows: string[] = [];
  const stop = new AbortController();
  const start = worked();
  const timer = setTimeout(() => stop.abort(), MOST_MS);
  try {
    const prepared = session.prepare(text);
    for (const { code } of prepared.warnings) outcome.push(code);
    for await (const each of session.run(prepared, stop.signal)) {
      if (each.kind === "assert") {
        outcome.push(`assert ${each.passed}`);
        rows.push(each.found);
        continue;
      }
      try {
        const { table } = each;
        outcome.push(`${table.columns.map(({ type }) => type).join(" ").slice(0, 30)}`);
        for (let row = 0; row < Math.min(ROWS_READ, table.rowCount); row++) {
          // Times are left out, since they differ.
          rows.push(
            table.columns.map(({ name }, column) => /seconds|ms$/.test(name) ? "" : table.value(row, column))
              .join(),
          );
        }
      } finally {
        each.release();
      }
    }
  } catch (error) {
    if (!stop.signal.aborted) {
      if (!(error instanceof QueryError)) throw error;
      const { diagnostics } = error.atRunTime ? error : await session.withAdvice(error);
      for (const { code, message, span } of diagnostics) {
        outcome.push(code);
        expect(!SLIPS.test(message), () => message);
        expect(span.start >= 0 && span.end <= text.length, () => `${code} at ${span.start}..${span.end}`);
      }
      rows.push(diagnostics.map(({ message }) => message).join("\n"));
    }
  } finally {
    clearTimeout(timer);
  }
  const late = worked() - start - MOST_MS;
  expect(late < STOP_MS * 4, () => `It goes on for ${Math.round(late)} ms after it was stopped`);
  return { outcome, rows, stopped: stop.signal.aborted };
}
