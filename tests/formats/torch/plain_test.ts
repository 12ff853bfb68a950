/** The kernels compared with a simple reader of the same snapshots, pickled in every possible way. */

import { assert, assertEquals } from "@std/assert";
import { gunzipSync } from "node:zlib";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { torch } from "../../../src/formats/torch/mod.ts";
import { seeds } from "../../support/effort.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Random } from "../../support/random.ts";
import { PickleWriter } from "./generate.ts";
import { type PlainEvent, plainEvents, unpickled } from "./plain_events.ts";

const SAMPLES = new URL("../../../testdata/torch/", import.meta.url);

/** Events as the reader gives them; `piece` is how many bytes it receives at once. */
async function eventsOf(bytes: Uint8Array, piece: number): Promise<PlainEvent[]> {
  const sink = new MemorySink();
  let at = 0;
  const source = {
    size: bytes.length,
    read: (to: Uint8Array): Promise<number> => {
      const part = bytes.subarray(at, at + Math.min(piece, to.length));
      to.set(part);
      at += part.length;
      return Promise.resolve(part.length);
    },
    close: () => {},
  };
  const window = new ByteWindow(source, sink.arena, piece);
  await window.more();
  await torch.read(window, sink, {});
  window.close();
  assertEquals(sink.problems.filter(({ severity }) => severity !== "note"), []);
  return sink.rows("events").map((row) => {
    const { kind, addr, size, time, device, stream, stack, requested, metadata, compile, pool } = row;
    const frames = Array.from({ length: stack ? sink.stacks.depth(Number(stack)) : 0 }, (_, level) => {
      const { func, line } = sink.stacks.describeFrame(sink.stacks.frameAt(Number(stack), level));
      return `${sink.strings.text(func)}:${line}`;
    });
    const micros = time === null ? null : BigInt(time!) / 1000n;
    const cells = { kind, addr, size, time: micros, device, stream, requested, metadata, compile, pool };
    return { ...cells, frames: frames.join(" ") } as unknown as PlainEvent;
  });
}

/** The options of a pickler: those of Python's and PyTorch's own, and other valid ones. */
interface Way {
  readonly protocol: number;
  /** Whether shared values are written only once. */
  readonly memo: boolean;
  /** Whether lists and dictionaries of one item are written without a mark. */
  readonly single: boolean;
}

const WAYS: readonly Way[] = [2, 3, 4, 5].flatMap((protocol) =>
  [true, false].flatMap((memo) => [true, false].map((single) => ({ protocol, memo, single })))
);

/** Pickles a value with these options. */
function pickle(value: unknown, { protocol, memo, single }: Way): Uint8Array {
  const writer = new PickleWriter().raw(0x80, protocol);
  if (protocol >= 4) writer.raw(0x95, 0, 0, 0, 0, 0, 0, 0, 0);
  const known = new Map<unknown, number>();
  const word = (number: number): number[] => [0, 8, 16, 24].map((bits) => (number >>> bits) & 255);
  const remember = (each: unknown): void => {
    if (!memo) return;
    const place = known.size;
    known.set(each, place);
    if (protocol >= 4) writer.raw(0x94);
    else if (place < 256) writer.raw(0x71, place);
    else writer.raw(0x72, ...word(place));
  };
  const write = (each: unknown): void => {
    const place = known.get(each);
    if (place !== undefined) {
      if (place < 256) writer.raw(0x68, place);
      else writer.raw(0x6a, ...word(place));
    } else if (typeof each === "string") {
      const length = new TextEncoder().encode(each).length;
      if (protocol >= 4 && length < 256) writer.raw(0x8c, length, ...new TextEncoder().encode(each));
      else writer.text(each);
      remember(each);
    } else if (typeof each === "object" && each !== null) writeMany(each);
    else writer.value(each);
  };
  const writeMany = (each: object): void => {
    const isList = Array.isArray(each);
    if (isList && each.length === 2 && each.every((number) => typeof number === "bigint")) {
      each.forEach(write);
      writer.raw(0x86);
      return remember(each);
    }
    writer.raw(isList ? 0x5d : 0x7d);
    remember(each);
    const items = isList ? each.map((item) => [item]) : Object.entries(each);
    const [all, one] = isList ? [0x65, 0x61] : [0x75, 0x73];
    if (items.length === 0) return;
    const isSingle = single && items.length === 1;
    if (!isSingle) writer.raw(0x28);
    for (const parts of items) parts.forEach(write);
    writer.raw(isSingle ? one : all);
  };
  write(value);
  return writer.raw(0x2e).bytes;
}

/** A snapshot of some devices with shared backtraces, and texts and numbers of every width. */
function makeSnapshot(seed: number): unknown {
  const random = new Random(seed);
  const number = (most: number): bigint => BigInt(random.below(most));
  const frames = Array.from({ length: 30 }, (_, at) => ({
    name: `${"deep ".repeat(random.below(9))}f${at}`,
    filename: random.oneIn(5) ? "??" : `/srv/job/${at % 7}.py`,
    line: number(300),
  }));
  const stacks = Array.from(
    { length: 12 },
    () => Array.from({ length: random.below(6) }, () => frames[random.below(30)]),
  );
  const pools = [[0n, 0n], [0n, 1n], [7n, 300n]];
  const actions = ["alloc", "alloc", "free_requested", "free_completed", "free", "segment_alloc", "snapshot"];
  const entry = (): unknown => ({
    action: actions[random.below(actions.length)],
    addr: random.oneIn(9) ? -4096n * (1n + number(4)) : 0x7f00_0000_0000n + 512n * number(40),
    size: random.oneIn(4) ? number(1 << 30) << 20n : number(70_000),
    stream: random.oneIn(3) ? 0x5555_0000_0000n + number(3) : 0n,
    ...random.oneIn(9) ? {} : { time_us: 1_700_000_000_000_000n + number(500) },
    compile_context: random.oneIn(4) ? `${random.below(3)}/0` : "N/A",
    user_metadata: random.oneIn(5) ? `step ${random.below(4)}` : "",
    pool_id: pools[random.below(3)],
    ...random.oneIn(6) ? {} : { frames: stacks[random.below(12)] },
    unknown: [{ a: 1n }, [], {}, null, true],
  });
  const block = (): unknown => ({
    size: 512n,
    requested_size: number(512),
    state: random.oneIn(2) ? "active_allocated" : "inactive",
    frames: stacks[random.below(12)],
  });
  const segments = Array.from({ length: random.below(4) }, (_, at) => ({
    device: number(3),
    address: 0x7f00_0000_0000n + 5120n * BigInt(at),
    total_size: 5120n,
    stream: 0n,
    segment_pool_id: pools[at % 3],
    blocks: Array.from({ length: random.below(8) }, block),
  }));
  const traces = Array.from(
    { length: random.below(5) },
    () => Array.from({ length: random.below(60) }, entry),
  );
  return { segments, device_traces: traces, external_annotations: [] };
}

Deno.test("events of snapshots equal those of a simple reader, however they are pickled and cut", async () => {
  let seen = 0;
  for (let seed = 1; seed <= seeds(40); seed++) {
    const value = makeSnapshot(seed);
    const expected = plainEvents(value);
    seen += expected.length;
    for (const [at, way] of WAYS.entries()) {
      const bytes = pickle(value, way);
      assertEquals(plainEvents(unpickled(bytes)), expected);
      const piece = [64, 1000, 1 << 20][(seed + at) % 3]!;
      assertEquals(await eventsOf(bytes, piece), expected, JSON.stringify({ seed, way, piece }));
    }
  }
  assert(seen > 40 * seeds(40));
});

Deno.test("events of samples equal those of a simple reader", async () => {
  for (const { name } of Deno.readDirSync(SAMPLES)) {
    if (!name.includes(".pickle")) continue;
    const file = Deno.readFileSync(new URL(name, SAMPLES));
    const bytes = name.endsWith(".gz") ? new Uint8Array(gunzipSync(file)) : file;
    assertEquals(await eventsOf(bytes, 4096), plainEvents(unpickled(bytes)), name);
  }
});
