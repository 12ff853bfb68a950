/**
 * Rebuilds a damaged index in the middle of a query. The code that needs a block cannot wait asynchronously,
 * so another thread reads the trace and writes the index while this one blocks.
 * @module
 */

import { mayLoad } from "../ingest/permission.ts";
import { REBUILD_WORKER, type RebuildStart, RebuildState, RebuildWord } from "./rebuild_worker.ts";

/** If the other thread makes no progress for this long, it is abandoned. */
const PATIENCE_MILLISECONDS = 60_000;

/** Rebuilds an index; returns false if that fails. */
export function rebuildIndex(what: Omit<RebuildStart, "words">): boolean {
  if (!mayLoad(REBUILD_WORKER)) return false;
  const words = new Int32Array(new SharedArrayBuffer(8));
  let worker: Worker | undefined;
  try {
    worker = new Worker(REBUILD_WORKER, { type: "module" });
    worker.onerror = (event) => event.preventDefault();
    worker.postMessage({ ...what, words } satisfies RebuildStart);
    return waitFor(words);
  } catch {
    return false;
  } finally {
    worker?.terminate();
  }
}

function waitFor(words: Int32Array): boolean {
  for (let seen = -1; Atomics.load(words, RebuildWord.State) === RebuildState.Working;) {
    const beats = Atomics.load(words, RebuildWord.Beats);
    if (beats === seen) return false;
    seen = beats;
    Atomics.wait(words, RebuildWord.State, RebuildState.Working, PATIENCE_MILLISECONDS);
  }
  return Atomics.load(words, RebuildWord.State) === RebuildState.Done;
}
