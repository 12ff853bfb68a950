/**
 * A worker thread that queries traces, one at a time. The main program imports this file too, so that it
 * becomes part of the compiled program.
 * @module
 */

import type { WorkerScope } from "../../base/worker_scope.ts";
import { setIndexSettings } from "../../index/settings.ts";
import { openSpillFile } from "../../ingest/spill_file.ts";
import { setDataSettings } from "../../memory/data_settings.ts";
import { setThreads } from "../../memory/threads.ts";
import type { FoundTrace } from "../find_traces.ts";
import { threadHost } from "../thread_host.ts";
import { queryOneTrace } from "./ask_trace.ts";
import type { EachMessage, EachPlan } from "./each_plan.ts";

/** URL of this file, to start the worker from. */
export const EACH_WORKER: string = import.meta.url;

/** The first message to a thread. */
export interface EachStart {
  readonly plan: EachPlan;
  /** Memory budget of this thread in bytes. */
  readonly budget: number;
  /** Folders for blocks that are spilled to disk. */
  readonly spill: readonly string[];
  /** Folder of indexes, and the minimum loading time for which an index is saved. */
  readonly indexes: { readonly folder: string | undefined; readonly seconds: number };
}

/**
 * A message to a thread: the start message, a trace to query, or a confirmation that its message has been
 * received.
 */
export type EachOrder =
  | { readonly start: EachStart }
  | { readonly file: FoundTrace }
  | { readonly taken: true };

/** A message from a thread. */
export type EachAnswer =
  /** A message about a trace; the thread waits until it has been received. */
  | { readonly news: EachMessage }
  /** The thread has finished a trace. */
  | { readonly code: number }
  /** An unexpected error occurred. */
  | { readonly bug: string };

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope<EachOrder, EachAnswer>;
  let plan: EachPlan | undefined;
  let goOn = (): void => {};
  const tell = (news: EachMessage): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    goOn = resolve;
    scope.postMessage({ news });
    return promise;
  };
  scope.onmessage = async ({ data }) => {
    if ("taken" in data) return goOn();
    if ("start" in data) {
      const { budget, spill, indexes } = data.start;
      setDataSettings({ budget, openFile: () => openSpillFile(spill) });
      setIndexSettings(indexes);
      // Use one thread: the other cores are busy with other traces.
      setThreads(1);
      plan = data.start.plan;
      return;
    }
    try {
      scope.postMessage({ code: await queryOneTrace(threadHost(() => {}), data.file, plan!, tell) });
    } catch (error) {
      scope.postMessage({ bug: error instanceof Error ? error.stack ?? error.message : String(error) });
    }
  };
}
