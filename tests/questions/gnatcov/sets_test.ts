/** Several runs: their combined coverage, and which of them are needed. */
import { assertEquals, assertRejects } from "@std/assert";
import { QueryError } from "../../../src/base/errors.ts";
import { sampleSession } from "../../support/sample_session.ts";
import { ask, lines, sessionOf } from "./asking.ts";
import { runOf } from "./made_program.ts";

const A = runOf([[0x100, 16, 0x11], [0x120, 16, 0x12]]);
const B = runOf([[0x108, 16, 0x12], [0x120, 8, 0x11]]);
const C = runOf([[0x100, 8, 0x11]]);
const PLACE = ["addr", "size", "op", "outcome", "runs"];
const three = () => sessionOf({ a: A, b: B, c: C }, () => undefined);

const SETS: readonly [query: string, ...rows: string[]][] = [
  [
    "union of a, b",
    "100 8 17 one 1",
    "108 8 19 both 2",
    "110 8 18 one 1",
    "120 8 19 both 2",
    "128 8 18 one 1",
  ],
  [
    'union of "*"',
    "100 8 17 one 2",
    "108 8 19 both 2",
    "110 8 18 one 1",
    "120 8 19 both 2",
    "128 8 18 one 1",
  ],
  ["intersection of a, b", "108 8 19 both 2", "120 8 19 both 2"],
  ["intersection of a, b by outcome", "108 8 16 none 2", "120 8 16 none 2"],
  ["intersection of a, b, c"],
  ["difference of a, b", "100 8 17 one 1", "128 8 18 one 1"],
  ["difference of b, a", "110 8 18 one 1"],
  ["difference of a, b by outcome", "100 8 17 one 1", "108 8 1 one 1", "120 8 2 one 1", "128 8 18 one 1"],
  ["difference of c, a by outcome"],
  ["difference of b", "110 8 18 one 1"],
  ["difference of a, b, c", "128 8 18 one 1"],
  ["difference of [ab], c | where addr < 0x120", "108 8 19 both 2", "110 8 18 one 1"],
];

Deno.test("union, intersection and difference of runs work by address and by outcome", async () => {
  const session = await three();
  for (const [query, ...rows] of SETS) assertEquals(await lines(session, query, ...PLACE), rows, query);
});

Deno.test("complement of runs is the code between their ranges that none of them covers", async () => {
  const session = await three();
  const columns = ["addr", "size", "end"];
  assertEquals(await lines(session, "complement of a, b", ...columns), ["118 8 120"]);
  assertEquals(await lines(session, "complement of b", ...columns), ["118 8 120"]);
  assertEquals(await lines(session, "complement of a", ...columns), ["110 16 120"]);
  assertEquals(await lines(session, "complement of c", ...columns), []);
  await assertRejects(() => ask(session, "complement of a, b by outcome"), QueryError);
});

Deno.test("complement and union of runs together are the code of their program", async () => {
  const session = await sampleSession({
    missing: "testdata/gnatcov/wordfreq/missing.trace",
    numbers: "testdata/gnatcov/wordfreq/numbers.trace",
  });
  const sum = async (query: string): Promise<bigint> =>
    (await ask(session, `${query} | summarize n = sum(size)`))[0]!["n"] as bigint;
  for (const runs of ["missing", "numbers", "missing, numbers"]) {
    const [missed, covered] = [await sum(`complement of ${runs}`), await sum(`union of ${runs}`)];
    assertEquals(missed + covered, await sum("sections of missing | where executable"), runs);
    // No byte is in both.
    const apart = await ask(session, `union of ${runs} | join (complement of ${runs}) on addr`);
    assertEquals(apart, []);
  }
  // For one run, it equals the table.
  const places = ["addr", "size"];
  const own = await lines(session, "uncovered of numbers | by addr: size = sum(size) | sort addr", ...places);
  const bytes = own.reduce((total, line) => total + BigInt(line.split(" ")[1]!), 0n);
  assertEquals(bytes, await sum("complement of numbers"));
});

Deno.test("the table runs shows what each run adds, and suggests a small set", async () => {
  const session = await three();
  const columns = ["trace", "covered", "own", "pick", "adds"];
  assertEquals(await lines(session, "runs", ...columns), ["a 32 8 1 32", "b 24 8 2 8", "c 8 0 null 0"]);
  const outcomes = ["trace", "outcome_covered", "outcome_own", "outcome_pick", "outcome_adds"];
  assertEquals(await lines(session, "runs", ...outcomes), ["a 64 32 1 64", "b 48 32 2 32", "c 16 0 null 0"]);
  const picked = await lines(session, "runs | where pick is not null | sort pick", "trace");
  const [all] = await ask(session, 'union of "*" | summarize n = sum(size)');
  const [chosen] = await ask(session, `union of ${picked.join(", ")} | summarize n = sum(size)`);
  assertEquals([picked, chosen], [["a", "b"], all]);
});

Deno.test("sets of runs can be used like any other source", async () => {
  const session = await three();
  assertEquals(await ask(session, 'assert difference of c, a : "c adds nothing"'), [{
    passed: true,
    found: "0 rows",
  }]);
  const query = "let new(x, y) = difference of x, y; new(b, a) | count";
  assertEquals(await ask(session, query), [{ count: 1n }]);
  assertEquals(await lines(session, "(union of a, b) | join semi (blocks of b) on addr", "addr"), [
    "108",
    "120",
  ]);
  const error = await assertRejects(() => ask(session, "union of a, d"), QueryError) as QueryError;
  assertEquals(error.diagnostics.map((each) => `${each.code} ${each.message}`), ['Q202 Unknown trace "d"']);
});

Deno.test("an anti-join lists the blocks that only the first trace has", async () => {
  const session = await three();
  const anti = "blocks of a | join anti (blocks of b) on addr, size, module";
  assertEquals(await lines(session, anti, "addr", "size"), ["100 16", "120 16"]);
});

Deno.test("sets of runs agree with the coverage of the samples", async () => {
  const session = await sessionOf({
    flat: "qemu-arm-flat-bare1.trace",
    history: "qemu-arm-history-bare1.trace",
    histmap: "qemu-arm-histmap-bare1.trace",
  });
  const bytes = async (source: string) =>
    (await ask(session, `${source} | summarize n = sum(size)`))[0]!["n"];
  const merged = await sessionOf({ merged: "merged-arm.trace" });
  const [ranges] = await ask(merged, "ranges | summarize n = sum(size)");
  assertEquals(await bytes("union of flat, histmap"), ranges!["n"]);
  assertEquals(await bytes("intersection of flat, history"), 544n);
  assertEquals(await bytes("difference of flat, history"), 8n);
  assertEquals(await bytes("difference of history, flat"), null);
});
