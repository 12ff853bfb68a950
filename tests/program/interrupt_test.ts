/** Ctrl-C and SIGTERM while the program is busy: it ends within a second and leaves nothing behind. */
import { assert, assertEquals } from "@std/assert";
import { zstdDecompressSync } from "node:zlib";
import { byEffort, later } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";
import { unless } from "../support/programs.ts";
import { programCommand } from "../cli/program.ts";
import { longTrace } from "../output/long_trace.ts";
import { EMPTY_CONTAINERS, packedTrace } from "./busy_inputs.ts";
import { noProcessorTime, secondsOf } from "./processor_time.ts";

const HEAPTRACK = new URL("../../testdata/heaptrack/heaptrack.pool.zst", import.meta.url);
const SP_RTRACE = new URL("../../testdata/sp-rtrace/c01-jsonidx.rtrace", import.meta.url);

/** The limit of a second, with a margin for machines with other work. */
const LONGEST_MS = 4000;
/** Processor time after which the program has started and is busy. */
const BUSY_SECONDS = 1;

/** Work that keeps the program busy. */
interface Busy {
  readonly name: string;
  readonly input: () => Uint8Array | Promise<Uint8Array>;
  /** Arguments of the program; `OUT` is an empty folder. */
  readonly args: readonly string[];
  readonly signal?: Deno.Signal;
  /** Whether it runs at any effort. */
  readonly often?: boolean;
}

/** A sample whose last bytes are repeated. */
async function repeated(
  path: URL,
  unpack: (bytes: Uint8Array) => Uint8Array,
  part: string,
): Promise<Uint8Array> {
  return packedTrace(unpack(await Deno.readFile(path)), new TextEncoder().encode(part), 4000);
}

/** Generated once, since that takes longer than any of the tests. */
let made: Uint8Array | undefined;
const MTRC = (): Uint8Array => made ??= longTrace(byEffort(2_000_000, 400_000));
const query = (text: string): readonly string[] => ["query", "t=TRACE", "u=TRACE", "--no-cache", "-e", text];

const BUSY: readonly Busy[] = [
  ...Object.entries(EMPTY_CONTAINERS).map(([name, input], at) => ({
    name,
    input,
    args: ["info", "TRACE", "--no-cache"],
    often: at === 1,
  })),
  {
    name: "heaptrack",
    input: () => repeated(HEAPTRACK, (bytes) => zstdDecompressSync(bytes), "+ 0\n- 0\n"),
    args: ["info", "TRACE", "--no-cache"],
  },
  {
    name: "sp-rtrace",
    input: () =>
      repeated(SP_RTRACE, (bytes) => bytes, "77. [00:00:01.000] <memory> malloc(16) = 0x1000\n\t0x1\n\n"),
    args: ["info", "TRACE", "--no-cache"],
  },
  {
    name: "a join",
    input: MTRC,
    args: query("events of t | join (events of u | select func, x = seq) on func | count"),
  },
  {
    name: "a sort",
    input: MTRC,
    args: query("events | sort size, addr desc, line | window order line, seq: r = rank() | take 3"),
  },
  {
    name: "a pattern",
    input: MTRC,
    args: query("events | match (alloc as a) then (alloc as b) on line within 1000000000 | count"),
  },
  {
    name: "changes",
    input: MTRC,
    args: query("changes (events of t), (events of u | sort line) by line | count"),
  },
  { name: "an export", input: MTRC, args: ["export", "TRACE", "-o", "OUT/rows.csv"] },
  { name: "SIGTERM", input: MTRC, args: ["export", "TRACE", "-o", "OUT/rows.csv"], signal: "SIGTERM" },
  {
    name: "an export of Parquet",
    input: MTRC,
    args: ["export", "TRACE", "--to", "parquet", "-o", "OUT/rows.parquet"],
  },
  { name: "a dataset", input: MTRC, args: ["export", "TRACE", "--to", "dataset", "-o", "OUT"] },
  {
    name: "several traces",
    input: MTRC,
    args: ["export", "t=TRACE", "u=TRACE", "--to", "dataset", "-o", "OUT"],
  },
  { name: "a report", input: MTRC, args: ["report", "TRACE", "-o", "OUT/report.html"] },
  { name: "an index", input: MTRC, args: ["index", "TRACE", "--index", "OUT"] },
  { name: "a stand-in", input: MTRC, args: ["as", "mptrace", "TRACE"] },
];

for (const { name, input, args, signal = "SIGINT", often = false } of BUSY) {
  Deno.test(
    unless([noProcessorTime, often ? null : later], `${signal} ends a busy program: ${name}`),
    async () => {
      using folder = Temporary.folder();
      const trace = `${folder.path}/trace`;
      const out = `${folder.path}/out`;
      Deno.mkdirSync(out);
      Deno.writeFileSync(trace, await input() as Uint8Array<ArrayBuffer>);
      const replaced = args.map((each) => each.replace("TRACE", trace).replace(/^OUT/, out));
      const child = programCommand(replaced, {
        stdin: "null",
        stdout: "null",
        stderr: "piped",
        env: { XDG_CACHE_HOME: `${folder.path}/cache` },
      }).spawn();
      const saying = new Response(child.stderr).text();
      while ((secondsOf(child.pid) ?? Infinity) < BUSY_SECONDS) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const start = performance.now();
      child.kill(signal);
      const timer = setTimeout(() => child.kill("SIGKILL"), 2 * LONGEST_MS);
      const { code } = await child.status;
      clearTimeout(timer);
      const took = performance.now() - start;
      assertEquals([code, await saying], [signal === "SIGINT" ? 130 : 143, ""]);
      assert(took < LONGEST_MS, `it took ${took.toFixed(0)} ms`);
      assertEquals([...Deno.readDirSync(out)].map((each) => each.name), []);
    },
  );
}
