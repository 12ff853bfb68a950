/**
 * The loop of a thread that reads what a client sends, so that a cancel is noticed while the other thread is
 * busy with the request.
 * @module
 */

import { CancelledIds } from "./cancelled_ids.ts";

/** Bytes read at once. */
const PIECE_BYTES = 1 << 16;
/** Maximum bytes waiting for the other thread: a client that sends more while it is busy has to wait. */
const WAITING_BYTES = 1 << 25;
/** Sleep between checks of the other thread, in milliseconds. */
const NAP = 50;

/** Memory shared with the other thread. */
export interface SharedInput {
  /** Memory of `CancelledIds`. */
  readonly cancelled: SharedArrayBuffer;
  /** Shared word: the number of bytes sent but not yet received. */
  readonly waiting: SharedArrayBuffer;
}

/** Follows what a client sends, however the bytes are split. */
interface Scanner {
  take(bytes: Uint8Array): void;
}

/** The parts of a worker's global scope used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<SharedInput>) => void) | null;
  postMessage(message: Uint8Array | null): void;
  close(): void;
}

/**
 * In a worker: passes standard input to the other thread, and records the ids that a scanner finds cancelled.
 */
export function listen(scannerFor: (found: (id: number | string) => void) => Scanner): void {
  const scope = globalThis as unknown as WorkerScope;
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
          Atomics.wait(waiting, 0, sent, NAP);
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
