/** Habits from other languages get an answer that names a query, and that query runs. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import { QueryError } from "../../src/base/errors.ts";
import type { Session } from "../../src/engine/session.ts";
import { interpretationsOf } from "../../src/language/reading/interpretations.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { entriesOf } from "../support/effort.ts";
import { sampleSession } from "../support/sample_session.ts";

const HEAP = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const OLD_HEAP = "testdata/mpatrol/old144-wordfreq-le64/trace.mtrc";
const RESOURCES = "testdata/sp-rtrace/c01-jsonidx.resolved.txt";
const CALLS = "testdata/apitrace/real-shaders.trace";

/** The typed text, the query that the answer names, and other text of the answer. */
type Slip = readonly [written: string, meant: string, beside?: string];

const ON_A_HEAP: readonly Slip[] = [
  ['func =~ "read.*"', "func ~ /read.*/", "regular expressions are /…/"],
  ["leaks | select size as s", "leaks | select s = size"],
  ["leaks | count by func", "leaks | by func: count()"],
  ["count by func, file | take 3", "by func, file: count() | take 3"],
  ["live at 1000", "live @ 1000"],
  ["leaks | top 5 size", "leaks | top 5 by size"],
  ["leaks | by func | having count > 3", "leaks | by func | where count > 3"],
  ["leaks | by func having count > 3", "leaks | by func | where count > 3"],
  ["size > 1 MB", "size > 1M", "sizes are written"],
  ["size > 10 KiB", "size > 10K"],
  ["size > 1k", "size > 1K", "1k is 1000"],
  ["allocs | avg(size)", "allocs | summarize avg(size)"],
  ["leaks | summarize p50(size)", "leaks | summarize median(size)"],
  ["by func: p95(size)", "by func: percentile(size, 95)"],
  ['leaks | where stack contains "parse"', 'leaks | through "*parse*"', "frames(stack)"],
  ['stack contains "parse"', 'frames(stack) contains "parse"'],
  ["allocs | where life > 10ms", "allocs | where life > 10", "life counts events"],
  ["by big = size:1K..", "by big = size in 1K.."],
  ["kind == alloc or free", "kind in {alloc, free}"],
  [
    "events | where kind = alloc or free or realloc | count",
    "events | where kind in {alloc, free, realloc} | count",
  ],
  ["func == name", 'func == "name"', "column"],
  ["func == null", "func is null"],
  ["leaks where size > 3", "leaks | where size > 3"],
  ["leaks | group by func", "leaks | by func"],
  ["leaks | order by size desc", "leaks | sort size desc"],
  ["leaks | limit 3", "leaks | take 3"],
  [
    "events | extend gap = lag(seq) over (partition by thread order by seq) | take 3",
    "events | window by thread order seq: gap = lag(seq) | take 3",
  ],
  [
    "allocs | select sum(size) over (order by seq) as run",
    "allocs | window order seq: run = cumulative(sum(size))",
  ],
  ["allocs | extend n = count(*) OVER (PARTITION BY func)", "allocs | window by func: n = count()"],
  [
    "allocs | extend a = first_value(seq) over (order by size desc)",
    "allocs | window order size desc: a = first(seq)",
  ],
  ["select func, size from leaks where size > 3", "leaks | where size > 3 | select func, size"],
  ['select func from leaks where func = "main"', 'leaks | where func == "main" | select func'],
  ["SELECT func, COUNT(*) FROM allocs GROUP BY func", "allocs | by func: count()"],
  ["select count(*), sum(size) from allocs", "allocs | summarize count(), sum(size)"],
  [
    "select func, sum(size) from allocs where size <> 8 group by 1 order by 2 desc limit 5",
    "allocs | where size != 8 | by func: sum(size) | sort sum_size desc | take 5",
  ],
  [
    "select file as f, count(distinct line) as n from allocs group by f having count(distinct line) > 1 order by n",
    "allocs | by f = file: n = distinct(line) | where n > 1 | sort n",
  ],
  [
    "select distinct func, line from allocs where func in ('main', \"lookup\")",
    'allocs | where func in {"main", "lookup"} | distinct func, line',
  ],
  [
    "select * from allocs where func like '%read_w%' and func not like 'a, b' order by size desc, seq limit 3",
    `allocs | where func ~ "*read?w*" and func !~ "a, b" | sort size desc, seq | take 3`,
  ],
  [
    "allocs | where size between 10 and 20 and func in ('main', 'lookup') and file like '%.c' | count",
    "allocs | where size in 10..=20 and func in {'main', 'lookup'} and file ~ '*.c' | count",
  ],
  ["from allocs | take 2", "allocs | take 2"],
  ["allocs | select distinct func", "allocs | distinct func"],
  ["allocs | where isnull(func) | count", "allocs | where func is null | count"],
  ["allocs | extend n = length(func)", "allocs | extend n = len(func)"],
  ['allocs | where startsWith(func, "look") | count', 'allocs | where func ~ "look*" | count'],
  ["allocs | extend x = case when size > 10 then 1 else 0 end", "allocs | extend x = if(size > 10, 1, 0)"],
  ["allocs | summarize count() as n by func", "allocs | summarize n = count() by func"],
  ["select size from allocs where size between 10 and 20", "allocs | where size in 10..=20 | select size"],
  // Two errors at once.
  ["leaks | order by size | limit 3", "leaks | sort size | take 3"],
];

const ON_RESOURCES: readonly Slip[] = [
  ["allocs | where life > 10ms", "allocs | where age > 10ms", "life counts events"],
  ['leaks | where stack contains "malloc"', 'leaks | through "*malloc*"'],
];

const ON_CALLS: readonly Slip[] = [
  ["calls | select no, text", 'calls | select no, text("angle")', "function"],
];

/** The diagnostics of a query: an error, or warnings. */
async function remarks(session: Session, query: string): Promise<readonly Diagnostic[]> {
  try {
    return session.prepare(query).warnings;
  } catch (error) {
    if (error instanceof QueryError) return (await session.withAdvice(error)).diagnostics;
    throw error;
  }
}

for (
  const [what, sample, slips] of [
    ["a heap", HEAP, ON_A_HEAP],
    ["resources", RESOURCES, ON_RESOURCES],
    ["calls", CALLS, ON_CALLS],
  ] as const
) {
  Deno.test(`answers name a query that runs over ${what}`, async () => {
    const session = await sampleSession({ t: sample });
    // Each is bound with and without its fix, and then run.
    for (const [written, meant, beside = ""] of entriesOf(slips, 0.1)) {
      const all = await remarks(session, written);
      const told = all.find(({ fix }) => fix !== undefined);
      if (told?.fix === undefined) throw new Error(`${written}: ${JSON.stringify(all)}`);
      const { span, text } = told.fix;
      assertEquals(written.slice(0, span.start) + text + written.slice(span.end), meant, written);
      assertStringIncludes(told.suggestion ?? "", text, written);
      assertStringIncludes(`${told.message} ${told.suggestion}`, beside, written);
      assert(
        all.filter(({ severity }) => severity === "error").length <= 1,
        `${written} is told more than once`,
      );
      for await (const outcome of session.run(session.prepare(meant))) {
        if (outcome.kind === "query") outcome.release();
      }
    }
    session.closeAll();
  });
}

Deno.test("the reason for a missing thread fits the version that wrote the trace", async () => {
  for (
    const [sample, reason] of [[HEAP, "library without thread support"], [OLD_HEAP, "mpatrol before 1.4.5"]]
  ) {
    const session = await sampleSession({ t: sample! });
    assertStringIncludes((await remarks(session, "thread:1"))[0]?.suggestion ?? "", reason!);
    session.closeAll();
  }
});

Deno.test("texts, comments and statements without a matching rule are not corrected", async () => {
  const session = await sampleSession({ t: HEAP });
  for (
    const query of ['func == "having top 5 size" | having', "adr == 1 -- top 5 size", "leaks | frobnicate"]
  ) {
    for (const { suggestion = "" } of await remarks(session, query)) {
      assert(!suggestion.includes("write:"), suggestion);
    }
  }
  const two = "leaks | top 5 size; leaks | take 1; leaks | limit 3";
  assertEquals((await remarks(session, two)).map(({ fix }) => fix?.text), [
    "leaks | top 5 by size",
    "leaks | take 3",
  ]);
  session.closeAll();
});

Deno.test("a statement with each SQL word a hundred times, or in a hundred brackets, is not read", async () => {
  const words = [" from b", " group by a", " having a", " order by a"];
  const statement = `select a${words.map((each) => each.repeat(100)).join("")} limit 1`;
  const nested = `select ${"(".repeat(100)}size${")".repeat(100)} from leaks`;
  const subqueries = `${"select * from (".repeat(20)}select * from leaks${")".repeat(20)}`;
  const session = await sampleSession({ a: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
  for (const text of [statement, nested, subqueries]) {
    assertEquals(interpretationsOf(text, session.catalog, EMPTY_ENVIRONMENT), []);
  }
  session.closeAll();
});
