/** Folded stacks and speedscope: their sums equal those of queries. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { entriesOf } from "../support/effort.ts";
import { sampleSession } from "../support/sample_session.ts";
import { SAMPLES, withRows } from "./export_support.ts";
import { exported, samplePath } from "./run_export.ts";
import { withFolder } from "../support/temporary.ts";

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

Deno.test("folded stacks have the same sums as the query, for each weight", async () => {
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

Deno.test("folded stacks go from the outermost function to the called one", async () => {
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

Deno.test("folded stacks of several traces start with the name of the trace", async () => {
  const a = `one=${samplePath(SAMPLES.mtrc!)}`;
  const b = `two=${samplePath("testdata/mpatrol/wordfreq-le64/trace.mtrc")}`;
  const lines = parseFolded(await exported([a, b, "--to", "folded"]));
  assertEquals(new Set(lines.map(({ frames }) => frames[0])), new Set(["one", "two"]));
});

/** Checks a file against the published schema, as far as sampled profiles are concerned. */
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

Deno.test("speedscope has a profile for each weight, with the same sums as queries", async () => {
  for (const name of entriesOf(["mtrc", "sp-rtrace", "mptl", "apitrace", "gnatcov"], 0.1, 1)) {
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

interface Speedscope {
  readonly shared: {
    readonly frames: readonly { readonly name: string; readonly file?: string; readonly line?: number }[];
  };
  readonly profiles: readonly {
    readonly name: string;
    readonly samples: readonly (readonly number[])[];
    readonly weights: readonly number[];
  }[];
}

async function speedscopeOf(...args: string[]): Promise<Speedscope> {
  const file = JSON.parse(decoder.decode(await exported([...args, "--to", "speedscope"])));
  checkSpeedscope(file);
  return file;
}

/** A report with one function at several addresses and lines, and unknown addresses. */
const REPORT = "version=2.0, arch=x86_64, pid=1, \n<1> : memory (memory)\n: /lib/a.so => 0x2000-0x2fff\n" +
  "1. malloc(1) = 0x1\n\t0x1100 push() at a.c:10\n\t0x1200 main() at m.c:1\n\n" +
  "2. malloc(2) = 0x2\n\t0x1110 push() at a.c:12\n\t0x1208 main() at m.c:1\n\n" +
  "3. malloc(4) = 0x3\n\t0x1300 push() at b.c:10\n\t0x1200 main() at m.c:1\n\n" +
  "4. malloc(8) = 0x4\n\t0x5000\n\t0x5010 in ??\n\t0x5020 in ??\n\t0x1200 main() at m.c:1\n\n" +
  "5. malloc(16) = 0x5\n\t0x2010\n\t0x2018\n\t0x2020 init() from /lib/a.so\n\t0x3020 init() from /lib/b.so\n\n";

Deno.test("speedscope has one frame per function, and one per unknown address", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/report`, REPORT);
    const { shared, profiles } = await speedscopeOf(`${folder}/report`);
    const named = shared.frames.map(({ name, file, line }) => [name, file ?? "", line ?? 0].join(" ").trim());
    assertEquals(named.toSorted(), [
      "0x5000  0",
      "0x5010  0",
      "0x5020  0",
      "a.so+0x10 /lib/a.so 0",
      "a.so+0x18 /lib/a.so 0",
      "init /lib/a.so 0",
      "init /lib/b.so 0",
      "main m.c 1",
      "malloc  0",
      "push a.c 0",
      "push b.c 10",
    ]);
    const bytes = profiles.find(({ name }) => name === "alloc_space")!;
    const lines = bytes.samples.map((path, at) =>
      `${path.map((frame) => shared.frames[frame]!.name).join(" ")} ${bytes.weights[at]}`
    );
    assertEquals(lines, [
      "main push malloc 3",
      "main push malloc 4",
      "main 0x5020 0x5010 0x5000 malloc 8",
      "init init a.so+0x18 a.so+0x10 malloc 16",
    ]);
  });
});

Deno.test("speedscope lists each function once, in any sample, and as many as the query finds", async () => {
  const names = ["mtrc", "mptl", "sp-rtrace", "sp-rtrace-bin", "apitrace", "gnatcov"];
  for (
    const [name, path] of entriesOf(Object.entries(SAMPLES).filter(([name]) => names.includes(name)), 0.1)
  ) {
    const { shared } = await speedscopeOf(samplePath(path));
    const keys = shared.frames.map((frame) => `${frame.name} ${frame.file ?? ""}`);
    assertEquals(keys.length, new Set(keys).size, name);
  }
  const path = "testdata/sp-rtrace/c01-jsonidx.resolved.txt";
  const { shared } = await speedscopeOf(samplePath(path), "-e", "allocs | by stack: bytes = sum(size)");
  const session = await sampleSession({ a: path });
  await withRows(session, "allocs | unwind | by func, file, module", (table) => {
    const text = (row: number, column: number): string => String(table.value(row, column) ?? "");
    const functions = Array.from(
      { length: table.rowCount },
      (_, row) => `${text(row, 0)} ${text(row, 1) || text(row, 2)}`,
    );
    assertEquals(
      shared.frames.map(({ name, file }) => `${name} ${file ?? ""}`).toSorted(),
      [...new Set(functions)].sort(),
    );
  });
});

Deno.test("folded stacks show recursion as one level with its depth, or call by call on request", async () => {
  const path = "testdata/memray/v13-deep-py310.bin";
  const lines = parseFolded(await exported([samplePath(path), "--to", "folded", "--weight", "count"]));
  const whole = parseFolded(
    await exported([samplePath(path), "--to", "folded", "--weight", "count", "--unfolded"]),
  );
  const deepest = (all: readonly Folded[]): number => Math.max(...all.map(({ frames }) => frames.length));
  assert(deepest(whole) > 300 && deepest(lines) < 20, `${deepest(whole)} ${deepest(lines)}`);
  assert(lines.some(({ frames }) => frames.includes("down ×301")));
  const sum = (all: readonly Folded[]): bigint => all.reduce((total, { weight }) => total + weight, 0n);
  assertEquals(sum(lines), sum(whole));
  // The stage gives the same for this function.
  const below = lines.filter(({ frames }) => frames.includes("down ×301"));
  assertEquals(
    sum(below),
    await number(path, "allocs | tree | where depth = 301 | select count"),
  );
  assertEquals(
    sum(below),
    sum(whole.filter(({ frames }) => frames.includes("down"))),
  );
});

Deno.test("--unfolded requires folded stacks", async () => {
  await assertRejects(
    () => exported([samplePath("testdata/memray/v13-deep-py310.bin"), "--to", "speedscope", "--unfolded"]),
    Error,
    "Option --unfolded has no effect on speedscope: it is for folded",
  );
});
