/** Traces read from a saved index equal the saved ones: every table, problem and figure. */
import { assert, assertEquals } from "@std/assert";
import { type ByteSource, sourceOf } from "../../src/bytes/byte_source.ts";
import { load } from "../../src/ingest/load.ts";
import { formats } from "../../src/formats/registry.ts";
import { byEffort, seeds } from "../support/effort.ts";
import type { Pools } from "../../src/tables/pools.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { spRtraceText } from "../follow/long_calls.ts";
import { newPools } from "../support/pools.ts";
import { Random } from "../support/random.ts";
import { someSamples } from "../conformance/samples.ts";
import { Snapshooter } from "../conformance/snapshot.ts";
import { guardAllHeaps, type Guards } from "../../src/memory/guards.ts";
import type { Heap } from "../../src/memory/heap.ts";
import { watchPieces } from "../support/guards/guards.ts";
import { indexOf, throughIndex } from "./through_index.ts";

/** Texts of frames by the address of the frame. */
function frameTexts({ tables }: Trace, { arena, stacks, strings }: Pools): string[] {
  const table = tables.get("frame_texts")!;
  const [frames, texts] = ["frame", "text"].map((name) => {
    const values = arena.alloc(table.rowCount * 8), nulls = arena.alloc(table.rowCount);
    table.column(name)!.decode(0, table.rowCount, values, nulls);
    return Array.from(arena.u64.slice(values >>> 3, (values >>> 3) + table.rowCount), Number);
  }) as [number[], number[]];
  return frames.map((frame, row) => `${stacks.describeFrame(frame).addrLow} ${strings.text(texts[row]!)}`);
}

Deno.test("frames of a saved index keep their texts if they get other numbers", async () => {
  const bytes = spRtraceText(new Random(1));
  const pools = newPools();
  const file = await load(sourceOf(bytes), pools, { name: "t" });
  const texts = frameTexts(file.traces[0]!, pools);
  assert(texts.length > 100);
  const restored = await throughIndex(file, pools, { renumbered: true });
  assertEquals(frameTexts(restored.traces[0]!, pools), texts);
  restored.close();
});

/** Guarded pieces that are initialized with zeros. */
function zeroedPieces(heap: Heap): Guards {
  const guards = watchPieces()(heap);
  return {
    first: guards.first,
    limit: guards.limit,
    room: (bytes) => guards.room(bytes),
    open(pointer, bytes) {
      const piece = guards.open(pointer, bytes);
      new Uint8Array(heap.memory.buffer).fill(0, piece, piece + bytes);
      return piece;
    },
    close: (pointer) => guards.close(pointer),
    sizeAt: (pointer) => guards.sizeAt(pointer),
    check: () => guards.check(),
  };
}

for (const { name: format } of formats.filter(({ readerVersion }) => readerVersion !== undefined)) {
  Deno.test(`${format}: a saved index gives the same rows as the trace`, async () => {
    for (const { path, bytes } of someSamples(format, seeds(20), byEffort(Infinity, 100_000))) {
      for (const renumbered of [false, true]) {
        const pools = newPools();
        const reopen = (): Promise<ByteSource> => Promise.resolve(sourceOf(bytes));
        const file = await load(sourceOf(bytes), pools, { name: "t", reopen });
        const lines = await new Snapshooter(pools).lines(file.traces);
        const { stats, lives } = file.traces[0]!;
        const restored = await throughIndex(file, pools, { renumbered, reopen });
        assert(restored !== file, `${path} has no index`);
        assertEquals(await new Snapshooter(pools).lines(restored.traces), lines, `${path} ${renumbered}`);
        assertEquals(restored.traces[0]!.stats, stats);
        assertEquals(restored.traces[0]!.lives?.totals, lives?.totals);
        restored.close();
      }
    }
  });

  Deno.test(`${format}: saving does not read the file again`, async () => {
    for (const { path, bytes } of someSamples(format, seeds(20), 100_000)) {
      const pools = newPools();
      let opened = 0;
      const reopen = (): Promise<ByteSource> => (opened++, Promise.resolve(sourceOf(bytes)));
      const file = await load(sourceOf(bytes), pools, { name: "t", reopen });
      const before = opened;
      await indexOf(file);
      assertEquals(opened, before, path);
      file.close();
    }
  });

  Deno.test(`${format}: an index contains no uninitialized bytes`, async () => {
    for (const { path, bytes } of someSamples(format, seeds(10), 100_000)) {
      // Pieces of one heap begin as zeros, those of the other one with other bytes.
      const indexes = [watchPieces(), zeroedPieces].map(async (guards) => {
        const usual = guardAllHeaps(guards);
        const pools = newPools();
        guardAllHeaps(usual);
        const reopen = (): Promise<ByteSource> => Promise.resolve(sourceOf(bytes));
        const file = await load(sourceOf(bytes), pools, { name: "t", reopen });
        const index = await indexOf(file);
        file.close();
        return index;
      });
      const [zeros, others] = await Promise.all(indexes);
      assertEquals(others, zeros, path);
    }
  });
}
