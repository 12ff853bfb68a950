/**
 * Several traces at once, each in a thread of its own. Threads and not processes: they need no permission to run
 * programs, are in the compiled program, and share nothing but the process, since each has a memory, texts and stacks
 * of its own.
 * @module
 */

import { OutputError } from "../../output/output_error.ts";
import { announce, whenEnded } from "../../output/when_ended.ts";
import { removeOwnUnfinished, removeUnfinishedFolder, unfinishedFolder } from "../../output/whole_folder.ts";
import { EXIT } from "../command.ts";
import type { CliHost } from "../host.ts";
import { DATASET_WORKER, type DatasetNews, type DatasetOrder, type DatasetStart } from "./dataset_worker.ts";
import type { TraceReport } from "./export_trace.ts";
import type { FoundTrace } from "../find_traces.ts";

/** How the work is spread. */
interface CrewOptions {
  readonly threads: number;
  readonly start: DatasetStart;
  /** Told when a file is done with. */
  readonly onDone: (reports: readonly TraceReport[]) => void;
}

/** Exports all files. Throws `OutputError` when nothing more can be written; then nothing half done is left. */
export async function exportTogether(
  host: CliHost,
  files: readonly FoundTrace[],
  { threads, start, onDone }: CrewOptions,
): Promise<void> {
  // The largest first: one that comes last would keep one core busy and the others waiting.
  const left = files.toSorted((one, other) => one.bytes - other.bytes);
  const members = new Set<Member>();
  const stop = (): void => {
    for (const member of members) member.stop();
  };
  const discard = (): void => {
    stop();
    // A thread may have begun a folder and not said so yet.
    removeOwnUnfinished(start.options.place);
  };
  const stopEnding = whenEnded(discard);
  const stopInterrupt = host.onInterrupt(() => {
    discard();
    host.exit(EXIT.interrupted);
  });
  try {
    await Promise.all(Array.from({ length: Math.min(threads, files.length) }, async () => {
      let member: Member | undefined;
      for (let file = left.pop(); file !== undefined; file = left.pop()) {
        if (member === undefined) members.add(member = new Member(host, start));
        const reports = await member.export(file);
        if (reports !== undefined) {
          onDone(reports);
          continue;
        }
        // A thread that ran out of memory takes none of the others with it.
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
    message: "the thread that read it has ended: try it alone",
    code: EXIT.failed,
  };
}

/** A thread. */
class Member {
  readonly #host: CliHost;
  readonly #worker: Worker;
  #folder: string | undefined;
  #settled: (() => void) | undefined;

  constructor(host: CliHost, start: DatasetStart) {
    this.#host = host;
    this.#worker = new Worker(DATASET_WORKER, { type: "module" });
    this.#send({ start });
  }

  /** The reports of a file; undefined when the thread has ended. */
  export(file: FoundTrace): Promise<readonly TraceReport[] | undefined> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<DatasetNews>) => {
        if ("say" in data) void this.#host.stderr.write(data.say);
        else if ("folder" in data) {
          this.#folder = data.folder;
          this.#settled = announce(unfinishedFolder(data.folder));
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

  #send(order: DatasetOrder): void {
    this.#worker.postMessage(order);
  }
}
