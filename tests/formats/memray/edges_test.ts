/**
 * Captures typed in by hand, cut after each of their bytes: `edges.txt` has what is read of them (`-- --update` rewrites
 * it, for review). And slow, readable counterparts of line tables, mappings and pairs.
 */
import { assert, assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { lineAt, readLineTable } from "../../../src/formats/memray/line_tables.ts";
import { Mappings } from "../../../src/formats/memray/mappings.ts";
import { memray } from "../../../src/formats/memray/mod.ts";
import { PairMap } from "../../../src/formats/memray/pair_map.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { later } from "../../support/effort.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Random } from "../../support/random.ts";
import { ALLOCATOR, MemrayWriter } from "./generate.ts";

const GOLDEN = new URL("edges.txt", import.meta.url);

/** Reads bytes; an error is a problem as well. */
async function read(bytes: Uint8Array): Promise<{ readonly sink: MemorySink; readonly said: string }> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(bytes), sink.arena);
  try {
    await window.more();
    await memray.read(window, sink, {});
    return {
      sink,
      said: sink.problems.map(({ code, offset, record }) => `${code} ${offset} ${record}`).join(", "),
    };
  } catch (error) {
    return { sink, said: (error as Error).message };
  } finally {
    window.close();
  }
}

/** The header of a version, with tags that differ from those of other captures. */
function head(
  version: number,
  { aggregated = 0, native = 0, skipped = 0n, paths = 1, objects = 0 } = {},
): MemrayWriter {
  const writer = new MemrayWriter().text("memray").raw(version, 0, 0, 0);
  if (version >= 12) writer.raw(0xf0, 7, 11, 3);
  writer.raw(native, aggregated).u64(2).u64(7).u64(1_700_000_000_000).u64(1_700_000_001_000).text(
    "python made.py",
  );
  writer.raw(0x39, 5, 0, 0).u64(1).u64(skipped).raw(2);
  if (version >= 11) writer.raw(1);
  if (version >= 12) writer.raw(objects);
  if (version >= 13) {
    writer.text("/lib/python3.11");
    for (let at = 0; at < paths; at++) writer.text(`/site/${at}`);
    writer.text("").text("/srv").text("");
  }
  return writer;
}

/** A place of an aggregated capture. */
function place(
  writer: MemrayWriter,
  { thread = 1, allocator = 6, native = 0n, stack = 0n, sums = [1, 2, 3, 4] } = {},
): MemrayWriter {
  writer.raw(2).u64(thread).raw(allocator, 0, 0, 0, 0, 0, 0, 0).u64(native).u64(stack).u64(9);
  for (const sum of sums) writer.u64(sum);
  return writer;
}

/** A memory record of an aggregated capture. */
const memory = (writer: MemrayWriter, time: bigint, rss: bigint, heap: bigint): MemrayWriter =>
  writer.raw(1).u64(1_700_000_000_000n + time).u64(rss).u64(heap);

function aggregated(version: number): MemrayWriter {
  const writer = head(version, { aggregated: 1, native: 1, skipped: 1n });
  memory(writer, 5n, 4096n, 100n);
  memory(writer, -5n, 8192n, 200n);
  memory(writer, (1n << 33n) + 1n, 1n << 40n, 300n);
  memory(writer, 1n << 44n, 1n, 1n);
  writer.raw(6).raw(7).text("/bin/made").varint(1).u64(0x10000).raw(8).u64(0x1000).varint(0x155);
  writer.raw(5).signed(0x11080).signed(0).raw(5).signed(0x20).signed(1);
  writer.raw(12).u64(1).raw(10).text("main thread");
  if (version >= 12) {
    writer.raw(14).varint(1).text("f").text("a.py").signed(3).varint(2).raw(0x80 | 8 | 7, 0);
    writer.raw(14).varint(2).text("").text("").signed(-3).varint(0);
    for (const [frame, code, offset] of [[0, 1, 0], [1, 2, 4]] as const) {
      writer.raw(4).varint(frame).varint(code).signed(offset).raw(1);
    }
    writer.raw(3).varint(0).varint(0).raw(3).varint(1).varint(1).raw(3).varint(0).varint(2);
  } else {
    for (const [id, func, file, line] of [[7, "f", "a.py", 3], [8, "", "", -3]] as const) {
      writer.raw(4).u64(id).text(func).text(file).raw(
        line & 255,
        line < 0 ? 255 : 0,
        line < 0 ? 255 : 0,
        line < 0 ? 255 : 0,
      ).raw(1);
    }
    for (const [id, parent] of [[7, 0], [8, 1], [7, 2]] as const) writer.raw(3).u64(id).raw(parent, 0, 0, 0);
  }
  place(writer, { stack: 3n, native: 2n });
  place(writer, { stack: 3n, thread: 2, allocator: 1, native: 1n });
  place(writer, { stack: 1n, allocator: 15, sums: [0, 0, 0, 0] });
  place(writer, { native: 1n << 32n });
  return writer;
}

function plain(version: number): MemrayWriter {
  const writer = head(version, { native: 1, skipped: 2n, paths: 3, objects: 1 });
  const isNew = version >= 12;
  if (!isNew) return writer.raw(12 << 4).u64(1).raw(0x10);
  writer.memory(4096, 5).raw(6).raw(7).text("/bin/made").varint(1).u64(0x10000).raw(8).u64(0x1000).varint(
    0x155,
  );
  writer.thread(1).raw(10).text("main thread").code(1, "f", "a.py", 3).code(2, "", "", -3);
  writer.raw(5).signed(0x11080).signed(0);
  writer.push(1).push(2, 4).event(ALLOCATOR.malloc, 0x1000, 5, 1).event(ALLOCATOR.mmap, 0x7000, 0x3000, 0);
  writer.event(ALLOCATOR.munmap, 0x8000, 0x1000, 0).raw(0x10).thread(2).event(ALLOCATOR.free, 0x1000);
  return writer;
}

const WHOLE: Readonly<Record<string, () => MemrayWriter>> = {
  ...Object.fromEntries(
    [10, 11, 12, 13].map((
      version,
    ) => [`aggregated, version ${version}`, () => aggregated(version).raw(13).varint(5).varint(300).raw(15)]),
  ),
  ...Object.fromEntries(
    [12, 13].map((version) => [`records, version ${version}`, () => plain(version).raw(1)]),
  ),
  "an unknown allocator": () => place(aggregated(13), { allocator: 16 }),
  "no allocator": () => place(aggregated(13), { allocator: 0 }),
  "an unknown stack": () => place(aggregated(13), { stack: 4n }),
  "an unknown parent": () => aggregated(13).raw(3).varint(0).varint(5),
  "the parent of itself": () => aggregated(13).raw(3).varint(0).varint(4),
  "an unknown frame": () => aggregated(13).raw(3).varint(9).varint(0),
  "999 hidden frames": () => head(13, { skipped: 999n }).raw(1),
  "1000 hidden frames": () => head(13, { skipped: 1000n }).raw(1),
};

/** The tables, tags, threads and samples that a capture has. */
async function told(sink: MemorySink): Promise<string[]> {
  const lines = sink.tags.map(({ name, value }) => `  ${name}: ${value}`);
  for (const [table, columns] of sink.columns) {
    lines.push(`  ${table}: ${columns.map(({ name }) => name).join(" ")}`);
    for (const row of await sink.lazyRows(table)) {
      lines.push(`    ${(Array.isArray(row) ? row : Object.values(row)).map(String).join(" ")}`);
    }
  }
  return lines;
}

/** The result of a capture that is cut after `length` bytes. The offset of a cut is where its record began. */
async function cut(bytes: Uint8Array, length: number): Promise<string> {
  const { sink, said } = await read(bytes.subarray(0, length));
  return `${said}; ${sink.count("events")} events, ${sink.rows("places").length} places`;
}

/** One line for each range of lengths at which a capture, cut there, has the same result. */
async function cuts(bytes: Uint8Array): Promise<string[]> {
  const lines: string[] = [];
  let before = "", from = 0;
  for (let length = 0; length <= bytes.length; length++) {
    const now = await cut(bytes, length);
    if (now === before) continue;
    if (before !== "") lines.push(`  ${from}..${length - 1}: ${before}`);
    [before, from] = [now, length];
  }
  return [...lines, `  ${from}..: ${before}`];
}

Deno.test("captures typed in by hand, whole and cut after each byte, are read as recorded", async () => {
  const updates = Deno.args.includes("--update");
  const recorded = updates ? [] : (await Deno.readTextFile(GOLDEN)).split("\n");
  const isRange = (line: string): boolean => /^ {2}\d+\.\./.test(line);
  const lines: string[] = [];
  for (const [name, make] of Object.entries(WHOLE)) {
    const { bytes } = make();
    const whole = await read(bytes);
    lines.push(`=== ${name}: ${whole.said}`, ...await told(whole.sink));
    if (!/version/.test(name)) continue;
    if (updates || later === null) {
      lines.push(...await cuts(bytes));
      continue;
    }
    // The ends of each range stand for the lengths between them.
    const others = recorded.slice(lines.length);
    const ranges = others.slice(0, others.findIndex((line) => !isRange(line)));
    assert(ranges.length > 2, name);
    for (const line of ranges) {
      const [, from = "", to = "", result] = /^ {2}(\d+)\.\.(\d*): (.*)$/.exec(line)!;
      for (const length of new Set([Number(from), to === "" ? bytes.length : Number(to)])) {
        assertEquals(await cut(bytes, length), result, `${name}, ${length} bytes`);
      }
    }
    lines.push(...ranges);
  }
  const text = lines.join("\n") + "\n";
  if (updates) await Deno.writeTextFile(GOLDEN, text);
  else assertEquals(text, recorded.join("\n"));
});

/** The line of each unit of code, and that of code behind the table, read entry by entry. */
function slowLines(
  python: number,
  table: readonly number[],
  first: number,
): { readonly lines: number[]; readonly last: number } {
  const lines: number[] = [];
  const signed = (byte: number): number => byte > 127 ? byte - 256 : byte;
  let line = first;
  if (python < 0x030b0000) {
    for (let at = 0; at + 1 < table.length; at += 2) {
      const [length, change] = [table[at]!, signed(table[at + 1]!)];
      const isRange = python >= 0x030a0000;
      if (isRange && change !== -128) line += change;
      for (let unit = 0; unit < length; unit++) lines.push(isRange && change === -128 ? 0 : line);
      if (!isRange) line += change;
    }
    return { lines, last: table.length === 0 ? 0 : line };
  }
  const rest = [...table];
  const number = (): number => {
    const bytes: number[] = [];
    do bytes.push(rest.shift() ?? 0); while ((bytes.at(-1)! & 64) !== 0);
    return bytes.reduceRight((sum, byte) => (sum * 64 + (byte & 63)) % 2 ** 32, 0);
  };
  const change = (): number => {
    const value = number();
    return value % 2 === 1 ? -Math.floor(value / 2) : Math.floor(value / 2);
  };
  while (rest.length > 0) {
    const entry = rest.shift()!;
    const [code, length] = [Math.floor(entry / 8) % 16, entry % 8 + 1];
    if (code < 10) rest.shift();
    else if (code < 13) {
      line += code - 10;
      rest.splice(0, 2);
    } else if (code < 15) {
      line += change();
      if (code === 14) { for (let skipped = 0; skipped < 3; skipped++) number(); }
    }
    for (let unit = 0; unit < length; unit++) lines.push(code === 15 ? 0 : line);
  }
  return { lines, last: 0 };
}

Deno.test("lines of random tables are those of a slow reader", () => {
  const random = new Random(11);
  for (let round = 0; round < 300; round++) {
    const python = random.pick([0x03080000, 0x03090000, 0x030a0000, 0x030a0c00, 0x030b0000, 0x030d0000]);
    const table = Array.from(
      { length: random.below(12) },
      () => random.pick([0, 1, 2, 127, 128, 129, 255, random.below(256), 0x80 + random.below(128)]),
    );
    const first = random.below(300);
    const fast = readLineTable(python, Uint8Array.from(table), first);
    const { lines, last } = slowLines(python, table, first);
    const scale = python >= 0x030b0000 ? 0.5 : python >= 0x030a0000 ? 2 : 1;
    for (let offset = -2; offset < lines.length / scale + 3; offset++) {
      const unit = Math.floor(offset * scale);
      const wanted = offset < 0 ? 0 : Math.max(0, unit < lines.length ? lines[unit]! : last);
      assertEquals(
        lineAt(python, fast, offset),
        wanted,
        `${python.toString(16)} [${table}] ${first} at ${offset}`,
      );
    }
  }
});

Deno.test("mappings keep the bytes that a slow list of bytes keeps", () => {
  const random = new Random(12);
  for (let round = 0; round < 60; round++) {
    const fast = new Mappings();
    /** The mappings at each byte, the first ones first. */
    const slow = new Map<bigint, Set<bigint>>();
    for (let step = 0; step < 25; step++) {
      const [from, size] = [BigInt(random.below(40)), BigInt(random.below(12))];
      if (random.oneIn(2)) {
        const key = fast.map(from, size);
        if (size > 0n) {
          slow.set(
            key,
            new Set(Array.from({ length: Number(size) }, (_, at) => from + BigInt(at))),
          );
        }
        continue;
      }
      const wanted: [bigint, bigint][] = [];
      for (const [key, bytes] of slow) {
        const before = bytes.size;
        for (const byte of [...bytes]) if (byte >= from && byte < from + size) bytes.delete(byte);
        if (bytes.size < before) wanted.push([key, BigInt(bytes.size)]);
        if (bytes.size === 0) slow.delete(key);
      }
      const order = ([one]: [bigint, bigint], [other]: [bigint, bigint]): number => one < other ? -1 : 1;
      const found = fast.unmap(from, size).map(({ key, left }): [bigint, bigint] => [key, left]);
      assertEquals(found.sort(order), wanted.sort(order), `round ${round}, step ${step}`);
    }
    assertEquals(fast.isFull, false);
  }
});

Deno.test("pairs of numbers are found, however many there are", () => {
  const arena = new Arena();
  const fast = new PairMap(arena);
  const slow = new Map<string, number>();
  const random = new Random(13);
  const number = (): number =>
    random.pick([0, 1, 7, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, random.below(2 ** 32)]);
  for (let step = 0; step < 20_000; step++) {
    const [first, second] = [number(), random.oneIn(3) ? number() : step];
    assertEquals(fast.get(first, second), slow.get(`${first} ${second}`) ?? -1);
    fast.set(first, second, step % 1000);
    slow.set(`${first} ${second}`, step % 1000);
  }
  for (const [pair, value] of slow) {
    const [first, second] = pair.split(" ").map(Number);
    assertEquals(fast.get(first!, second!), value);
  }
  fast.close();
});
