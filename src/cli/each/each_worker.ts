/**
 * A thread that asks traces, one after the other. It is imported as well, so that it is part of the compiled program.
 * @module
 */

import { setIndexSettings } from "../../index/settings.ts";
import { openSpillFile } from "../../ingest/spill_file.ts";
import { setDataSettings } from "../../memory/data_settings.ts";
import { setThreads } from "../../memory/threads.ts";
import type { FoundTrace } from "../find_traces.ts";
import { threadHost } from "../thread_host.ts";
import { askTrace } from "./ask_trace.ts";
import type { EachNews, EachPlan } from "./each_plan.ts";

/** Where the thread's program is. */
export const EACH_WORKER: string = import.meta.url;

/** What a thread is told first. */
export interface EachStart {
  readonly plan: EachPlan;
  /** Bytes of memory for data of this thread. */
  readonly budget: number;
  /** Folders for blocks that leave memory. */
  readonly spill: readonly string[];
  /** Where indexes are, and how long loading takes that is worth one. */
  readonly indexes: { readonly folder: string | undefined; readonly seconds: number };
}

/** What a thread is told: how to work, whom to ask, and that what it said has been taken. */
export type EachOrder =
  | { readonly start: EachStart }
  | { readonly file: FoundTrace }
  | { readonly taken: true };

/** What a thread says. */
export type EachAnswer =
  /** It continues when it is told that this has been taken. */
  | { readonly news: EachNews }
  /** It is done with a trace. */
  | { readonly code: number }
  /** Something went wrong that nobody foresaw. */
  | { readonly bug: string };

/** What there is of a worker's global scope. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<EachOrder>) => void) | null;
  postMessage(message: EachAnswer): void;
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope;
  let plan: EachPlan | undefined;
  let goOn = (): void => {};
  const tell = (news: EachNews): Promise<void> => {
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
      // Other traces keep the other cores busy.
      setThreads(1);
      plan = data.start.plan;
      return;
    }
    try {
      scope.postMessage({ code: await askTrace(threadHost(() => {}), data.file, plan!, tell) });
    } catch (error) {
      scope.postMessage({ bug: error instanceof Error ? error.stack ?? error.message : String(error) });
    }
  };
}
