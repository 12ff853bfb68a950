/**
 * Ctrl-C while a query runs. The query holds the thread, so another thread listens for the signal and raises a flag
 * that the query looks at between two blocks.
 * @module
 */

import { polledSignal } from "../base/polled_signal.ts";
import { INTERRUPT_WORKER } from "./interrupt_worker.ts";

/** A query was given up by the person who asked it. */
export class CancelledError extends Error {
  override readonly name: string = "CancelledError";

  /** Says so. */
  constructor() {
    super("Cancelled");
  }
}

/** The thread's program is a file: Deno would ask the person for leave to read it. */
function isReadable(module: string): boolean {
  return Deno.permissions.querySync({ name: "read", path: new URL(module) }).state === "granted";
}

/** A thread that has not come by then will not be waited for. */
const LONGEST_START_MS = 2000;

/** Listens for Ctrl-C. */
export class Interrupts {
  readonly #flag: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | null = null;
  #listening: Promise<void> | null = null;
  #heard = false;

  /**
   * Starts the listening thread and waits until it listens. Deno wipes the line of the cursor when it loads the
   * program of a thread, so the cursor has to be on an empty one.
   */
  start(): Promise<void> {
    return this.#listening ??= this.#start();
  }

  async #start(): Promise<void> {
    if (!isReadable(INTERRUPT_WORKER)) return;
    try {
      const worker = new Worker(INTERRUPT_WORKER, { type: "module" });
      this.#worker = worker;
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LONGEST_START_MS);
        worker.onmessage = (): void => resolve();
        worker.onerror = (event): void => {
          event.preventDefault();
          resolve();
        };
        worker.postMessage(this.#flag.buffer);
      });
      clearTimeout(timer);
    } catch {
      // Then Ctrl-C is seen when the query pauses.
    }
  }

  /** Ends the listening thread. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = this.#listening = null;
  }

  /** Raises the flag from this thread. */
  raise(): void {
    this.#heard = true;
    Atomics.store(this.#flag, 0, 1);
  }

  /** Forgets Ctrl-C: what comes next is something new. */
  reset(): void {
    this.#heard = false;
    this.lower();
  }

  /** Takes the flag down: what it was raised for has ended. */
  lower(): void {
    Atomics.store(this.#flag, 0, 0);
  }

  /** Whether this thread has heard of Ctrl-C as well; it does so only when it is not busy. */
  get heard(): boolean {
    return this.#heard;
  }

  /** A signal for what is asked next. It is aborted at the first look after Ctrl-C. */
  signal(): AbortSignal {
    return polledSignal(() => Atomics.load(this.#flag, 0) === 0 ? undefined : new CancelledError());
  }
}
