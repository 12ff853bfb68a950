/** Queries on so many threads, however few rows there are. */

import { currentCrew } from "../../src/memory/crew.ts";
import { setThreads, threadSettings, useThreadsAlways } from "../../src/memory/threads.ts";

/** How queries use threads. */
interface ThreadUse {
  /** Only for questions that are worth it. */
  readonly worthwhile?: boolean;
  /** A thread may fail. */
  readonly failing?: boolean;
}

/** Does something while queries have `count` threads. */
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
    // The workers end when the crew of other settings is asked for.
    currentCrew();
  }
}

/** Does something while `Worker` is another class; the number of workers that were made. */
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
