/**
 * How long a query runs between two checks for cancellation: every example of every stage, source, function, aggregate
 * and operator, over large generated traces of all kinds.
 *
 *     deno run -A --config tests/deno.json tests/bench/interrupts_bench.ts [ROWS] [SHOWN]
 * @module
 */

import { QueryError } from "../../src/base/errors.ts";
import { polledSignal } from "../../src/base/polled_signal.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { allEntries } from "../../src/cli/help/entries.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load } from "../../src/ingest/load.ts";
import { generateStream } from "./generate_apitrace.ts";
import { generateTrace } from "./generate_gnatcov.ts";
import { generateMtrc } from "./generate_mtrc.ts";
import { generateReport } from "./generate_sp_rtrace.ts";

/** Kinds of registry entries. */
const KINDS = ["stage", "window function", "source", "function", "aggregate", "operator"];

/** An example of one entry. */
export interface Example {
  readonly kind: string;
  readonly name: string;
  readonly query: string;
}

/** The examples of every entry. */
export async function examples(): Promise<Example[]> {
  return (await allEntries())
    .filter(({ kind }) => KINDS.includes(kind))
    .flatMap(({ kind, name, examples = [] }) => examples.map((query) => ({ kind, name, query })));
}

/** Traces `a` and `b` of one program, `s` with backtraces, `g` of coverage, `c` with calls; about `rows` rows each. */
export async function largeSession(rows: number): Promise<Session> {
  const session = new Session();
  const open = async (name: string, pieces: readonly (Uint8Array | string)[]): Promise<void> => {
    const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
    const reopen = () => Promise.resolve(sourceOf(bytes));
    session.add(tracesOf(await load(sourceOf(bytes), session.pools, { name, reopen }), name));
  };
  await open("a", [...generateMtrc({ events: rows })]);
  await open("b", [...generateMtrc({ events: Math.ceil(rows / 2), seed: 2 })]);
  await open("s", [...generateReport(rows * 30)]);
  await open("g", [...generateTrace({ entries: rows, pcSize: 8, bigEndian: false })]);
  const stream: Uint8Array[] = [];
  generateStream(rows, (bytes) => stream.push(bytes.slice()));
  await open("c", stream);
  return session;
}

/** Counts and times of the checks in a run. */
export interface Looks {
  readonly count: number;
  /** Longest time between two checks, in milliseconds. */
  readonly longest: number;
  readonly outcome: "ended" | "cancelled" | "failed";
}

/** Runs a script, and cancels it at the check of this number. Undefined if the script does not fit the traces. */
export async function looksOf(
  session: Session,
  query: string,
  giveUpAt = Infinity,
): Promise<Looks | undefined> {
  let count = 0;
  let longest = 0;
  let last = performance.now();
  const signal = polledSignal(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    return ++count >= giveUpAt ? new DOMException("Given up", "AbortError") : undefined;
  });
  let prepared: ReturnType<Session["prepare"]>;
  try {
    prepared = session.prepare(query);
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
  last = performance.now();
  try {
    for await (const outcome of session.run(prepared, signal)) {
      if (outcome.kind !== "query") continue;
      try {
        const { table } = outcome;
        for (let row = 0; row < Math.min(table.rowCount, 20); row++) {
          table.columns.forEach((_, column) => table.value(row, column));
        }
      } finally {
        outcome.release();
      }
    }
    return { count, longest: Math.max(longest, performance.now() - last), outcome: "ended" };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") {
      return { count, longest, outcome: "cancelled" };
    }
    if (error instanceof QueryError) return { count, longest, outcome: "failed" };
    throw new Error(`${query}: ${error}`, { cause: error });
  }
}

if (import.meta.main) {
  const [rows = 1_000_000, shown = 25] = Deno.args.map(Number);
  const say = (text: string): void => void Deno.stdout.writeSync(new TextEncoder().encode(text + "\n"));
  const session = await largeSession(rows);
  const found: (Looks & Example)[] = [];
  for (const example of await examples()) {
    const looks = await looksOf(session, example.query);
    if (looks) found.push({ ...looks, ...example });
  }
  found.sort((left, right) => right.longest - left.longest);
  say(`${found.length} examples over ${rows} rows; longest time between two looks, in ms:`);
  for (const { longest, count, kind, name, query } of found.slice(0, shown)) {
    say(`${longest.toFixed(1).padStart(8)}  ${String(count).padStart(6)} looks  ${kind} ${name}: ${query}`);
  }
}
