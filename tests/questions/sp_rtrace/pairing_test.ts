import { assertEquals } from "@std/assert";
import { sample, samplesWith } from "../../formats/sp_rtrace/read_sample.ts";
import { turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { ask, type Cell, milliseconds, openSession, sorted } from "./ask.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const names = samplesWith(".summary.json");

for (const { entry: name, left } of turnsOf(names, 3)) {
  Deno.test(
    unless([left], `allocs, events and problems hold the pairs, leaks and problems of ${name}`),
    async () => {
      const summary = JSON.parse(decoder.decode(sample(`${name}.summary.json`)));
      const session = await openSession({ t: `${name}.txt` });
      const one = async (query: string): Promise<Cell[]> =>
        (await ask(session, query))[0]!.map((cell) => cell ?? 0);
      assertEquals(await one("leaks | summarize count(), sum(size)"), [summary.leaks, summary.leak_bytes]);
      assertEquals(await one("allocs | where freed is not null | count"), [summary.freed_pairs]);
      // Each kind of problem is a column of counts, and a row of problems.
      assertEquals(await one("events | where kind == free and alloc is null | count"), [
        summary.unmatched_frees,
      ]);
      assertEquals(await one("allocs | where replaced is not null | count"), [summary.double_allocs]);
      const codes = new Map(
        (await ask(session, "problems | by code: n = count()")).map(([code, n]) => [code, n]),
      );
      const count = (code: string): number => Number(codes.get(code) ?? 0);
      assertEquals(count("unmatched-free") + count("free-of-null"), summary.unmatched_frees);
      assertEquals(count("double-allocation"), summary.double_allocs);
      assertEquals(
        await one("events | where kind == free and addr == 0 | count"),
        [count("free-of-null")],
      );
      const types = await ask(
        session,
        "allocs | by type: n = count(), b = sum(size), m = count() if leaked, l = sum(size) if leaked",
      );
      const expected = Object.entries(summary.by_resource as Record<string, Record<string, number>>)
        .filter(([, each]) => each["allocs"]! > 0);
      for (const [type, each] of expected) {
        const row = types.find(([found]) => found === type)!;
        assertEquals([row[3], row[4] ?? 0], [each["leaks"], each["leak_bytes"]], type);
      }
      const pairs = await ask(
        session,
        "allocs | where freed is not null | join (events | select freed = seq, free_no = no, free_context = context) on freed " +
          "| join (events | select seq, alloc_no = no) on seq " +
          "| select alloc_no, free_no, type, addr, first_size, time, free.time, context, free_context",
      );
      const lines = pairs.map(([alloc, free, type, addr, size, from, to, context, freeContext]) => [
        alloc!,
        free!,
        type!,
        `0x${Number(addr).toString(16)}`,
        size!,
        milliseconds(from!),
        milliseconds(to!),
        milliseconds(to!) - milliseconds(from!),
        Number(context ?? 0).toString(16),
        Number(freeContext ?? 0).toString(16),
      ]);
      const reference = decoder.decode(sample(`${name}.pairs.tsv`)).trimEnd().split("\n").slice(1);
      assertEquals(sorted(lines), reference.sort());
    },
  );
}

const HEAD = "version=2.0, pid=1, \n<1> : plain (one)\n<2> : counted (two) [refcount]\n";

Deno.test("a second allocation of a live id leaks the first, and both rows show it", async () => {
  const text = HEAD +
    ["(10) = 0x1000", "(20) = 0x1000", "(0x1000)", "(0x1000)", "(7) = 0x3000", "(8) = 0x3000"]
      .map((call, at) => `${at + 1}. f<plain>${call}\n\n`).join("");
  const session = await openSession({ t: encoder.encode(text) });
  assertEquals(await ask(session, "leaks | select seq, size, replaced"), [[1, 10, 2], [5, 7, 6], [
    6,
    8,
    null,
  ]]);
  assertEquals(await ask(session, "events | select seq, alloc"), [[1, 1], [2, 2], [3, 2], [4, null], [5, 3], [
    6,
    4,
  ]]);
  assertEquals(
    await ask(
      session,
      'problems | where code in {"double-allocation", "unmatched-free"} | select code, record',
    ),
    [["double-allocation", 2], ["unmatched-free", 4], ["double-allocation", 6]],
  );
});

Deno.test("references are counted, and the remaining ones are a column", async () => {
  const calls = [
    "(10) = 0x1",
    "(10) = 0x1",
    "(0x1)",
    "(0x1)",
    "(0x1)",
    "(99) = 0x1",
    "(99) = 0x1",
    "(0x1)",
    "(5) = 0x2",
  ];
  const text = HEAD + calls.map((call, at) => `${at + 1}. f<counted>${call}\n\n`).join("");
  const session = await openSession({ t: encoder.encode(text + "20. f<counted>(5) = 0x2\n\n") });
  assertEquals(await ask(session, "leaks | select seq, size, refs"), [[6, 99, 1], [9, 5, 2]]);
  assertEquals(await ask(session, "allocs | where not leaked | select seq, size, refs, freed"), [[
    1,
    10,
    0,
    4,
  ]]);
  assertEquals(
    await ask(session, "events | select alloc"),
    [[1], [1], [1], [1], [null], [2], [2], [2], [3], [3]],
  );
  const gobject = await openSession({ t: "c03-gobject.txt" });
  // One object still has a reference count of two.
  assertEquals(await ask(gobject, "leaks | by refs: n = count() | sort refs"), [[1, 9], [2, 1]]);
});

Deno.test("a filter on frees causes no leaks, unlike in the post-processor", async () => {
  const session = await openSession({ t: "c01-jsonidx.txt" });
  const [[all]] = await ask(session, "leaks | count") as [number[]];
  const [[inContext]] = await ask(session, "leaks | where context has 1 | count") as [number[]];
  // The original pairs after filtering: for it, blocks freed in another context are leaks.
  const original = decoder.decode(sample("c01-jsonidx.ctx1.leaks-compress.txt")).match(/^\d+\. /gm)!.length;
  assertEquals([all, inContext! < original], [619, true]);
});

Deno.test("the user chooses between order by time and file order, which gives other pairs", async () => {
  const sortedByTime = await openSession({ t: "c09-bash-all.txt" });
  const asInFile = await openSession({ t: "c09-bash-all.txt" }, { fileOrder: true });
  const nos = async (session: typeof asInFile): Promise<number[]> =>
    (await ask(session, "leaks | join (events | select seq, call = no) on seq | select call")).map(([no]) =>
      Number(no)
    )
      .sort((a, b) => a - b);
  const reference = (name: string): number[] =>
    [...decoder.decode(sample(name)).matchAll(/^(\d+)\. /gm)].map(([, no]) => Number(no)).sort((a, b) =>
      a - b
    );
  assertEquals(await nos(sortedByTime), reference("c09-bash-all.leaks.txt"));
  assertEquals(await nos(asInFile), reference("c09-bash-all.leaks-from-binary.txt"));
  assertEquals(sortedByTime.traces[0]!.trace.stats.get("order"), "by timestamp and index");
  assertEquals(asInFile.traces[0]!.trace.stats.get("order"), "as in the file");
});
