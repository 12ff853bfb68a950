/** `quarry sql` and `quarry query --engine`: over a dataset they print the same as Quarry over its traces. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { mainHere } from "../cli/host_here.ts";
import { atFullEffort, byEffort } from "../support/effort.ts";
import { sampleSession } from "../support/sample_session.ts";
import { fakeHost } from "../cli/fake_host.ts";
import { Temporary } from "../support/temporary.ts";
import { writeDataset } from "./dataset_folder.ts";

const SAMPLES = {
  a: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
  b: "testdata/mpatrol/grow-be32/trace.mtrc",
};
const ROOT = new URL("../../", import.meta.url);

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path) !== null;
  } catch {
    return false;
  }
}

async function said(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const host = fakeHost();
  const code = await mainHere([...args], { ...host, exists: isThere });
  return { code, out: host.written.out, err: host.written.err };
}

Deno.test("commands query datasets", async (test) => {
  using temporary = Temporary.folder();
  const folder = temporary.path;
  await writeDataset(await sampleSession(SAMPLES), folder);
  await test.step("duckdb prints the rows of all traces, and verdicts", () => duckdbAnswers(folder));
  await test.step("queries without SQL and missing files are refused with one line", () => refusals(folder));
  await test.step("clickhouse is queried over HTTP, first for its version", () => clickhouseAnswers(folder));
});

async function duckdbAnswers(folder: string): Promise<void> {
  const files = Object.entries(SAMPLES).map(([name, path]) => `${name}=${new URL(path, ROOT).pathname}`);
  // Each in its own session, like separate commands: an engine is started for each.
  const queries = [
    "leaks | by trace, file, line",
    "live @ 50% of a | by func | top 3 by bytes",
    "events | by trace, kind",
    "let large = size > 100; allocs | where large | by trace, func; assert leaks of b | count",
  ].flatMap((query) => ["-e", query]);
  const mine = await said(["query", ...files, ...queries]);
  assertEquals(await said(["query", "--engine", "duckdb", "--dataset", folder, ...queries]), mine);
}

async function refusals(folder: string): Promise<void> {
  const refused = await said(["sql", "events | explain"]);
  assertEquals([refused.code, refused.out], [2, ""]);
  assertStringIncludes(refused.err, "Q501");
  const unknown = await said(["sql", "events | where fun == 3", "--dataset", folder]);
  assertStringIncludes(unknown.err, 'did you mean "func"?');
  const server = ["--server", "http://127.0.0.1:9"];
  const missing = await said([
    "query",
    "--engine",
    "clickhouse",
    "--dataset",
    folder,
    ...server,
    "-e",
    "events",
  ]);
  assertEquals(missing.code, 1);
  assertStringIncludes(missing.err, "Cannot reach ClickHouse at http://127.0.0.1:9");
  assertEquals(missing.err.trim().split("\n").length, 1);
  const none = await said(["query", "--engine", "duckdb", "--dataset", ROOT.pathname, "-e", "events"]);
  assertStringIncludes(none.err, "as a dataset");
  for (const dialect of ["duckdb", "clickhouse", "spark"]) {
    const { code, out } = await said(["sql", "events | by kind | top 3 by count", "--dialect", dialect]);
    const other = await said(["sql", "events | by kind | top 3 by count", "--engine", dialect]);
    assertEquals(other, { code, out, err: other.err });
    assertEquals(code, 0);
    assert(out.startsWith("WITH\n  -- events"), out);
  }
}

Deno.test("a trace of any name is found in the dataset that it was exported to", async () => {
  using folder = Temporary.folder();
  const file = new URL(SAMPLES.b, ROOT).pathname;
  const names = byEffort(["a b, c+d (2)", "é%20`'"], ["a b, c+d (2) é%20`'"]);
  const files = names.map((name) => `${name}=${file}`);
  assertEquals((await said(["export", ...files, "--to", "dataset", "-o", folder.path])).code, 0);
  const queries = names.flatMap((name) => ["-e", `leaks of ${JSON.stringify(name)} | by file, line`]);
  const mine = await said(["query", ...files, ...queries]);
  assertEquals(mine.code, 0, mine.err);
  assertEquals(await said(["query", "--engine", "duckdb", "--dataset", folder.path, ...queries]), mine);
});

Deno.test(
  atFullEffort("arguments of calls have the same types in a dataset as in its traces"),
  async () => {
    using folder = Temporary.folder();
    const files = ["real-glmark2-build", "real-backtrace"].map((name, at) =>
      `${"ab"[at]}=${new URL(`testdata/apitrace/${name}.trace`, ROOT).pathname}`
    );
    assertEquals((await said(["export", ...files, "--to", "dataset", "-o", folder.path])).code, 0);
    const queries = [
      'calls of a | where arg("size") > 4096 | select no, arg("usage"), number("size")',
      'calls | where arg("target") == GL_ARRAY_BUFFER | by trace, name',
      'calls | where no < 4 | select trace, no, len(ret), arg("dpy")',
      "calls | where redundant | by trace, name",
      'calls of a | where no < 40 | select no, args, ret, text("args"), normal, redundant',
      "calls | by trace, normal | top 5 by count",
      "changes (calls of a | take 300), (calls of b | take 300) by normal",
    ].flatMap((query) => ["-e", query]);
    const mine = await said(["query", ...files, ...queries]);
    assertEquals(mine.code, 0, mine.err);
    assertEquals(await said(["query", "--engine", "duckdb", "--dataset", folder.path, ...queries]), mine);
    const wrong = await said(["sql", 'calls | where arg("siez") == 1', "--dataset", folder.path]);
    assertStringIncludes(wrong.err, 'did you mean "size"?');
  },
);

async function clickhouseAnswers(folder: string): Promise<void> {
  const asked: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const sql = await request.text();
    asked.push(sql);
    return new Response(sql === "SELECT version()" ? "26.7.2.1\n" : '["18446744073709551615"]\n');
  });
  try {
    const url = `http://127.0.0.1:${server.addr.port}/`;
    const args = ["--engine", "clickhouse", "--server", url, "--dataset", folder, "-e", "events | count"];
    assertEquals(await said(["query", ...args]), {
      code: 0,
      out: "count\n18446744073709551615\n",
      err: "",
    });
    assertEquals(asked[0], "SELECT version()");
    assertStringIncludes(asked[1]!, "FROM file(");
  } finally {
    await server.shutdown();
  }
}
