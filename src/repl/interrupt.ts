/**
 * Ctrl-C while a query runs. The query holds the thread, so another thread listens for the signal and raises a flag
 * that the query looks at between two blocks.
 * @module
 */

import { INTERRUPT_WORKER } from "./interrupt_worker.ts";

/** A query was given up by the person who asked it. */
export class CancelledError extends Error {
  override readonly name: string = "CancelledError";

  /** Says so. */
  constructor() {
    super("Cancelled");
  }
}

/** Listens for Ctrl-C. */
export class Interrupts {
  readonly #flag: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | null = null;

  /** Starts the listening thread; it takes some milliseconds, so call it while nobody waits. */
  start(): void {
    if (this.#worker) return;
    try {
      const worker = new Worker(INTERRUPT_WORKER, { type: "module" });
      worker.onerror = (event) => event.preventDefault();
      worker.postMessage(this.#flag.buffer);
      this.#worker = worker;
    } catch {
      // Then Ctrl-C is seen when the query pauses.
    }
  }

  /** Ends the listening thread. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Raises the flag by hand. */
  raise(): void {
    Atomics.store(this.#flag, 0, 1);
  }

  /** A signal for one run. It is aborted as soon as somebody asks it after Ctrl-C. */
  signal(): AbortSignal {
    Atomics.store(this.#flag, 0, 0);
    const controller = new AbortController();
    const { signal } = controller;
    const look = (): boolean => {
      if (Atomics.load(this.#flag, 0) !== 0 && !controller.signal.aborted) {
        controller.abort(new CancelledError());
      }
      return Reflect.get(AbortSignal.prototype, "aborted", signal) as boolean;
    };
    Object.defineProperty(signal, "throwIfAborted", {
      value: (): void => {
        if (Atomics.load(this.#flag, 0) !== 0) throw new CancelledError();
      },
    });
    Object.defineProperty(signal, "aborted", { get: look });
    return signal;
  }
}
