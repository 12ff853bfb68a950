/** Blocks whose pages are spilled while a trace is read end like others. */
import { assert, assertEquals } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { load } from "../../src/ingest/load.ts";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { dataSettings, setDataSettings } from "../../src/memory/data_settings.ts";
import { newPools } from "../../src/tables/pools.ts";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { Arena } from "../../src/memory/arena.ts";
import { Heap } from "../../src/memory/heap.ts";
import { type Block, BLOCK_ROWS, unpackBlock } from "../../src/tables/block.ts";
import { LatePages } from "../../src/tables/pairing/late_pages.ts";
import { atFullEffort } from "../support/effort.ts";

const COLUMNS = ["seq", "freed", "resizes", "moves", "max_size", "size", "free.func"];

/** Columns of `allocs` of a trace that was loaded within a budget, as texts. */
async function allocsWithin(budget: number, bytes: Uint8Array): Promise<string[]> {
  const before = dataSettings();
  setDataSettings({ budget, openFile: () => openSpillFile([]) });
  try {
    const pools = newPools();
    const { traces, close } = await load(sourceOf(bytes), pools, { name: "t" });
    assertEquals(pools.arena.store.bytesRead > 0, budget < Infinity);
    const allocs = traces[0]!.tables.get("allocs")!;
    assert(allocs.blockCount >= 3);
    const texts = COLUMNS.map((name) => allocs.cells(name).join(" "));
    close();
    return texts;
  } finally {
    setDataSettings(before);
  }
}

Deno.test(
  atFullEffort("blocks end and are resized in the same way on pages in memory and on spilled pages"),
  async () => {
    // With this many live blocks, most frees come long after the page of the allocation is full.
    const bytes = joinBytes([...generateMtrc({ events: 420_000, live: 120_000 })]);
    assertEquals(await allocsWithin(1, bytes), await allocsWithin(Infinity, bytes));
  },
);

/** The values of lives on the pages of a copy. */
function valuesOf(arena: Arena, blocks: readonly Block[], lives: readonly number[]): bigint[] {
  return arena.withScratch((scratch) => {
    const values = scratch.alloc(BLOCK_ROWS * 8);
    const nulls = scratch.alloc(BLOCK_ROWS);
    return lives.map((life) => {
      unpackBlock(scratch, blocks[life >>> 16]!, values, nulls);
      return scratch.u64[(values >>> 3) + (life & 0xffff)]!;
    });
  });
}

Deno.test("a copy of pages shares their blocks, and does not change when later values arrive", () => {
  const arena = new Arena("reader", new Heap());
  const pages = new LatePages(arena);
  const page = arena.alloc(BLOCK_ROWS * 4);
  for (let at = 0; at < 4; at++) {
    arena.u32.fill(100 * (at + 1), page >>> 2, (page >>> 2) + BLOCK_ROWS);
    // Otherwise all values are equal, and there are no bytes to share.
    arena.u32[page >>> 2] = 0;
    pages.spill(page);
  }
  arena.free(page);
  const copyOf = (): { own: Arena; blocks: Block[] } => {
    const own = arena.forOwner("copy");
    const copy = new LatePages(own);
    copy.copyFrom(pages);
    const blocks: Block[] = [];
    copy.finish((block) => blocks.push(block));
    return { own, blocks };
  };
  const lives = [0, 1, BLOCK_ROWS + 5, 3 * BLOCK_ROWS + 7];
  const first = copyOf();
  const used = arena.used;
  pages.note(BLOCK_ROWS + 5, 5);
  pages.note(0, 6);
  pages.note(BLOCK_ROWS + 5, 7);
  const second = copyOf();
  assertEquals(valuesOf(arena, first.blocks, lives), [0n, 100n, 200n, 400n]);
  assertEquals(valuesOf(arena, second.blocks, lives), [6n, 100n, 7n, 400n]);
  assertEquals(first.blocks.map(({ packed }, at) => packed === second.blocks[at]!.packed), [
    false,
    false,
    true,
    true,
  ]);
  first.own.close();
  // What only the first copy had is gone, and the merged values of another copy take no memory.
  const third = copyOf();
  assertEquals(third.blocks.map(({ packed }) => packed), second.blocks.map(({ packed }) => packed));
  assert(arena.used <= used, `${arena.used} bytes, ${used} before`);
  second.own.close();
  third.own.close();
  assertEquals(valuesOf(arena, third.blocks, lives), [6n, 100n, 7n, 400n]);
  arena.close();
  assertEquals(arena.used, 0);
});
