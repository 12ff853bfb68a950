import { assert, assertEquals } from "@std/assert";
import type { Row } from "../../support/memory_sink.ts";
import { caseFile, casesWith, facts, readBytes } from "./support.ts";
import { later } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";

/** Totals as mptrace counts them, from rows in the plainest way. */
function replay(rows: readonly Row[]) {
  const live = new Map<bigint, bigint>();
  const sum = {
    allocated: [0, 0],
    freed: [0, 0],
    unfreed: [0, 0],
    peak: [0, 0],
    reserved: [0, 0],
    internal: [0, 0],
  };
  const add = (name: keyof typeof sum, bytes: bigint): void => {
    sum[name][0]!++;
    sum[name][1]! += Number(bytes);
  };
  let moved = 0;
  const addrs = new Map<bigint, bigint>();
  for (const row of rows) {
    const index = row["index"] as bigint;
    const size = row["size"] as bigint;
    if (row["kind"] === "reserve" || row["kind"] === "internal") {
      add(row["kind"] === "reserve" ? "reserved" : "internal", size);
      continue;
    }
    if (row["kind"] !== "alloc") add("freed", live.get(index)!);
    if (row["kind"] === "free") live.delete(index);
    else {
      if (row["kind"] === "realloc" && addrs.get(index) !== row["addr"]) moved++;
      add("allocated", size);
      live.set(index, size);
      addrs.set(index, row["addr"] as bigint);
    }
    for (const at of [0, 1]) {
      sum.unfreed[at] = sum.allocated[at]! - sum.freed[at]!;
      sum.peak[at] = Math.max(sum.peak[at]!, sum.unfreed[at]!);
    }
  }
  return { ...sum, moved };
}

for (const [turn, name] of casesWith("trace.mtrc").entries()) {
  const left = (place: number): string | null => turn % 3 === place ? null : later;
  Deno.test(unless([left(0)], `readMtrc() agrees with an independent decoder on ${name}`), async () => {
    const bytes = caseFile(name, "trace.mtrc");
    const sink = await readBytes(bytes);
    const expected = facts(name, "trace.mtrc");
    const rows = sink.rows("events");
    assertEquals(sink.problems, []);
    assertEquals(sink.header!.wordBits, expected.word);
    assertEquals(sink.header!.byteOrder, expected.endian);
    assertEquals(sink.tags.find((tag) => tag.name === "version")!.value, String(expected.version));
    const kinds = { internal: "I", reserve: "H", alloc: "A", realloc: "R", free: "F" };
    for (const [kind, letter] of Object.entries(kinds)) {
      assertEquals(rows.filter((row) => row["kind"] === kind).length, expected.records[letter], kind);
    }
    const distinct = (column: string): number =>
      new Set(rows.map((row) => row[column]).filter((value) => value !== null && value !== 0n)).size;
    assertEquals(distinct("thread"), expected.threads);
    assertEquals(distinct("func"), expected.functions);
    assertEquals(distinct("file"), expected.files);
    assertEquals(rows.filter((row) => row["line"]).length, expected.events_with_line);
    const { moved, ...totals } = replay(rows);
    for (const [total, value] of Object.entries(totals)) assertEquals(value, expected[total], total);
    if (expected.version >= 10404) assertEquals(moved, expected.realloc_moved);
    const sizes = rows.filter((row) => row["kind"] === "alloc" || row["kind"] === "realloc").map((row) =>
      row["size"]
    );
    assertEquals(sizes.filter((size) => size === 0n).length, expected.zero_size_allocs);
    const indexes = rows.map((row) => row["index"]).filter((index) => index !== null);
    assertEquals(
      indexes.reduce((most, index) => index! > most! ? index : most, 0n),
      BigInt(expected.max_index),
    );
  });

  Deno.test(unless([left(1)], `readMtrc() gives the same rows for any split of ${name}`), async () => {
    // Only the beginning of the largest sample, whose last record is cut.
    const bytes = caseFile(name, "trace.mtrc").subarray(0, 60_000);
    const { problems } = await readBytes(bytes);
    const whole = (await readBytes(bytes)).rows("events");
    for (const split of [{ window: 64 }, { window: 100, piece: 7 }, { window: 4096, piece: 1000 }]) {
      const sink = await readBytes(bytes, split);
      assertEquals(sink.rows("events"), whole);
      assertEquals(sink.problems, problems);
    }
  });
}

Deno.test("readMtrc() reads the worked example of the format's description", async () => {
  const sink = await readBytes(caseFile("tutorial2-le64", "trace.mtrc"));
  const events = sink.rows("events").filter((row) => row["kind"] !== "reserve" && row["kind"] !== "internal");
  assertEquals(events[0], {
    kind: "alloc",
    thread: 0n,
    func: "main",
    file: "tut2.c",
    line: 57,
    addr: 0x32c78410n,
    size: 8192n,
    index: 11n,
  });
  const unnamed = { kind: "alloc", thread: 0n, func: null, file: null, line: 0 };
  assertEquals(events[1], { ...unnamed, addr: 0x32c7b410n, size: 4096n, index: 14n });
  const freed = { kind: "free", thread: 0n, func: "main", file: "tut2.c", line: 64 };
  assertEquals(events[4], { ...freed, addr: null, size: null, index: 15n });
  const internal = { kind: "internal", thread: null, func: null, file: null, line: null, index: null };
  assertEquals(sink.rows("events")[0], { ...internal, addr: 0x7fd0239ca000n, size: 16384n });
});

Deno.test("readMtrc() leaves source columns null in files older than 10405", async () => {
  const sink = await readBytes(caseFile("old144-wordfreq-le64", "trace.mtrc"));
  for (const row of sink.rows("events")) {
    assert(row["thread"] === null && row["func"] === null && row["file"] === null && row["line"] === null);
  }
});
