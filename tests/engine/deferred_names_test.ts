/**
 * Names that are looked up on demand: each answer equals that of a trace whose names were all looked up during loading,
 * and a query looks up only the names that it needs.
 */
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { assert, assertEquals } from "@std/assert";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import { crc32 } from "../../src/base/crc32.ts";
import type { ResultValue } from "../../src/base/result_table.ts";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { moduleFrames } from "../../src/engine/module_frames.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { runScript } from "../../src/engine/run_script.ts";
import { Session } from "../../src/engine/session.ts";
import type { CodePlace, FunctionAt } from "../../src/events/code_place.ts";
import { protoMessage } from "../../src/export/proto_writer.ts";
import { indexesIn } from "../../src/index/index_folder.ts";
import { loadIndexed } from "../../src/index/load_indexed.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { detect, load } from "../../src/ingest/load.ts";
import { closePools, poolsFor } from "../../src/tables/pools.ts";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import { generateHeapText } from "../formats/pprof/generate_text.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { Temporary } from "../support/temporary.ts";
import { onThreads } from "../support/threads.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const SAMPLES: readonly (string | readonly [what: string, bytes: () => Uint8Array<ArrayBuffer>])[] = [
  "testdata/heaptrack-raw/pool.raw.zst",
  "testdata/heaptrack-raw/wordfreq.raw.zst",
  "testdata/mtrace/pool.mtrace",
  "testdata/memray/v12-calls-native.bin",
  "testdata/pprof/jemalloc.heap",
  ["a heap text", () => generateHeapText({ samples: 150, seed: 1 })],
  ["a profile", barePprof],
  "testdata/sp-rtrace/c05-shm.txt",
  "testdata/sp-rtrace/c03-gobject.rtrace",
  ["a report with frames in many words", spelledReport],
];

/** A profile of locations with and without lines, in mappings with and without build id, some of them missing. */
function barePprof(): Uint8Array<ArrayBuffer> {
  const random = new Random(5);
  const texts = ["", "inuse_space", "bytes", "/bin/one", "/lib/two.so", "0a1b2c", "own", "own.c"];
  return protoMessage((profile) => {
    profile.inner(1, (type) => (type.number(1, 1), type.number(2, 2)));
    for (let count = 0; count < 200; count++) {
      profile.inner(2, (sample) => {
        sample.packed(1, Array.from({ length: random.below(9) }, () => BigInt(1 + random.below(62))));
        sample.packed(2, [BigInt(1 + random.below(90))]);
      });
    }
    for (const [id, file, build] of [[1, 3, 5], [2, 4, 0], [3, 0, 0]] as const) {
      profile.inner(3, (mapping) => {
        mapping.number(1, id);
        mapping.number(2, 0x10000 * id);
        mapping.number(3, 0x10000 * (id + 1));
        if (file) mapping.number(5, file);
        if (build) mapping.number(6, build);
      });
    }
    for (let id = 1; id <= 60; id++) {
      profile.inner(4, (location) => {
        location.number(1, id);
        const mapping = id % 7 === 0 ? 3 : 1 + id % 2;
        location.number(2, mapping);
        // Some locations share an address.
        location.number(3, 0x10000 * mapping + 16 * (id % 50));
        for (let lines = id % 5 === 0 ? 2 : 0; lines > 0; lines--) {
          location.inner(4, (line) => (line.number(1, 1), line.number(2, id + lines)));
        }
      });
    }
    profile.inner(5, (func) => (func.number(1, 1), func.number(2, 6), func.number(4, 7)));
    for (const text of texts) profile.text(6, text);
  });
}

/**
 * A report whose frames have no name, the mark of an unknown name, or their own name: each address is spelled in
 * several ways.
 */
function spelledReport(): Uint8Array<ArrayBuffer> {
  const random = new Random(6);
  const words = [
    ...[
      "",
      "",
      " in ??",
      " ??",
      " from /lib/a.so",
      " own() at x.c:1",
      " own() from /lib/a.so",
      " ?? at y.c:3",
    ],
    ...[" malloc() from /lib/a.so", " f3() from /lib/a.so", " f3() at s2.c:9"],
  ];
  const calls = Array.from({ length: 250 }, (_, at) => {
    const frames = Array.from({ length: random.below(6) }, () => {
      const address = random.oneIn(9) ? 0x9000 : 0x1000 + 16 * random.below(150);
      return `\t0x${random.oneIn(9) ? "0" : ""}${address.toString(16)}${random.pick(words)}\n`;
    });
    return `${at + 1}. malloc(${1 + random.below(90)}) = 0x${(16 * (at + 1)).toString(16)}\n${
      frames.join("")
    }\n`;
  });
  const maps =
    ": /lib/a.so => 0x1000-0x1400\n: /lib/libsp-rtrace-x.so => 0x1400-0x1500\n: /b => 0x1500-0x2000\n";
  const later = ": /lib/a.so => 0x1000-0x1500\n";
  const text = [
    "version=2.0, arch=x86_64, pid=12, \n<1> : memory (bytes)\n",
    maps,
    ...calls.slice(0, 200),
    later,
    ...calls.slice(200),
  ];
  return new TextEncoder().encode(text.join(""));
}

/** Calls a test with the path of a sample. */
async function withSample(
  sample: (typeof SAMPLES)[number],
  work: (path: string) => Promise<void>,
): Promise<void> {
  if (typeof sample === "string") return await work(ROOT + sample);
  using file = Temporary.file(".trace");
  Deno.writeFileSync(file.path, sample[1]());
  await work(file.path);
}

/**
 * Names that depend on the address alone: some are missing, some belong to allocators, some include inlined functions.
 */
const madeUp: FunctionAt = (module, from, to, address, isWhole = false, buildId) => {
  const sum = crc32(`${module} ${from} ${to} ${address} ${isWhole} ${buildId}`);
  if (sum % 7 === 0) return undefined;
  const place = (salt: number): CodePlace => ({
    func: (sum >> salt) % 5 === 0 ? "operator new(unsigned long)" : `f${(sum >>> salt) % 40}`,
    source: (sum >>> salt) % 3 === 0 ? undefined : { file: `s${(sum >>> salt) % 6}.c`, line: sum % 90 },
  });
  const frames = Array.from({ length: 1 + sum % 3 }, (_, at) => place(2 * at + 1));
  return { ...frames.at(-1)!, source: frames[0]!.source, ...(frames.length > 1 ? { frames } : {}) };
};

/** Opens a trace whose names are looked up while it is read. */
async function openAtOnce(session: Session, name: string, path: string): Promise<void> {
  const { source, reopen } = await openInput(path);
  const pools = poolsFor(name, session.pools);
  const inside = await unwrap(source, (head) => detect(head) !== undefined);
  const window = new ByteWindow(inside.source, pools.arena);
  const builder = new TraceBuilder(pools);
  const open = async (from = 0): Promise<ByteWindow> => {
    const again = await unwrap(await reopen!(), (head) => detect(head) !== undefined);
    const behind = new ByteWindow(again.source, pools.arena);
    await behind.skip(from);
    return behind;
  };
  await detect(inside.head)!.read(window, builder, { functionAt: madeUp, reopen: open });
  window.close();
  const traces = builder.finish(name);
  const close = (): void => closePools(pools);
  session.add(
    tracesOf({ traces, containers: inside.containers, bytes: 0, points: [], seconds: 0, close }, path),
  );
}

/**
 * Opens a trace whose names are looked up later; returns how often a name was requested. With a folder for indexes, the
 * trace is read from its index the second time.
 */
async function openForLater(
  session: Session,
  name: string,
  path: string,
  folder?: string,
): Promise<() => number> {
  const { source, reopen } = await openInput(path);
  let asked = 0;
  const functionAt: FunctionAt = (...where) => (asked++, madeUp(...where));
  const options = { name, functionAt, ...(reopen ? { reopen } : {}) };
  try {
    const file = folder === undefined
      ? await load(source, session.pools, options)
      : await loadIndexed({ source, path }, session.pools, { ...options, settings: { folder, seconds: 0 } });
    session.add(tracesOf(file, path));
  } finally {
    source.close();
  }
  return () => asked;
}

/** Rows and warnings of a script. */
async function answerOf(session: Session, script: string): Promise<unknown> {
  const told: (Diagnostic["message"] | readonly ResultValue[])[] = [];
  try {
    await runScript(session, script, {
      warning: ({ message, suggestion }) => void told.push(`${message} ${suggestion ?? ""}`),
      rows: ({ table }) => {
        for (let row = 0; row < table.rowCount; row++) {
          told.push(table.columns.map((_, at) => table.value(row, at)));
        }
      },
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message;
  }
  return told;
}

const FILTERS: readonly string[] = [
  "func == f7",
  'func ~ "f1*"',
  'func == "never"',
  "func is null",
  "file == s2.c and size > 20",
  "line > 40",
  "line > 95",
  "line == 3",
  "size > 40",
  "seq in 5..50",
  "seq in 30..34 and func != f3",
  'in_stack(stack, "f3")',
  'place ~ "f2*"',
  "func_at(stack, 1) == f5",
  'upper(func) == "F5"',
  'module contains "lib"',
  'not (func in {f1, f2, "operator new(unsigned long)"})',
  "func == file",
  "func in (events | take 3 | select func)",
];
const STAGES: readonly string[] = [
  "by func",
  "by func, file, line",
  "by stack | top 4 by bytes",
  "by module | sort module",
  "by place, place_file",
  "top 5 by size",
  "sort func desc, seq | take 7",
  "take 9",
  "skip 20 | take 3",
  "extend f = upper(func) | by f",
  "select seq, func, stack | take 12",
  "distinct func",
  "summarize n = count_distinct(func), first(func), max(line)",
  "callers",
  "tree",
  "unwind | by func",
  "count",
  "sort file, line, seq | select file, line",
];
const SOURCES: readonly string[] = ["events", "allocs", "leaks", "live @ peak", "free.func"];
const WHOLE: readonly string[] = [
  "stacks",
  "functions",
  "files",
  "modules",
  "allocs | by func, free.func",
  "events | join (leaks | by func: n = count()) on func | by func: sum(n)",
  "events | as kept | by func; kept | where size > 30 | by file",
];

/** A profile has no blocks: two columns of events are added under their names. */
const PROFILE = "profile | extend seq = index, size = inuse_space";
const OF_PROFILES: readonly string[] = [
  "profile | by func, file, line | sort func",
  "profile | by module | sort module",
  "profile | top 5 by inuse_space | select func, addr",
  "profile | where func == f7 and module is not null | by line",
];

function question(random: Random, isProfile: boolean): string {
  if (random.oneIn(8)) return random.pick([...WHOLE, ...isProfile ? OF_PROFILES : ["frame_texts"]]);
  const source = isProfile ? PROFILE : random.pick(SOURCES.slice(0, 4));
  const filters = Array.from({ length: random.below(3) }, () => ` | where ${random.pick(FILTERS)}`);
  return `${source}${filters.join("")} | ${random.pick(STAGES)}`;
}

for (const sample of SAMPLES) {
  const what = typeof sample === "string" ? sample : sample[0];
  Deno.test(`answers are the same whether names are looked up later or at once: ${what}`, async () => {
    await withSample(sample, async (path) => {
      const atOnce = new Session();
      await openAtOnce(atOnce, "t", path);
      const isProfile = atOnce.traces[0]!.trace.header.format === "pprof";
      using folder = Temporary.folder();
      for (let seed = 1; seed <= seeds(60); seed++) {
        const random = new Random(seed);
        const later = new Session();
        await openForLater(later, "t", path, folder.path);
        assert(later.traces.every(({ trace }) => trace.later !== undefined));
        await onThreads(seed % 2 === 0 ? 1 : 3, async () => {
          for (let left = 12; left > 0; left--) {
            const script = question(random, isProfile);
            const wanted = await answerOf(atOnce, script);
            const label = `seed ${seed}: ${script}`;
            assertEquals(await answerOf(later, script), wanted, label);
            if (random.oneIn(3)) assertEquals(await answerOf(later, script), wanted, `${label}, again`);
          }
          assertEquals(await moduleFrames(later), await moduleFrames(atOnce), `seed ${seed}`);
        });
        later.closeAll();
      }
      assertEquals(indexesIn(folder.path).length, 1);
      atOnce.closeAll();
    });
  });
}

Deno.test("a query looks up only the names that it shows or tests, each once", async () => {
  const session = new Session();
  const asked = await openForLater(session, "t", `${ROOT}testdata/heaptrack-raw/pool.raw.zst`);
  const names = session.traces[0]!.trace.later!;
  const all = names.frameCount;
  const cost = async (script: string): Promise<number> => {
    const before = asked();
    await answerOf(session, script);
    return asked() - before;
  };
  const few = all / 3;
  assertEquals(asked(), 0);
  for (
    const script of [
      "leaks | count",
      "events | by kind",
      "events | top 5 by size | select seq, stack",
      "leaks | by stack | top 3 by bytes",
      "events | where size < 0 | by func",
      'events | where size < 0 and in_stack(stack, "f3") | count',
      "events | take 3 | explain",
    ]
  ) assertEquals(await cost(script), 0, script);
  // A row shows one frame, after the frames of allocators before it.
  for (
    const script of [
      "events | take 1 | select func, line",
      "events | where seq == 9 | by func",
      "events | where seq in 3..5 | sort func | select file",
      "events | top 2 by size | where func ~ x",
      "events | select seq, func | skip 30 | take 1",
      "events | extend f = upper(func) | where seq == 40 | by f",
      "leaks | where seq in 20..40 | through f3 | count",
      'events | where seq in 3..4 and in_stack(stack, "f1") | count',
      "events | where seq == 12 | by place, place_file",
    ]
  ) {
    assert(await cost(script) < few, script);
    assertEquals(await cost(script), 0, `${script}, again`);
  }
  assert(asked() < all);
  await cost("events | where func ~ f1");
  const shown = asked();
  assert(shown <= all && names.isWhole);
  for (const script of ["events | by func, file", "allocs | by module", "functions", "events | take 100"]) {
    assertEquals(await cost(script), 0, script);
  }
  await cost("stacks");
  assertEquals(asked(), all);
  session.closeAll();
});

for (const sample of SAMPLES.filter((each) => typeof each !== "string")) {
  Deno.test(`a query over ${sample[0]} looks up names only for the rows that it shows or tests`, async () => {
    await withSample(sample, async (path) => {
      const session = new Session();
      const asked = await openForLater(session, "t", path);
      const { later, header: { mainTable } } = session.traces[0]!.trace;
      const cost = async (script: string): Promise<number> => {
        const before = asked();
        assert(Array.isArray(await answerOf(session, script)), script);
        return asked() - before;
      };
      // The module of a row of a profile does not depend on names.
      const others = mainTable === "profile"
        ? ["by module: sum(inuse_space)", "by addr | count"]
        : ["by kind"];
      for (const each of [...others, "top 3 by stack | select stack", "take 9 | count"]) {
        assertEquals(await cost(`${mainTable} | ${each}`), 0, each);
      }
      for (
        const each of ["take 3 | select func, line", "where stack > 3 | take 2 | by func", "take 3 | count"]
      ) {
        assert(await cost(`${mainTable} | ${each}`) < 20, each);
      }
      assert(asked() > 0 && asked() < later!.frameCount / 2, `${asked()} of ${later!.frameCount}`);
      await cost(`${mainTable} | by func`);
      assertEquals(await cost(`${mainTable} | by func, file, line`), 0);
      await cost("stacks");
      assertEquals(asked(), later!.frameCount);
      session.closeAll();
    });
  });
}

Deno.test("names are looked up only for the rows of a long result that are shown", async () => {
  using file = Temporary.file(".mtrace");
  const calls = Array.from({ length: 3000 }, (_, at) => {
    const number = (4096 + at).toString(16);
    return `@ /bin/x:[0x${number}] + 0x${number}000 0x10`;
  });
  Deno.writeTextFileSync(file.path, ["= Start", ...calls, "= End", ""].join("\n"));
  const session = new Session();
  const asked = await openForLater(session, "t", file.path);
  await runScript(session, "events", {
    rows: ({ table }) => {
      const at = table.columns.findIndex(({ name }) => name === "func");
      for (let row = 0; row < 3; row++) table.value(row, at);
    },
  });
  assert(asked() >= 3 && asked() <= 20, `${asked()}`);
  await answerOf(session, "events | where seq in 100..110 | by func");
  assert(asked() <= 40, `${asked()}`);
  await answerOf(session, "events | by func");
  assertEquals(asked(), 3000);
  session.closeAll();
});

Deno.test("explain says before which step names are looked up, and how many", async () => {
  const session = new Session();
  const asked = await openForLater(session, "t", `${ROOT}testdata/heaptrack-raw/pool.raw.zst`);
  const all = session.traces[0]!.trace.later!.frameCount;
  const script = "events | where seq in 1..9 | by func | explain";
  const steps = await answerOf(session, script) as ResultValue[][];
  const looked = `${asked()} of ${all} frames looked up`;
  const told = steps.map((row) => [String(row[0]).split(" ")[0], row.at(-1)]);
  assertEquals(told.map(([step]) => step), ["scan", "filter", "names", "aggregate", "sort"]);
  assertEquals(told[2], ["names", looked]);
  const again = await answerOf(session, script) as ResultValue[][];
  assertEquals(again.map((row) => String(row[0]).split(" ")[0]), ["scan", "filter", "aggregate", "sort"]);
  session.closeAll();
});

Deno.test("traces with modules at other addresses do not share names, in any order of queries", async () => {
  const samples = ["testdata/heaptrack-raw/pool.raw.zst", "testdata/heaptrack-raw/wordfreq.raw.zst"];
  const [atOnce, later] = [new Session(), new Session()];
  for (const [at, sample] of samples.entries()) {
    await openAtOnce(atOnce, `t${at}`, ROOT + sample);
    await openForLater(later, `t${at}`, ROOT + sample);
  }
  const scripts = [
    "events of t1 | take 5",
    "events of t0 | by func",
    "difference of leaks in t0, t1 by func",
    "leaks | by trace, func, file",
    "stacks | sort id | take 30",
    "events | where line is null | by trace, module",
  ];
  for (const script of scripts) {
    assertEquals(await answerOf(later, script), await answerOf(atOnce, script), script);
  }
  // Closing one trace leaves the data of the other intact.
  for (const session of [atOnce, later]) session.close("t0");
  for (const script of ["events | by func", "stacks", "leaks | tree"]) {
    assertEquals(await answerOf(later, script), await answerOf(atOnce, script), script);
  }
  for (const session of [atOnce, later]) session.closeAll();
});

Deno.test("a column of unknown names has no values, also if names are looked up later", async () => {
  const text = "= Start\n@ ./prog:[0x401136] + 0x1000 0x10\n@ ./prog:[0x401200] - 0x1000\n= End\n";
  for (const [functionAt, isEmpty] of [[() => undefined, true], [() => ({ func: "main" }), false]] as const) {
    const session = new Session();
    const bytes = new TextEncoder().encode(text);
    const reopen = () => Promise.resolve(sourceOf(bytes));
    const options = { name: "t", reopen, functionAt: functionAt as FunctionAt };
    session.add(tracesOf(await load(sourceOf(bytes), session.pools, options), "t"));
    const { columns } = session.catalog.table("events", null)!;
    const func = columns.find(({ name }) => name === "func")!;
    assertEquals([func.isLater, func.allNull], [true, isEmpty]);
    session.closeAll();
  }
});
