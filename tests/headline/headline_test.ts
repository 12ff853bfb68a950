/** The headline of a trace, and of two. */
import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { CONFORMANCE } from "../conformance/profile.ts";
import { UsageError } from "../../src/base/errors.ts";
import { amountOf, bytesOf, countOf, percentOf, signedAmount } from "../../src/base/amount_text.ts";
import { queryForRows } from "../../src/engine/ask_rows.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import type { Session } from "../../src/engine/session.ts";
import { headlineFromQueries } from "../../src/headline/format_headline.ts";
import { TraceQueries } from "../../src/engine/trace_queries.ts";
import { headlineAbout } from "../../src/headline/headline_about.ts";
import { headlinesOf } from "../../src/headline/headlines.ts";
import type { Headline } from "../../src/headline/headline.ts";
import { damageSentence, problemLocation, worstProblem } from "../../src/headline/damage.ts";
import { bars, curveEnds } from "../../src/headline/curve.ts";
import { headlineLines } from "../../src/headline/text.ts";
import { load } from "../../src/ingest/load.ts";
import { blobSource } from "../../src/bytes/blob_source.ts";
import { quarry } from "../cli/program.ts";
import { sampleSession } from "../support/sample_session.ts";

const WORDFREQ = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** Closes the session at the end of a test. */
async function withSession<T>(
  samples: Readonly<Record<string, string>>,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await sampleSession(samples);
  try {
    return await work(session);
  } finally {
    session.closeAll();
  }
}

/** The headline of one sample, below testdata. */
async function headlineOfSample(path: string): Promise<Headline> {
  return await withSession({ trace: `testdata/${path}` }, (session) => headlineAbout(session));
}

Deno.test("the headline of each kind of trace is its most important fact", async () => {
  const sentences: Record<string, string> = {
    "mpatrol/wordfreq-le64/trace.mtrc":
      "26 blocks (8.1 KiB) never freed: 75 bytes in 24 blocks from `read_word` (wordfreq.c:13), 8.0 KiB in 2 " +
      "blocks from code without a name; peak 12.0 KiB at event 1071",
    "heaptrack/heaptrack.shapes.zst":
      "14 blocks (4.8 KiB) never freed, 83 % from `main` (source.cpp:22); peak 120.6 KiB " +
      "at event 1286",
    // File handles have no bytes to add to those of blocks.
    "sp-rtrace/c02-filesrv.resolved.txt":
      "12 blocks (26.8 KiB) never freed, 100 % from `handle` (filesrv.c:14); 10 resources " +
      "of type fd and 7 resources of type fp never released; peak 31.2 KiB at call 253",
    "mpatrol/profile1-le64/profile.mptl": "9.0 KiB allocated, 55 % from `new_pair`; 5.0 KiB never freed",
    // Frames without names and files: sizes and addresses are the most useful.
    "mpatrol/debian-file-le64/trace.mtrc":
      "19 blocks (80.3 KiB) never freed, 88 % from blocks of 71.0 KiB; peak 7.5 MiB at event 2691",
    "mpatrol/grow-be32/profile.mptl": "314.1 KiB allocated, 57 % from `0x10001214`; 18.0 KiB never freed",
    // Without backtraces the library function is the place, and the type distinguishes places of one name.
    "fuzz/sp-rtrace/77bbc830":
      "8 blocks (96.0 KiB) never freed, 58 % from `shmat` (address); peak 96.0 KiB at call 10",
    // Time is attributed to where the program is, not to where it was requested.
    "pprof/mutex.pb.gz": "130 ms of delay, over 99 % in `sync.(*Mutex).Unlock` (mutex.go)",
    "apitrace/real-glmark2-build.trace":
      "3,391 calls in 61 frames, 122 draws, 504.3 KiB uploaded, 3 redundant calls (under 1 %); all 5 objects deleted",
    // A function that was never called does not count, although the line of its definition ran.
    "lcov/words.info": "26 of 27 lines (96 %), 6 of 7 functions ran",
    "lcov/words.json": "26 of 27 lines (96 %), 6 of 7 functions ran",
    "lcov/shapes.lcov1.info": "20 of 20 lines (100 %), 10 of 11 functions ran",
    "gnatcov/wordfreq/missing.trace": "3 of 14 lines (21 %), 2 of 6 functions ran",
    "gnatcov/shop-x86_64.srctrace":
      "22 of 70 statements (31 %), 10 of 10 decision outcomes (100 %), 5 of 14 MC/DC paths (36 %) covered",
    "gnatcov/qemu-arm-flat-bare1.trace":
      "47 blocks of code (552 bytes) ran; 30 branches went one way only, 11 both ways; lines and functions need " +
      "the program of the trace",
  };
  for (const [path, sentence] of Object.entries(sentences)) {
    assertEquals((await headlineOfSample(path)).sentence, sentence, path);
  }
});

Deno.test("the headline of a profile is about the weight that the file names as its default", async () => {
  const path = await Deno.makeTempFile({ suffix: ".pb" });
  try {
    const packed = await Deno.open("testdata/pprof/heap.pb.gz");
    const bytes = await new Response(packed.readable.pipeThrough(new DecompressionStream("gzip"))).bytes();
    // Field 14, default_sample_type, refers to text 5: alloc_space. Profiles named allocs end with this field.
    await Deno.writeFile(path, new Uint8Array([...bytes, 14 << 3, 5]));
    const { sentence } = await withSession({ trace: path }, (session) => headlineAbout(session));
    assertMatch(sentence, /^2\.4 MiB allocated, \d+ % from .*; 27\.9 KiB in use$/);
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("a place without a name is described as unnamed, and comes after named ones", async () => {
  const { rows } = await headlineOfSample("mpatrol/wordfreq-le64/trace.mtrc");
  assertEquals(rows.map(({ label, value }) => [label, value]), [
    ["read_word", "75 bytes in 24 blocks"],
    ["(no name)", "8.0 KiB in 2 blocks"],
  ]);
});

Deno.test("poorly covered places are marked as bad", async () => {
  const { rows } = await headlineOfSample("gnatcov/wordfreq/missing.trace");
  assertEquals(rows[0]!.value, "2 of 5 lines (40 %)");
  assertEquals(new Set(rows.map(({ tone }) => tone)), new Set(["bad"]));
});

for (const [name, { trace }] of CONFORMANCE) {
  Deno.test(`${name}: a headline has a sentence, at most five rows, and queries that run`, async () => {
    await withSession({ trace: `testdata/${trace}` }, async (session) => {
      const { sentence, rows, query, picture } = await headlineAbout(session);
      assert(/^[^.\s].*[^.]$/.test(sentence), sentence);
      assert(rows.length <= 5, `${rows.length} rows`);
      const queries = [...rows.map((row) => row.query), query, picture?.query].filter((each) =>
        typeof each === "string"
      );
      for (const each of queries) {
        assert(await queryForRows(session, each, ({ rowCount }) => rowCount) > 0, each);
      }
    });
  });
}

for (const [name, { pair }] of CONFORMANCE) {
  Deno.test(`${name}: changes between two traces have signs, which flip when the traces are swapped`, async () => {
    const samples = { before: `testdata/${pair[0]}`, after: `testdata/${pair[1]}` };
    await withSession(samples, async (session) => {
      const there = await headlineAbout(session);
      const back = await headlineAbout(session, { before: "after", after: "before" });
      assertEquals([there.traces, back.traces], [["before", "after"], ["after", "before"]]);
      assertEquals(there.rows.length, back.rows.length);
      const turned = (value: string): string => value.replace(/^[+−]/, (sign) => sign === "+" ? "−" : "+");
      const values = new Map(there.rows.map(({ label, detail, value }) => [`${label} ${detail}`, value]));
      for (const { label, detail, value, query } of back.rows) {
        const other = values.get(`${label} ${detail}`);
        // Among equally large changes, the last shown ones are as good as those that are not shown.
        if (other !== undefined) assertEquals(turned(value), other);
        await queryForRows(session, query, () => undefined);
      }
    });
  });
}

Deno.test("the first trace counts as the earlier one: lookup has 984 bytes less in the second", async () => {
  const samples = { before: WORDFREQ, after: "testdata/mpatrol/wordfreq-le32/trace.mtrc" };
  const { sentence, rows, kind } = await withSession(samples, (session) => headlineAbout(session));
  assertEquals(kind, "memory");
  assertEquals(
    sentence,
    "before → after: never freed as before (8.1 KiB); peak −1.8 KiB (12.0 KiB → 10.2 KiB); live at the peak, " +
      "shrank most: `lookup` −984 bytes",
  );
  assertEquals(rows.map(({ label, value, tone }) => [label, value, tone]), [
    ["lookup", "−984 bytes", "good"],
    ["grow_table", "−512 bytes", "good"],
    ["main", "−328 bytes", "good"],
  ]);
});

/** The changes from one text to another. */
async function changeOf(before: string, after: string): Promise<Headline> {
  return await withSession({}, async (session) => {
    for (const [name, text] of Object.entries({ before, after })) {
      session.add(tracesOf(await load(blobSource(new Blob([text])), session.pools, { name }), name));
    }
    return await headlineAbout(session);
  });
}

Deno.test("a change of one byte is shown exactly, however large the sums are", async () => {
  const heap = (bytes: bigint): string =>
    `heap profile: 1: ${bytes} [1: ${bytes}] @ heap/1\n1: ${bytes} [1: ${bytes}] @ 0x10\n`;
  const { sentence } = await changeOf(heap(1n << 60n), heap((1n << 60n) + 1n));
  assertStringIncludes(sentence, "+1 byte (1.0 EiB → 1.0 EiB)");
});

Deno.test("for files without functions, the last part of the path names the change", async () => {
  const lines = (count: number): string =>
    `TN:\nSF:/opt/app/src/a.py\nDA:1,1\nDA:2,${count}\nend_of_record\n`;
  const { sentence, rows } = await changeOf(lines(0), lines(3));
  assertEquals(
    sentence,
    "before → after: lines that ran +1 (1 → 2); lines that ran, grew most: `a.py` +1 line",
  );
  assertEquals(rows.map(({ label, value, tone }) => [label, value, tone]), [["a.py", "+1 line", "good"]]);
});

Deno.test("a list of uncovered code is shown only if there is uncovered code", async () => {
  assertEquals((await headlineOfSample("fuzz/gnatcov-src/3f0d85af")).query, null);
  assertEquals(typeof (await headlineOfSample("gnatcov/shop-x86_64.srctrace")).query, "string");
});

Deno.test("a headline requires the name of a trace if there are two kinds", async () => {
  const samples = { memory: WORDFREQ, coverage: "testdata/gnatcov/wordfreq/missing.trace" };
  await withSession(samples, async (session) => {
    await assertRejects(() => headlineAbout(session), UsageError, "name one of memory, coverage");
    await assertRejects(() => headlineAbout(session, "calls"), UsageError, 'No open trace "calls"');
    assertEquals((await headlineAbout(session, "coverage")).kind, "coverage");
    assertEquals((await headlinesOf(session)).map(({ kind }) => kind), ["memory", "coverage"]);
  });
});

Deno.test("a truncated file is reported in its headline, and only once by info", async () => {
  const bytes = await Deno.readFile(new URL(`../../${WORDFREQ}`, import.meta.url));
  await withSession({}, async (session) => {
    const cut = await load(blobSource(new Blob([bytes.subarray(0, 5000)])), session.pools, {
      name: "cut",
    });
    session.add(tracesOf(cut, "cut"));
    const headline = await headlineAbout(session);
    assert(headline.damage !== null, "A cut file is damaged");
    const [, ...more] = headlineLines(headline, { width: 200 }).filter((line) =>
      line.startsWith("Damaged: ")
    );
    assertEquals(more, []);
  });
  const { out } = await quarry(["info", "-"], { stdin: bytes.subarray(0, 5000) });
  const [damage] = /(?<=Damaged: )[^:]+/.exec(out)!;
  assertEquals(out.split(damage).length, 2, out);
});

Deno.test("a format may define its own headline", async () => {
  await withSession({ a: WORDFREQ, b: WORDFREQ }, async (session) => {
    const answer = await headlineFromQueries(new TraceQueries(session, session.traces[0]!), {
      facts: "events | summarize n = count()",
      say: ({ n }) => `${countOf(n as bigint, "event")}`,
      rows: "events | by kind: n = count() | top 5 by n",
      line: ({ kind, n }, facts) => ({
        label: String(kind),
        detail: null,
        value: amountOf(n as bigint),
        share: Number(n) / Number(facts.n),
        tone: null,
      }),
    });
    assertEquals(answer.sentence, "1,257 events");
    assertEquals(answer.rows[0], {
      label: "alloc",
      detail: null,
      value: "452",
      share: 452 / 1257,
      tone: null,
      query: 'events of "a" | by kind: n = count() | top 5 by n | where kind == "alloc"',
    });
  });
});

Deno.test("amounts have units and signs, and percentages do not round to 0 or 100", () => {
  assertEquals([bytesOf(1n), bytesOf(1023), bytesOf(1024), bytesOf(1048550), bytesOf(1n << 63n)], [
    "1 byte",
    "1,023 bytes",
    "1.0 KiB",
    "1.0 MiB",
    "8.0 EiB",
  ]);
  assertEquals(
    [percentOf(1, 1000), percentOf(999, 1000), percentOf(0, 3), percentOf(3, 3), percentOf(0, 0)],
    [
      "under 1 %",
      "over 99 %",
      "0 %",
      "100 %",
      null,
    ],
  );
  assertEquals([signedAmount(-5n, amountOf), signedAmount(5, amountOf), signedAmount(0n, amountOf)], [
    "−5",
    "+5",
    "no change",
  ]);
});

Deno.test("only rows with a share get bars, and there are none without rows or a query", () => {
  const row = (label: string, share: number | null): Parameters<typeof bars>[1][number] =>
    ({ label, value: `${label} B`, share, tone: undefined, query: null }) as never;
  const rows = [row("a", 0.5), row("b", null), row("c", 0)];
  const drawn = bars("Places", rows, "by func");
  assertEquals([drawn?.kind, drawn?.title, drawn?.query], ["bars", "Places", "by func"]);
  assertEquals(
    drawn?.kind === "bars" && drawn.bars.map(({ label, value, share }) => [label, value, share]),
    [["a", "a B", 0.5], ["c", "c B", 0]],
  );
  assertEquals([bars("Places", [row("b", null)], "by func"), bars("Places", rows, null)], [null, null]);
});

Deno.test("curveEnds() gives the first and last position of a curve, with digits in groups", () => {
  const point = (at: bigint | string): never => ({ at, value: 1 }) as never;
  assertEquals(curveEnds([]), ["", ""]);
  assertEquals(curveEnds([point(1234n)]), ["1,234", "1,234"]);
  assertEquals(curveEnds([point("12:00"), point(5n), point("13:00")]), ["12:00", "13:00"]);
});

Deno.test("the sentence about a damaged file has its worst problem, the place and the number of problems", () => {
  const places: readonly (readonly [offset: number, record: number, said: string])[] = [
    [0, 0, "byte 0"],
    [0, 1, "byte 0, record 1"],
    [0, 2, "record 2"],
    [5, 0, "byte 5"],
    [5, 1, "byte 5, record 1"],
    [5, 2, "byte 5, record 2"],
    [-1, 0, "record 0"],
    [-1, 7, "record 7"],
  ];
  for (const [offset, record, said] of places) assertEquals(problemLocation({ offset, record }), said);
  const problem = (severity: string, message: string): never =>
    ({ severity, message, code: message, offset: 5, record: 1, handling: "it is skipped" }) as never;
  const traceWith = (problems: readonly never[], ...counts: number[]): never =>
    ({ problems, problemCounts: new Map(counts.map((count, at) => [String(at), count])) }) as never;
  const [note, warning, error] = [problem("info", "n"), problem("warning", "w"), problem("error", "e")];
  assertEquals([worstProblem(traceWith([], 0)), damageSentence(traceWith([note], 3))], [undefined, null]);
  assertEquals(damageSentence(traceWith([note, warning], 1)), "w at byte 5, record 1: it is skipped");
  assertEquals(
    damageSentence(traceWith([warning, warning, error, error], 1, 1)),
    'e at byte 5, record 1: it is skipped (2 problems: query the table "problems")',
  );
});
