/**
 * Traces that are asked side by side, each by a thread of its own, or by this one alone.
 * @module
 */

import { EXIT } from "../command.ts";
import type { FoundTrace } from "../find_traces.ts";
import type { EachListener } from "./each_plan.ts";
import { EACH_WORKER, type EachAnswer, type EachOrder, type EachStart } from "./each_worker.ts";

/** Who asks a trace: gives the exit code. */
export interface Asker {
  ask(file: FoundTrace, listener: EachListener): Promise<number>;
  stop(): void;
}

/** A thread that asks. One that ran out of memory takes none of the others with it, and another takes its place. */
export class ThreadAsker implements Asker {
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
        const text = `error: ${file.path}: the thread that asked it has ended: try it alone\n`;
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
