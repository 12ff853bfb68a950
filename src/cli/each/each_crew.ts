/**
 * Queries traces in parallel, each on its own thread, or all traces on this thread.
 * @module
 */

import { EXIT } from "../command.ts";
import type { FoundTrace } from "../find_traces.ts";
import type { EachListener } from "./each_plan.ts";
import { EACH_WORKER, type EachAnswer, type EachOrder, type EachStart } from "./each_worker.ts";

/** Queries a trace; returns the exit code. */
export interface TraceRunner {
  ask(file: FoundTrace, listener: EachListener): Promise<number>;
  stop(): void;
}

/**
 * A worker thread that queries traces. If it runs out of memory, the others continue and a new thread
 * replaces it.
 */
export class ThreadRunner implements TraceRunner {
  readonly #start: EachStart;
  #worker: Worker | undefined;

  constructor(start: EachStart) {
    this.#start = start;
  }

  ask(file: FoundTrace, listener: EachListener): Promise<number> {
    const worker = this.#worker ??= this.#begin();
    return new Promise((resolve, reject) => {
      const send = (order: EachOrder): void => worker.postMessage(order);
      worker.onmessage = async ({ data }: MessageEvent<EachAnswer>) => {
        if ("code" in data) return resolve(data.code);
        if ("bug" in data) return reject(new Error(data.bug));
        try {
          await listener(data.news);
          send({ taken: true });
        } catch (error) {
          reject(error);
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.stop();
        const text = `error: ${file.path}: the thread that queried it has failed: query this file alone\n`;
        void Promise.resolve(listener({ kind: "failure", text })).then(() => resolve(EXIT.failed), reject);
      };
      send({ file });
    });
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #begin(): Worker {
    const worker = new Worker(EACH_WORKER, { type: "module" });
    worker.postMessage({ start: this.#start } satisfies EachOrder);
    return worker;
  }
}
