import { assert, assertEquals } from "@std/assert";
import { gnatcov } from "../../../src/formats/gnatcov/mod.ts";
import { MemorySink, type Row } from "../../support/memory_sink.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { checkProgram } from "../../../src/formats/gnatcov/derive/program_check.ts";
import { gapsOf, rangesOf } from "../../../src/formats/gnatcov/derive/ranges.ts";
import { readCoverage, type TraceCoverage } from "./read_coverage.ts";
import { SECTION, SPECIAL, TAG } from "../../../src/formats/gnatcov/constants.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { moduleInfos, randomTrace } from "./random_trace.ts";
import { paint, paintRanges } from "./painting.ts";
import { eventRows, read } from "./reading.ts";
import { writeTrace } from "./write_trace.ts";
import { bytesOf, traces } from "./samples.ts";
import { seeds } from "../../support/effort.ts";

async function coverageOf(bytes: Uint8Array): Promise<TraceCoverage> {
  const arena = new Arena();
  return (await readCoverage(new ByteWindow(sourceOf(bytes), arena), arena))!;
}

function bytesIn(ranges: readonly { readonly first: bigint; readonly last: bigint }[]): bigint {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
}

Deno.test("rangesOf() covers each address with the ops of all entries over it, for random traces", async () => {
  for (let seed = 1; seed <= seeds(60); seed++) {
    const { bytes, shape, entries } = randomTrace(seed, { entries: 120 });
    const top = 1n << BigInt(shape.pcSize * 8);
    const whole = entries.filter(({ pc, size, op }) => op !== 0 && pc + BigInt(size) <= top);
    const expected = paint(
      whole.map(({ pc, size, op }) => ({ first: pc, size, op })),
    );
    const ranges = rangesOf((await coverageOf(bytes)).rows);
    const sorted = (map: Map<bigint, number>) => [...map].sort(([a], [b]) => a < b ? -1 : 1);
    assertEquals(sorted(paintRanges(ranges)), sorted(expected), `seed ${seed}`);
    for (let at = 1; at < ranges.length; at++) {
      const before = ranges[at - 1]!, range = ranges[at]!;
      assertEquals(before.last < range.first, true, `seed ${seed}: order`);
      assertEquals(
        before.last + 1n === range.first && before.op === range.op,
        false,
        `seed ${seed}: joined`,
      );
    }
    const gaps = gapsOf(ranges);
    const extent = ranges.length === 0 ? 0n : ranges.at(-1)!.last - ranges[0]!.first + 1n;
    assertEquals(
      bytesIn(gaps) + bytesIn(ranges),
      extent,
      `seed ${seed}: gaps`,
    );
  }
});

Deno.test("checkProgram() recognizes the programs of the samples", async () => {
  let checked = 0;
  for (
    const name of traces.filter((each) => each.includes("bare1") && each.endsWith(".trace"))
  ) {
    const { head } = await coverageOf(bytesOf(name));
    const path = new TextDecoder().decode(
      head.infos.find((info) => info.tag === TAG.execFileName)?.data,
    );
    let program: Uint8Array;
    try {
      program = Deno.readFileSync(
        new URL(
          `../../../testdata/gnatcov/elf/${path.split("/").pop()}`,
          import.meta.url,
        ),
      );
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      continue; // the program is not in the repository
    }
    checked++;
    assertEquals(checkProgram(program, head.infos), [], name);
    const other = program.slice();
    other[100]! ^= 1;
    const states = head.infos.some((info) => info.tag === TAG.execFileCrc32);
    assertEquals(checkProgram(other, head.infos).length, states ? 1 : 0, name);
  }
  assert(checked > 2, `${checked} programs`);
});

Deno.test("lazy tables of a history trace agree with its events", async () => {
  const sink = await read(bytesOf("qemu-arm-history-bare1.trace"));
  const rows = eventRows(sink);
  const edges = await sink.lazyRows("edges");
  const sum = edges.reduce(
    (total, edge) => total + (edge["count"] as bigint),
    0n,
  );
  assertEquals(sum, BigInt(rows.length - 1));
  const [top] = edges;
  const seen = rows.filter((row, at) =>
    at > 0 && row["addr"] === top!["to"] && row["size"] === top!["to_size"] &&
    rows[at - 1]!["addr"] === top!["from"] &&
    rows[at - 1]!["size"] === top!["from_size"] &&
    rows[at - 1]!["op"] === top!["op"]
  );
  assertEquals(BigInt(seen.length), top!["count"]);
  const blocks = await sink.lazyRows("blocks");
  assertEquals(
    blocks.reduce((total, block) => total + (block["count"] as bigint), 0n),
    BigInt(rows.length),
  );
  for (const block of blocks) {
    const same = rows.filter((row) => row["addr"] === block["addr"] && row["size"] === block["size"]);
    const op = same.reduce((all, row) => all | (row["op"] as number), 0);
    assertEquals([block["op"], block["count"]], [op, BigInt(same.length)]);
    assertEquals(block["outcome"], ["none", "one", "one", "both"][op & 3]!);
    assertEquals(rows[Number(block["first"]) - 1]!["addr"], block["addr"]);
    assertEquals(rows[Number(block["last"]) - 1]!["addr"], block["addr"]);
  }
});

const SHAPE = { kind: SECTION.history, bigEndian: false, machine: 62, infos: [] } as const;

Deno.test("a reloaded library is the same code: its blocks, ranges, gaps and edges appear once", async () => {
  const bytes = writeTrace({ ...SHAPE, pcSize: 8 }, (to) => {
    // Addresses in the library's file by load address: twice a part of its code, once another one.
    for (const [start, places] of [[0x1000, [0, 0x20]], [0x5000, [0, 0x10]]] as const) {
      to.moduleLoad(start, 0, moduleInfos("liba.so", 0x100));
      for (const place of places) to.entry(start + place, 0, 8, 0x11);
      for (const place of places) to.entry(start + place, 0, 8, 0x11);
      to.special(start, 0, SPECIAL.moduleUnload);
    }
    for (const start of [0x1000, 0x5000]) {
      to.moduleLoad(start, 0, moduleInfos("", 0x100));
      to.entry(start, 0, 8, 0x11);
      to.special(start, 0, SPECIAL.moduleUnload);
    }
  });
  const sink = await read(bytes);
  const liba = (row: Row): boolean => row["module"] === "liba.so" || row["from_module"] === "liba.so";
  const columns = (rows: readonly Row[], ...names: string[]) =>
    rows.filter(liba).map((row) => names.map((name) => row[name]));
  assertEquals(columns(await sink.lazyRows("blocks"), "addr", "size", "count", "first", "last"), [
    [0n, 8n, 4n, 2n, 10n],
    [0x10n, 8n, 2n, 9n, 11n],
    [0x20n, 8n, 2n, 3n, 5n],
  ]);
  assertEquals(columns(await sink.lazyRows("ranges"), "addr", "size"), [[0n, 8n], [0x10n, 8n], [0x20n, 8n]]);
  assertEquals(columns(await sink.lazyRows("gaps"), "addr", "size"), [[8n, 8n], [0x18n, 8n]]);
  assertEquals(columns(await sink.lazyRows("edges"), "from", "to", "count"), [
    [0n, 0x10n, 2n],
    [0n, 0x20n, 2n],
    [0x20n, 0n, 1n],
    [0x10n, 0n, 1n],
  ]);
  // Modules without a name need not be the same file.
  assertEquals((await sink.lazyRows("blocks")).filter((row) => row["module"] === "").length, 2);
});

Deno.test("an edge has one row even if other modules are loaded or unloaded", async () => {
  const bytes = writeTrace({ ...SHAPE, pcSize: 8 }, (to) => {
    for (const start of [0x1000, 0x5000]) {
      to.entry(0x100, 0, 8, 0x11);
      to.entry(0x200, 0, 8, 0x12);
      to.moduleLoad(start, 0, moduleInfos("liba.so", 0x100));
    }
  });
  const edges = await (await read(bytes)).lazyRows("edges");
  assertEquals(edges.map(({ from, op, to, count }) => [from, op, to, count]), [[0x100n, 0x11, 0x200n, 2n]]);
});

Deno.test("ranges up to the last 32-bit address end at 2^32 in every table", async () => {
  const bytes = writeTrace({ ...SHAPE, pcSize: 4 }, (to) => {
    to.entry(0xffff_fffc, 0, 4, 0x11);
    to.moduleLoad(0xffff_f000, 0, moduleInfos("liba.so", 0x1000));
  });
  const sink = await read(bytes);
  const ends = [...eventRows(sink), ...await sink.lazyRows("blocks"), ...await sink.lazyRows("ranges")];
  assertEquals(ends.map(({ end }) => end), Array(4).fill(1n << 32n));
});

Deno.test("entries that are read again for edges leave no memory behind", async () => {
  const arena = new Arena();
  const sink = new MemorySink(undefined, { arena });
  const bytes = bytesOf("qemu-arm-history-bare1.trace");
  const openAt = async (from = 0): Promise<ByteWindow> => {
    const window = new ByteWindow(sourceOf(bytes), arena);
    await window.skip(from);
    return window;
  };
  const window = await openAt();
  await window.more();
  await gnatcov.read(window, sink, { reopen: openAt });
  window.close();
  assert((await sink.lazyRows("edges")).length > 0);
  sink.close();
  assertEquals(arena.used, 0);
});
