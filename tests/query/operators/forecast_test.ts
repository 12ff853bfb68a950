/** `explain plan` describes each step as the run executes it, and runs nothing. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { ask } from "../../conformance/opened.ts";
import { generatedSession } from "../../support/generated_session.ts";

const LATER = "chosen once its rows are known";
/** Strategies that are chosen only while a step runs: expressions are packed first, and loops compute what is read. */
const WHILE_IT_RUNS: ReadonlySet<string> = new Set([
  "generated loop",
  "totals of packed blocks",
  "hash groups",
  "dense groups",
]);

/** There is almost no memory. */
const IS_TIGHT = Deno.env.get("QUARRY_TEST_MEMORY") !== undefined;

const QUESTIONS: readonly string[] = [
  "count",
  "where size % 3 == 1 or line > 500 | count",
  "where seq >= 70000 and seq < 70500 | by kind",
  "where kind == alloc | summarize s = sum(size), m = avg(line)",
  "where size * 2 + 1 > 0 * line | summarize s = sum(size + 1)",
  "summarize a = max(size), b = min(addr), n = count()",
  "summarize n = distinct(func)",
  "by kind, func: n = count(), s = sum(size)",
  "by addr, size, func: n = count()",
  "by if(kind == alloc, size, 0): n = count()",
  "extend k = size % 10 | by k: n = count() | sort n desc",
  "sort seq desc | take 5",
  "sort func, size desc | take 5",
  "top 9 by size",
  "top 9 by size * 3 + line",
  "sort size",
  "join (events | where size > 900) on addr | count",
  "join semi (events | where size > 990) on addr | count",
  "join anti (events | where line > 500) on addr, func | count",
  "where addr in (events | where size > 900 | select addr) | by kind",
  "window by addr order seq: before = lag(size)",
  "where size > 900 | window order seq: n = row_number()",
  "match (size > 500 as a) then (size < 100 as b) on addr",
  "match (size > 900 as a) then (size < 100 as b)",
  "join last (events | where size > 900 | select addr, seq) on addr before seq",
];

Deno.test("explain plan lists the steps that the run executes", async () => {
  const session = await generatedSession(150_000);
  try {
    let known = 0;
    for (const question of QUESTIONS) {
      const query = `events | ${question} | explain`;
      const [planned] = await ask(session, `${query} plan | select step, rows, how`);
      const [done] = await ask(session, `${query} | select step, expected, rows, how`);
      assertEquals(planned!.rows.map(([step]) => step), done!.rows.map(([step]) => step), question);
      planned!.rows.forEach(([step, rows, how], at) => {
        const [, expected, , did] = done!.rows[at]!;
        assertEquals(expected, rows, `${question}: ${step}`);
        if (how === LATER) return;
        const names = String(how ?? "").split(", ").filter((each) => each !== "");
        const ways = String(did ?? "").split(", ").filter((each) => each !== "");
        known += names.length;
        assertEquals(names.filter((each) => !ways.includes(each)), [], `${question}: ${step}`);
        // Running out of memory is only known while a step runs.
        if (IS_TIGHT) return;
        const others = ways.filter((each) => !names.includes(each) && !WHILE_IT_RUNS.has(each));
        assertEquals(others, [], `${question}: ${step} did what nobody said`);
      });
    }
    assert(known > QUESTIONS.length, "ways that were known before");
  } finally {
    session.closeAll();
  }
});

Deno.test("row estimates use zone maps and dictionaries", async () => {
  const session = await generatedSession(150_000);
  try {
    const expected = async (question: string): Promise<unknown[][]> => {
      const [plan] = await ask(session, `events | ${question} | explain plan | select rows, blocks, skipped`);
      return plan!.rows.map((row) => [...row].map((each) => each === null ? null : Number(each)));
    };
    const [[total]] = await expected("count") as [[number]];
    assertEquals(await expected("take 7"), [[total, 0, 0], [7, 0, 0]]);
    assertEquals(await expected("where seq < 1000"), [[total, 0, 0], [999, 3, 2]]);
    assertEquals(await expected("where seq < 70000 | summarize s = sum(size)"), [
      [total, 0, 0],
      [69_999, 3, 2],
      [1, 0, 0],
    ]);
    assertEquals((await expected("where seq > 999999999"))[1], [0, 3, 3]);
    assertEquals((await expected("where not (seq < 1000)"))[1], [total - 999, 3, 2]);
    const [[kinds]] = (await ask(session, "events | summarize n = distinct(kind)"))[0]!.rows as [[bigint]];
    const groups = Number((await expected("by kind"))[1]![0]);
    assert(groups >= Number(kinds) && groups < 20, `${groups} groups of ${kinds} kinds`);
    // Kinds are not equally frequent: a sample estimates each.
    for (const test of ["kind == alloc", "kind != free", "kind in {alloc, realloc}", "kind ~ /alloc/"]) {
      const [[rows]] = (await ask(session, `events | where ${test} | count`))[0]!.rows as [[bigint]];
      const guess = Number((await expected(`where ${test}`))[1]![0]);
      assert(Math.abs(guess - Number(rows)) < total / 10, `${test}: ${guess} of ${rows} expected`);
    }
    // Keys on the right are unique: each row on the left has at most one partner.
    assertEquals((await expected("join (events) on seq")).at(-1), [total, 0, 0]);
  } finally {
    session.closeAll();
  }
});

Deno.test("explain plan runs nothing", async () => {
  const session = await generatedSession(1000);
  try {
    const fails = "events | where size * 9000000000000000000 > 1 | summarize s = sum(line)";
    await assertRejects(() => ask(session, `${fails} | explain`));
    const [plan] = await ask(session, `${fails} | explain plan`);
    assertEquals(plan!.rows.length, 3);
    await ask(session, "events | as kept_by_nobody | explain plan");
    await assertRejects(() => ask(session, "kept_by_nobody"));
  } finally {
    session.closeAll();
  }
});

Deno.test("explain shows how much code was generated", async () => {
  const session = await generatedSession(1000);
  try {
    const code = async (question: string): Promise<unknown> =>
      (await ask(session, `events | ${question} | explain | select code`))[0]!.rows[1]![0];
    assertEquals(await code("where size > 100"), 0n);
    assert(Number(await code("where size * 3 > line")) > 100);
    assert(Number(await code("where size * 3 > line")) > 100, "also of code that was kept");
  } finally {
    session.closeAll();
  }
});
