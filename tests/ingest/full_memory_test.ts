/** If memory runs out while a trace is read, the rows read so far are kept. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { canSave } from "../../src/index/save.ts";
import { load, type LoadedFile } from "../../src/ingest/load.ts";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { ArenaFullError } from "../../src/memory/arena.ts";
import type { BlockFile } from "../../src/memory/block_file.ts";
import { dataSettings, type MemorySettings, setDataSettings } from "../../src/memory/data_settings.ts";
import { newPools } from "../../src/tables/pools.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { atFullEffort, later } from "../support/effort.ts";

/** Empty if no test runs. */
const BYTES = joinBytes(later === null ? [...generateMtrc({ events: 900_000 })] : []);
const COLUMNS = ["seq", "kind", "addr", "size", "func", "alloc", "index", "live_bytes"];

async function loadIn<T>(settings: MemorySettings, use: (file: LoadedFile) => T): Promise<T> {
  const before = dataSettings();
  setDataSettings(settings);
  try {
    const file = await load(sourceOf(BYTES), newPools(), { name: "t" });
    try {
      return use(file);
    } finally {
      file.close();
    }
  } finally {
    setDataSettings(before);
  }
}

/** Some rows of events before row `end` as texts. */
function rowsOf({ traces }: LoadedFile, end: number): string[] {
  const rows = 40_000;
  return COLUMNS.map((name) => traces[0]!.tables.get("events")!.cells(name, end - rows, rows).join(" "));
}

Deno.test(
  atFullEffort(
    "a trace that fills memory answers queries about its first part, and a problem says where that ends",
  ),
  async () => {
    // Packing the last batch may need up to 64 MiB.
    const most = (64 + 30) << 20;
    const kept = await loadIn({ budget: Infinity, most }, (file) => {
      assert(!canSave(file), "the next start may have more memory");
      const [trace] = file.traces;
      const events = trace!.tables.get("events")!;
      assert(events.rowCount > 65536 && events.rowCount < 900_000, `${events.rowCount} rows`);
      assertEquals(events.rowCount % 65536, 0);
      const [problem] = trace!.problems.filter(({ code }) => code === "memory-full");
      assert(problem!.offset > 1e6 && problem!.offset < BYTES.length);
      const allocs = trace!.tables.get("allocs")!;
      // Every block was allocated in a row that was read, and most of them were freed in one.
      const last = Number(allocs.cell(allocs.rowCount - 1, "seq"));
      assert(last > events.rowCount - 100 && last <= events.rowCount);
      return { count: events.rowCount, rows: rowsOf(file, events.rowCount) };
    });
    const whole = await loadIn({ budget: Infinity }, (file) => rowsOf(file, kept.count));
    assertEquals(kept.rows, whole);
  },
);

Deno.test(
  atFullEffort(
    "a file for blocks keeps memory from filling up, and without memory for one batch nothing is kept",
  ),
  async () => {
    const openFile = (): ReturnType<typeof openSpillFile> => openSpillFile([]);
    await loadIn({ budget: Infinity, most: (64 + 30) << 20, openFile }, ({ traces }) => {
      assert(traces[0]!.tables.get("events")!.rowCount >= 900_000);
      assertEquals(traces[0]!.problems.filter(({ code }) => code === "memory-full"), []);
    });
    await assertRejects(() => loadIn({ budget: Infinity, most: 1 << 20 }, () => {}), ArenaFullError);
  },
);

Deno.test(
  atFullEffort("if the disk is full too, the rows read so far are kept, and the problem says so"),
  async () => {
    const full = (): never => {
      throw new Error("No space left on device (os error 28)");
    };
    const openFile = (): BlockFile => ({ append: full, read: full, give: () => {}, clear: () => {} });
    const most = (64 + 30) << 20;
    await loadIn({ budget: 1 << 20, most, openFile }, ({ traces }) => {
      const [problem] = traces[0]!.problems.filter(({ code }) => code === "memory-full");
      assertEquals(
        problem!.message,
        "Memory for data is full, and blocks cannot be written: no space left on device",
      );
      assert(traces[0]!.tables.get("events")!.rowCount > 65536);
    });
  },
);
