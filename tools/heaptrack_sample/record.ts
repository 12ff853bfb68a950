/**
 * Records the samples of `testdata/heaptrack` and most of those of `testdata/heaptrack-raw`: runs programs of the
 * mpatrol samples under heaptrack, and saves beside each the counts of heaptrack's own tools. Needs gcc, g++, heaptrack
 * and zstd; `deno run -A tools/heaptrack_sample/record.ts` from the root of the repository.
 * @module
 */

import { runIn } from "../commands.ts";
import { INPUTS } from "../coverage_sample/inputs.ts";

const SAMPLES = new URL("../../testdata/heaptrack/", import.meta.url).pathname;
const RAW_SAMPLES = new URL("../../testdata/heaptrack-raw/", import.meta.url).pathname;
const SOURCES = new URL("../../testdata/mpatrol/", import.meta.url).pathname;
const INTERPRET = "/usr/lib/heaptrack/libexec/heaptrack_interpret";
/** File names in the samples are below this folder. */
const FOLDER = "/tmp/heaptrack-sample";

/** A program, its compiler, and its input. */
interface Program {
  readonly name: string;
  readonly source: string;
  readonly compiler: readonly string[];
  readonly input?: string;
  /** Whether raw data has the interpreted file beside it. */
  readonly joined?: true;
}

const PROGRAMS: readonly Program[] = [
  { name: "wordfreq", source: "wordfreq-le64/source.c", compiler: ["gcc", "-O0"], input: INPUTS["words"]! },
  // Optimized, so that functions are inlined.
  { name: "shapes", source: "shapes-cpp-le64/source.cpp", compiler: ["g++", "-O2"], joined: true },
  { name: "pool", source: "pool-threads-le64/source.c", compiler: ["gcc", "-O1", "-pthread"] },
];

Deno.mkdirSync(FOLDER);
try {
  for (const program of PROGRAMS) record(program);
} finally {
  Deno.removeSync(FOLDER, { recursive: true });
}

function record({ name, source, compiler: [compiler, ...flags], input, joined }: Program): void {
  const file = source.slice(source.lastIndexOf("/") + 1);
  Deno.copyFileSync(SOURCES + source, `${FOLDER}/${file}`);
  runIn(FOLDER, compiler!, ...flags, "-g", `-ffile-prefix-map=${FOLDER}=.`, "-o", name, file);
  const args = input === undefined ? [] : ["input.txt"];
  if (input !== undefined) Deno.writeTextFileSync(`${FOLDER}/input.txt`, input);
  runIn(FOLDER, "heaptrack", "-r", "-o", name, `./${name}`, ...args);
  // The recorder's data has no names; the interpreter adds them, and prints its counts.
  runIn(FOLDER, "zstd", "-q", "-d", "-f", `${name}.raw.zst`, "-o", "raw");
  const { stdout, stderr } = shell(`${INTERPRET} < raw`);
  Deno.writeFileSync(`${FOLDER}/data`, stdout);
  runIn(FOLDER, "zstd", "-q", "-19", "-f", "data", "-o", `${SAMPLES}heaptrack.${name}.zst`);
  const counts = [...new TextDecoder().decode(stderr).matchAll(/^\s*(?:(\w+) )?allocations:\s+(\d+)/gm)]
    .map(([, what = "all", count]) => [what, Number(count)]);
  const counted = JSON.stringify(Object.fromEntries(counts)) + "\n";
  Deno.writeTextFileSync(`${SAMPLES}heaptrack.${name}.counts.json`, counted);
  // Raw data and its names must come from one recording, since addresses differ in each.
  const raw = joined ? `${RAW_SAMPLES}joined/${name}` : `${RAW_SAMPLES}${name}`;
  Deno.copyFileSync(`${FOLDER}/${name}.raw.zst`, `${raw}.raw.zst`);
  Deno.writeTextFileSync(`${raw}.counts.json`, counted);
  if (joined) Deno.copyFileSync(`${SAMPLES}heaptrack.${name}.zst`, `${raw}.zst`);
  Deno.writeTextFileSync(
    `${SAMPLES}heaptrack.${name}.stacks.tsv`,
    stacksOf(`${SAMPLES}heaptrack.${name}.zst`),
  );
}

/** Allocations, bytes at the end and bytes at the peak of every backtrace, as printed by heaptrack_print, sorted. */
function stacksOf(data: string): string {
  const columns = ["allocations", "leaked", "peak"].map((type) => {
    runIn(
      FOLDER,
      "heaptrack_print",
      data,
      "-F",
      "stacks",
      "--flamegraph-cost-type",
      type,
      "--disable-builtin-suppressions",
    );
    return Deno.readTextFileSync(`${FOLDER}/stacks`).trimEnd().split("\n").map((line) =>
      Number(line.slice(line.lastIndexOf(" ")))
    );
  });
  const rows = columns[0]!.map((_, row) => columns.map((column) => column[row]!));
  rows.sort((left, right) => left[0]! - right[0]! || left[1]! - right[1]! || left[2]! - right[2]!);
  return ["allocations\tleaked\tpeak", ...rows.map((row) => row.join("\t"))].join("\n") + "\n";
}

function shell(command: string): { stdout: Uint8Array; stderr: Uint8Array } {
  return new Deno.Command("sh", { args: ["-c", command], cwd: FOLDER }).outputSync();
}
