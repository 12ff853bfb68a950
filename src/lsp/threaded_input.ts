/**
 * Standard input, read by another thread.
 * @module
 */

import process from "node:process";
import { Readable } from "node:stream";
import { mayLoad } from "../ingest/permission.ts";
import { CancelledIds } from "./cancelled_ids.ts";
import type { SharedInput } from "./listen.ts";

/** What a client sends. */
interface ThreadedInput {
  readonly stream: Readable;
  /** Requests that are cancelled, known while this thread is busy; undefined where it reads itself. */
  readonly cancelled: CancelledIds | undefined;
}

/** Reads by the program of a thread; on this one where that may not be loaded: then a cancel is heard between two steps. */
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
