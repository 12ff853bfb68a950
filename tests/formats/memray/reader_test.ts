/** Real captures compared with memray's own reader record by record, and captures that are odd, damaged or hostile. */

import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { gunzipSync } from "node:zlib";
import { FormatError, QueryError } from "../../../src/base/errors.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { Cursor } from "../../../src/formats/memray/cursor.ts";
import { memray } from "../../../src/formats/memray/mod.ts";
import { lineAt, readLineTable } from "../../../src/formats/memray/line_tables.ts";
import { Quarry } from "../../../mod.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { ALLOCATOR, MemrayWriter } from "./generate.ts";
import { recordsOf, recordsOfReader } from "./records.ts";

const SAMPLES = new URL("../../../testdata/memray/", import.meta.url);

async function read(bytes: Uint8Array): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(bytes), sink.arena);
  try {
    await window.more();
    await memray.read(window, sink, {});
    return sink;
  } finally {
    window.close();
  }
}

async function codes(bytes: Uint8Array): Promise<string[]> {
  return (await read(bytes)).problems.map(({ code }) => code);
}

for (const { name } of [...Deno.readDirSync(SAMPLES)].filter(({ name }) => name.endsWith(".tsv.gz"))) {
  const capture = name.replace(".events.tsv.gz", ".bin");
  Deno.test(`${capture} has the same records as memray's own reader`, async () => {
    const theirs = new TextDecoder().decode(gunzipSync(await Deno.readFile(new URL(name, SAMPLES))));
    const path = new URL(capture, SAMPLES).pathname;
    assertEquals(await recordsOf(path), recordsOfReader(theirs));
  });
}

const begun = (): MemrayWriter => new MemrayWriter().head({ end: 1 }).memory(4096, 0).thread(1);
const MAP = 0x7000_0000_0000;

/** The blocks of the mappings of a capture. */
async function lives(writer: MemrayWriter): Promise<unknown[]> {
  await using quarry = await Quarry.open(writer.raw(1).bytes);
  const result = await quarry.query("allocs | select addr, size, first_size, freed");
  return [...result.rows()].map((row) =>
    Object.values(row as object).map((cell) => cell === null ? null : Number(cell))
  );
}

Deno.test("names are looked up by the whole range of a module, so that another build is detected", async () => {
  const asked: unknown[][] = [];
  const writer = new MemrayWriter().head({ end: 1, native: 1 }).thread(1).raw(6);
  // Code of one page, and data after it.
  writer.raw(7).text("/bin/made").varint(2).u64(0x10000).raw(8).u64(0x1000).varint(0x155).raw(8).u64(0x3db0)
    .varint(0x270);
  writer.raw(5).signed(0x11080).signed(0).event(ALLOCATOR.malloc, 64, 5, 1);
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(writer.raw(1).bytes), sink.arena);
  await window.more();
  await memray.read(window, sink, {
    functionAt: (...words) => {
      asked.push(words);
      return { func: "start" };
    },
  });
  window.close();
  assertEquals(asked, [["/bin/made", 0x10000n, 0x14020n, 0x11080n, true]]);
});

Deno.test("a munmap removes its range from mappings", async () => {
  const { mmap, munmap, malloc } = ALLOCATOR;
  const map = (): MemrayWriter => begun().event(mmap, MAP, 0x10000);
  assertEquals(await lives(map().event(munmap, MAP, 0x10000)), [[MAP, 0x10000, 0x10000, 2]]);
  // Its front, its end, a hole, and then the rest.
  const cut = map().event(munmap, MAP, 0x1000).event(munmap, MAP + 0xf000, 0x1000).event(
    munmap,
    MAP + 0x4000,
    0x2000,
  );
  assertEquals(await lives(cut), [[MAP, 0xc000, 0x10000, null]]);
  const over = map().event(munmap, MAP + 0x1000, 0x1000).event(munmap, MAP, 0x20000);
  assertEquals(await lives(over), [[MAP, 0xf000, 0x10000, 3]]);
  // Blocks of malloc are separate from mappings, whatever their addresses are, and two mappings may be at one
  // address.
  const other = map().event(malloc, MAP, 64).event(mmap, MAP, 0x1000).event(munmap, MAP + 0x8000, 0x8000);
  assertEquals(await lives(other), [
    [MAP, 0x8000, 0x10000, null],
    [MAP, 64, 64, null],
    [MAP, 0x1000, 0x1000, null],
  ]);
  const unknown = map().event(munmap, MAP + 0x10000, 0x1000);
  assertEquals(await lives(unknown), [[MAP, 0x10000, 0x10000, null]]);
});

Deno.test("a munmap across several mappings is reported, and one of a single mapping is not", async () => {
  const { mmap, munmap } = ALLOCATOR;
  const two = (): MemrayWriter => begun().event(mmap, MAP, 0x1000).event(mmap, MAP + 0x1000, 0x1000);
  const isWide = async (writer: MemrayWriter): Promise<boolean> =>
    (await codes(writer.raw(1).bytes)).includes("wide-munmap");
  assertEquals(await isWide(two().event(munmap, MAP, 0x2000)), true);
  assertEquals(await isWide(two().event(munmap, MAP, 0x1000)), false);
});

Deno.test("the header gives the exact Python version", async () => {
  const { tags } = await read(begun().raw(1).bytes);
  assertEquals(tags.find(({ name }) => name === "python")?.value, "3.11.7");
});

Deno.test("frames of the main thread and of others are kept separate, whichever thread starts first", async () => {
  const writer = new MemrayWriter().head({ end: 1, skipped: 1 }).memory(4096, 0).thread(2);
  writer.code(1, "f", "a.py", 3).code(2, "g", "a.py", 3);
  writer.push(1).push(2).event(ALLOCATOR.malloc, 0x1000, 1);
  writer.thread(1).push(1).push(2).event(ALLOCATOR.malloc, 0x2000, 2).thread(2).event(
    ALLOCATOR.malloc,
    0x3000,
    3,
  );
  await using quarry = await Quarry.open(writer.raw(1).bytes);
  const rows = [...(await quarry.query("events | select size, names = frames(stack)")).rows()];
  assertEquals(rows.map((row) => Object.values(row as object).join()), ["1,g < f", "2,g", "3,g < f"]);
});

Deno.test("a difference carries between the low and the high half of a number", () => {
  const cursor = new Cursor();
  const counter = { low: 0xffff_ffff, high: 2 };
  for (
    const [change, sum] of [[2n, 0x3_0000_0001n], [-3n, 0x2_ffff_fffen], [
      1n << 40n,
      0x102_ffff_fffen,
    ]] as const
  ) {
    cursor.bytes = new MemrayWriter().signed(change).bytes;
    [cursor.at, cursor.end] = [0, cursor.bytes.length];
    cursor.delta(counter);
    assertEquals((BigInt(counter.high) << 32n) + BigInt(counter.low), sum);
    assertEquals([cursor.high, cursor.low], [counter.high, counter.low]);
  }
});

Deno.test("line numbers are read from the line tables of all Python versions", () => {
  const line = (python: number, table: number[], first: number, offset: number): number =>
    lineAt(python, readLineTable(python, Uint8Array.from(table), first), offset);
  // 3.8: 200 bytes of code on the first line, which memray reads as -56.
  assertEquals([0, 199, 200].map((at) => line(0x03080000, [200, 1, 4, 1], 7, at)), [7, 7, 8]);
  assertEquals(line(0x03090000, [0, 127, 0, 5], 1, 0), 133);
  // 3.10: a range without a line, and an empty range.
  assertEquals([0, 1, 2, 3].map((at) => line(0x030a0000, [2, 1, 2, 0x80, 0, 5, 4, 0xff], 7, at)), [
    8,
    0,
    12,
    12,
  ]);
  // 3.11: one line down, no line, a long entry 3 lines up.
  const table = [0x80 | 11 << 3, 0, 0, 0x80 | 15 << 3 | 1, 0x80 | 14 << 3, 7, 0, 0, 0];
  assertEquals([0, 2, 4, 6, 8].map((at) => line(0x030b0000, table, 7, at)), [8, 0, 0, 5, 0]);
  assertEquals(line(0x030b0000, table, 7, -2), 0);
});

Deno.test("an unfinished capture keeps its complete records", async () => {
  const events = begun().event(ALLOCATOR.malloc, 64, 5).event(ALLOCATOR.malloc, 128, 7).bytes;
  assertEquals(await codes(events), ["not-finished"]);
  const grown = new Uint8Array(events.length + 5000);
  grown.set(events);
  const sink = await read(grown);
  assertEquals(sink.problems.map(({ code, offset }) => [code, offset]), [["not-finished", events.length]]);
  assertEquals(sink.cells("events", "addr"), [64n, 128n]);
  // The last record lost its end to the zeros.
  grown.fill(0, events.length - 1);
  assertEquals((await read(grown)).cells("events", "addr"), [64n]);
  const cut = await read(events.subarray(0, -1));
  assertEquals(cut.problems.map(({ code }) => code), ["cut-record"]);
  assertEquals(cut.cells("events", "addr"), [64n]);
});

Deno.test("impossible records end a capture, and the records before them are kept", async () => {
  const event = (): MemrayWriter => begun().code(1, "f", "f.py", 1).push(1).event(ALLOCATOR.malloc, 64, 5);
  const cases: readonly (readonly [string, MemrayWriter])[] = [
    ["unknown-record", event().raw(3, 1)],
    ["unknown-record", event().raw(0, 1)],
    ["unknown-record", event().raw(0x80, 16, 1)],
    ["pop-of-nothing", event().raw(0x11)],
    ["unknown-frame", event().push(2)],
    ["bad-number", event().raw(2, ...new Array(10).fill(0xff), 1, 1)],
    ["unknown-record", event().raw(6, 7).text("m").varint(1).u64(0).raw(9).u64(0).raw(1)],
  ];
  for (const [code, writer] of cases) {
    const sink = await read(writer.raw(1).bytes);
    assertEquals(sink.problems.map((each) => [each.code, each.record]), [[code, 1]]);
    assertEquals(sink.cells("events", "size"), [5n]);
  }
  const more = event().raw(1);
  assertEquals(await codes(more.bytes), ["other-count"]);
  assertEquals(await codes(more.raw(0, 0, 5).bytes), ["trailing-data", "other-count"]);
});

Deno.test("cut headers and headers of another version are refused with the reason", async () => {
  const head = new MemrayWriter().head().bytes;
  for (const length of [7, 20, 60, head.length - 1]) {
    await assertRejects(() => read(head.subarray(0, length)), FormatError, "header");
  }
  for (const version of [9, 14]) {
    const other = new MemrayWriter().head({ version }).bytes;
    await assertRejects(
      () => read(other),
      FormatError,
      `file version ${version}: versions 10 to 13 are read${
        version === 9 ? "; record it again with memray 1.7 or newer" : ""
      }`,
    );
  }
});

Deno.test("aggregated captures have the same sums by place as memray's records", async () => {
  const sums =
    "summarize b = sum(peak_blocks), pb = sum(peak_bytes), e = sum(end_blocks), eb = sum(end_bytes)";
  for (
    const [name, ...expected] of [
      ["v10-cache-agg.bin", 98, 1326903, 82, 324749],
      ["v13-cache-agg.bin", 123, 1352916, 107, 350906],
    ]
  ) {
    await using quarry = await Quarry.open(new URL(`${name}`, SAMPLES).pathname);
    const [row] = [...(await quarry.query(`places | ${sums}`)).rows()];
    assertEquals(Object.values(row as object).map(Number), expected as number[]);
    assertEquals(quarry.problems().map(({ code }) => code), ["no-events"]);
    // An empty answer would mean that nothing leaks.
    for (const query of ["leaks", "live @ peak", "live @ end"]) {
      const error = await assertRejects(
        () => quarry.query(query),
        QueryError,
        "does not record lifetimes of blocks",
      );
      assertStringIncludes(JSON.stringify(error.diagnostics), "aggregated recording has sums by place");
    }
    const { sentence } = await quarry.headline();
    assertMatch(
      sentence,
      new RegExp(`in ${expected[0]} blocks live at the peak, .* in ${expected[2]} blocks never`),
    );
  }
});
