/** Text of mtrace: leaks compared with those of glibc's script, and lines that are odd. */

import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { BATCH_ROWS } from "../../../src/events/trace_sink.ts";
import { mtrace } from "../../../src/formats/mtrace/mod.ts";
import { Quarry } from "../../../mod.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Random } from "../../support/random.ts";

const ENCODER = new TextEncoder();
const SAMPLES = new URL("../../../testdata/mtrace/", import.meta.url);

async function read(text: string, piece = Infinity): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(ENCODER.encode(text), piece), sink.arena);
  try {
    await window.more();
    await mtrace.read(window, sink, {});
    return sink;
  } finally {
    window.close();
  }
}

async function rowsOf(text: string, query: string): Promise<Record<string, unknown>[]> {
  await using quarry = await Quarry.open(ENCODER.encode(text));
  return [...(await quarry.query(query)).rows()];
}

for (const name of ["lists", "debian-sort"]) {
  Deno.test(`leaks of ${name} equal those that the script of glibc prints`, async () => {
    const printed = await Deno.readTextFile(new URL(`${name}.mtrace.txt`, SAMPLES));
    // Blocks are listed below a line of dashes or a heading, with an address, a size and the caller.
    const wanted = [...printed.matchAll(/^0x([0-9a-f]+)\s+(?:0x)?([0-9a-f]+)\s+at /gm)].map((
      [, addr, size],
    ) => `${BigInt(`0x${addr}`)} ${BigInt(`0x${size}`)}`);
    await using quarry = await Quarry.open(new URL(`${name}.mtrace`, SAMPLES).pathname);
    const found = [...(await quarry.query("leaks | select addr, size")).rows()].map(({ addr, size }) =>
      `${BigInt(addr as string)} ${size}`
    );
    assertEquals(found.sort(), wanted.sort());
  });
}

Deno.test("callers are read in every form", async () => {
  const sink = await read(
    [
      "= Start",
      "@ ./a b:(f:g(int)+0x1a)[0x10] + 0x100 0x1",
      "@ ./p:[0x20] + 0x200 0x2",
      "@ [0x30] + 0x300 0x3",
      "@ /lib/c.so:(strdup+1a)[0x40] + 0x400 0x4",
      "@ ./größe:(maß::ä+0x2)[0x50] + 0x480 0x4",
      "+ 0x500 0x5",
      "",
    ].join("\r\n"),
  );
  assertEquals(sink.problems, []);
  const text = (column: string): string[] =>
    sink.cells("events", column).map((cell) =>
      typeof cell === "number" ? sink.strings.text(cell) : `${cell}`
    );
  assertEquals(text("func").map((func) => func === "null" ? "" : func), [
    "f:g(int)",
    "",
    "",
    "strdup",
    "maß::ä",
    "",
  ]);
  assertEquals(text("module").map((module) => module === "null" ? "" : module), [
    "./a b",
    "./p",
    "",
    "/lib/c.so",
    "./größe",
    "",
  ]);
  assertEquals(sink.cells("events", "pc"), [0x10n, 0x20n, 0x30n, 0x40n, 0x50n, null]);
});

Deno.test("an address without digits is null, and a line without a caller has no backtrace", async () => {
  const text = "= Start\n@ ./p:(f+0x1)[zz] + 0x100 0x1\n@ ./p:[0x20] + 0x200 0x2\n+ 0x300 0x3\n";
  assertEquals((await read(text)).cells("events", "pc"), [null, 0x20n, null]);
  const rows = await rowsOf(text, "events | select known = stack is not null");
  assertEquals(rows.map(({ known }) => known), [true, true, false]);
});

Deno.test("a resize keeps its block, also if the block moves", async () => {
  const text = "= Start\n@ [0x1] + 0x10 0x8\n@ [0x2] < 0x10\n@ [0x2] > 0x20 0x30\n@ [0x3] - 0x20\n";
  const [life] = await rowsOf(text, "allocs | select addr, size, first_size, resizes, moves, freed");
  assertEquals(Object.values(life!).map(String), ["32", "48", "8", "1", "1", "3"]);
  assertEquals(await rowsOf(text, "events | by kind | select kind, count | sort kind"), [
    { kind: "alloc", count: 1n },
    { kind: "free", count: 1n },
    { kind: "realloc", count: 1n },
  ]);
});

Deno.test("failed calls are rows without a block", async () => {
  const text =
    "= Start\n@ [0x1] + 0x10 0x8\n@ [0x1] + (nil) 0xfffffffffffffffe\n@ [0x2] ! 0x10 0x7fffffffffffffff\n";
  assertEquals((await rowsOf(text, "leaks | select size")).map(({ size }) => Number(size)), [8]);
  assertEquals(
    (await rowsOf(text, "events | select kind, size, alloc")).map((row) => Object.values(row).join()),
    [
      "alloc,8,1",
      "alloc,18446744073709551614,",
      "realloc,9223372036854775807,",
    ],
  );
});

Deno.test("an allocation at a live address replaces the block", async () => {
  const line = "@ [0x1] + 0x10 0x8\n";
  const { problems } = await read(`= Start\n${line}${line}@ [0x1] + 0x10 0x9\n`);
  assertEquals(problems.map(({ code }) => code), ["repeated-lines"]);
  const text = `= Start\n${line}@ [0x1] + 0x10 0x9\n`;
  assertEquals((await rowsOf(text, "leaks | select size")).map(({ size }) => Number(size)), [9]);
  assertEquals((await rowsOf(text, "events | select live_bytes")).map((row) => Number(row.live_bytes)), [
    8,
    9,
  ]);
  await using quarry = await Quarry.open(ENCODER.encode(text));
  assertEquals(quarry.problems().map(({ code, handling }) => `${code}: ${handling}`), [
    "double-allocation: ended the earlier one there",
  ]);
});

Deno.test("invalid lines are skipped and counted, and the others are kept", async () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["@ ./poad8002380 0xd1\n", ["unknown-line"]],
    ["@ [0x1] + 0x10\n", ["unknown-line"]],
    ["@ [0x1] - 0x10 0x20\n", ["unknown-line"]],
    ["@ [0x1] + 10 0x20\n", ["unknown-line"]],
    ["@ [0x1] + 0x10 20\n", ["unknown-line"]],
    ["@ [0x1] * 0x10 0x20\n", ["unknown-line"]],
    ["@ [0x1] + 0x10000000000000000 0x20\n", ["unknown-line"]],
    ["hello\n", ["unknown-line"]],
    ["= Middle\n", ["unknown-line"]],
    ["@ [0x1] < 0x99\n@ [0x1] + 0x20 0x8\n", ["lost-resize", "unmatched-free"]],
    ["@ [0x1] > 0x20 0x8\n", ["lost-resize"]],
    ["@ [0x1] - 0x99\n", ["unmatched-free"]],
    ["= End\n= Start\n", []],
    ["@ [0x1] + 0x20 0x", ["cut-record"]],
  ];
  for (const [lines, codes] of cases) {
    const sink = await read(`= Start\n@ [0x1] + 0x10 0x8\n${lines}`);
    assertEquals(sink.problems.map(({ code }) => code), codes, lines);
    assertEquals(sink.cells("events", "addr")[0], 0x10n, lines);
  }
  assertEquals((await read("@ [0x1] + 0x10 0x8\n")).problems.map(({ code }) => code), ["no-start"]);
});

Deno.test("a failed allocation has no address, also in the last row of a block", async () => {
  const line = (failed: boolean, at: number): string => `+ ${failed ? "(nil)" : `0x${at}0`} 0x10`;
  const lines = Array.from({ length: BATCH_ROWS + 1 }, (_, at) => line(at >= BATCH_ROWS - 1, at + 1));
  const text = ["= Start", ...lines, ""].join("\n");
  assertEquals(await rowsOf(text, "events | where addr is null | count"), [{ count: 2n }]);
});

/** A line of any kind, most of them plain. */
function anyLine(random: Random): string {
  const addr = `0x${(0x5500_0000_0000 + 16 * random.below(40)).toString(16)}`;
  const size = `0x${random.below(500).toString(16)}`;
  const callers = [
    `./a:(f${random.below(3)}+0x1)[0x${random.below(3000).toString(16)}]`,
    "[0x1]",
    "./a b:[0x2]",
  ];
  const caller = random.oneIn(20)
    ? `./${"n".repeat(random.below(70))}:[0x3]`
    : callers[random.oneIn(8) ? 1 + random.below(2) : 0]!;
  if (random.oneIn(30)) {
    return random.pick([
      `@ ${caller} + (nil) 0x8`,
      `@ ${caller} + 0xABCD 0x8`,
      `@ ${caller} + ${addr} 0`,
      `@ ${caller} + 0x123456789abcdef01 0x8`,
      `@ ${caller} + 0x ${size}`,
      `@ ${caller} + 0xfedcba9876543210 0xffffffffffffffff`,
      `@ ${caller} - 0xfedcba9876543210`,
      `@ ${caller} - ${addr} ${size}`,
      `@ ${caller} ! ${addr} ${size}`,
      `@ ${caller} + ${addr}`,
      `@  + ${addr} ${size}`,
      `+ ${addr} ${size}`,
      `@ ${caller}  + ${addr} ${size}`,
      "@",
      "",
      "odd",
    ]);
  }
  const kind = random.below(5);
  if (kind === 0) return `@ ${caller} < ${addr}`;
  if (kind === 1) return `@ ${caller} - ${addr}`;
  return `@ ${caller} ${kind === 2 ? ">" : "+"} ${addr} ${size}`;
}

Deno.test("plain lines read by a kernel equal those read line by line", async () => {
  const random = new Random(41);
  const lines = ["= Start", ...Array.from({ length: 20_000 }, () => anyLine(random))];
  const shown = ({ problems, ...sink }: MemorySink, rows: unknown): unknown => [
    rows,
    problems.map(({ code, record, message }) => ({ code, record, message })),
    sink.stats,
  ];
  const columns = ["kind", "index", "addr", "size", "func", "module", "stack", "pc"];
  const read20000 = async (end: string, piece?: number): Promise<unknown> => {
    const sink = await read(`${lines.join(end)}${end}= End${end}`, piece);
    const rows = columns.map((column) => sink.cells("events", column));
    const said = shown(sink, rows);
    sink.close();
    return said;
  };
  // The kernel leaves lines that end in a carriage return to the reader, except their callers.
  const wanted = await read20000("\r\n");
  assertEquals(await read20000("\n"), wanted);
  assertEquals(await read20000("\n", 333), wanted);
});

Deno.test("half a line at the end of the window is not completed with bytes of an earlier line", async () => {
  // The window is filled by 32 bytes at a time: 9 bytes are left of the first, 4 of the second, so that
  // the third ends before the line end at 36 that the second had there.
  const text = [
    ...["= Start", "+ 0x100000 0x1"],
    ...["+ 0x20000000 0x2", "+ 0x30000000000 0x3"],
    ...["+ 0x400000 0x4", "+ 0x50000000000000 0x5", ""],
  ].join("\n");
  assertEquals([32, 64, 96].map((end) => end - 1 - text.lastIndexOf("\n", end - 1)), [9, 4, 21]);
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(ENCODER.encode(text), 32), sink.arena, 64);
  await window.more();
  await mtrace.read(window, sink, {});
  window.close();
  assertEquals(sink.problems, []);
  assertEquals(sink.cells("events", "size"), [1, 2, 3, 4, 5].map(BigInt));
  sink.close();
});

Deno.test("irregular lines between plain ones are reported at their own offsets", async () => {
  const lines = [
    "= Start",
    "@ [0x1] + 0x10 0x1",
    "@ [0x1] > 0x20 0x1",
    "@ [0x1] - 0x10",
    "odd",
    "@ [0x1] - 0x20",
    "= End",
  ];
  const text = `${lines.join("\n")}\n`;
  const { problems } = await read(text);
  assertEquals(problems.map(({ code, offset }) => [code, offset]), [
    ["lost-resize", text.indexOf("@ [0x1] >")],
    ["unknown-line", text.indexOf("odd")],
  ]);
});

Deno.test("each caller is known by its whole text, however many there are", async () => {
  const random = new Random(7);
  // Long and short ones, of which some differ in their first or last byte only.
  const callers = Array.from({ length: 20_000 }, (_, at) => {
    const name = at % 1000 === 0 ? "n".repeat(60_000) : "n".repeat(random.below(40));
    return `${"abc"[at % 3]}:(${name}${at}+0x1)[0x${at.toString(16)}]`;
  });
  const order = Array.from({ length: 40_000 }, () => random.below(callers.length));
  const lines = order.map((caller, at) => `@ ${callers[caller]} + 0x${(at + 1).toString(16)}0 0x8\n`);
  const sink = await read(`= Start\n${lines.join("")}= End\n`);
  assertEquals(sink.problems, []);
  assertEquals(sink.cells("events", "pc"), order.map(BigInt));
  assertEquals(sink.cells("events", "module"), order.map((caller) => "abc"[caller % 3]));
  const stacks = new Set(sink.cells("events", "stack"));
  assertEquals(stacks.size, new Set(order).size);
  sink.close();
});
