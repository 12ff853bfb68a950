/**
 * Exports several traces at once, each in its own thread. Threads are used rather than processes: they need
 * no permission to run programs, and they are part of the compiled program. They share nothing but the
 * process, because each has its own memory, texts and stacks.
 * @module
 */

import { OutputError } from "../../output/output_error.ts";
import { registerUnfinished, whenEnded } from "../../output/on_exit.ts";
import { removeOwnUnfinished, removeUnfinishedFolder, unfinishedFolder } from "../../output/whole_folder.ts";
import { EXIT } from "../command.ts";
import type { CliHost } from "../host.ts";
import {
  DATASET_WORKER,
  type DatasetMessage,
  type DatasetRequest,
  type DatasetStart,
} from "./dataset_worker.ts";
import type { TraceReport } from "./export_trace.ts";
import type { FoundTrace } from "../find_traces.ts";

/** Options for distributing the work over threads. */
interface CrewOptions {
  readonly threads: number;
  readonly start: DatasetStart;
  /** Called when a file has been exported. */
  readonly onDone: (reports: readonly TraceReport[]) => void;
}

/**
 * Exports all files. Throws `OutputError` when nothing more can be written; unfinished folders are then
 * removed.
 */
export async function exportInParallel(
  host: CliHost,
  files: readonly FoundTrace[],
  { threads, start, onDone }: CrewOptions,
): Promise<void> {
  // Start with the largest files: a large file that is started last would keep one core busy while the others
  // are idle.
  const left = files.toSorted((one, other) => one.bytes - other.bytes);
  const members = new Set<ExportThread>();
  const stop = (): void => {
    for (const member of members) member.stop();
  };
  const discard = (): void => {
    stop();
    // A thread may have started a folder before it could announce it.
    removeOwnUnfinished(start.options.place);
  };
  const stopEnding = whenEnded(discard);
  const stopInterrupt = host.onInterrupt(() => {
    discard();
    host.exit(EXIT.interrupted);
  });
  try {
    await Promise.all(Array.from({ length: Math.min(threads, files.length) }, async () => {
      let member: ExportThread | undefined;
      for (let file = left.pop(); file !== undefined; file = left.pop()) {
        if (member === undefined) members.add(member = new ExportThread(host, start));
        const reports = await member.export(file);
        if (reports !== undefined) {
          onDone(reports);
          continue;
        }
        // A thread that runs out of memory does not affect the others.
        member.stop();
        members.delete(member);
        member = undefined;
        onDone([lost(file)]);
      }
    }));
  } finally {
    stop();
    stopEnding();
    stopInterrupt();
  }
}

function lost({ name }: FoundTrace): TraceReport {
  return {
    name,
    status: "failed",
    rows: 0,
    bytes: 0,
    problems: 0,
    message: "the thread that read it has failed: export this file alone",
    code: EXIT.failed,
  };
}

/** A worker thread that exports files. */
class ExportThread {
  readonly #host: CliHost;
  readonly #worker: Worker;
  #folder: string | undefined;
  #settled: (() => void) | undefined;

  constructor(host: CliHost, start: DatasetStart) {
    this.#host = host;
    this.#worker = new Worker(DATASET_WORKER, { type: "module" });
    this.#send({ start });
  }

  /** Exports a file and returns its reports; undefined if the thread has died. */
  export(file: FoundTrace): Promise<readonly TraceReport[] | undefined> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<DatasetMessage>) => {
        if ("say" in data) void this.#host.stderr.write(data.say);
        else if ("folder" in data) {
          this.#folder = data.folder;
          this.#settled = registerUnfinished(unfinishedFolder(data.folder));
        } else {
          this.#folder = undefined;
          this.#settled?.();
          if ("reports" in data) resolve(data.reports);
          else reject(data.isOutput ? new OutputError(data.failure) : new Error(data.failure));
        }
      };
      this.#worker.onerror = (event) => {
        event.preventDefault();
        resolve(undefined);
      };
      this.#send({ file });
    });
  }

  stop(): void {
    this.#worker.terminate();
    if (this.#folder !== undefined) removeUnfinishedFolder(this.#folder);
    this.#folder = undefined;
  }

  #send(order: DatasetRequest): void {
    this.#worker.postMessage(order);
  }
}
