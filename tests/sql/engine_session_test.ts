/** The prompt over a dataset: statements, values for completion, Ctrl-C and progress reach the engine. */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { complete } from "../../src/assist/assist.ts";
import { polledSignal } from "../../src/base/polled_signal.ts";
import { openDataset } from "../../src/cli/dataset_folder.ts";
import { duckDbStarter } from "../../src/cli/duckdb/start.ts";
import { EngineSession } from "../../src/cli/engine_session.ts";
import { mainHere } from "../cli/host_here.ts";
import { runScript } from "../../src/engine/run_script.ts";
import { openEngine } from "../../src/sql/engines/registry.ts";
import { DIALECTS } from "../../src/sql/translate.ts";
import { fakeHost } from "../cli/fake_host.ts";
import { sampleSession } from "../support/sample_session.ts";
import { Temporary } from "../support/temporary.ts";
import { writeDataset } from "./dataset_folder.ts";
import { later } from "../support/effort.ts";

const SAMPLES = {
  a: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
  b: "testdata/mpatrol/grow-be32/trace.mtrc",
};
const LOCK = new URL("../../deno.lock", import.meta.url);

Deno.test("a dataset can be queried at the prompt", async (test) => {
  using folder = Temporary.folder();
  const engine = await openEngine("duckdb", { server: undefined, startDuckDb: duckDbStarter() });
  await writeDataset(await sampleSession(SAMPLES), folder.path);
  const session = new EngineSession(openDataset(folder.path), DIALECTS.duckdb, engine);
  await test.step("statements run one after another, and _ is the last result", () => talk(session));
  await test.step("an empty result has its columns, and the next statement runs", () =>
    withoutRows(session, folder.path));
  await test.step("values are completed once the engine has counted them", () => values(session));
  await test.step("Ctrl-C cancels the statement in the engine, which answers the next one", () =>
    cancelled(session));
  await test.step("progress of an engine is reported in whole percents", async () => {
    const state = { step: "before", done: 5, total: 9 };
    const told: string[] = [];
    const run: typeof engine.run = (sql, columns, options) => {
      for (const part of [0, 0.004, 0.256, 1]) {
        options?.progress?.(part);
        told.push(`${state.step} ${state.done} ${state.total}`);
      }
      return engine.run(sql, columns);
    };
    const other = new EngineSession(openDataset(folder.path), DIALECTS.duckdb, { run, close() {} } as never);
    for await (const _ of other.run(await other.prepare("count"), undefined, state as never));
    assertEquals(told, [" 0 0", "0% done 0 0", "25% done 0 0", "100% done 0 0"]);
  });
  await test.step({
    name: "progress is reported by the engine",
    ignore: later !== null,
    fn: () => reportsProgress(engine),
  });
  await test.step("the command runs a script, and does not change the lock file of the checkout", () =>
    script(folder.path));
  session.closeAll();
});

/** The rows of the last query of a script, as texts. */
async function rows(session: EngineSession, text: string): Promise<string[]> {
  let found: string[] = [];
  await runScript(session, text, {
    rows: ({ table }) => {
      found = Array.from(
        { length: table.rowCount },
        (_, row) => table.columns.map((_, column) => String(table.value(row, column))).join(),
      );
    },
    verdict: ({ passed }) => void found.push(String(passed)),
  });
  return found;
}

async function talk(session: EngineSession): Promise<void> {
  const own = await sampleSession(SAMPLES);
  const query = "events | by trace, kind | sort count desc, trace, kind";
  let mine: string[] = [];
  await runScript(own, query, {
    rows: ({ table }) => {
      mine = Array.from(
        { length: table.rowCount },
        (_, row) => table.columns.map((_, column) => String(table.value(row, column))).join(),
      );
    },
  });
  assertEquals(await rows(session, query), mine);
  assertEquals(await rows(session, "_ | take 1"), mine.slice(0, 1));
  // A query on the last result becomes the last result.
  assertEquals(await rows(session, "_ | count"), ["1"]);
  assertEquals(await rows(session, "let large = size > 100; events | where large | as big | count"), [
    (await rows(session, "events | where size > 100 | count"))[0]!,
  ]);
  assertEquals(await rows(session, "big | where not large | count"), ["0"]);
  assertEquals(await rows(session, "assert events | count > 3"), ["true"]);
  await assertRejects(() => rows(session, "events | explain"), Error, "explain");
}

async function withoutRows(session: EngineSession, folder: string): Promise<void> {
  const none = "leaks | where size > 1G";
  assertEquals(await rows(session, none), []);
  assertEquals(await rows(session, "_ | by func"), []);
  assertEquals(await rows(session, "_ | count"), ["0"]);
  const wanted = { csv: "func,n\n", json: "[]\n", line: "", markdown: "| func | n |\n| --- | ---: |\n" };
  for (const [mode, out] of Object.entries(wanted)) {
    const host = fakeHost();
    const args = ["query", "--engine", "duckdb", "--dataset", folder, "-m", mode];
    const query = `${none} | by func: n = count()`;
    assertEquals(await mainHere([...args, "-e", query, "-e", "assert leaks | count > 0"], host), 0, mode);
    assertEquals(host.written.out, out);
  }
}

async function values(session: EngineSession): Promise<void> {
  const text = "events | where kind == ";
  const { catalog, environment } = session;
  const ask = (): string[] =>
    complete(text, text.length, catalog, environment).items.map(({ label }) => label);
  ask();
  for (let tries = 0; tries < 200 && !ask().includes("realloc"); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const labels = ask();
  for (const kind of ["alloc", "free", "realloc"]) assert(labels.includes(kind), labels.join());
  const known = catalog.distinct("events", "kind", Infinity)!;
  const counted = await rows(session, "events | by kind: n = count() | sort n desc, kind");
  assertEquals(
    known.map(({ value, count }) => `${value},${count}`).sort(),
    counted.sort(),
  );
  assertEquals(catalog.distinct("events", "trace", Infinity)!.map(({ value }) => value), ["a", "b"]);
}

/** A join that never ends within the test. */
const ENDLESS =
  "events | join (events | rename seq2 = seq) on trace | join (events | rename seq3 = seq) on trace";

async function cancelled(session: EngineSession): Promise<void> {
  let stop = false;
  const reason = new Error("Ctrl-C");
  const signal = polledSignal(() => stop ? reason : undefined);
  setTimeout(() => stop = true, 200);
  const found = await assertRejects(() =>
    runScript(session, `${ENDLESS} | by kind: n = sum(seq * seq2 % 7)`, {}, { signal })
  );
  assertEquals(found, reason);
  assert(Number((await rows(session, "events | count"))[0]) > 0);
}

async function reportsProgress(engine: Awaited<ReturnType<typeof openEngine>>): Promise<void> {
  const parts: number[] = [];
  const columns = [{ name: "n", type: "u64", display: "plain" }] as const;
  const sql =
    "SELECT count(*)::UBIGINT AS n FROM range(20000) a, range(20000) b WHERE (a.range * b.range) % 7 = 1";
  const table = await engine.run(sql, columns, { progress: (part) => parts.push(part) });
  assert(Number(table.value(0, 0)) > 0);
  assert(parts.length > 0);
  assert(parts.every((part) => part >= 0 && part <= 1), parts.join());
}

async function script(folder: string): Promise<void> {
  const before = await Deno.readTextFile(LOCK);
  const host = fakeHost();
  const readTextFile = (): Promise<string> => Promise.resolve("leaks | count\n_ | select count\n");
  const code = await mainHere(["repl", "--dataset", folder, "--engine", "duckdb"], { ...host, readTextFile });
  assertEquals([code, host.written.err], [0, ""]);
  const [first, second] = host.written.out.trim().split("\n").filter((line) => /^\d+$/.test(line));
  assert(first !== undefined && first === second, host.written.out);
  assertEquals(await Deno.readTextFile(LOCK), before);
  const none = fakeHost();
  assertEquals(await mainHere(["repl", "--dataset", folder], { ...none, readTextFile }), 2);
  assertStringIncludes(none.written.err, "--engine");
}
