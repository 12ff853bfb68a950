/**
 * The thread that reads a trace again because a part of its index is damaged, and writes the same index again. It is
 * imported as well, so that it is part of the compiled program.
 * @module
 */

import { isThreadProgram } from "../base/thread_program.ts";
import type { ResolveOptions } from "../ingest/resolve_options.ts";
import type { Pools } from "../tables/pools.ts";

/** Where the thread's program is. */
export const REBUILD_WORKER: string = import.meta.url;

/** How far the thread is. */
export enum RebuildState {
  Working = 0,
  Done = 1,
  Failed = 2,
}

/** Words by which the threads talk. */
export enum RebuildWord {
  State = 0,
  /** A heartbeat: grows while the worker makes progress. */
  Beats = 1,
}

/** What the thread is to do. */
export interface RebuildOrder {
  /** Folder and path of the index. */
  readonly folder: string;
  readonly place: string;
  /** The trace, and how it was read. */
  readonly path: string;
  /** The name that it had when the index was saved. */
  readonly name: string;
  readonly format: string | undefined;
  readonly fileOrder: boolean | undefined;
  readonly companion: string | undefined;
  readonly how: string;
  /** Where names come from, if they come from programs. */
  readonly resolve: ResolveOptions | undefined;
  /** Bytes of memory for data of the session that waits. */
  readonly budget: number;
  readonly words: Int32Array;
}

/** The session that waits has its own share of memory. */
const SHARE_OF_BUDGET = 4;
const LEAST_BUDGET = 1 << 26;

/** What there is of a worker's global scope. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<RebuildOrder>) => void) | null;
  close(): void;
}

if (isThreadProgram(import.meta.url)) {
  const scope = globalThis as unknown as WorkerScope;
  scope.onmessage = async ({ data }) => {
    const { words } = data;
    const beat = (): void => void Atomics.add(words, RebuildWord.Beats, 1);
    const done = await rebuild(data, beat).catch(() => false);
    Atomics.store(words, RebuildWord.State, done ? RebuildState.Done : RebuildState.Failed);
    Atomics.notify(words, RebuildWord.State);
    scope.close();
  };
}

async function rebuild(order: RebuildOrder, beat: () => void): Promise<boolean> {
  // None of this is needed where the file is imported for its address.
  const { openInput } = await import("../ingest/file_source.ts");
  const { load } = await import("../ingest/load.ts");
  const { openSpillFile } = await import("../ingest/spill_file.ts");
  const { setDataSettings } = await import("../memory/data_settings.ts");
  const { newPools } = await import("../tables/pools.ts");
  const { identityOf, isSameFile } = await import("./file_identity.ts");
  const { canSave } = await import("./save.ts");
  const { writeIndexFile } = await import("./write_index_file.ts");
  const { folder, place, path, name, format, fileOrder = false, companion, how, resolve, budget } = order;
  setDataSettings({
    budget: Math.max(LEAST_BUDGET, budget / SHARE_OF_BUDGET),
    openFile: () => openSpillFile([folder]),
  });
  const pools = newPools();
  await takeNumbers(place, pools);
  const file = identityOf(path);
  if (!file) return false;
  const { source, reopen } = await openInput(path);
  const { openResolver } = resolve ? await import("../ingest/resolve.ts") : {};
  const resolver = await openResolver?.(resolve!);
  try {
    const loaded = await load(source, pools, {
      name,
      path,
      format,
      fileOrder,
      companion,
      onProgress: beat,
      ...(reopen ? { reopen } : {}),
      ...(resolver ? { functionAt: resolver.functionAt } : {}),
    });
    beat();
    const now = identityOf(path);
    if (!now || !isSameFile(file, now) || !canSave(loaded)) return false;
    // Other names would have other numbers.
    if (resolver && !(resolver.others.isWhole && how.endsWith(resolver.others.describe()))) return false;
    const index = { folder, place, file, how, sums: source.sums, asked: false };
    return (await writeIndexFile(loaded, index)).bytes !== undefined;
  } finally {
    source.close();
    resolver?.close();
  }
}

/**
 * Texts and backtraces get the numbers that they have in the damaged index: blocks of text are numbers. Where that cannot
 * be read any more they get those of a session with one trace, which may be the same.
 */
async function takeNumbers(place: string, pools: Pools): Promise<void> {
  const { openIndexFile } = await import("./open_index_file.ts");
  const { readContents } = await import("./layout.ts");
  const { repeatNumbers } = await import("./texts_and_stacks.ts");
  const index = openIndexFile(place);
  if (!index) return;
  try {
    const contents = readContents(index);
    if (contents) repeatNumbers(pools, contents);
  } catch {
    // Then the index that comes out is compared with the one that was.
  } finally {
    index.close();
  }
}
