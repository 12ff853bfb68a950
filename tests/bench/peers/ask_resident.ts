/**
 * Loads a trace within a budget and reports what stays in memory apart from blocks: `ask_resident.ts TRACE BUDGET
 * FILE`. Needs `--v8-flags=--expose-gc`.
 */

import { openInput } from "../../../src/ingest/file_source.ts";
import { load } from "../../../src/ingest/load.ts";
import { openSpillFile } from "../../../src/ingest/spill_file.ts";
import { setDataSettings } from "../../../src/memory/data_settings.ts";
import { newPools } from "../../../src/tables/pools.ts";

/** Bytes in memory, independent of the budget. */
export interface ResidentFigures {
  readonly texts: number;
  readonly stacks: number;
  /** Zone maps and lists of blocks: objects of the engine. */
  readonly objects: number;
  /** Everything else apart from blocks: codes of texts and ids of stacks, which do not grow with the events. */
  readonly others: number;
  /** Its maximum while the trace was read, which pairing needs. */
  readonly whileReading: number;
}

function objects(): number {
  (globalThis as unknown as { gc(): void }).gc();
  return Deno.memoryUsage().heapUsed;
}

if (import.meta.main) {
  const [path, budget, told] = Deno.args as [string, string, string];
  setDataSettings({ budget: Number(budget), openFile: () => openSpillFile([]) });
  const pools = newPools();
  const { heap } = pools.arena;
  const fixed = (): number => heap.used - heap.store.bytesInMemory;
  const { source } = await openInput(path);
  const before = objects();
  let most = 0;
  // The trace stays open until the figures are measured.
  const file = await load(source, pools, {
    name: "t",
    onProgress: () => void (most = Math.max(most, fixed())),
  });
  source.close();
  const { strings, stacks } = pools;
  const figures: ResidentFigures = {
    texts: strings.byteLength,
    stacks: stacks.byteLength,
    objects: objects() - before,
    others: fixed() - strings.byteLength - stacks.byteLength,
    whileReading: most,
  };
  Deno.writeTextFileSync(told, JSON.stringify(figures));
  file.close();
  Deno.exit(0);
}
