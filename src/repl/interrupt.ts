/**
 * Ctrl-C while a query runs. The query holds the thread, so another thread listens for the signal and counts it
 * where the query looks between two blocks.
 * @module
 */

import { polledSignal } from "../base/polled_signal.ts";
import { INTERRUPT_WORKER } from "./interrupt_worker.ts";

/** A query was given up by the user who asked it. */
export class CancelledError extends Error {
  override readonly name: string = "CancelledError";

  /** Creates the error with its message. */
  constructor() {
    super("Cancelled");
  }
}

/** The thread's program is a file: Deno would ask the user for leave to read it. */
function isReadable(module: string): boolean {
  return Deno.permissions.querySync({ name: "read", path: new URL(module) }).state === "granted";
}

/** A thread that has not come by then will not be waited for. */
const LONGEST_START_MS = 2000;
/** Both threads have heard of Ctrl-C after so long; on a busy machine one was a quarter of a second after the other. */
const BOTH_HAVE_HEARD_MS = 2000;

/**
 * Listens for Ctrl-C, on two threads: each counts what it hears, and what one has heard before is nothing new from the
 * other. Else one Ctrl-C would end two queries, the second one when the slower thread learns of it.
 */
export class Interrupts {
  /** What the other thread has heard. */
  readonly #elsewhere: Int32Array<SharedArrayBuffer>;
  /** What this thread has heard. */
  #here = 0;
  /** Where both began to count. */
  #start = { here: 0, elsewhere: 0 };
  /** How many since then have ended something, or were for nothing. */
  #done = 0;
  #lastDone = -Infinity;
  #worker: Worker | null = null;
  #listening: Promise<void> | null = null;
  #heard = false;

  /** `counted` is the count of the other thread. */
  constructor(counted: SharedArrayBuffer = new SharedArrayBuffer(4)) {
    this.#elsewhere = new Int32Array(counted);
  }

  /**
   * Starts the listening thread and waits until it listens. Deno wipes the line of the cursor when it loads the
   * program of a thread, so the cursor has to be on an empty one.
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
      // Then Ctrl-C is seen when the query pauses.
    }
  }

  /** Ends the listening thread. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = this.#listening = null;
  }

  /** This thread hears Ctrl-C. */
  raise(): void {
    this.#heard = true;
    this.#here++;
  }

  /** Forgets Ctrl-C: what comes next is something new. */
  reset(): void {
    this.#heard = false;
    // Of several in a row a thread may hear fewer than the other, so the counts are compared again after a while.
    if (!this.#isPending && performance.now() - this.#lastDone > BOTH_HAVE_HEARD_MS) {
      this.#start = { here: this.#here, elsewhere: Atomics.load(this.#elsewhere, 0) };
      this.#done = 0;
    } else this.lower();
  }

  /** What Ctrl-C was for has ended. */
  lower(): void {
    if (this.#isPending) this.#lastDone = performance.now();
    this.#done = this.#count;
  }

  /** Whether this thread has heard of Ctrl-C as well; it does so only when it is not busy. */
  get heard(): boolean {
    return this.#heard;
  }

  /** A signal for what is asked next. It is aborted at the first look after Ctrl-C; `looked` learns of every look. */
  signal(looked: () => void = () => {}): AbortSignal {
    return polledSignal(() => {
      looked();
      return this.#isPending ? new CancelledError() : undefined;
    });
  }

  get #isPending(): boolean {
    return this.#count > this.#done;
  }

  /** What the thread has heard that has heard more. */
  get #count(): number {
    const elsewhere = Atomics.load(this.#elsewhere, 0) - this.#start.elsewhere;
    return Math.max(this.#here - this.#start.here, elsewhere);
  }
}
