/**
 * A thread that exports traces into a dataset, one after the other. It is imported as well, so that it is part of the
 * compiled program.
 * @module
 */

import { setIndexSettings } from "../../index/settings.ts";
import { openSpillFile } from "../../ingest/spill_file.ts";
import { setDataSettings } from "../../memory/data_settings.ts";
import { setThreads } from "../../memory/threads.ts";
import { OutputError } from "../../output/output_error.ts";
import { threadHost } from "../thread_host.ts";
import { type DatasetOptions, exportTrace, type TraceReport } from "./export_trace.ts";
import type { FoundTrace } from "../find_traces.ts";

/** Where the thread's program is. */
export const DATASET_WORKER: string = import.meta.url;

/** What a thread is told first. */
export interface DatasetStart {
  readonly options: DatasetOptions;
  /** Bytes of memory for data of this thread. */
  readonly budget: number;
  /** Folders for blocks that leave memory. */
  readonly spill: readonly string[];
  /** Folder of saved indexes, which are used. */
  readonly indexes: string | undefined;
}

/** What a thread is to do; without a file, what it is told first. */
export type DatasetOrder = { readonly start: DatasetStart } | { readonly file: FoundTrace };

/** What a thread says. */
export type DatasetNews =
  | { readonly say: string }
  /** The folder that it writes. */
  | { readonly folder: string }
  /** It is done with a file. */
  | { readonly reports: readonly TraceReport[] }
  /** Nothing more can be written, or something went wrong that nobody foresaw. */
  | { readonly failure: string; readonly isOutput: boolean };

/** What there is of a worker's global scope. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<DatasetOrder>) => void) | null;
  postMessage(message: DatasetNews): void;
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope;
  const say = (news: DatasetNews): void => scope.postMessage(news);
  let options: DatasetOptions | undefined;
  scope.onmessage = async ({ data }) => {
    if ("start" in data) {
      const { budget, spill, indexes } = data.start;
      setDataSettings({ budget, openFile: () => openSpillFile(spill) });
      setIndexSettings({ folder: indexes, seconds: Infinity });
      // Other traces keep the other cores busy.
      setThreads(1);
      options = data.start.options;
      return;
    }
    try {
      const host = threadHost((text) => say({ say: text }));
      const reports = await exportTrace(host, data.file, options!, {
        begun: ({ path }) => say({ folder: path }),
      });
      say({ reports });
    } catch (error) {
      const isOutput = error instanceof OutputError;
      const found = error instanceof Error
        ? (isOutput ? error.message : error.stack ?? error.message)
        : String(error);
      say({ failure: found, isOutput });
    }
  };
}
