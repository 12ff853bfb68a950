/** A query has one answer, independent of earlier queries and of other open traces: queries that once had two. */
import type { Session } from "../../src/engine/session.ts";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { QueryError } from "../../src/base/errors.ts";
import { ask } from "../conformance/opened.ts";
import { openSample, sampleSession } from "../support/sample_session.ts";

const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** Traces by name, and queries in order; the last one also runs in a fresh session. */
const SESSIONS: readonly {
  readonly traces: Record<string, string>;
  readonly questions: readonly string[];
}[] = [
  {
    traces: { t: "testdata/apitrace/real-egl-es1.trace" },
    questions: [
      "events | top 1 by live_blocks | select seq, no, func, live_blocks, live_bytes",
      'calls | where text("string") contains "x" | count',
    ],
  },
  {
    traces: { t: "testdata/apitrace/real-threads4.trace" },
    questions: [
      "timeline every 200 bytes = max(live_bytes), blocks = max(live_blocks)",
      'calls | where arg("target") contains "GL" | count',
      "events | top 1 by live_blocks | select seq, no, func, live_blocks, live_bytes",
    ],
  },
  {
    traces: { a: "testdata/apitrace/real-tiny.trace", b: "testdata/apitrace/real-shaders.trace" },
    questions: [
      "calls of a | count",
      'calls of b | where text("string") contains "x" | count',
      'calls | where text("string") contains "x" | count',
    ],
  },
  {
    traces: { t: WORDS },
    questions: [
      "events | extend x = seq + size | sort x desc",
      "events | where func < coalesce(name, type) | count",
      "events | select seq, h = hex(seq), u = upper(func) | skip 100 | take 4",
    ],
  },
  // A text that no trace has is known once a function has produced it.
  {
    traces: { t: WORDS },
    questions: ["by upper(func)", 'events | where upper(func) == "MAIN" | count'],
  },
  {
    traces: { t: WORDS },
    questions: ["by upper(func)", 'events | where upper(func) in {"MAIN", "LOOKUP"} | count'],
  },
  // Earlier queries decide which program is read first, but must not change the order of the answer.
  ...['union of "*"', 'difference of "*" by outcome', 'complement of "*"'].map((last) => ({
    traces: {
      b: "testdata/gnatcov/qemu-arm-history-bare1.trace",
      run: "testdata/gnatcov/wordfreq/missing.trace",
    },
    questions: ["complement of run", last],
  })),
];

for (const { traces, questions } of SESSIONS) {
  const last = questions.at(-1)!;
  Deno.test(`a query has the same answer alone and after other queries: ${last}`, async () => {
    const [session, fresh] = [await sampleSession(traces), await sampleSession(traces)];
    for (const question of questions) await ask(session, question);
    const [alone] = await ask(fresh, last);
    for (let time = 0; time < 2; time++) assertEquals((await ask(session, last))[0]!.rows, alone!.rows);
    session.closeAll();
    fresh.closeAll();
  });
}

/** Equivalent queries: what `if` and `where` exclude is neither computed nor counted. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["allocs | summarize count(max(resizes, 0)) if life > 0", "allocs | where life > 0 | count"],
  [
    'allocs | extend n = if(leaked == true, "-", human(resizes)) | where n is null | count',
    "allocs | where 1 == 2 | count",
  ],
  [
    "allocs | extend x = max(resizes, 0) | summarize some = count(x) if life > 100, all = count(x) | select all",
    "allocs | count",
  ],
  [
    "allocs | extend b = (life >= 0 and max(resizes, 0) == 0) | where b == true | count",
    "allocs | where life >= 0 and resizes == 0 | count",
  ],
  ['events | where upper(func) == "MAIN" | count', "events | where func == main | count"],
  // An open range ends before the keyword of a stage.
  [
    "allocs | summarize n = count() if size in 64.. by func",
    "allocs | summarize n = count() if size >= 64 by func",
  ],
  [
    "allocs | summarize n = count() if size:64.. by func",
    "allocs | summarize n = count() if size >= 64 by func",
  ],
  ["allocs | sort size in 64.. desc, seq | select seq", "allocs | sort size >= 64 desc, seq | select seq"],
  // The largest change comes first; rows of only one side are not changes, and are not shown.
  [
    "diff (allocs | extend bytes = size), (allocs | where 1 == 2 | rename bytes = size) by func, bytes",
    "diff (allocs | extend bytes = size), (allocs | where 1 == 2 | rename bytes = size) by func, bytes | extend d = abs(count_delta) | sort d desc | drop d",
  ],
  // A negative difference is an error only if it is used.
  ["events | summarize sum(size - 1K) if size > 1K", "events | where size > 1K | summarize sum(size - 1K)"],
  ["events | where size > 1K and size - 1K > 10 | count", "events | where size > 1034 | count"],
  [
    "events | extend d = if(size > 1K, size - 1K, 0) | summarize sum(d)",
    "events | where size > 1K | summarize sum(size - 1K)",
  ],
];

Deno.test("equivalent queries have equal answers", async () => {
  const session = await sampleSession({ t: WORDS });
  for (const [left, right] of PAIRS) {
    const [one, other] = [await ask(session, left), await ask(session, right)];
    assertEquals(one[0]!.rows, other[0]!.rows, left);
  }
  session.closeAll();
});

Deno.test("a name refers to the last result kept under it, also if its script fails later", async () => {
  const session = await sampleSession({ t: WORDS });
  await ask(session, "events | take 2 | select seq | as x");
  const script = "events | take 1 | select func, size | as x; events | where size - 1M > 0 | count";
  await assertRejects(() => ask(session, script), QueryError);
  const [answer] = await ask(session, "x");
  assertEquals(answer!.columns.map(({ name }) => name), ["func", "size"]);
  session.closeAll();
});

Deno.test("rows of several traces are sorted by arguments of their calls", async () => {
  const session = await sampleSession({
    a: "testdata/apitrace/real-tiny.trace",
    b: "testdata/apitrace/real-threads4.trace",
    m: WORDS,
  });
  const asked = 'calls | extend k = text("target"), u = u8("data")';
  for (const [key, column] of [['text("target")', "k"], ['u8("data")', "u"]] as const) {
    for (
      const [left, right] of [
        [`calls | sort ${key}, no desc`, `${asked} | sort ${column}, no desc`],
        [`calls | top 7 by ${key}`, `${asked} | sort ${column} desc | take 7`],
      ]
    ) {
      const [one] = await ask(session, `${left} | select trace, no`);
      const [other] = await ask(session, `${right} | select trace, no`);
      assertEquals(one!.rows, other!.rows, left);
    }
  }
  session.closeAll();
});

const SHM = "testdata/sp-rtrace/c05-shm.resolved.txt";
const FILES = "testdata/sp-rtrace/c02-filesrv.resolved.txt";

/** Queries whose rows have no defined order: backtraces are numbered in the order in which a session reads them. */
const ABOUT_STACKS = [
  "stacks | select depth, frames",
  "events | callers of *",
  "events | tree up",
  "events | tree",
];

Deno.test("stacks lists the backtraces of the open traces in their order, whatever was open before", async () => {
  const fresh = await sampleSession({ a: SHM, b: FILES });
  const session = await sampleSession({ x: FILES, a: SHM });
  session.close("x");
  await openSample(session, "b", FILES);
  for (const question of ABOUT_STACKS) {
    assertEquals((await ask(session, question))[0]!.rows, (await ask(fresh, question))[0]!.rows, question);
  }
  const counts = [];
  for (const where of ["", "of a", "of b"]) {
    counts.push((await ask(fresh, `stacks ${where} | count`))[0]!.rows[0]![0]);
  }
  const [all, mine, others] = counts as bigint[];
  assertEquals(all, mine! + others!);
  session.close("b");
  session.close("a");
  await openSample(session, "m", WORDS);
  assertEquals(session.catalog.table("stacks", null), undefined);
  for (const each of [session, fresh]) each.closeAll();
});

/** Warnings about a query, except the one about rows of two traces that are added up. */
function remarksOn(session: Session, query: string): readonly Diagnostic[] {
  return session.prepare(query).warnings.filter(({ code }) => code !== "Q312");
}

Deno.test("no value is reported missing before the tables of all traces were checked", async () => {
  const session = await sampleSession({
    a: "testdata/apitrace/real-tiny.trace",
    b: "testdata/apitrace/real-shaders.trace",
  });
  const question = 'args | where arg == "shader" | count';
  await ask(session, "args of a | count");
  assertEquals(remarksOn(session, question), []);
  const [[found]] = (await ask(session, question))[0]!.rows as [[bigint]];
  assertEquals(
    found,
    (await ask(session, `calls | where text("shader") is not null | count`))[0]!.rows[0]![0],
  );
  assert(found > 0n);
  assertEquals(remarksOn(session, question), []);
  const [remark] = session.prepare('args | where arg == "shadr" | count').warnings;
  assertEquals(remark?.message, 'No row has arg "shadr"');
  session.closeAll();
});

Deno.test("no range is reported empty because of tables that are already built", async () => {
  const session = await sampleSession({
    profile: "testdata/mpatrol/treerec-le64/profile.mptl",
    run: "testdata/gnatcov/wordfreq/missing.trace",
  });
  const [answer] = await ask(session, "symbols | summarize least = min(addr) by trace");
  const { columns, rows } = answer!;
  const at = columns.findIndex(({ name }) => name === "least");
  const least = rows.map((row) => row[at] as bigint).sort((a, b) => (a < b ? -1 : 1));
  assert(least.length === 2 && least[0]! < least[1]!, `${least}`);
  const query = `symbols | where addr < ${least[1]} | count`;
  assertEquals(remarksOn(session, query), []);
  session.closeAll();
});
