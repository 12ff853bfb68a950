/** Adding up rows of several traces causes a warning. */
import { assert, assertEquals } from "@std/assert";
import { diagnose } from "../../src/assist/assist.ts";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import { quarry } from "../cli/program.ts";
import { sampleSession } from "../support/sample_session.ts";

const LONG = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const SHORT = "testdata/mpatrol/wordfreq-le32/trace.mtrc";
const COVERED = "testdata/gnatcov/wordfreq";

Deno.test("a query that adds up two traces gets a warning, which suggests queries that run on one trace", async () => {
  const session = await sampleSession({ before: LONG, after: SHORT });
  const remark = (query: string): Diagnostic | undefined =>
    session.prepare(query).warnings.find(({ code }) => code === "Q312");
  const found = remark("leaks | where size > 3 | by func, line")!;
  assertEquals(found.message, "Rows of 2 traces are added up: before, after");
  const [, diff] = /compare them: (.*)$/.exec(found.suggestion!)!;
  assertEquals(
    diff,
    'diff (leaks of "before" | where size > 3), (leaks of "after" | where size > 3) by func, line',
  );
  const { fix } = remark("leaks | by func")!;
  assertEquals(fix, { span: { start: 11, end: 11 }, text: "trace, " });
  for (const query of [diff!, "leaks | by trace, func"]) assertEquals(session.prepare(query).warnings, []);
  for (const query of ["events | count", "live @ peak | by func: sum(size)", "kind == alloc | by func"]) {
    assert(remark(query) !== undefined, query);
  }
  const apart = [
    "leaks of after | by func",
    'leaks | where trace == "after" | by func',
    'leaks | by func: n = count() if trace == "after"',
    "leaks | by trace, func | by func: max(bytes)",
    "leaks | by func: max(size)",
    "traces | count",
    "leaks | top 3 by size",
    'diff (leaks of "before"), (leaks of "after") by func',
  ];
  for (const query of apart) assertEquals(remark(query)?.message, undefined, query);
  // The warning also appears while the query is typed.
  const typed = diagnose("leaks | by func", session.catalog, session.environment);
  assertEquals(typed.map(({ code }) => code), ["Q312"]);
  session.close("before");
  assertEquals(remark("leaks | by func"), undefined);
  session.closeAll();
});

Deno.test("adding up coverage runs of one program causes no warning", async () => {
  const session = await sampleSession({ a: `${COVERED}/words.trace`, b: `${COVERED}/numbers.trace` });
  assertEquals(session.prepare("lines | by file: n = count() if covered").warnings, []);
  session.closeAll();
});

Deno.test("the warning about added-up traces goes to standard error, and the rows are still shown", async () => {
  const { code, out, err } = await quarry(["query", `a=${LONG}`, `b=${SHORT}`, "-e", "leaks | count"]);
  assertEquals([code, out], [0, "count\n52\n"]);
  assert(err.includes("Rows of 2 traces are added up: a, b"), err);
});
