/**
 * Queries that run in advance: only for long traces, without errors, without effects on the session, and equal to those
 * that a page sends first.
 */
import {
  assert,
  assertEquals,
  assertNotEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import type { Session } from "../../src/engine/session.ts";
import type { RunRequest, WireTrace } from "../../src/serve/api_types.ts";
import { longTrace, type RunQuery, sharedCharts, sharedCurves } from "../../src/serve/first_pictures.ts";
import { readNamedTrace } from "../../src/library/read_named_trace.ts";
import { Workbench } from "../../src/serve/handler.ts";
import { ResultCache } from "../../src/serve/result_cache.ts";
import { drawnRequest } from "../../src/serve/picture_queries.ts";
import { HeadlineAnswers } from "../../src/serve/headline_answer.ts";
import { Runs } from "../../src/serve/run_answer.ts";
import { traceFacts } from "../../src/serve/trace_facts.ts";
import type { CachedColumn } from "../../src/tables/cached_column.ts";
import { generatedSession } from "../support/generated_session.ts";
import { rowsOf } from "../support/rows_of.ts";
import { sampleSession } from "../support/sample_session.ts";
import { inBrowser, ServedWorkbench } from "./browser_support.ts";
import { atFullEffort } from "../support/effort.ts";

/** Enough for more than two hundred thousand blocks. */
const EVENTS = 600_000;
const DOOR = { token: "0123456789abcdefghijkl", port: 7237, address: "127.0.0.1" };
const never = new AbortController().signal;

function tracesOf(session: Session): readonly WireTrace[] {
  return traceFacts(session).traces;
}

/** All queries that run in advance, and their answers. */
async function askedOf(
  trace: WireTrace,
  ask: RunQuery,
  steps = 500,
): Promise<[RunRequest, number | undefined][]> {
  const asked: [RunRequest, number | undefined][] = [];
  const noted: RunQuery = async (request) => {
    const rows = await ask(request);
    asked.push([request, rows?.rowCount]);
    return rows;
  };
  for (const pictures of [sharedCharts(trace, noted), sharedCurves(trace, steps, noted)]) {
    for await (const _ of pictures);
  }
  return asked;
}

async function linesOf(runs: Runs, request: RunRequest): Promise<string> {
  return await new Response(runs.answer(request)).text();
}

Deno.test("nothing is computed in advance for a short trace", async () => {
  assertEquals(longTrace(tracesOf(await generatedSession(300_000))), undefined);
});

Deno.test("queries computed in advance for a long trace return rows, and leave no results behind", async () => {
  const session = await generatedSession(EVENTS);
  const trace = longTrace(tracesOf(session))!;
  const runs = new Runs(session, new ResultCache());
  await rowsOf(session, "leaks | take 3");
  const asked = await askedOf(trace, (request) => runs.runUnasked(request, never));
  assert(asked.length > 10);
  for (const [{ text }, rowCount] of asked) {
    // The blocks of a heap are one region.
    assert(rowCount! > (text.includes("by region") ? 0 : 3), text);
  }
  assertEquals(await runs.runUnasked(drawnRequest("nothing | of the kind", 9), never), undefined);
  assertEquals(await runs.runUnasked(asked[0]![0], AbortSignal.abort()), undefined);
  assertEquals((await rowsOf(session, "_ | count"))[0], [3n]);
  // After a cancelled query, the queries that depend on it do not run.
  const none = await askedOf(trace, () => Promise.resolve(undefined));
  assert(none.length > 4 && none.length < asked.length);
  session.closeAll();
});

Deno.test("charts computed in advance contain all requested rows, in pieces or not", async () => {
  const session = await sampleSession({ run: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
  const runs = new Runs(session, new ResultCache());
  const many = "events | join (events | take 20) on trace | select seq";
  const rows = await runs.runUnasked(drawnRequest(many, 15_000, true), never);
  assertEquals(rows!.cells[0]!.length, 15_000);
  assertEquals(rows!.cells[0], (await rowsOf(session, `${many} | take 15000`)).map(([seq]) => Number(seq)));
});

Deno.test("a cached answer is equal, immediate, and valid for the current definitions", async () => {
  const session = await sampleSession({ run: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
  const runs = new Runs(session, new ResultCache());
  await linesOf(runs, { text: "let few = 3" });
  const picture = drawnRequest("allocs | take few | select alloc, size", 100, true);
  const first = await linesOf(runs, picture);
  assertEquals(first.trim().split("\n").map((line) => JSON.parse(line).t), ["rows", "end"]);
  let go = (): void => {};
  const busy = runs.inTurn(() => new Promise<void>((done) => go = done));
  assertEquals(await linesOf(runs, picture), first);
  go();
  await busy;
  const texts = { ...picture, numbers: false };
  assertNotEquals(await linesOf(runs, texts), first);
  await linesOf(runs, { text: "let few = 4" });
  const second = await linesOf(runs, picture);
  assertEquals(JSON.parse(second.split("\n")[0]!).rowCount, 4);
  // Failed queries and the user's own queries are not cached.
  for (const request of [drawnRequest("allocs | nothing", 9), { text: "allocs | take 2" }]) {
    const [one, other] = [await linesOf(runs, request), await linesOf(runs, request)];
    assert(one.includes('"error"') || one !== other, one);
  }
});

Deno.test("a headline is computed once, and again after a definition or when a trace is closed", async () => {
  const session = await sampleSession({ run: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
  const runs = new Runs(session, new ResultCache());
  const headlines = new HeadlineAnswers(session);
  const picture = drawnRequest("allocs | take 3 | select alloc, size", 100, true);
  const first = await linesOf(runs, picture);
  const found = await headlines.answer({});
  assertEquals(await headlines.answer({}), found);
  assertStrictEquals(await headlines.answer({}), found);
  // Its queries define nothing, so that the cached charts stay: a recomputed answer would have other times.
  const key = session.environment;
  assertEquals(await linesOf(runs, picture), first);
  assertStrictEquals(await headlines.answer({}), found);
  await linesOf(runs, { text: "let few = 4" });
  assertNotStrictEquals(session.environment, key);
  assertNotStrictEquals(await headlines.answer({}), found);
  session.closeAll();
  assertEquals(await headlines.answer({}), []);
});

Deno.test("a workbench prepares data for charts, pages wait for it, and closing stops it", async () => {
  const session = await generatedSession(EVENTS);
  const workbench = new Workbench({ session, door: DOOR, sources: null, read: readNamedTrace });
  workbench.prepare();
  // Requested twice, the work is done once.
  workbench.prepare();
  const facts = await workbench.handle(
    new Request(`http://127.0.0.1:${DOOR.port}/${DOOR.token}/api/traces`, {
      method: "POST",
      headers: { host: `127.0.0.1:${DOOR.port}`, "content-type": "application/json" },
      body: "{}",
    }),
  );
  assertEquals((await facts.json()).traces.length, 1);
  const column = session.traces[0]!.trace.tables.get("allocs")!.column("line") as CachedColumn;
  const end = performance.now() + 60_000;
  while (!column.isMade(0) && performance.now() < end) await new Promise((go) => setTimeout(go, 20));
  assert(column.isMade(0), "columns were made while nobody asked");
  await workbench.close();
});

Deno.test(inBrowser(
  atFullEffort("queries for the first charts of a page are computed in advance", ["chromium"]),
  async (browser) => {
    const session = await generatedSession(EVENTS);
    const runs = new Runs(session, new ResultCache());
    const trace = longTrace(tracesOf(session))!;
    const bench = await ServedWorkbench.open({}, { session: await generatedSession(EVENTS) });
    try {
      for (
        const [view, chosen] of [
          ["map", ""],
          ["map", "&v.maprows=page"],
          ["pairs", ""],
          ["flame", ""],
          ["source", ""],
          ["timeline", ""],
          ["timeline", "&v.series=live.func"],
          ["timeline", "&v.series=count.kind"],
        ] as const
      ) {
        await browser.look(
          `${bench.address}#view=${view}${chosen}`,
          async (page) => {
            const requests: string[] = [];
            let isOver = false;
            // The overview requests the timeline; then the page prepares other views, the flame graph first
            // if possible.
            const next = view === "flame" ? "| by place = bin(addr, " : "| sort bytes desc | take 20000";
            const { promise: others, resolve } = Promise.withResolvers<void>();
            const { promise: opened, resolve: open } = Promise.withResolvers<number>();
            page.on("request", (request) => {
              const body = request.postData() ?? "";
              if (request.url().endsWith("/api/traces")) open(JSON.parse(body).steps);
              if (!request.url().endsWith("/api/run") || isOver) return;
              isOver = body.includes(next);
              if (isOver) resolve();
              else requests.push(body);
            });
            await page.reload();
            await others;
            const asked = await askedOf(trace, (request) => runs.runUnasked(request, never), await opened);
            const ahead = new Set(asked.map(([request]) => JSON.stringify(request)));
            assert(requests.some((each) => ahead.has(each)), view);
            assertEquals(requests.filter((each) => !ahead.has(each)), [], view + chosen);
          },
        );
      }
    } finally {
      await bench.close();
    }
  },
));
