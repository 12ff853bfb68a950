/**
 * The loop of a thread that reads the client's input, so that a cancel request is noticed while the other
 * thread is busy.
 * @module
 */

import type { WorkerScope } from "../base/worker_scope.ts";
import { CancelledIds } from "./cancelled_ids.ts";

/** Number of bytes read at once. */
const PIECE_BYTES = 1 << 16;
/**
 * Maximum number of bytes that wait for the other thread. A client that sends more while that thread is busy
 * has to wait.
 */
const WAITING_BYTES = 1 << 25;
/** Sleep between checks of the other thread, in milliseconds. */
const POLL_MS = 50;

/** Memory shared with the other thread. */
export interface SharedInput {
  /** Memory of `CancelledIds`. */
  readonly cancelled: SharedArrayBuffer;
  /** Shared word: the number of bytes sent but not yet received. */
  readonly waiting: SharedArrayBuffer;
}

/** Follows the client's input, however the bytes are split. */
interface Scanner {
  take(bytes: Uint8Array): void;
}

/**
 * Runs in a worker: passes standard input to the other thread, and records the ids of requests that a scanner
 * found to be cancelled.
 */
export function listen(scannerFor: (found: (id: number | string) => void) => Scanner): void {
  const scope = globalThis as unknown as WorkerScope<SharedInput, Uint8Array | null>;
  scope.onmessage = async ({ data }): Promise<void> => {
    const cancelled = new CancelledIds(data.cancelled);
    const waiting = new Int32Array(data.waiting);
    const scanner = scannerFor((id) => cancelled.add(id));
    const buffer = new Uint8Array(PIECE_BYTES);
    try {
      while (true) {
        const count = await Deno.stdin.read(buffer);
        if (count === null) break;
        const piece = buffer.slice(0, count);
        scanner.take(piece);
        let sent = Atomics.add(waiting, 0, count) + count;
        scope.postMessage(piece);
        while (sent > WAITING_BYTES) {
          Atomics.wait(waiting, 0, sent, POLL_MS);
          sent = Atomics.load(waiting, 0);
        }
      }
    } catch {
      // The client has closed its output.
    }
    scope.postMessage(null);
    scope.close();
  };
}
