/** `--suppressions FILE` and `suppress "FILE"`: leaks listed in a file are left out, as heaptrack_print does. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { quarry } from "./program.ts";
import { Temporary } from "../support/temporary.ts";

const TRACE = "testdata/heaptrack/heaptrack.wordfreq.zst";
const SUM = "leaks | summarize sum(size)";

async function withFile(text: string, run: (path: string) => Promise<void>): Promise<void> {
  using folder = Temporary.folder();
  const path = `${folder.path}/known.supp`;
  await Deno.writeTextFile(path, text);
  await run(path);
}

Deno.test("--suppressions and suppress leave leaks out, also in assertions, and say how many", () =>
  withFile("leak:read_word\n", async (path) => {
    const given = await quarry(["query", TRACE, "--suppressions", path, "-e", "leaks | by place"]);
    assertEquals(given.out, "place\tcount\tbytes\nmain\t2\t4568\n");
    assertStringIncludes(given.err, `1 leak of 4.0 KiB left out, known to "${path}"`);
    const said = await quarry(["query", TRACE, "-e", `suppress "${path}"\nleaks | by place`]);
    assertEquals(said.out, given.out);
    const seen = await quarry(["query", TRACE, "--suppressions", path, "-e", "leaks | by suppressed"]);
    assertEquals(seen.out, "suppressed\tcount\tbytes\n\t2\t4568\nleak:read_word\t1\t4096\n");
    const verdict = await quarry(["query", TRACE, "--suppressions", path, "-e", "assert leaks | count == 2"]);
    assertEquals(verdict.code, 0, verdict.err);
    const all = await quarry([
      "query",
      TRACE,
      "--suppressions",
      path,
      "-e",
      "let l = leaks",
      "-e",
      "live | count",
    ]);
    assertEquals([all.out, all.err], ["count\n3\n", ""]);
  }));

Deno.test("suppressed leaks are counted only for the traces of the query", () =>
  withFile("leak:main\n", async (path) => {
    const files = ["a=testdata/heaptrack/heaptrack.pool.zst", "b=testdata/heaptrack/heaptrack.shapes.zst"];
    for (const [query, left] of [["leaks of a", 5], ["leaks of b", 14], ["leaks", 19]] as const) {
      const { err } = await quarry(["query", ...files, "--suppressions", path, "-e", `${query} | count`]);
      assertStringIncludes(err, `${left} leaks of `, query);
    }
  }));

Deno.test("a missing file and a line that is not a suppression are errors", async () => {
  const missing = await quarry(["query", TRACE, "--suppressions", "nothing.supp", "-e", "leaks"]);
  assertEquals(missing.code, 2);
  assertStringIncludes(missing.err, 'Cannot suppress by "nothing.supp"');
  await withFile("laek:a\n", async (path) => {
    const { code, err } = await quarry(["query", TRACE, "--suppressions", path, "-e", "leaks"]);
    assertEquals(code, 2);
    assertStringIncludes(err, "in line 1");
  });
});

Deno.test("every command that queries traces leaves out suppressed leaks, and reports that", () =>
  withFile("leak:read_word\n", async (path) => {
    const given = [TRACE, "--suppressions", path];
    const info = await quarry(["info", ...given]);
    assertMatch(info.out, /^ {2}2 blocks \(4\.5 KiB\) never freed, .*; 1 leak of 4\.0 KiB\s+left out;/m);
    const exported = await quarry(["export", ...given, "-e", "leaks | by place", "--to", "csv"]);
    assertEquals(exported.out, "place,count,bytes\nmain,2,4568\n");
    assertStringIncludes(exported.err, "1 leak of 4.0 KiB left out");
    assertEquals((await quarry(["export", ...given, "--to", "folded"])).code, 0);
    const page = await quarry(["report", ...given]);
    assertStringIncludes(page.out, "1 leak of 4.0 KiB left out");
    const asked = await quarry(["ask", "count the leaks", ...given]);
    assertStringIncludes(asked.out, "2");
    assertStringIncludes(asked.err, "1 leak of 4.0 KiB left out");
    const each = await quarry(["query", "--each", ...given, "-e", "leaks | count"]);
    assertStringIncludes(each.err, "1 leak of 4.0 KiB left out");
    const rule = ["--fail-if", "leaks_delta < 0"];
    assertEquals((await quarry(["compare", `a=${TRACE}`, `b=${TRACE}`, ...rule])).code, 0);
    const piped = await quarry(["query", ...given], { stdin: new TextEncoder().encode("leaks | count") });
    assertEquals(piped.out, "count\n2\n", piped.err);
  }));

Deno.test("a trace may have only suppressed leaks", () =>
  withFile("leak:main\n", async (path) => {
    const { out } = await quarry(["info", TRACE, "--suppressions", path]);
    assertStringIncludes(out, "Everything was freed but 3 leaks of 8.5 KiB that are left out: 33 blocks");
  }));

Deno.test("check reads suppression files, with and without traces", () =>
  withFile("leak:read_word\n", async (path) => {
    using folder = Temporary.folder();
    const script = `${folder.path}/script.qry`;
    await Deno.writeTextFile(script, `suppress "${path}"\nleaks | by place\n`);
    for (const trace of [[], ["--trace", TRACE]]) {
      const { code, err } = await quarry(["check", script, ...trace]);
      assertEquals([code, err], [0, ""]);
      const missing = await quarry(["check", script, ...trace, "--suppressions", "nothing.supp"]);
      assertEquals(missing.code, 2);
      assertStringIncludes(missing.err, 'Cannot suppress by "nothing.supp": no such file');
    }
  }));

const print = await installed("heaptrack_print");

Deno.test({
  name: "the remaining bytes equal those of heaptrack_print with the same file",
  ignore: !print,
  async fn() {
    for (const name of ["wordfreq", "shapes", "pool"]) {
      const trace = `testdata/heaptrack/heaptrack.${name}.zst`;
      for (
        const rules of [
          "leak:read_word",
          "leak:^main$",
          "leak:libc.so",
          "leak:source.c",
          "leak:^fopen$\nleak:*pool*",
          "leak:pthread*create\nleak:shapes$",
          "leak:nothing",
        ]
      ) {
        await withFile(rules + "\n", async (path) => {
          using folder = Temporary.folder();
          const stacks = `${folder.path}/stacks`;
          const { code } = await new Deno.Command("heaptrack_print", {
            args: [
              "--suppressions",
              path,
              "--disable-builtin-suppressions",
              "-F",
              stacks,
              "--flamegraph-cost-type",
              "leaked",
              trace,
            ],
            stdout: "null",
            stderr: "null",
          }).output();
          assert(code === 0);
          const lines = (await Deno.readTextFile(stacks)).split("\n").filter((line) => line !== "");
          const wanted = lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
          const { out } = await quarry(["query", trace, "--no-header", "--suppressions", path, "-e", SUM]);
          assertEquals(Number(out.trim()), wanted, `${name}: ${rules}`);
        });
      }
    }
  },
});

async function installed(program: string): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}
