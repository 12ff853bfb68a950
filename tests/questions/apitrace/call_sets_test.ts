/** `in set("…")`: sets of calls with the syntax of the original tools. */
import { assertEquals, assertThrows } from "@std/assert";
import { inCallSet, parseCallSet } from "../../../src/formats/apitrace/call_set.ts";
import { QueryError } from "../../../src/base/errors.ts";
import { classBits } from "../../../src/formats/apitrace/classes.ts";
import { ask, askSample, column, sessionOf } from "./asking.ts";
import { Temporary } from "../../support/temporary.ts";

const SETS = [
  "0-100/draw,7 9-12",
  "3-40/3",
  "*/frame",
  "*/7",
  "50-",
  "draw",
  "frame",
  "fbo,rendertarget",
  "20-10",
  "",
  "0",
  "4294967290-",
];

for (const sample of ["real-mapped", "real-threads4", "syn-v6-alltags"]) {
  Deno.test(`in set() selects the same calls of ${sample} as the original's rule`, async () => {
    const session = await sessionOf({ a: sample });
    const all = await ask(session, "calls | select no, name");
    for (const set of SETS) {
      const ranges = parseCallSet(set);
      const expected = all.filter(([no, name]) => inCallSet(ranges, no as number, classBits(name as string)));
      const found = await ask(session, `calls in set("${set}") | select no, name`);
      assertEquals(found, expected, set);
      const others = await ask(session, `calls | where no not in set("${set}") | count`);
      assertEquals(others, [[all.length - expected.length]], `not ${set}`);
    }
  });
}

Deno.test("in set() reads lists from files", async () => {
  using temporary = Temporary.folder();
  const folder = temporary.path;
  await Deno.writeTextFile(`${folder}/inner.txt`, "30-32\n");
  await Deno.writeTextFile(`${folder}/outer.txt`, `3 5\n8-10,@${folder}/inner.txt\n`);
  const rows = await askSample("real-mapped", `calls in set("0,@${folder}/outer.txt") | select no`);
  assertEquals(column(rows), [0, 3, 5, 8, 9, 10, 30, 31, 32]);
});

Deno.test("in set() combines with other conditions, tables and definitions", async () => {
  const session = await sessionOf({ a: "real-mapped" });
  const all = await ask(session, 'calls in set("draw") and frame > 1 | select no');
  assertEquals(all, await ask(session, 'calls | where class == "render" and frame > 1 | select no'));
  for (
    const [filter, where] of [
      ['calls in set("0-3") or thread == 0', "no <= 3 or thread == 0"],
      ['not calls in set("0-3")', "no > 3"],
      ['not (calls in set("0-3") or frame > 1) and no % 2 == 0', "no > 3 and frame <= 1 and no % 2 == 0"],
    ]
  ) {
    const found = await ask(session, `${filter} | select no`);
    assertEquals(found, await ask(session, `calls | where ${where} | select no`), filter);
  }
  assertEquals(await ask(session, 'events | where no in set("3-5") | count'), [[3]]);
  assertEquals(await ask(session, 'let some = "0-9/2"\n\ncalls in set(some) | count'), [[5]]);
});

Deno.test("in set() reports errors in a set", async () => {
  const session = await sessionOf({ a: "real-tiny" });
  const codes = (query: string): string[] =>
    (assertThrows(() => session.prepare(query), QueryError) as QueryError).diagnostics.map(({ code }) =>
      code
    );
  assertEquals(codes('calls in set("4-x")'), ["Q226"]);
  assertEquals(codes('calls in set("0-9/dra")'), ["Q226"]);
  assertEquals(codes('calls in set("@there-is-no-such-list")'), ["Q226"]);
  assertEquals(codes('events | where no in set("draw")'), ["Q226"]);
  assertEquals(codes("calls in set(4)"), ["Q210"]);
  assertEquals(codes('calls | where name in set("4")'), ["Q206"]);
  // The table is chosen by the first condition.
  assertEquals(codes('thread == 0 and calls in set("4")'), ["Q203"]);
});

Deno.test("a range without a step is one test of the call number", async () => {
  const session = await sessionOf({ a: "real-mapped" });
  const steps = async (set: string) =>
    column(await ask(session, `calls in set("${set}") | explain | select step`));
  assertEquals(await steps("0-100"), ["scan calls", "filter no in 0..=100"]);
  assertEquals((await steps("0-100/2")).filter((step) => String(step).includes("% 2")).length, 1);
});
