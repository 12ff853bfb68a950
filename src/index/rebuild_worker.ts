/**
 * The thread that reads a trace again because a part of its index is damaged, and writes the same index
 * again. It is also imported, so that it becomes part of the compiled program.
 * @module
 */

import { isThreadProgram } from "../base/thread_program.ts";
import type { WorkerScope } from "../base/worker_scope.ts";
import type { ResolveOptions } from "../ingest/resolve_options.ts";
import type { Pools } from "../tables/pools.ts";

/** The address of this module, to start a worker from. */
export const REBUILD_WORKER: string = import.meta.url;

/** Progress of the thread. */
export enum RebuildState {
  Working = 0,
  Done = 1,
  Failed = 2,
}

/** Indexes of the words of shared memory. */
export enum RebuildWord {
  State = 0,
  /** Heartbeat: increases while the worker makes progress. */
  Beats = 1,
}

/** The message that starts the thread. */
export interface RebuildStart {
  /** Folder and path of the index. */
  readonly folder: string;
  readonly place: string;
  /** Path of the trace, and the options it was read with. */
  readonly path: string;
  /** Name of the trace when the index was saved. */
  readonly name: string;
  readonly format: string | undefined;
  readonly fileOrder: boolean | undefined;
  readonly companion: string | undefined;
  readonly how: string;
  /** Options for looking up names, if they come from programs. */
  readonly resolve: ResolveOptions | undefined;
  /** Bytes of memory for the data of the waiting session. */
  readonly budget: number;
  readonly words: Int32Array;
}

/** The waiting session keeps its memory, so this thread takes 1/4 of the budget. */
const SHARE_OF_BUDGET = 4;
const LEAST_BUDGET = 1 << 26;

if (isThreadProgram(import.meta.url)) {
  const scope = globalThis as unknown as WorkerScope<RebuildStart>;
  scope.onmessage = async ({ data }) => {
    const { words } = data;
    const beat = (): void => void Atomics.add(words, RebuildWord.Beats, 1);
    const done = await rebuild(data, beat).catch(() => false);
    Atomics.store(words, RebuildWord.State, done ? RebuildState.Done : RebuildState.Failed);
    Atomics.notify(words, RebuildWord.State);
    scope.close();
  };
}

async function rebuild(order: RebuildStart, beat: () => void): Promise<boolean> {
  // Loaded here because it is not needed when this module is imported only for its address.
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
  const resolver = openResolver?.(resolve!);
  try {
    await resolver?.others.prepare();
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
    // Other symbol files would result in other names and numbers.
    if (resolver && !how.endsWith(resolver.others.describe())) return false;
    const index = { folder, place, file, how, sums: source.sums, asked: false };
    return (await writeIndexFile(loaded, index)).bytes !== undefined;
  } finally {
    source.close();
    resolver?.close();
  }
}

/**
 * Gives texts and backtraces the numbers they have in the damaged index, since blocks of text contain
 * numbers. If the old numbers cannot be read, assigns those of a session with one trace, which may be the
 * same.
 */
async function takeNumbers(place: string, pools: Pools): Promise<void> {
  const { openIndexFile } = await import("./open_index_file.ts");
  const { readIndexContents } = await import("./layout.ts");
  const { repeatNumbers } = await import("./texts_and_stacks.ts");
  const index = openIndexFile(place);
  if (!index) return;
  try {
    const contents = readIndexContents(index);
    if (contents) repeatNumbers(pools, contents);
  } catch {
    // If the numbers cannot be read, the new index is compared with the old one.
  } finally {
    index.close();
  }
}
