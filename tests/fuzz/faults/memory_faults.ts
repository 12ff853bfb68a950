/**
 * Memory runs out at any allocation: the load or the query fails with an error about memory, all its memory is freed,
 * and the same session can do the same work afterwards.
 * @module
 */

import { QueryError } from "../../../src/base/errors.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { tracesOf } from "../../../src/engine/open_trace.ts";
import { Session } from "../../../src/engine/session.ts";
import { formats } from "../../../src/formats/registry.ts";
import { load } from "../../../src/ingest/load.ts";
import { ArenaFullError } from "../../../src/memory/heap.ts";
import { AGGREGATES } from "../../../src/query/aggregates/registry.ts";
import { WINDOW_FUNCTIONS } from "../../../src/query/windows/registry.ts";
import { FUNCTIONS } from "../../../src/query/functions/registry.ts";
import { STAGES } from "../../../src/query/stages/registry.ts";
import { SAMPLES } from "../../conformance/samples.ts";
import { expect } from "../target.ts";
import { failing, numbers } from "./failing.ts";

/** The bytes, texts and stacks in use. */
function held({ pools: { arena, strings, stacks } }: Session): string {
  return [arena.used, strings.inUse, stacks.inUse].join(" ");
}

function expectNoMemory(error: unknown, what: string): void {
  if (error instanceof ArenaFullError) return;
  if (error instanceof QueryError && error.diagnostics[0]?.code === "Q408") return;
  throw new Error(`${what}: not about memory`, { cause: error });
}

async function open(session: Session, bytes: Uint8Array): Promise<void> {
  const reopen = () => Promise.resolve(sourceOf(bytes));
  session.add(tracesOf(await load(sourceOf(bytes), session.pools, { name: "t", reopen }), "t"));
}

/** Cells of a script. */
async function answer(session: Session, text: string): Promise<string> {
  const lines: string[] = [];
  for await (const outcome of session.run(session.prepare(text))) {
    if (outcome.kind === "assert") lines.push(outcome.found);
    else {
      try {
        const { table } = outcome;
        for (let row = 0; row < table.rowCount; row++) {
          // Backtraces have other ids when a trace is opened again.
          const cells = table.columns.map(({ name }, column) => {
            const cell = String(table.value(row, column));
            return /stack$|^id$/.test(name) ? "" : cell;
          });
          lines.push(cells.join("\t"));
        }
      } finally {
        outcome.release();
      }
    }
  }
  return lines.join("\n");
}

/** Loads a sample of every format with each allocation failing once; returns how many. */
export async function failWhileLoading(most: number): Promise<number> {
  let count = 0;
  for (const { name } of formats) {
    const { bytes, path } = SAMPLES.get(name)!.find(({ bytes }) => bytes.length > 500)!;
    const session = new Session();
    // The session keeps its memory for backtraces: loading again allocates none.
    await open(session, bytes);
    session.closeAll();
    const { calls } = await failing("allocation", 0, () => open(session, bytes));
    session.closeAll();
    for (const nth of numbers(calls, most)) {
      const what = `${path}, allocation ${nth} of ${calls}`;
      const { error } = await failing("allocation", nth, () => open(session, bytes), nth % 2 === 0);
      // Rows read before are kept if they can be finished.
      const isKept = session.traces.some(({ trace }) => trace.problemCounts.has("memory-full"));
      if (isKept) session.closeAll();
      else expectNoMemory(error, what);
      expect(held(session) === "0 0 0", () => `${what}: ${held(session)} is held`);
      count++;
    }
    await open(session, bytes);
    session.closeAll();
    expect(held(session) === "0 0 0", () => `${path}: ${held(session)} is held at the end`);
  }
  return count;
}

/** Queries over a heap trace, and one over each table of every other format. */
const HEAP_QUERIES: readonly string[] = [
  ...[...STAGES, ...FUNCTIONS, ...AGGREGATES, ...WINDOW_FUNCTIONS].flatMap(({ examples }) => examples),
  "functions | take 3",
  "events | by func, bucket(size): n = count(), median(size), distinct(addr) | sort n desc",
  "events | join left (allocs | select alloc, s = size) on alloc | by kind: sum(s)",
  "leaks | as kept; kept | count",
];

/** Runs queries with each allocation failing once; returns how many. */
export async function failWhileAsking(most: number, share: number): Promise<number> {
  let count = 0;
  for (const { name } of formats) {
    const { bytes, path } = SAMPLES.get(name)!.find(({ bytes }) => bytes.length > 500)!;
    const first = new Session();
    await open(first, bytes);
    const tables = first.catalog.tableNames.filter((table) => table !== "traces");
    first.closeAll();
    const queries = name === "mtrc"
      ? HEAP_QUERIES.filter((_, at) => at % share === 0)
      : tables.filter((_, at) => at % share === 0).map((table) => `${table} | take 3`);
    for (const query of queries) count += await failInQuery(bytes, path, query, most);
  }
  return count;
}

async function failInQuery(bytes: Uint8Array, path: string, query: string, most: number): Promise<number> {
  let count = 0;
  const session = new Session();
  await open(session, bytes);
  const { calls, error: wrong, value: right } = await failing("allocation", 0, () => answer(session, query));
  // An example may refer to a trace that is not open.
  for (const nth of wrong === undefined ? numbers(calls, most) : []) {
    // A query may reuse what an earlier one built, so each starts with a reopened trace.
    session.closeAll();
    await open(session, bytes);
    const what = `${path}: ${query}, allocation ${nth} of ${calls}`;
    const { error } = await failing("allocation", nth, () => answer(session, query), nth % 2 === 0);
    expectNoMemory(error, what);
    count++;
    const again = await answer(session, query);
    expect(again === right || /sample|explain/.test(query), () => `${what}: another answer afterwards`);
    session.closeAll();
    expect(held(session) === "0 0 0", () => `${what}: ${held(session)} is held after closing`);
  }
  session.closeAll();
  return count;
}

/**
 * Repeats a query while memory runs out at the same allocation, with the trace open: each attempt leaves at most a few
 * small pieces of columns. Returns the number of allocations.
 */
export async function failAgainAndAgain(most: number): Promise<number> {
  let count = 0;
  for (
    const [name, table] of [["apitrace", "args"], ["gnatcov", "blocks"], [
      "gnatcov-src",
      "merged_units",
    ]] as const
  ) {
    const { bytes } = SAMPLES.get(name)!.find(({ bytes }) => bytes.length > 500)!;
    const query = `${table} | take 3`;
    const session = new Session();
    await open(session, bytes);
    const { calls } = await failing("allocation", 0, () => answer(session, query));
    for (const nth of numbers(calls, most)) {
      session.closeAll();
      await open(session, bytes);
      const fail = () => failing("allocation", nth, () => answer(session, query), true);
      await fail();
      const { used } = session.pools.arena;
      await fail();
      const left = session.pools.arena.used - used;
      expect(left < 4096, () => `${name}: ${query}, allocation ${nth}: ${left} bytes are left of an attempt`);
      count++;
    }
    session.closeAll();
  }
  return count;
}
