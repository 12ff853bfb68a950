/** Folded stacks and speedscope: their sums are those of queries. */
import { assert, assertEquals } from "@std/assert";
import { sampleSession } from "../support/sample_session.ts";
import { SAMPLES, withRows } from "./export_support.ts";
import { exported, samplePath } from "./run_export.ts";

const decoder = new TextDecoder();

interface Folded {
  readonly frames: readonly string[];
  readonly weight: bigint;
}

function parseFolded(bytes: Uint8Array): Folded[] {
  return decoder.decode(bytes).trimEnd().split("\n").map((line) => {
    const [, frames, weight] = /^(.+) (\d+)$/.exec(line)!;
    return { frames: frames!.split(";"), weight: BigInt(weight!) };
  });
}

async function number(path: string, query: string): Promise<bigint> {
  const session = await sampleSession({ a: path });
  return await withRows(session, query, (table) => table.value(0, 0) as bigint);
}

Deno.test("folded has the sums of the query, by weight", async () => {
  const path = SAMPLES["sp-rtrace-bin"]!;
  const sum = async (...args: string[]): Promise<bigint> => {
    const lines = parseFolded(await exported([samplePath(path), "--to", "folded", ...args]));
    return lines.reduce((total, { weight }) => total + weight, 0n);
  };
  assertEquals(await sum(), await number(path, "allocs | summarize sum(size)"));
  assertEquals(await sum("--weight", "count"), await number(path, "allocs | count"));
  assertEquals(await sum("--weight", "inuse_space"), await number(path, "leaks | summarize sum(size)"));
  assertEquals(await sum("-e", "live @ peak"), await number(path, "live @ peak | summarize sum(size)"));
  assertEquals(
    await sum("-e", "live @ peak", "--weight", "count"),
    await number(path, "live @ peak | count"),
  );
  const byName = "allocs | by name, stack: moved = sum(moves), n = count()";
  assertEquals(await sum("-e", byName, "--weight", "n"), await number(path, "allocs | count"));
});

Deno.test("folded stacks begin outermost and end with what was called", async () => {
  const path = SAMPLES["sp-rtrace"]!;
  const lines = parseFolded(await exported([samplePath(path), "--to", "folded"]));
  const session = await sampleSession({ a: path });
  await withRows(
    session,
    "allocs | by stack, name | join (stacks) on stack | select frames, name",
    (table) => {
      assert(table.rowCount > 10);
      const expected = Array.from({ length: table.rowCount }, (_, row) => {
        const frames = (table.value(row, 0) as string).split(" < ").reverse();
        return [...frames, table.value(row, 1) as string].join(";");
      });
      const found = new Set(lines.map(({ frames }) => frames.join(";")));
      for (const stack of found) assert(expected.includes(stack), stack);
    },
  );
});

Deno.test("folded stacks of several traces begin with the name of the trace", async () => {
  const a = `one=${samplePath(SAMPLES.mtrc!)}`;
  const b = `two=${samplePath("testdata/mpatrol/wordfreq-le64/trace.mtrc")}`;
  const lines = parseFolded(await exported([a, b, "--to", "folded"]));
  assertEquals(new Set(lines.map(({ frames }) => frames[0])), new Set(["one", "two"]));
});

/** What the published schema asks for, as far as sampled profiles go. */
function checkSpeedscope(file: Record<string, unknown>): void {
  assertEquals(file.$schema, "https://www.speedscope.app/file-format-schema.json");
  const shared = file.shared as { frames: Record<string, unknown>[] };
  for (const frame of shared.frames) {
    assertEquals(typeof frame.name, "string");
    for (const key of Object.keys(frame)) assert(["name", "file", "line", "col"].includes(key), key);
  }
  const profiles = file.profiles as Record<string, unknown>[];
  assert(profiles.length > (file.activeProfileIndex as number));
  for (const profile of profiles) {
    assertEquals(profile.type, "sampled");
    assertEquals(typeof profile.name, "string");
    const units = ["none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes"];
    assert(units.includes(profile.unit as string));
    const samples = profile.samples as number[][];
    const weights = profile.weights as number[];
    assertEquals(samples.length, weights.length);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    assertEquals([profile.startValue, profile.endValue], [0, sum]);
    for (const sample of samples) {
      assert(sample.length > 0);
      for (const frame of sample) {
        assert(Number.isInteger(frame) && frame >= 0 && frame < shared.frames.length);
      }
    }
  }
}

Deno.test("speedscope has a profile per weight with the sums of queries", async () => {
  for (const name of ["mtrc", "sp-rtrace", "mptl", "apitrace", "gnatcov"]) {
    const path = SAMPLES[name]!;
    checkSpeedscope(JSON.parse(decoder.decode(await exported([samplePath(path), "--to", "speedscope"]))));
  }
  const path = SAMPLES.mtrc!;
  const bytes = await exported([samplePath(path), "--to", "speedscope", "--weight", "inuse_space"]);
  const file = JSON.parse(decoder.decode(bytes));
  const ends = Object.fromEntries(
    file.profiles.map((each: { name: string; endValue: number }) => [each.name, BigInt(each.endValue)]),
  );
  assertEquals(ends, {
    alloc_objects: await number(path, "allocs | count"),
    alloc_space: await number(path, "allocs | summarize sum(size)"),
    inuse_objects: await number(path, "leaks | count"),
    inuse_space: await number(path, "leaks | summarize sum(size)"),
  });
  assertEquals(file.profiles[file.activeProfileIndex].name, "inuse_space");
});
