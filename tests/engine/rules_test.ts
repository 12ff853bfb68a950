/** Small rules of the engine as tables of cases, and points of a trace beside a slow search for their rows. */
import { assertEquals } from "@std/assert";
import { TraceQueries } from "../../src/engine/trace_queries.ts";
import { absenceReason, lacksColumn, lacksTable } from "../../src/engine/absent_columns.ts";
import { compareConstants } from "../../src/engine/compare_constants.ts";
import { followedText, waitingText } from "../../src/engine/follow.ts";
import { leftOutText } from "../../src/engine/left_out.ts";
import { moduleFrames } from "../../src/engine/module_frames.ts";
import { rowOfPoint } from "../../src/engine/points.ts";
import { profileOf, stackWeights } from "../../src/engine/profile_of.ts";
import { reloadedText } from "../../src/engine/reload.ts";
import { statementsOf } from "../../src/engine/statements_of.ts";
import { sumOf } from "../../src/engine/weights.ts";
import { formats } from "../../src/formats/registry.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { ask } from "../conformance/opened.ts";
import { sampleSession } from "../support/sample_session.ts";
import { smallSession } from "../support/small_traces.ts";

Deno.test("constants are compared exactly, and null with nothing", () => {
  const values = [null, 1n, 2n, 1, 1.5, 2 ** 53, 9007199254740993n, "1", "a", "b", true] as const;
  const lines = values.flatMap((left) =>
    values.map((right) =>
      (["==", "!=", "<", "<=", ">", ">="] as const).map((fn) =>
        Number(compareConstants(fn, left as never, right as never))
      )
        .join("")
    )
  );
  // Slowly: equal as text if one is text, otherwise as exact fractions.
  const exact = (value: unknown): bigint | undefined =>
    typeof value === "bigint"
      ? value * 2n
      : typeof value === "number"
      ? BigInt(value * 2)
      : typeof value === "boolean"
      ? 2n * BigInt(value)
      : undefined;
  const wanted = values.flatMap((left) =>
    values.map((right) => {
      if (left === null || right === null) return "000000";
      const isText = typeof left === "string" || typeof right === "string";
      const equal = isText ? String(left) === String(right) : exact(left) === exact(right);
      const [less, more] = isText
        ? [left < right, left > right]
        : [exact(left)! < exact(right)!, exact(left)! > exact(right)!];
      return [equal, !equal, less, less || equal, more, more || equal].map(Number).join("");
    })
  );
  assertEquals(lines, wanted);
});

Deno.test("changes of followed files, ends of files and leaks that are left out are described in words", () => {
  const reloaded = { trace: "t", change: "longer", rowsBefore: 10, rows: 12_345, record: "event" } as const;
  const of = (more: object): string => reloadedText({ ...reloaded, ...more } as never);
  assertEquals(
    [
      {},
      { rows: 11 },
      { rows: 9 },
      { rows: 10 },
      { rows: 10, change: "shorter" },
      { rows: 1, rowsBefore: 1, change: "replaced", record: "entry" },
      { rows: 3, rowsBefore: 1, record: "entry" },
      { rows: 0, change: "replaced" },
    ].map(of),
    [
      "t: 12,335 events more, 12,345 now",
      "t: 1 event more, 11 now",
      "t: 1 event fewer, 9 now",
      "t: nothing new",
      "t: the file became shorter, 10 events as before",
      "t: the file was replaced, 1 entry as before",
      "t: 2 entries more, 3 now",
      "t: the file was replaced, 10 events fewer, 0 now",
    ],
  );
  const followed = (more: object): string[] =>
    followedText(
      {
        name: "t",
        change: "longer",
        reloaded: [{ ...reloaded, rows: 11 }],
        waiting: "end",
        ...more,
      } as never,
    );
  const grown = "t: 1 event more, 11 now";
  assertEquals(
    [
      {},
      { waiting: "record" },
      { waiting: null },
      { isClosed: true },
      { isClosed: true, waiting: null },
      {
        isClosed: true,
        waiting: "record",
      },
      { isClosed: true, reloaded: [] },
      { reloaded: [] },
      { failure: "the file was deleted" },
    ].map(followed),
    [
      [grown],
      [`${grown}, waiting for the end of a record`],
      [`${grown}, complete`],
      [`${grown}, ended`],
      [`${grown}, complete`],
      [`${grown}, ended within a record, which is left out`],
      ["t: ended"],
      [],
      ["t: the file was deleted; answers are from before that"],
    ],
  );
  assertEquals([null, "record", "end"].map((each) => waitingText(each as never)), [
    "complete",
    "waiting for the end of a record",
    "",
  ]);
  const left = (count: number, bytes: bigint, ...files: string[]): string =>
    leftOutText({ count, bytes, files });
  assertEquals([left(1, 1n, "known"), left(2, 4096n, "known", "a.supp", 'b"c')], [
    "1 leak of 1 byte left out, known to the built-in list; see: leaks | by suppressed",
    `2 leaks of 4.0 KiB left out, known to the built-in list, "a.supp" and 'b"c'; see: leaks | by suppressed`,
  ]);
});

Deno.test("a text is divided into statements that keep their places and their definitions", () => {
  const texts = [
    "leaks",
    "leaks; allocs",
    "leaks\n\nallocs | count",
    "let n = 1; leaks | take n",
    "leaks | wher; let n = 1\nleaks | take n; let m = 2; let k = 3\nallocs",
    "leaks | wher; let n = 1",
    "",
  ];
  assertEquals(texts.map(statementsOf), [
    ["leaks"],
    ["leaks", "       allocs"],
    ["leaks", "     \n\nallocs | count"],
    ["let n = 1; leaks | take n"],
    [
      "leaks | wher",
      "              let n = 1\nleaks | take n",
      "                       \n                let m = 2; let k = 3\nallocs",
    ],
    ["leaks | wher", "              let n = 1"],
    [],
  ]);
});

Deno.test("columns that a version lacks are explained, and those that need the file again are not found in a pipe", async () => {
  const told: string[] = [];
  for (const { name, absent, absentBefore } of formats) {
    if (absentBefore === undefined) continue;
    const [column] = Object.keys(absentBefore.columns);
    const parts = absentBefore.version.split(".").map(Number);
    const lower = [...parts.slice(0, -1), parts.at(-1)! - 1].join(".");
    const versions = [
      absentBefore.version,
      lower,
      `${lower}.9`,
      `${absentBefore.version}.1`,
      "0",
      "999",
      "1.x",
      "",
    ];
    const why = versions.map((version) =>
      absenceReason([{ format: name, version }], column!) === absentBefore.columns[column!]
    );
    assertEquals(
      why,
      [false, true, true, false, true, false, false, why[7]!],
      `${name} ${absentBefore.version}`,
    );
    assertEquals(
      absenceReason([{ format: name, version: lower }], `free.${column}`),
      absentBefore.columns[column!],
    );
    assertEquals(
      absent?.[column!] === undefined,
      absenceReason([{ format: name, version: "999" }], column!) === undefined,
    );
    told.push(name);
  }
  assertEquals(told.length > 0, true);
  const two = [{ format: "mtrc", version: "1" }, { format: "no such format", version: "1" }];
  assertEquals(
    absenceReason(two, "time"),
    absenceReason([two[0]!], "time") === undefined ? undefined : absenceReason(two, "time"),
  );
  const session = await sampleSession({ a: "testdata/apitrace/real-tiny.trace" });
  const [open] = session.traces;
  assertEquals([lacksTable(open!, "calls"), lacksTable(open!, "nope"), lacksColumn(open!, "calls", "name")], [
    false,
    false,
    false,
  ]);
  const bare = {
    ...open!,
    trace: { ...open!.trace, header: open!.trace.header, makers: new Map(), families: new Map() },
  } as never;
  const readAgain = formats.find(({ name }) => name === "apitrace")?.readsAgain ?? [];
  assertEquals(readAgain.map((table) => lacksTable(bare, table)), readAgain.map(() => true));
  assertEquals([lacksColumn(bare, "calls", "arg"), lacksColumn(bare, "calls", "name")], [true, false]);
  session.closeAll();
});

/** The last row up to which a column does not exceed a value, searched row by row; rows before all values count. */
function slowRow(trace: Trace, column: string, value: bigint): number {
  const events = trace.tables.get("events")!;
  let last: bigint | null = null;
  let found = -1;
  for (let row = 0; row < events.rowCount; row++) {
    const cell = events.cell(row, column);
    if (typeof cell === "bigint") last = cell;
    if (last === null || last <= value) found = row;
  }
  return found;
}

Deno.test("rows of points are those of a slow search", async () => {
  const session = await sampleSession({
    a: "testdata/sp-rtrace/c02-filesrv.resolved.txt",
    b: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
    c: "testdata/apitrace/real-backtrace.trace",
  });
  for (const { trace } of session.traces) {
    const events = trace.tables.get("events");
    if (events === undefined) {
      assertEquals(rowOfPoint(trace, { at: "end" }), -1);
      continue;
    }
    const count = events.rowCount;
    for (const percent of [0, 0.01, 1, 33.3, 50, 99.99, 100]) {
      let slow = -1;
      while (slow < count - 1 && (slow + 1) * 100 < count * percent) slow++;
      assertEquals(rowOfPoint(trace, { at: "share", percent }), slow, `${percent} %`);
    }
    for (const value of [0n, 1n, 2n, BigInt(count) - 1n, BigInt(count), BigInt(count) + 1n, 1n << 63n]) {
      assertEquals(
        rowOfPoint(trace, { at: "seq", value }),
        Number(value < BigInt(count) ? value : BigInt(count)) - 1,
      );
      if (events.column("no")) {
        assertEquals(rowOfPoint(trace, { at: "no", value }), slowRow(trace, "no", value), `no ${value}`);
      }
    }
    if (events.column("time")) {
      const times = [0, 1, Math.floor(count / 2), count - 1].map((row) => events.cell(row, "time")).filter((
        each,
      ) => typeof each === "bigint");
      const first = Array.from({ length: count }, (_, row) => events.cell(row, "time")).find((each) =>
        typeof each === "bigint"
      );
      for (
        const time of times.flatMap((each) => [each as bigint - 1n, each as bigint, each as bigint + 1n])
      ) {
        assertEquals(
          rowOfPoint(trace, { at: "time", value: time }),
          slowRow(trace, "time", time),
          `time ${time}`,
        );
        const elapsed = time - (first as bigint);
        if (elapsed >= 0n) {
          assertEquals(rowOfPoint(trace, { at: "elapsed", value: elapsed }), slowRow(trace, "time", time));
        }
      }
    }
    assertEquals([rowOfPoint(trace, { at: "start" }), rowOfPoint(trace, { at: "end" })], [-1, count - 1]);
  }
  session.closeAll();
});

Deno.test("weights of profiles begin with the default one, and modules with those without names", async () => {
  const lines: string[] = [];
  for (
    const path of [
      "pprof/heap.pb.gz",
      "pprof/cpu.pb.gz",
      "pprof/mutex.pb.gz",
      "mpatrol/wordfreq-le64/profile.mptl",
      "dhat/lists.json",
    ]
  ) {
    const session = await sampleSession({ a: `testdata/${path}` });
    const { trace } = session.traces[0]!;
    const weights = stackWeights(trace, () => true);
    lines.push(
      `${path}: ${profileOf(trace)?.first ?? "none"}; ${
        weights.map(({ title, unit, column }) => `${title} (${unit}, ${column})`).join(", ")
      }`,
    );
    lines.push(
      `  ${stackWeights(trace, (column) => column === weights.at(-1)!.column).length} of them; ${
        sumOf(weights[0]!.column)
      }`,
    );
    const modules = await moduleFrames(session);
    lines.push(
      ...modules.slice(0, 4).map(({ module, frames, named, lines }) =>
        `  ${module || "?"}: ${frames} ${named} ${lines}`
      ),
    );
    const about = new TraceQueries(session, session.traces[0]!);
    lines.push(`  ${about.stackWeights.length}`);
    session.closeAll();
  }
  const memory = "allocated bytes (bytes, alloc_bytes), allocations (counts, allocs), " +
    "bytes never freed (bytes, live_bytes), blocks never freed (counts, live), " +
    "bytes live at the peak (bytes, peak_bytes), blocks live at the peak (counts, peak_blocks)";
  const app = "/tmp/tmp.fIYiOcCksJ/app";
  assertEquals(lines, [
    "pprof/heap.pb.gz: inuse_space; inuse space (bytes, inuse_space), alloc objects (counts, alloc_objects), " +
    "alloc space (bytes, alloc_space), inuse objects (counts, inuse_objects)",
    "  1 of them; inuse_space = sum(inuse_space)",
    `  ${app}: 274 274 274`,
    "  4",
    "pprof/cpu.pb.gz: cpu; cpu (time, cpu), samples (counts, samples)",
    "  1 of them; cpu = sum(cpu)",
    `  ${app}: 11 11 11`,
    "  2",
    "pprof/mutex.pb.gz: delay; delay (time, delay), contentions (counts, contentions)",
    "  1 of them; delay = sum(delay)",
    `  ${app}: 38 38 38`,
    "  2",
    `mpatrol/wordfreq-le64/profile.mptl: alloc_space; ${memory}`,
    "  1 of them; alloc_bytes = sum(alloc_bytes)",
    "  ?: 22 12 0",
    "  4",
    `dhat/lists.json: alloc_space; ${memory}`,
    "  1 of them; alloc_bytes = sum(alloc_bytes)",
    "  ?: 27 27 27",
    "  /usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so: 3 3 0",
    "  6",
  ]);
});

Deno.test("slices of a column have round widths", async () => {
  const session = await smallSession("sp-rtrace/c02-filesrv.resolved.txt");
  const about = new TraceQueries(session, session.traces[0]!);
  const widths: unknown[] = [];
  for (const slices of [1n, 2n, 3n, 7n, 20n, 100n, 1000n, 1n << 40n]) {
    widths.push(await about.sliceWidth("events", "seq", slices));
  }
  assertEquals(widths, [200n, 100n, 50n, 20n, 10n, 2n, 1n, 1n]);
  session.closeAll();
});

Deno.test("leaks that are left out are counted for the traces that a script reads", async () => {
  const session = await sampleSession({
    'a"b': "testdata/mpatrol/wordfreq-le64/trace.mtrc",
    b: "testdata/mpatrol/wordfreq-le32/trace.mtrc",
  }, { read: () => "leak:read_word\n", beside: (_, path) => path });
  await ask(session, 'suppress "known.supp"\n\nleaks | count');
  const counts: unknown[] = [];
  for (
    const script of [
      "leaks | count",
      "leaks of b | count",
      'leaks of "a\\"b" | count',
      'leaks of b | count; leaks of "a\\"b" | count',
      "allocs | count",
    ]
  ) {
    const prepared = session.prepare(script);
    counts.push(await session.leftOut(await prepared));
  }
  const known = (count: number, bytes: bigint): unknown => ({ count, bytes, files: ["known.supp"] });
  assertEquals(counts, [known(48, 150n), known(24, 75n), known(24, 75n), known(48, 150n), null]);
  session.closeAll();
});
