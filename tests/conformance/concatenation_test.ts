/** Two files one after the other: every format defines what that means, and it is always reported. */
import { assert, assertEquals } from "@std/assert";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { MOST_TRACES } from "../../src/formats/trace_count_limit.ts";
import { formats } from "../../src/formats/registry.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { atFullEffort, byEffort, entriesOf, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Loader, unwrapped } from "./loading.ts";
import { conformanceOf } from "./profile.ts";
import { rowsOf } from "./records.ts";
import { assertSameLines } from "./same_lines.ts";
import { type Sample, someSamples } from "./samples.ts";

/** Undamaged samples: after damage it is unknown which records belong to which file. */
async function wholeSamples(format: string, loader: Loader): Promise<Sample[]> {
  const whole: Sample[] = [];
  for (const sample of someSamples(format, byEffort(16, 5), 60_000)) {
    const traces = await loader.load(sample.bytes);
    const counts = traces.map(({ problemCounts }) => [...problemCounts.keys()]).flat();
    const only = traces.length === 1 && traces[0]!.tables.get(traces[0]!.header.mainTable);
    // A log is not a trace in itself: its text may be part of any other.
    if (counts.length === 0 && only && !sample.path.endsWith(".base64.txt")) whole.push(sample);
  }
  assert(whole.length >= 2, `${format} has ${whole.length} samples without problems`);
  return entriesOf(whole, Math.ceil(whole.length / 3));
}

/** Lines without the parts that differ for a second trace of a file: its name, and positions in the file. */
function withoutPlace(lines: readonly string[]): string[] {
  return lines
    .filter((line) =>
      !/\.trace text|: problems|: (tags|problems)\.|calls\.(enter|leave)|args\.offset/.test(line)
    )
    .map((line) => line.replace(/^t(#\d+)?/, "t"));
}

for (const { entry: { name: format }, left } of turnsOf(formats, 2)) {
  Deno.test(unless([left], `conformance of ${format}: two files in a row`), async () => {
    const { twoFiles, untold } = conformanceOf(format);
    const loader = new Loader();
    const samples = await wholeSamples(format, loader);
    for (const [at, sample] of samples.entries()) {
      const next = samples[(at + 1) % samples.length]!;
      // Containers have their own rules for concatenation; this test is about the content.
      const [first, second] = [await unwrapped(sample.bytes), await unwrapped(next.bytes)];
      const traces = await loader.load(joinBytes([first, second]));
      const [{ header }] = await loader.load(second) as [Trace];
      const meaning = untold?.test(header.version) ? "first" : twoFiles;
      const label = `${sample.path} and ${next.path}`;
      const codes = traces.flatMap(({ problemCounts }) => [...problemCounts.keys()]);
      const lines = (some: readonly Trace[]): Promise<string[]> => loader.snapshooter.lines(some);
      if (meaning === "traces") {
        assertEquals(traces.map(({ name }) => name), ["t", "t#2"], label);
        const [here, there] = [await loader.snapshot(first), await loader.snapshot(second)];
        assertSameLines(withoutPlace(await lines(traces)), withoutPlace([...here, ...there]), label);
        continue;
      }
      assertEquals(traces.map(({ name }) => name), ["t"], label);
      if (meaning === "added") {
        const [both, one] = [traces, await loader.load(first)].map(([trace]) =>
          trace!.tables.get(trace!.header.mainTable)!.rowCount
        );
        assert(both! >= one!, label);
        continue;
      }
      assert(codes.length > 0, `${label}: nothing is said about the second`);
      const alone = await loader.load(first);
      const [rows, own] = [traces, alone].map((some) => rowsOf({ format, traces: some }, loader.snapshooter));
      const count = (some: readonly Trace[]): number =>
        some.reduce((sum, { tables, header }) => sum + tables.get(header.mainTable)!.rowCount, 0);
      assertEquals(count(traces), count(alone), label);
      assertEquals([...rows!], [...own!], label);
    }
  });
}

Deno.test(
  atFullEffort("conformance: a file of thousands of tiny traces keeps to the memory limit"),
  async () => {
    const several = formats.filter(({ name }) => conformanceOf(name).twoFiles === "traces");
    for (const { name: format } of entriesOf(several, several.length, several.length - 1)) {
      const loader = new Loader();
      const { several } = conformanceOf(format);
      const small = someSamples(format, 100).filter(({ path }) => several?.test(path) !== false);
      let stream: Uint8Array<ArrayBuffer> | undefined;
      for (const { bytes } of small) {
        const inside = await unwrapped(bytes);
        const [first, second] = [await loader.load(inside), await loader.load(joinBytes([inside, inside]))];
        if (first.length === 1 && second.length === 2) stream = inside;
        if (stream) break;
      }
      if (!stream) throw new Error(`No sample of ${format} is a trace of its own behind another`);
      const count = 3 * MOST_TRACES;
      const traces = await loader.load(joinBytes(new Array<Uint8Array>(count).fill(stream)));
      assert(traces.length > 1 && traces.length <= MOST_TRACES, `${format}: ${traces.length} traces`);
      assert(
        traces.some(({ problems }) =>
          problems.some(({ code }) => /^(too-many-traces|trailing-bytes)$/.test(code))
        ),
        format,
      );
    }
  },
);
