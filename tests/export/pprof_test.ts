/** The reader of another project decodes profiles, and its sums equal those of queries. */
import { assert, assertEquals } from "@std/assert";
import { turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { gunzipSync } from "node:zlib";
import { Profile } from "pprof-format";
import { sampleSession } from "../support/sample_session.ts";
import { SAMPLES, withRows } from "./export_support.ts";
import { exported, samplePath } from "./run_export.ts";

/** The parts of a profile to compare: sums by weight, and by weight and innermost function. */
interface Read {
  readonly profile: Profile;
  readonly types: readonly string[];
  readonly totals: readonly bigint[];
  /** Sums by the name of the innermost frame. */
  readonly byLeaf: ReadonlyMap<string, readonly bigint[]>;
}

function read(bytes: Uint8Array): Read {
  const profile = Profile.decode(gunzipSync(bytes));
  const text = (index: number | bigint): string => profile.stringTable.strings[Number(index)]!;
  assertEquals(text(0), "");
  const types = profile.sampleType.map(({ type, unit }) => `${text(type)} ${text(unit)}`);
  const functions = new Map(profile.function.map((each) => [BigInt(each.id), text(each.name)]));
  const mappings = new Set(profile.mapping.map(({ id }) => BigInt(id)));
  const names = new Map(profile.location.map(({ id, line, mappingId }) => {
    assert(Number(mappingId) === 0 || mappings.has(BigInt(mappingId)));
    return [BigInt(id), functions.get(BigInt(line[0]!.functionId))];
  }));
  const totals = types.map(() => 0n);
  const byLeaf = new Map<string, bigint[]>();
  for (const { locationId, value } of profile.sample) {
    assertEquals(value.length, types.length);
    for (const id of locationId) assert(names.get(BigInt(id)), `location ${id} has no name`);
    const leaf = names.get(BigInt(locationId[0]!))!;
    const sums = byLeaf.get(leaf) ?? types.map(() => 0n);
    value.forEach((each, at) => {
      totals[at]! += BigInt(each);
      sums[at]! += BigInt(each);
    });
    byLeaf.set(leaf, sums);
  }
  return { profile, types, totals, byLeaf };
}

/** The first row of a query, with 0 for empty sums. */
async function firstRow(path: string, query: string): Promise<bigint[]> {
  const session = await sampleSession({ a: path });
  return await withRows(
    session,
    query,
    (table) => table.columns.map((_, at) => (table.value(0, at) ?? 0n) as bigint),
  );
}

const MEMORY = "allocs | summarize count(), sum(size), a = count() if leaked, b = sum(size) if leaked";
const CASES: readonly (readonly [string, readonly string[], string])[] = [
  ["mtrc", ["alloc_objects count", "alloc_space bytes", "inuse_objects count", "inuse_space bytes"], MEMORY],
  [
    "sp-rtrace",
    ["alloc_objects count", "alloc_space bytes", "inuse_objects count", "inuse_space bytes"],
    MEMORY,
  ],
  [
    "sp-rtrace-bin",
    ["alloc_objects count", "alloc_space bytes", "inuse_objects count", "inuse_space bytes"],
    MEMORY,
  ],
  [
    "mptl",
    ["alloc_objects count", "alloc_space bytes", "inuse_objects count", "inuse_space bytes"],
    "profile | summarize sum(allocs), sum(alloc_bytes), sum(live), sum(live_bytes)",
  ],
  ["apitrace", ["calls count", "bytes bytes"], "calls | summarize count(), sum(blob_bytes)"],
  ["backtraces", ["calls count", "bytes bytes"], "calls | summarize count(), sum(blob_bytes)"],
  ["gnatcov", ["executions count"], "blocks | summarize sum(count)"],
];

for (const { entry: [name, types, query], left } of turnsOf(CASES, 3)) {
  Deno.test(unless([left], `pprof of ${name} has the same sums as the query`), async () => {
    const found = read(await exported([samplePath(SAMPLES[name]!), "--to", "pprof"]));
    assertEquals(found.types, types);
    assertEquals(found.totals, await firstRow(SAMPLES[name]!, query));
  });
}

Deno.test("pprof keeps functions, files and lines distinct", async () => {
  const path = SAMPLES.mtrc!;
  const { profile, byLeaf } = read(
    await exported([samplePath(path), "--to", "pprof", "--weight", "inuse_space"]),
  );
  const session = await sampleSession({ a: path });
  await withRows(session, "allocs | by func: n = count(), b = sum(size)", (table) => {
    assert(table.rowCount > 1);
    for (let row = 0; row < table.rowCount; row++) {
      const func = table.value(row, 0) as string | null;
      const sums = byLeaf.get(func ?? "[unknown]")!;
      assertEquals(sums.slice(0, 2), [table.value(row, 1), table.value(row, 2)] as bigint[]);
    }
  });
  const text = (index: number | bigint): string => profile.stringTable.strings[Number(index)]!;
  assertEquals(text(profile.defaultSampleType), "inuse_space");
  const files = profile.function.map(({ filename }) => text(filename));
  assert(files.includes("pool_mt.c"), files.join());
  await withRows(session, "allocs | distinct line | where line is not null", (table) => {
    const lines = new Set(profile.location.map(({ line }) => BigInt(line[0]!.line)));
    for (let row = 0; row < table.rowCount; row++) assert(lines.has(table.value(row, 0) as bigint));
  });
});

Deno.test("pprof keeps complete backtraces, modules and addresses", async () => {
  const path = SAMPLES["sp-rtrace"]!;
  const { profile } = read(
    await exported([samplePath(path), "-e", "leaks | where stack is not null", "--to", "pprof"]),
  );
  const session = await sampleSession({ a: path });
  const query = "leaks | where stack is not null | by stack, name: n = count() | join (stacks) on stack";
  const depths = await withRows(session, query, (table) => {
    const at = table.columns.findIndex(({ name }) => name === "depth");
    return Array.from({ length: table.rowCount }, (_, row) => Number(table.value(row, at)) + 1).sort();
  });
  assertEquals(profile.sample.map(({ locationId }) => locationId.length).sort(), depths);
  assert(profile.mapping.length > 1);
  assert(profile.location.some(({ address }) => BigInt(address) > 0xffff_ffffn));
});

Deno.test("pprof of several traces labels each sample with its trace", async () => {
  const a = `one=${samplePath(SAMPLES.mtrc!)}`;
  const b = `two=${samplePath("testdata/mpatrol/wordfreq-le64/trace.mtrc")}`;
  const { profile } = read(await exported([a, b, "--to", "pprof"]));
  const text = (index: number | bigint): string => profile.stringTable.strings[Number(index)]!;
  const labels = new Set(profile.sample.map(({ label }) => `${text(label[0]!.key)}=${text(label[0]!.str)}`));
  assertEquals(labels, new Set(["trace=one", "trace=two"]));
});

Deno.test("pprof keeps negative differences", async () => {
  const path = samplePath("testdata/mpatrol/wordfreq-le64/trace.mtrc");
  const query = "diff (live @ 75%), (live @ 25%) by func | select func, count_delta, bytes_delta";
  const { totals } = read(await exported([path, "-e", query, "--to", "pprof"]));
  const expected = await firstRow(
    "testdata/mpatrol/wordfreq-le64/trace.mtrc",
    "diff (live @ 75%), (live @ 25%) by func | summarize sum(count_delta), sum(bytes_delta)",
  );
  assert(expected.every((value) => value < 0n));
  assertEquals(totals.map((value) => BigInt.asIntN(64, value)), expected);
});
