import { assertEquals } from "@std/assert";
import { quarry } from "./program.ts";
import { Temporary } from "../support/temporary.ts";

const corpus = new URL("../../testdata/mpatrol/", import.meta.url);
const cases = [...Deno.readDirSync(corpus)].filter(({ isDirectory }) => isDirectory).map(({ name }) => name)
  .sort();

/** The counts of the independent decoder, under the names that `info` uses. */
function expectedOf(facts: Record<string, unknown>): Record<string, unknown> {
  const pair = (name: string): unknown => {
    const [count, bytes] = facts[name] as [number, number];
    return { count, bytes };
  };
  const names = ["allocated", "freed", "unfreed", "peak", "reserved", "internal"];
  return {
    ...Object.fromEntries(names.map((name) => [name, pair(name)])),
    smallest: facts.min_size,
    largest: facts.max_size,
  };
}

Deno.test("info --json agrees with the counts of an independent decoder", async () => {
  const paths = cases.map((name) => `testdata/mpatrol/${name}/trace.mtrc`);
  const { code, out, err } = await quarry(["info", "--json", ...paths]);
  assertEquals([code, err], [0, ""]);
  const { traces } = JSON.parse(out);
  assertEquals(traces.length, cases.length);
  for (const [at, name] of cases.entries()) {
    const all = JSON.parse(await Deno.readTextFile(new URL(`${name}/facts.json`, corpus)));
    const facts = all["trace.mtrc"];
    const trace = traces[at];
    assertEquals(
      [trace.format, trace.word_bits, trace.byte_order, trace.container, trace.bytes],
      ["mtrc", facts.word, facts.endian, "none", facts.bytes],
      name,
    );
    const { average: _average, ...stats } = trace.stats;
    assertEquals(stats, expectedOf(facts), name);
    const { A = 0, R = 0, F = 0, H = 0, I = 0 } = facts.records;
    const kinds = { alloc: A, realloc: R, free: F, reserve: H, internal: I };
    const present = Object.fromEntries(Object.entries(kinds).filter(([, count]) => count > 0));
    assertEquals(trace.kinds, present, name);
    assertEquals(trace.rows, A + R + F + H + I, name);
  }
});

Deno.test("info counts allocations of size 0, and rounds the average to the nearest number, ties to even", async () => {
  using file = Temporary.file(".txt");
  const stats = async (...lines: string[]): Promise<[smallest: number, average: number]> => {
    const head =
      "version=2.0, arch=x86_64, pid=7, process=./none, \n<1> : memory (memory allocation in bytes)\n";
    await Deno.writeTextFile(file.path, head + lines.map((line, at) => `${at + 1}. ${line}\n`).join(""));
    const { err, out } = await quarry(["info", "--json", file.path]);
    assertEquals(err, "");
    const { smallest, average } = JSON.parse(out).traces[0].stats;
    return [smallest, average];
  };
  assertEquals(await stats("malloc(8) = 0x1000", "malloc(0) = 0x2000", "malloc(25) = 0x3000"), [0, 11]);
  assertEquals(await stats("malloc(8) = 0x1000", "free(0x1000)", "free(0x2000)", "malloc(24) = 0x3"), [
    8,
    16,
  ]);
  assertEquals(await stats("malloc(1) = 0x1000", "malloc(2) = 0x2000"), [1, 2]);
  assertEquals(await stats("malloc(1) = 0x1000", "malloc(4) = 0x2000"), [1, 2]);
  assertEquals(await stats("malloc(3) = 0x1000", "malloc(3) = 0x2000", "malloc(5) = 0x3000"), [3, 4]);
  assertEquals(await stats("malloc(3) = 0x1000", "malloc(3) = 0x2000", "malloc(4) = 0x3000"), [3, 3]);
});

Deno.test("info gives the number of problems, in total and of each kind", async () => {
  const path = "testdata/sp-rtrace/c04-cppgraph.exclude-odd.txt";
  const counts: Record<string, number> = JSON.parse((await quarry(["info", "--json", path])).out).traces[0]
    .problem_counts;
  const total = Object.values(counts).reduce((sum, count) => sum + count);
  const line = (await quarry(["info", path])).out.split("\n").find((each) => each.includes("  problems  "));
  assertEquals(line?.trim().replace(/\s+/g, " ").startsWith(`problems ${total}: `), true, line);
  for (const [code, count] of Object.entries(counts)) {
    assertEquals(line?.includes(`${code} ${count}`), true, line);
  }
});

Deno.test("info shows no peak if no block has a size", async () => {
  using file = Temporary.file(".txt");
  const head =
    "version=2.0, arch=x86_64, pid=7, process=./none, \n<1> : memory (memory allocation in bytes)\n";
  await Deno.writeTextFile(
    file.path,
    `${head}1. malloc(0) = 0x1000\n2. malloc(0) = 0x2000\n3. free(0x1000)\n`,
  );
  const { out } = await quarry(["info", file.path]);
  assertEquals(out.split("\n")[1], "  1 block (0 bytes) never freed, most from `malloc` (memory)");
});
