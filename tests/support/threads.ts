/** Queries on a given number of threads, for any number of rows. */

import { currentCrew } from "../../src/memory/crew.ts";
import { setThreads, threadSettings, useThreadsAlways } from "../../src/memory/threads.ts";

/** Options for the use of threads. */
interface ThreadUse {
  /** Whether threads are used only for queries that are large enough. */
  readonly worthwhile?: boolean;
  /** Whether a thread may fail. */
  readonly failing?: boolean;
}

/** Runs `work` while queries have `count` threads. */
export async function onThreads<T>(
  count: number,
  work: () => T | Promise<T>,
  { worthwhile = false, failing = worthwhile }: ThreadUse = {},
): Promise<T> {
  const before = threadSettings();
  setThreads(count);
  useThreadsAlways(!worthwhile, failing);
  try {
    return await work();
  } finally {
    setThreads(before.wanted);
    useThreadsAlways(before.always, before.mayFail);
    // The workers end when a crew with other settings is requested.
    currentCrew();
  }
}

/** Runs `work` while `Worker` is replaced by another class; returns the number of workers that were created. */
export async function withWorkers(
  other: (real: typeof Worker) => typeof Worker,
  work: () => Promise<void>,
): Promise<number> {
  const real = globalThis.Worker;
  let made = 0;
  const Made = other(real);
  globalThis.Worker = new Proxy(Made, {
    construct(target, args) {
      made++;
      return Reflect.construct(target, args);
    },
  });
  try {
    await work();
  } finally {
    globalThis.Worker = real;
  }
  return made;
}
