/**
 * Tries out the queries that are suggested in place of a wrong one, before the user sees them.
 * @module
 */

import type { Diagnostic, Fix } from "../base/diagnostic.ts";
import { QueryError } from "../base/errors.ts";
import { polledSignal } from "../base/polled_signal.ts";
import type { QueryOutcome, Session } from "./session.ts";

/** A query that has not failed after this many milliseconds counts as working. */
const PATIENCE_MS = 500;

/** A suggested query counts as working if this many rows of its result can be read. */
const LOOKED_AT = 20;
/** If there are more errors than this, they are not just typing errors. */
const FEW_SLIPS = 5;
/** Maximum rounds of correcting and checking again. */
const ROUNDS = 3;

/** Whether a diagnostic suggests a whole query: `write: QUERY`. */
export function suggestsQuery({ fix, suggestion = "" }: Diagnostic): boolean {
  return fix !== undefined && fix.text !== "" && suggestion.endsWith(`: ${fix.text}`) &&
    /(?:write|try): $/.test(suggestion.slice(0, -fix.text.length));
}

/** Adds to an error the queries that were probably meant, if they do not fail when they are run. */
export async function withWorkingQueries(session: Session, plain: QueryError): Promise<QueryError> {
  if (plain.atRunTime) return plain;
  const error = await session.withAdvice(plain);
  if (session.traces.length === 0) return error;
  const diagnostics: Diagnostic[] = [];
  for (const each of error.diagnostics) {
    diagnostics.push(suggestsQuery(each) ? await tried(session, each) : each);
  }
  if (!error.diagnostics.some(suggestsQuery)) await proposeFixed(session, diagnostics, error.source);
  return new QueryError(diagnostics, error.source);
}

/** Suggests the script with all errors corrected, if every error has a fix. */
async function proposeFixed(session: Session, diagnostics: Diagnostic[], source: string): Promise<void> {
  const at = diagnostics.findIndex(({ severity }) => severity === "error");
  // Several lines are corrected in place, without such a suggestion.
  if (at < 0 || /\n/.test(source.trim())) return;
  let text: string | null = corrected(source, diagnostics);
  // Correcting one error may reveal another.
  for (let round = 1; text !== null && round < ROUNDS; round++) {
    try {
      session.prepare(text);
      break;
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      text = corrected(text, (await session.withAdvice(error)).diagnostics);
    }
  }
  const query = text?.trim();
  if (query === undefined || query === source.trim() || !await succeeds(session, query)) return;
  diagnostics[at] = {
    ...diagnostics[at]!,
    others: [{ span: { start: 0, end: source.length }, text: query }],
  };
}

/** Returns a script with its errors corrected; null if one of them has no fix. */
function corrected(source: string, diagnostics: readonly Diagnostic[]): string | null {
  const wrong = diagnostics.filter(({ severity }) => severity === "error");
  if (wrong.length > FEW_SLIPS || wrong.some(({ fix }) => fix === undefined)) return null;
  let text = source;
  for (const { fix } of wrong.toSorted((a, b) => b.fix!.span.start - a.fix!.span.start)) {
    text = text.slice(0, fix!.span.start) + fix!.text + text.slice(fix!.span.end);
  }
  return text;
}

async function tried(session: Session, diagnostic: Diagnostic): Promise<Diagnostic> {
  const { fix, others = [], suggestion, ...rest } = diagnostic;
  const good: Fix[] = [];
  for (const each of [fix!, ...others]) if (await succeeds(session, each.text)) good.push(each);
  const [first, ...more] = good;
  if (first === undefined) return rest;
  if (first === fix) {
    return { ...rest, suggestion: suggestion!, fix, ...(more.length > 0 ? { others: more } : {}) };
  }
  return {
    ...rest,
    suggestion: `write: ${first.text}`,
    fix: first,
    ...(more.length > 0 ? { others: more } : {}),
  };
}

async function succeeds(session: Session, query: string): Promise<boolean> {
  const end = performance.now() + PATIENCE_MS;
  const signal = polledSignal(() =>
    performance.now() > end ? new Error("enough suggestions found") : undefined
  );
  try {
    // A script with definitions is not tried, because they would remain afterwards.
    if (/\blet\b|;/.test(query)) return false;
    for await (const outcome of session.run(session.prepare(query), signal, undefined, true)) {
      if (outcome.kind === "query") look(outcome);
    }
    return true;
  } catch (error) {
    if (!(error instanceof QueryError) && !signal.aborted) throw error;
    return signal.aborted;
  }
}

/** Reads the first rows: values computed on demand fail only when they are read. */
function look({ table, release }: QueryOutcome): void {
  try {
    const rows = Math.min(table.rowCount, LOOKED_AT);
    for (let row = 0; row < rows; row++) table.columns.forEach((_, column) => table.value(row, column));
  } finally {
    release();
  }
}
