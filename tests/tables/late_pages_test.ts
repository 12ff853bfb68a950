/** Blocks whose pages are spilled while a trace is read end like others. */
import { assert, assertEquals } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { load } from "../../src/ingest/load.ts";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { dataSettings, setDataSettings } from "../../src/memory/data_settings.ts";
import { newPools } from "../../src/tables/pools.ts";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
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
