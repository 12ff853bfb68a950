/**
 * Writes a file by another thread, while this one makes the next pieces. Pieces are copied into a few buffers, which go to the
 * thread and come back.
 * @module
 */

import { mayLoad } from "../ingest/permission.ts";
import { explain } from "./target.ts";
import { WRITE_WORKER, type WriteAnswer, type WriteOrder } from "./write_worker.ts";

const BUFFER_BYTES = 1 << 20;
/** Buffers that wait for the thread; who makes more waits too. */
const BUFFERS = 8;

/** Whether another thread may write here, to a file that this one has open and locked. */
export function mayWriteByThread(): boolean {
  // Elsewhere a lock keeps all other handles out. A thread has no other one beside it.
  return Deno.build.os !== "windows" && !("DedicatedWorkerGlobalScope" in globalThis) &&
    mayLoad(WRITE_WORKER);
}

/** Pieces on their way to a file. */
export class ThreadedWriter {
  readonly #path: string;
  readonly #worker: Worker;
  readonly #idle: ArrayBuffer[] = [];
  #made = 0;
  #buffer: Uint8Array<ArrayBuffer> | undefined;
  #used = 0;
  #failure: unknown;
  #wake: (() => void) | undefined;

  /** Writes to the file `unfinished`, which is there, from its beginning; messages name `path`. */
  constructor(path: string, unfinished: string) {
    this.#path = path;
    this.#worker = new Worker(WRITE_WORKER, { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<WriteAnswer>) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#failed(new Error(event.message));
    };
    this.#post({ path: unfinished });
  }

  /** Takes a piece, which may be used again then. Throws `OutputError`, also for what was taken before. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const buffer = this.#buffer ??= await this.#nextBuffer();
      const count = Math.min(bytes.length - at, buffer.length - this.#used);
      buffer.set(bytes.subarray(at, at + count), this.#used);
      this.#used += count;
      at += count;
      if (this.#used === buffer.length) this.#send(buffer);
    }
  }

  /** Waits until everything is written, and ends the thread. Throws `OutputError`. */
  async finish(): Promise<void> {
    if (this.#buffer) this.#send(this.#buffer);
    while (this.#failure === undefined && this.#idle.length < this.#made) await this.#hearMore();
    this.#check();
    this.#post("end");
  }

  /** Ends the thread, whatever it is at. */
  stop(): void {
    this.#worker.terminate();
  }

  #send({ buffer: piece }: Uint8Array<ArrayBuffer>): void {
    this.#post({ piece, length: this.#used }, [piece]);
    this.#buffer = undefined;
    this.#used = 0;
  }

  async #nextBuffer(): Promise<Uint8Array<ArrayBuffer>> {
    while (this.#failure === undefined && this.#idle.length === 0 && this.#made === BUFFERS) {
      await this.#hearMore();
    }
    this.#check();
    const idle = this.#idle.pop();
    if (!idle) this.#made++;
    return new Uint8Array(idle ?? new ArrayBuffer(BUFFER_BYTES));
  }

  #post(order: WriteOrder, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, transfer);
  }

  #hear(answer: WriteAnswer): void {
    if ("failure" in answer) return this.#failed(errorOf(answer.failure));
    this.#idle.push(answer.piece);
    this.#wake?.();
  }

  #failed(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  #hearMore(): Promise<void> {
    return new Promise((resolve) => this.#wake = resolve);
  }

  #check(): void {
    if (this.#failure !== undefined) explain(this.#path, this.#failure);
  }
}

/** The error that another thread had: what is said of it depends on its class. */
function errorOf({ name, message }: { name: string; message: string }): Error {
  const classes: Record<string, new (message: string) => Error> = Deno.errors;
  return Object.hasOwn(classes, name) ? new classes[name]!(message) : new Error(message);
}
