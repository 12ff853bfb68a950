/**
 * Standard input, read by another thread.
 * @module
 */

import process from "node:process";
import { Readable } from "node:stream";
import { mayLoad } from "../ingest/permission.ts";
import { CancelledIds } from "./cancelled_ids.ts";
import type { SharedInput } from "./listen.ts";

/** The client's input. */
interface ThreadedInput {
  readonly stream: Readable;
  /**
   * Cancelled requests, known even while this thread is busy; undefined if this thread reads the input
   * itself.
   */
  readonly cancelled: CancelledIds | undefined;
}

/**
 * Reads with a thread that runs `program`, or on this thread if that one cannot be loaded: a cancel request
 * is then noticed only between two steps.
 */
export function threadedInput(program: string): ThreadedInput {
  const here = { stream: process.stdin, cancelled: undefined };
  if (!mayLoad(program)) return here;
  const cancelled = new CancelledIds();
  const waiting = new Int32Array(new SharedArrayBuffer(4));
  const stream = new Readable({ read: (): void => {} });
  try {
    const worker = new Worker(program, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Uint8Array | null>): void => {
      if (data) Atomics.sub(waiting, 0, data.length);
      stream.push(data);
    };
    worker.onerror = (event): void => {
      event.preventDefault();
      stream.push(null);
    };
    worker.postMessage({ cancelled: cancelled.buffer, waiting: waiting.buffer } satisfies SharedInput);
  } catch {
    return here;
  }
  return { stream, cancelled };
}
