/**
 * The loop of a thread that reads what a client sends: a cancelled request is known while the other thread is busy with it.
 * @module
 */

import { CancelledIds } from "./cancelled_ids.ts";

/** Bytes that are read at once. */
const PIECE_BYTES = 1 << 16;
/** Bytes that wait for the other thread: a client that sends more while that is busy waits too. */
const WAITING_BYTES = 1 << 25;
/** How long to sleep until the other thread is looked at again, in milliseconds. */
const NAP = 50;

/** What the other thread shares. */
export interface SharedInput {
  /** Memory of `CancelledIds`. */
  readonly cancelled: SharedArrayBuffer;
  /** One word: bytes that were sent and not taken yet. */
  readonly waiting: SharedArrayBuffer;
}

/** Follows what a client sends, however it is cut. */
interface Scanner {
  take(bytes: Uint8Array): void;
}

/** The part of a worker's global scope that is used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<SharedInput>) => void) | null;
  postMessage(message: Uint8Array | null): void;
  close(): void;
}

/** In a worker: hands standard input to the other thread, and notes the ids that a scanner finds cancelled in it. */
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
      // A client that is gone has said what it had to say.
    }
    scope.postMessage(null);
    scope.close();
  };
}
