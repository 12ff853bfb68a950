/**
 * Indexes whose blocks are written while the trace is read give the same answers, and leave nothing behind if they are
 * abandoned.
 */
import { crc32 } from "node:zlib";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { DamagedIndexError } from "../../src/index/open_index_file.ts";
import { indexesIn } from "../../src/index/index_folder.ts";
import type { IndexedOptions } from "../../src/index/indexed_options.ts";
import { loadIndexed } from "../../src/index/load_indexed.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import type { LoadedFile } from "../../src/ingest/load.ts";
import { dataSettings, setDataSettings } from "../../src/memory/data_settings.ts";
import { newPools, type Pools } from "../../src/tables/pools.ts";
import { BLOCK_ROWS } from "../../src/tables/block.ts";
import type { Column } from "../../src/tables/column.ts";
import { generateMtrc } from "../bench/generate_mtrc.ts";
import { writePieces } from "../bench/write_pieces.ts";
import { byEffort, later } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

/** Enough that its index is begun early, with blocks of many sizes. */
const EVENTS = byEffort(400_000, 250_000);
const SMALL = 1 << 24;

async function inFolder(work: (trace: string, folder: string) => Promise<void>): Promise<void> {
  using root = Temporary.folder();
  const before = dataSettings();
  try {
    await writePieces(`${root.path}/run.mtrc`, generateMtrc({ events: EVENTS }));
    await work(`${root.path}/run.mtrc`, `${root.path}/indexes`);
  } finally {
    setDataSettings(before);
  }
}

interface Opened {
  readonly file: LoadedFile;
  readonly news: readonly string[];
  readonly pools: Pools;
}

async function open(
  path: string,
  folder: string | undefined,
  options: Partial<IndexedOptions> = {},
): Promise<Opened> {
  const news: string[] = [];
  const pools = newPools();
  const { source, reopen } = await openInput(path);
  try {
    const file = await loadIndexed({ source, path }, pools, {
      ...{ name: "t", always: true, settings: { folder, seconds: 0 } },
      ...(reopen ? { reopen } : {}),
      ...options,
      news: {
        saved: () => news.push("saved"),
        used: () => news.push("used"),
        unusable: (_, why) => news.push(why),
      },
    });
    return { file, news, pools };
  } finally {
    source.close();
  }
}

/** All numbers of all tables, summed up. */
function sums({ file, pools: { arena } }: Opened): Record<string, number> {
  const values = arena.alloc(BLOCK_ROWS * 8), nulls = arena.alloc(BLOCK_ROWS);
  const found: Record<string, number> = {};
  const add = (name: string, column: Column, rows: number): void => {
    let sum = 0;
    for (let first = 0; first < rows; first += BLOCK_ROWS) {
      const count = Math.min(BLOCK_ROWS, rows - first);
      const some = column.decode(first / BLOCK_ROWS, count, values, nulls);
      const { u8, u64 } = arena;
      if (some) { for (let row = 0; row < count; row++) if (u8[nulls + row]) u64[(values >>> 3) + row] = 0n; }
      sum = crc32(u8.slice(values, values + count * 8), sum);
      if (some) sum = crc32(u8.slice(nulls, nulls + count), sum);
    }
    found[`${name} ${rows}`] = sum;
  };
  for (const { name, packed } of file.traces) {
    const { tables, events } = packed!;
    for (const table of [...tables, events!.table]) {
      for (const column of table.columns) add(`${name} ${table.name}.${column.name}`, column, table.rowCount);
    }
    const { rows, ends, resized, history, count, historyCount } = events!.lives!;
    for (const column of [rows, ends, resized]) add(`lives.${column.name}`, column, count);
    for (const [of, column] of Object.entries(history)) add(`history.${of}`, column, historyCount);
  }
  arena.free(values);
  arena.free(nulls);
  return found;
}

/** The only index in a folder. */
function indexIn(folder: string): string {
  const found = indexesIn(folder);
  assertEquals(found.length, 1);
  return found[0]!.path;
}

for (const budget of [Infinity, SMALL]) {
  const within = budget === SMALL ? " within little memory" : "";
  Deno.test(`an index begun early has all rows that were read${within}`, () =>
    inFolder(async (trace, folder) => {
      setDataSettings({ budget, openFile: () => openSpillFile([]) });
      const plain = await open(trace, undefined);
      const expected = sums(plain);
      plain.file.close();
      assert(Object.keys(expected).length > 10);
      const first = await open(trace, folder);
      assertEquals([first.news, sums(first)], [["saved"], expected]);
      const path = indexIn(folder);
      assertEquals([...Deno.readDirSync(folder)].length, 1);
      // Spilled blocks are read from the index, which may be replaced or removed meanwhile.
      const second = await open(trace, folder);
      assertEquals([second.news, sums(second)], [["used"], expected]);
      const { store } = first.pools.arena;
      store.makeRoom(Infinity);
      store.makeRoom(Infinity);
      // Blocks that the thread wrote before they were spilled are not written again.
      const { size } = await Deno.stat(path);
      const isOnce = budget === SMALL || store.bytesWritten < size / 4;
      assertEquals([store.bytesInMemory, isOnce], [0, true]);
      await Deno.remove(path);
      assertEquals(sums(first), expected);
      for (const { file, pools } of [first, second]) {
        file.close();
        assertEquals(pools.arena.used, 0);
      }
    }));
}

Deno.test("an index begun early is rebuilt in the middle of a query, with its blocks elsewhere", () =>
  inFolder(async (trace, folder) => {
    const first = await open(trace, folder);
    const expected = sums(first);
    first.file.close();
    const path = indexIn(folder);
    const bytes = await Deno.readFile(path);
    const damaged = bytes.slice();
    for (let at = 0; at < bytes.length >> 1; at += 9973) damaged[at]! ^= 0x55;
    await Deno.writeFile(path, damaged);
    const second = await open(trace, folder);
    assertEquals(sums(second), expected);
    assertEquals(second.news, ["used", "a part of it is damaged"]);
    second.file.close();
    if (later !== null) return;
    // An index of a different trace is not accepted.
    await Deno.writeFile(path, damaged);
    const third = await open(trace, folder);
    await writePieces(trace, generateMtrc({ events: EVENTS, seed: 2 }));
    await assertRejects(async () => await Promise.resolve(sums(third)), DamagedIndexError);
    third.file.close();
  }));

Deno.test("an index begun early is removed if loading is cancelled or fast", () =>
  inFolder(async (trace, folder) => {
    const stopping = new AbortController();
    let steps = 0;
    const onProgress = (): void => {
      if (++steps === 4) stopping.abort();
    };
    await assertRejects(() => open(trace, folder, { signal: stopping.signal, onProgress }));
    assert(steps >= 4);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), []);
    const quick = await open(trace, folder, { always: false, settings: { folder, seconds: 1000 } });
    assertEquals([quick.news, [...Deno.readDirSync(folder)].length], [[], 0]);
    quick.file.close();
  }));
