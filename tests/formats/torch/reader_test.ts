/** Real snapshots compared with the allocator's own counts, and pickles that are odd, damaged or hostile. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { SNAPSHOT_LIMITS } from "../../../src/formats/torch/limits.ts";
import { torch } from "../../../src/formats/torch/mod.ts";
import { UNSAFE_OPCODES } from "../../../src/formats/torch/unsafe_opcodes.ts";
import { Quarry } from "../../../mod.ts";
import { atFullEffort } from "../../support/effort.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { pickled, PickleWriter } from "./generate.ts";

const SAMPLES = new URL("../../../testdata/torch/", import.meta.url);

/** The output of `torch.cuda.memory_stats()` when the snapshot was taken. */
interface Counted {
  readonly "requested_bytes.all.current": number;
  readonly "requested_bytes.all.peak": number;
  readonly "allocation.all.current": number;
}

async function read(bytes: Uint8Array): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(bytes), sink.arena);
  try {
    await window.more();
    await torch.read(window, sink, {});
    return sink;
  } finally {
    window.close();
  }
}

async function codes(bytes: Uint8Array): Promise<string[]> {
  return (await read(bytes)).problems.map(({ code }) => code);
}

const samples = [...Deno.readDirSync(SAMPLES)].map(({ name }) => name).filter((name) =>
  name.includes(".pickle")
);

// A ring buffer that has lost its beginning cannot know the peak, and segments alone have none.
const PEAKLESS = /^(state-only|segments-only)/;

for (const name of samples) {
  Deno.test(`${name} has the live bytes and the peak that the allocator counted`, async () => {
    const counted = new URL(name.replace(/\.pickle.*/, ".stats.json"), SAMPLES);
    const { stats }: { stats: Counted } = JSON.parse(await Deno.readTextFile(counted));
    await using quarry = await Quarry.open(new URL(name, SAMPLES).pathname);
    const sums = async (query: string): Promise<Record<string, unknown>> =>
      [...(await quarry.query(`${query} | summarize n = count(), b = sum(size)`)).rows()][0]!;
    const atEnd = await sums("live @ end"), atPeak = await sums("live @ peak");
    assertEquals(BigInt(atEnd.b as number), BigInt(stats["requested_bytes.all.current"]));
    if (!PEAKLESS.test(name)) {
      assertEquals(BigInt(atPeak.b as number), BigInt(stats["requested_bytes.all.peak"]));
    }
    assertEquals(quarry.problems(), []);
  });
}

const ENTRY = { action: "alloc", addr: 0x7f00_0000_0000, size: 512, stream: 0, time_us: 5 };
const traceOf = (...entries: unknown[]): Uint8Array => pickled({ segments: [], device_traces: [entries] });

Deno.test("opcodes that could run code are refused at any position", async () => {
  for (const [op, name] of UNSAFE_OPCODES) {
    const sound = traceOf(ENTRY);
    const bytes = new Uint8Array([...sound.subarray(0, -1), op, ...sound.subarray(-1)]);
    const error = await assertRejects(() => read(bytes), FormatError);
    assert(error.message.includes(name), error.message);
    assertEquals(error.offset, sound.length - 1);
  }
});

Deno.test("entries with impossible numbers are skipped and counted, and others are kept", async () => {
  const cases: readonly unknown[] = [
    { ...ENTRY, size: -5 },
    { ...ENTRY, size: "7" },
    { ...ENTRY, size: 1n << 64n },
    { ...ENTRY, addr: 1n << 200n },
    { ...ENTRY, addr: undefined },
    { ...ENTRY, action: 3 },
    { ...ENTRY, time_us: -1 },
    {},
  ];
  for (const odd of cases) {
    const sink = await read(traceOf(odd, ENTRY));
    const { problems } = sink;
    assertEquals(
      problems.map(({ code, record }) => [code, record]),
      [["bad-entry", 1]],
      JSON.stringify(odd, String),
    );
    assertEquals(sink.cells("events", "addr").length, 1);
  }
  assertEquals(await codes(traceOf(7, ENTRY)), ["bad-structure"]);
});

Deno.test(
  atFullEffort("an overlong text is left out, and the data after it is read"),
  async () => {
    const long = "x".repeat(SNAPSHOT_LIMITS.text.most + 1);
    const sink = await read(traceOf(ENTRY, { ...ENTRY, addr: 4096, note: long }, { ...ENTRY, addr: 8192 }));
    assertEquals(sink.problems.map(({ code }) => code), ["long-text"]);
    assertEquals(sink.cells("events", "addr"), [BigInt(ENTRY.addr), 4096n, 8192n]);
  },
);

Deno.test("addresses from 2^63 on are the same from both picklers", async () => {
  const addr = (1n << 64n) - 4096n;
  for (const written of [addr, -4096n]) {
    const sink = await read(traceOf({ ...ENTRY, addr: written }));
    assertEquals(sink.cells("events", "addr"), [addr]);
  }
});

Deno.test("a block that the trace frees and never allocates is older than its first entry", async () => {
  const free = { ...ENTRY, action: "free_completed" };
  const sink = await read(traceOf(free, ENTRY, free));
  assertEquals(sink.cells("events", "kind"), ["existing", "free", "alloc", "free"]);
});

Deno.test("entries of devices are merged by time, and no list is reordered", async () => {
  const at = (time: number, addr: number): unknown => ({ ...ENTRY, addr, time_us: time });
  const lists = [[at(10, 1), at(5, 2), at(20, 3)], [], [at(7, 4), at(10, 5), at(15, 6)]];
  const sink = await read(pickled({ segments: [], device_traces: lists }));
  assertEquals(sink.cells("events", "addr"), [4n, 1n, 2n, 5n, 6n, 3n]);
  assertEquals(sink.cells("events", "device"), [2, 0, 0, 2, 2, 0]);
});

Deno.test(
  atFullEffort("each of many entries has its row, however they are grouped in memory"),
  async () => {
    const entries = Array.from({ length: 70_000 }, (_, at) => ({ ...ENTRY, addr: 512 * at, time_us: at }));
    const lists = [entries.filter((_, at) => at % 3 > 0), entries.filter((_, at) => at % 3 === 0)];
    const sink = await read(pickled({ segments: [], device_traces: lists }));
    assertEquals(sink.cells("events", "addr"), entries.map(({ addr }) => BigInt(addr)));
  },
);

Deno.test("a cut snapshot keeps the entries before the cut, and counts no block as older than the trace", async () => {
  const segments = [{
    device: 0,
    address: 0x7f00_0000_0000,
    total_size: 1024,
    stream: 0,
    blocks: [{ address: 0x7f00_0000_0000, size: 512, requested_size: 512, state: "active_allocated" }],
  }];
  const whole = pickled({ segments, device_traces: [[ENTRY, { ...ENTRY, addr: 0x7f00_0000_0200 }]] });
  const sink = await read(whole.subarray(0, -4));
  assertEquals(sink.problems.map(({ code }) => code), ["cut-record"]);
  assertEquals(sink.cells("events", "kind"), ["alloc", "alloc"]);
});

Deno.test("reading hostile pickles ends soon, and no number in the file decides how much memory they take", async () => {
  const head = (): PickleWriter => new PickleWriter().raw(0x80, 4, 0x7d, 0x28).text("segments");
  await assertRejects(
    () => read(new PickleWriter().raw(0x80, 4, ...new Uint8Array(100).fill(0x5d)).bytes),
    FormatError,
  );
  const cases: readonly (readonly [string, PickleWriter])[] = [
    ["memo", head().raw(0x72, 0xff, 0xff, 0xff, 0xff)],
    ["pair", head().raw(0x75)],
    ["mark", new PickleWriter().raw(0x80, 4, 0x7d).text("segments").raw(0x75)],
    ["number", head().raw(0x8b, 0xff, 0xff, 0xff, 0x7f)],
    ["list", head().raw(0x4e, 0x4e, 0x61)],
    ["opcode", head().raw(0x49)],
  ];
  for (const [name, { bytes }] of cases) assertEquals(await codes(bytes), ["bad-structure"], name);
  const long = head().raw(0x8d, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f);
  assertEquals(await codes(long.bytes), ["long-text", "cut-record"]);
});
