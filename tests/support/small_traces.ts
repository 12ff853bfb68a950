/**
 * Traces for recordings of whole outputs: two or three samples of each format, and short texts typed in by hand for
 * what no sample has, such as shares at thresholds, equal numbers, or nothing at all.
 */
import { blobSource } from "../../src/bytes/blob_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load } from "../../src/ingest/load.ts";
import { openSample } from "./sample_session.ts";

/** Samples below `testdata`. */
export const SAMPLES: readonly string[] = [
  "apitrace/real-backtrace.trace",
  "apitrace/real-shaders.trace",
  "apitrace/real-tiny.trace",
  "apitrace/real-userarrays.trace",
  "apitrace/syn-v6-basic.trace",
  "dhat/copies.json",
  "dhat/cut-in-frames.json",
  "dhat/events.json",
  "dhat/lists.freed.json",
  "dhat/lists.json",
  "dhat/sort.json",
  "gfxr/cube3.jsonl",
  "gfxr/trim.jsonl",
  "gnatcov/qemu-arm-flat-bare1.trace",
  "gnatcov/shop-ppc.srctrace",
  "gnatcov/shop-x86_64.srctrace",
  "gnatcov/syn-empty.trace",
  "gnatcov/vg-amd64-history-bare1.trace",
  "gnatcov/wordfreq/missing.trace",
  "gnatcov/wordfreq/numbers.trace",
  "gnatcov/wordfreq/words.trace",
  "heaptrack-raw/wordfreq.raw.zst",
  "heaptrack/heaptrack.pool.zst",
  "heaptrack/heaptrack.shapes.zst",
  "lcov/calc.info",
  "lcov/shapes.mcdc.info",
  "lcov/words.info",
  "memray/v10-cache-agg.bin",
  "memray/v13-forking-child1.bin",
  "memray/v13-tracked.bin",
  "mpatrol/debian-sort-le64/trace.mtrc",
  "mpatrol/grow-be32/profile.mptl",
  "mpatrol/grow-be32/trace.mtrc",
  "mpatrol/pool-threads-le64/trace.mtrc",
  "mpatrol/tutorial2-le64/profile.mptl",
  "mpatrol/tutorial2-le64/trace.mtrc",
  "mpatrol/wordfreq-le32/profile.mptl",
  "mpatrol/wordfreq-le64/trace.mtrc",
  "mtrace/lists.mtrace",
  "mtrace/odd-lines.mtrace",
  "mtrace/pool.mtrace",
  "pprof/cpu.pb.gz",
  "pprof/gperftools.heap",
  "pprof/heap.pb.gz",
  "pprof/jemalloc.heap",
  "pprof/mutex.pb.gz",
  "sp-rtrace/c01-jsonidx.resolved.txt",
  "sp-rtrace/c02-filesrv.res1.txt",
  "sp-rtrace/c02-filesrv.resolved.txt",
  "sp-rtrace/c05-shm.resolved.txt",
  "sp-rtrace/c08-threads.resolved.txt",
  "torch/oom.pickle",
  "torch/streams.pickle",
  "torch/train.pickle",
];

/** Two samples that are compared. */
export const PAIRS: readonly (readonly [before: string, after: string])[] = [
  ["apitrace/real-backtrace.trace", "apitrace/real-userarrays.trace"],
  ["dhat/lists.freed.json", "dhat/lists.json"],
  ["gfxr/trim.jsonl", "gfxr/cube3.jsonl"],
  ["gnatcov/wordfreq/missing.trace", "gnatcov/wordfreq/numbers.trace"],
  ["gnatcov/shop-ppc.srctrace", "gnatcov/shop-x86_64.srctrace"],
  ["heaptrack/heaptrack.pool.zst", "heaptrack/heaptrack.shapes.zst"],
  ["lcov/calc.info", "lcov/calc.second.info"],
  ["memray/v13-tracked.bin", "memray/v13-forking-child1.bin"],
  ["mpatrol/wordfreq-le64/profile.mptl", "mpatrol/wordfreq-le32/profile.mptl"],
  ["mpatrol/wordfreq-le64/trace.mtrc", "mpatrol/wordfreq-le64/trace.mtrc"],
  ["mtrace/lists.mtrace", "mtrace/pool.mtrace"],
  ["pprof/heap.pb.gz", "pprof/jemalloc.heap"],
  ["pprof/cpu.pb.gz", "pprof/mutex.pb.gz"],
  ["sp-rtrace/c01-jsonidx.resolved.txt", "sp-rtrace/c02-filesrv.resolved.txt"],
  ["torch/streams.pickle", "torch/oom.pickle"],
  ["lcov/words.info", "mtrace/pool.mtrace"],
];

/** A file of lcov: for each source the counts of its lines, and of its functions. */
function lcov(
  files: Readonly<Record<string, readonly [lines: readonly number[], funcs?: Record<string, number>]>>,
): string {
  return Object.entries(files).map(([name, [lines, funcs = {}]]) =>
    [
      "TN:",
      `SF:${name}`,
      ...Object.entries(funcs).flatMap((
        [func, count],
        at,
      ) => [`FN:${at + 1},${func}`, `FNDA:${count},${func}`]),
      ...lines.map((count, at) => `DA:${at + 1},${count}`),
      "end_of_record",
    ].join("\n") + "\n"
  ).join("");
}

/** Lines of which the first ones ran. */
function ran(count: number, all: number): number[] {
  return Array.from({ length: all }, (_, at) => at < count ? at + 1 : 0);
}

/** A log of mtrace: each word is a size that is allocated, or `-N` for the N-th block that is freed. */
function mtrace(words: string, place = "./a.out:(main+0x12)[0x1012]"): string {
  let count = 0;
  const lines = words.split(" ").filter((word) => word !== "").map((word) =>
    word.startsWith("-")
      ? `@ ${place} - 0x${(0x1000 + 0x100 * (Number(word.slice(1)) - 1)).toString(16)}`
      : `@ ${place} + 0x${(0x1000 + 0x100 * count++).toString(16)} 0x${Number(word).toString(16)}`
  );
  return ["= Start", ...lines, "= End", ""].join("\n");
}

/** A trace of sp-rtrace with two types of resources: `fd` has no size. */
function resources(calls: readonly string[]): string {
  return [
    "version=2.0, arch=x86_64, timestamp=2026.11.21 01:56:49, process=./a, pid=1, backtrace depth=10, origin=by hand, ",
    "<1> : fd (file descriptor)",
    "<4> : memory (memory allocation in bytes)",
    ": /opt/a => 0x1000-0x2000",
    ...calls.map((call, at) => `${at + 1}. [00:00:0${at % 10}.000] ${call}\n\t0x1010\n`),
    "",
  ].join("\n");
}

/** Traces typed in by hand, by name. */
export const TYPED: Readonly<Record<string, string>> = {
  "nothing runs": lcov({ "src/a.c": [ran(0, 3)] }),
  "everything runs": lcov({ "src/a.c": [ran(3, 3)], "src/b.c": [ran(1, 1)] }),
  "shares at thresholds": lcov({
    "src/nine_of_ten.c": [ran(9, 10), { all: 3 }],
    "src/three_of_four.c": [ran(3, 4), { most: 1, none: 0 }],
    "src/half.c": [ran(2, 4)],
    "src/whole.c": [ran(2, 2)],
  }),
  "one file with functions": lcov({
    "one.c": [[5, 0, 0, 1, 0], { first: 5, second: 0, "ns::third<int>(char)": 1 }],
  }),
  "seven files": lcov(
    Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`d${at}/f${at}.c`, [ran(at, 8)]])),
  ),
  "functions that never run": lcov({
    "one.c": [[0, 0], { first: 0, second: 0 }],
    "two.c": [[1, 0], { third: 1 }],
  }),
  "no lines": "TN:\nSF:none.c\nend_of_record\n",
  "nothing freed": mtrace("16 16 32 1024"),
  "everything freed": mtrace("16 32 1024 -1 -3 -2"),
  "blocks of no bytes": mtrace("0 0"),
  "one of two freed": mtrace("1 1 -1"),
  "nothing allocated": mtrace(""),
  "source lines": mtrace("100 200 -1 300", "main.c:17"),
  "a line 0": mtrace("100 200 -1 300", "main.c:0"),
  "descriptors only": resources(["open<fd>(1) = 0x3", "open<fd>(1) = 0x4", "close<fd>(0x3)"]),
  "descriptors and memory": resources([
    "open<fd>(1) = 0x3",
    "malloc<memory>(100) = 0x5000",
    "malloc<memory>(50) = 0x6000",
    "open<fd>(1) = 0x4",
    "free<memory>(0x5000)",
    "close<fd>(0x3)",
  ]),
  "descriptors closed and memory freed": resources([
    "open<fd>(1) = 0x3",
    "malloc<memory>(100) = 0x5000",
    "free<memory>(0x5000)",
    "close<fd>(0x3)",
  ]),
  "a profile of nothing": "heap profile: 0: 0 [0: 0] @ heap/1\n",
  "a profile in use":
    "heap profile: 3: 300 [5: 700] @ heap/1\n2: 200 [4: 600] @ 0x10 0x20\n1: 100 [1: 100] @ 0x30\n",
};

/** Typed traces that are compared. */
export const TYPED_PAIRS: readonly (readonly [before: string, after: string])[] = [
  ["nothing runs", "everything runs"],
  ["everything runs", "shares at thresholds"],
  ["one file with functions", "functions that never run"],
  ["nothing freed", "everything freed"],
  ["one of two freed", "nothing freed"],
  ["nothing allocated", "nothing allocated"],
  ["source lines", "a line 0"],
  ["descriptors and memory", "descriptors closed and memory freed"],
  ["a profile of nothing", "a profile in use"],
  ["a profile in use", "a profile of nothing"],
];

/** A session with samples, by paths below `testdata` or names of typed traces; two of them are `before` and `after`. */
export async function smallSession(...traces: readonly string[]): Promise<Session> {
  const session = new Session();
  for (const [at, each] of traces.entries()) {
    const name = traces.length === 1 ? "trace" : at === 0 ? "before" : "after";
    const text = TYPED[each];
    if (text === undefined) await openSample(session, name, `testdata/${each}`);
    else session.add(tracesOf(await load(blobSource(new Blob([text])), session.pools, { name }), name));
  }
  return session;
}
