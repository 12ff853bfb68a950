/**
 * Handles Ctrl-C while a query runs. The query blocks its thread, so another thread listens for the signal
 * and increments a counter that the query checks between blocks.
 * @module
 */

import { polledSignal } from "../base/polled_signal.ts";
import { INTERRUPT_WORKER } from "./interrupt_worker.ts";

/** A query was cancelled by the user. */
export class CancelledError extends Error {
  override readonly name: string = "CancelledError";

  /** Creates the error with its message. */
  constructor() {
    super("Cancelled");
  }
}

/** Whether the thread's module may be read: otherwise Deno would ask the user for permission. */
function isReadable(module: string): boolean {
  return Deno.permissions.querySync({ name: "read", path: new URL(module) }).state === "granted";
}

/** Maximum time to wait for the thread to start. */
const LONGEST_START_MS = 2000;
/**
 * Milliseconds after which both threads have received a Ctrl-C. On a busy machine, one of them received it a
 * quarter of a second after the other.
 */
const BOTH_HAVE_HEARD_MS = 2000;

/**
 * Listens for Ctrl-C on two threads. Each counts its signals, and a signal that one of them has received is
 * not new on the other. Otherwise a single Ctrl-C would cancel two queries: the second one when the slower
 * thread receives it.
 */
export class Interrupts {
  /** Count of the other thread. */
  readonly #elsewhere: Int32Array<SharedArrayBuffer>;
  /** Count of this thread. */
  #here = 0;
  /** Counts of both threads at the last reset. */
  #start = { here: 0, elsewhere: 0 };
  /** Number of signals since then that were handled or ignored. */
  #done = 0;
  #lastDone = -Infinity;
  #worker: Worker | null = null;
  #listening: Promise<void> | null = null;
  #heard = false;

  /** `counted` contains the count of the other thread. */
  constructor(counted: SharedArrayBuffer = new SharedArrayBuffer(4)) {
    this.#elsewhere = new Int32Array(counted);
  }

  /**
   * Starts the listening thread and waits until it listens. Deno clears the cursor's line when it loads a
   * worker, so the cursor has to be on an empty line.
   */
  start(): Promise<void> {
    return this.#listening ??= this.#listen();
  }

  async #listen(): Promise<void> {
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
        worker.postMessage(this.#elsewhere.buffer);
      });
      clearTimeout(timer);
    } catch {
      // In that case Ctrl-C is noticed when the query pauses.
    }
  }

  /** Stops the listening thread. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = this.#listening = null;
  }

  /** Called on Ctrl-C on this thread. */
  raise(): void {
    this.#heard = true;
    this.#here++;
  }

  /** Forgets earlier signals, so that the next one is new. */
  reset(): void {
    this.#heard = false;
    // If several signals arrive at once, one thread may receive fewer of them than the other, so the counts
    // are compared again later.
    if (!this.#isPending && performance.now() - this.#lastDone > BOTH_HAVE_HEARD_MS) {
      this.#start = { here: this.#here, elsewhere: Atomics.load(this.#elsewhere, 0) };
      this.#done = 0;
    } else this.lower();
  }

  /** Marks the pending Ctrl-C as handled. */
  lower(): void {
    if (this.#isPending) this.#lastDone = performance.now();
    this.#done = this.#count;
  }

  /** Whether this thread has received the Ctrl-C too, which happens only when it is idle. */
  get heard(): boolean {
    return this.#heard;
  }

  /**
   * A signal for the next operation. It is aborted at the first check after Ctrl-C; `looked` is called at
   * every check.
   */
  signal(looked: () => void = () => {}): AbortSignal {
    return polledSignal(() => {
      looked();
      return this.#isPending ? new CancelledError() : undefined;
    });
  }

  get #isPending(): boolean {
    return this.#count > this.#done;
  }

  /** The larger of the two counts. */
  get #count(): number {
    const elsewhere = Atomics.load(this.#elsewhere, 0) - this.#start.elsewhere;
    return Math.max(this.#here - this.#start.here, elsewhere);
  }
}
