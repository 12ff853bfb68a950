/** What is run before somebody asks: only of long traces, without a mistake, and without a trace of it afterwards. */
import { assert, assertEquals } from "@std/assert";
import { firstRuns } from "../../src/serve/first_runs.ts";
import { Workbench } from "../../src/serve/handler.ts";
import { Runs } from "../../src/serve/run_answer.ts";
import { HeldResults } from "../../src/serve/held_results.ts";
import type { CachedColumn } from "../../src/tables/cached_column.ts";
import { generatedSession } from "../support/generated_session.ts";
import { rowsOf } from "../support/rows_of.ts";

/** More than a million lives. */
const EVENTS = 2_500_000;

Deno.test("a short trace is left alone", async () => {
  assertEquals(firstRuns(await generatedSession(300_000)), { before: [], after: [] });
});

Deno.test("questions of a long trace that nobody has asked have rows, and leave nothing behind", async () => {
  const session = await generatedSession(EVENTS);
  const { before, after } = firstRuns(session);
  assert(before.length > 0 && after.length > 3);
  for (const text of [...before, ...after]) assert((await rowsOf(session, text)).length > 50, text);
  await rowsOf(session, "leaks | take 3");
  const runs = new Runs(session, new HeldResults());
  const { signal } = new AbortController();
  for (const text of [...before, "nothing | of the kind"]) await runs.runUnasked(text, signal);
  await runs.runUnasked(after[0]!, AbortSignal.abort());
  assertEquals((await rowsOf(session, "_ | count"))[0], [3n]);
});

Deno.test("a workbench makes what pictures read, and ends when it is closed", async () => {
  const session = await generatedSession(EVENTS);
  const door = { token: "0123456789abcdefghijkl", port: 7237, address: "127.0.0.1" };
  const workbench = new Workbench({ session, door, version: "1", sources: null });
  workbench.prepare();
  // Asked twice, it is made once.
  workbench.prepare();
  const column = session.traces[0]!.trace.tables.get("allocs")!.column("line") as CachedColumn;
  const end = performance.now() + 60_000;
  while (!column.isMade(0) && performance.now() < end) await new Promise((go) => setTimeout(go, 20));
  assert(column.isMade(0), "columns were made while nobody asked");
  workbench.close();
});
