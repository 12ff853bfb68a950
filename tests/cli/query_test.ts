import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { gzipSync } from "node:zlib";
import { quarry } from "./program.ts";
import { Temporary } from "../support/temporary.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const bytes = await Deno.readFile(new URL(`../../${TRACE}`, import.meta.url));

Deno.test("quarry FILE -e QUERY answers in tab-separated values", async () => {
  assertEquals(await quarry([TRACE, "-e", "leaks | count"]), { code: 0, out: "count\n26\n", err: "" });
  assertEquals((await quarry(["-e", "leaks | count", TRACE])).out, "count\n26\n");
  const { out } = await quarry([
    "query",
    TRACE,
    "--no-header",
    "-e",
    "events | count",
    "-e",
    "leaks | count",
  ]);
  assertEquals(out, "1257\n26\n");
});

Deno.test("quarry query supports any display mode and a limit of rows", async () => {
  const { out } = await quarry([
    "query",
    TRACE,
    "-m",
    "json",
    "--limit",
    "2",
    "-e",
    "events | select seq, kind",
  ]);
  assertEquals(JSON.parse(out), [{ seq: 1, kind: "internal" }, { seq: 2, kind: "internal" }]);
});

Deno.test("quarry query shows every error before loading, with exit code 2", async () => {
  const { code, out, err } = await quarry(["query", TRACE, "-e", "leaks | where adr = 3 and sise = 4"]);
  assertEquals([code, out], [2, ""]);
  assertStringIncludes(err, 'did you mean "addr"?');
  assertStringIncludes(err, 'did you mean "size"?');
  const early = await quarry(["query", "/nonexistent", "-e", "leaks | where ("]);
  assertEquals(early.code, 2);
});

Deno.test("-f with the name of a display mode suggests the right option", async () => {
  const { code, err } = await quarry(["query", TRACE, "-f", "csv"]);
  assertEquals([code, err.split("\n")[0]], [
    2,
    'error: Cannot open "csv": no such file, did you mean --mode csv?',
  ]);
  assertStringIncludes(
    (await quarry(["query", TRACE, "-f", "csw"])).err,
    'Cannot open "csw": no such file\n',
  );
});

Deno.test("quarry query fails with exit code 1 when an assertion is false, and runs the others", async () => {
  const script = 'assert leaks | count == 0 : "no leaks"; assert leaks | count == 26; leaks | count';
  const { code, out, err } = await quarry(["query", TRACE, "-e", script]);
  assertEquals([code, out], [1, "count\n26\n"]);
  assertEquals(err, "assertion failed: no leaks (found 26)\nassertion passed: assert leaks | count == 26\n");
});

Deno.test("quarry query --junit writes every verdict, and escapes text for XML", async () => {
  using temporary = Temporary.file(".xml");
  const path = temporary.path;
  const script = "assert leaks | count == 26 : \"<all> & 'known'\"; assert leaks | count == 0";
  const { code } = await quarry(["query", TRACE, "--junit", path, "-e", script]);
  assertEquals(code, 1);
  const xml = await Deno.readTextFile(path);
  assertStringIncludes(xml, '<testsuites tests="2" failures="1"');
  assertStringIncludes(xml, "name=\"&lt;all&gt; &amp; 'known'\"");
  assertStringIncludes(xml, '<failure message="found 26">');
});

Deno.test("quarry query reads its script from a pipe", async () => {
  const { code, out } = await quarry(["query", TRACE], {
    stdin: new TextEncoder().encode("leaks | count; events | count"),
  });
  assertEquals([code, out], [0, "count\n26\ncount\n1257\n"]);
});

Deno.test("quarry query warns of a damaged trace and continues, and fails with --strict", async () => {
  const cut = new Uint8Array(gzipSync(bytes.subarray(0, 6000)));
  const loose = await quarry(["query", "-", "-e", "events | count"], { stdin: cut });
  assertEquals([loose.code, loose.out], [0, "count\n525\n"]);
  assertStringIncludes(loose.err, "warning: stdin: ");
  const strict = await quarry(["query", "-", "--strict", "-e", "events | count"], { stdin: cut });
  assertEquals([strict.code, strict.out], [3, ""]);
});

Deno.test("quarry query runs scripts from files over several named traces", async () => {
  using temporary = Temporary.file(".qry");
  const path = temporary.path;
  await Deno.writeTextFile(path, "leaks of a | count;\nleaks of b | count\n");
  const { code, out, err } = await quarry(["query", `a=${TRACE}`, `b=${TRACE}`, "--no-header", "-f", path]);
  assertEquals({ code, out, err }, { code: 0, out: "26\n26\n", err: "" });
  await Deno.writeTextFile(path, "leaks | tak 3\n");
  assertStringIncludes((await quarry(["query", TRACE, "-f", path])).err, `${path}:1:9`);
});

Deno.test("quarry repl without a terminal runs standard input as a script", async () => {
  const stdin = new TextEncoder().encode("leaks | count\n");
  assertEquals(await quarry(["repl", TRACE], { stdin }), { code: 0, out: "count\n26\n", err: "" });
});

Deno.test("quarry check knows tables and columns, and also the values with --trace", async () => {
  using temporary = Temporary.file(".qry");
  const path = temporary.path;
  await Deno.writeTextFile(path, "leaks | where adr = 3\n");
  const { code, err } = await quarry(["check", path]);
  assertEquals(code, 2);
  assertStringIncludes(err, 'did you mean "addr"?');
  await Deno.writeTextFile(path, 'leaks | where func == "looku"\n');
  assertEquals(await quarry(["check", path]), { code: 0, out: "", err: "" });
  const known = await quarry(["check", path, "--trace", TRACE]);
  assertEquals(known.code, 0);
  assertStringIncludes(known.err, 'did you mean "lookup"?');
  // The columns of this pivot are values of the trace that is opened.
  await Deno.writeTextFile(path, "by func pivot kind: n = count() | where alloc > 1\n");
  assertEquals(await quarry(["check", path]), { code: 0, out: "", err: "" });
});

Deno.test("--set overrides definitions of scripts with values of the same kind", async () => {
  using temporary = Temporary.folder();
  const folder = temporary.path;
  const script = `${folder}/leaks.q`;
  await Deno.writeTextFile(
    script,
    '-- Smallest leak that matters.\nlet limit = 1K\nlet who = "main"\nlet slow = 10ms\nlet half(x) = x / 2\n\n' +
      "leaks | where size > half(limit) and (who == func or slow > 1s or true) | count\n",
  );
  const run = (...sets: string[]) =>
    quarry(["query", TRACE, "-f", script, "--no-header", ...sets.flatMap((each) => ["--set", each])]);
  const wanted = async (query: string): Promise<string> =>
    (await quarry(["query", TRACE, "--no-header", "-e", query])).out;
  const { out, err } = await run();
  assertEquals([out, err], [await wanted("leaks | where size > 512 | count"), ""]);
  assertEquals((await run("limit=8")).out, await wanted("leaks | where size > 4 | count"));
  assertEquals(
    (await run("limit=2 * 2K", "who=lookup")).out,
    await wanted("leaks | where size > 2K | count"),
  );
  for (
    const [set, message] of [
      ["limt=1", 'No script defines "limt": did you mean limit?'],
      ["half=1", 'No script defines "half": scripts define limit, who, slow'],
      ["limit", 'Option --set needs NAME=VALUE, found "limit"'],
      ['limit="x"', 'Option --set limit needs a number, as its definition has one, found "x"'],
      ["slow=3", "Option --set slow needs a time, as its definition has one, found 3"],
      ["limit=1 | count", "Option --set limit needs a number, as its definition has one, found 1 | count"],
    ] as const
  ) {
    const { code, err } = await run(set);
    assertEquals([code, err], [2, `error: ${message}\n`]);
  }
  const { err: none } = await quarry(["query", TRACE, "-e", "leaks | count", "--set", "limit=1"]);
  assertEquals(none, 'error: No script defines "limit": add a line such as let limit = 4K\n');
  // A script's documentation of its definitions is suggested while they are typed.
  const completed = await quarry(["complete", `quarry query ${TRACE} -f ${script} --set li`]);
  assertEquals(completed.out, "li\nlimit=\tlimit\t1K, Smallest leak that matters.\n");
  const joined = await quarry(["complete", `quarry query ${TRACE} --file=${script} --set=`]);
  assertEquals(
    joined.out,
    '\nlimit=\tlimit\t1K, Smallest leak that matters.\nwho=\twho\t"main"\nslow=\tslow\t10ms\n',
  );
});

Deno.test("-m arrow writes the same stream as export --to arrows, for one result", async () => {
  const trace = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url).pathname;
  const asked = ["query", trace, "-e", "leaks | by func, line"];
  const [mode, exported] = [
    await quarry([...asked, "-m", "arrow"]),
    await quarry(["export", ...asked.slice(1), "--to", "arrows"]),
  ];
  assertEquals([mode.code, mode.out, mode.err], [0, exported.out, ""]);
  assert(mode.out.includes("read_word"));
  const { code, err } = await quarry([...asked, "-m", "arrow", "--format", "sarif"]);
  assertEquals(code, 2);
  assertStringIncludes(err, "-m arrow is for one result: leave out --each, --engine and --format");
});
