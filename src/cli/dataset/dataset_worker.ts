/**
 * A worker thread that exports traces into a dataset, one at a time. The main program imports this file too,
 * so that it becomes part of the compiled program.
 * @module
 */

import type { WorkerScope } from "../../base/worker_scope.ts";
import { setIndexSettings } from "../../index/settings.ts";
import { openSpillFile } from "../../ingest/spill_file.ts";
import { setDataSettings } from "../../memory/data_settings.ts";
import { setThreads } from "../../memory/threads.ts";
import { OutputError } from "../../output/output_error.ts";
import { threadHost } from "../thread_host.ts";
import { type DatasetOptions, exportTrace, type TraceReport } from "./export_trace.ts";
import type { FoundTrace } from "../find_traces.ts";

/** URL of this file, to start the worker from. */
export const DATASET_WORKER: string = import.meta.url;

/** The first message to a thread. */
export interface DatasetStart {
  readonly options: DatasetOptions;
  /** Memory budget of this thread in bytes. */
  readonly budget: number;
  /** Folders for blocks that are spilled to disk. */
  readonly spill: readonly string[];
  /** Folder of saved indexes, which the thread uses. */
  readonly indexes: string | undefined;
}

/** A message to a thread: the start message, or a file to export. */
export type DatasetRequest = { readonly start: DatasetStart } | { readonly file: FoundTrace };

/** A message from the thread to the program that started it. */
export type DatasetMessage =
  | { readonly say: string }
  /** The folder that the thread is writing. */
  | { readonly folder: string }
  /** The thread has finished a file. */
  | { readonly reports: readonly TraceReport[] }
  /** Nothing more can be written, or an unexpected error occurred. */
  | { readonly failure: string; readonly isOutput: boolean };

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope<DatasetRequest, DatasetMessage>;
  const say = (news: DatasetMessage): void => scope.postMessage(news);
  let options: DatasetOptions | undefined;
  scope.onmessage = async ({ data }) => {
    if ("start" in data) {
      const { budget, spill, indexes } = data.start;
      setDataSettings({ budget, openFile: () => openSpillFile(spill) });
      setIndexSettings({ folder: indexes, seconds: Infinity });
      // Use one thread: the other cores are busy with other traces.
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
