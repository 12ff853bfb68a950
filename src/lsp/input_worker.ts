/**
 * The thread that reads what the client sends: a cancelled request is known while the other thread is busy with it. It is
 * imported as well, so that it is part of the compiled program.
 * @module
 */

import { CancelScanner } from "./cancel_scanner.ts";
import { CancelledIds } from "./cancelled_ids.ts";

/** Where the thread's program is. */
export const INPUT_WORKER: string = import.meta.url;

/** Bytes that are read at once. */
const PIECE_BYTES = 1 << 16;

/** What is there of a worker's global scope. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<SharedArrayBuffer>) => void) | null;
  postMessage(message: Uint8Array | null): void;
  close(): void;
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope;
  scope.onmessage = async ({ data }): Promise<void> => {
    const cancelled = new CancelledIds(data);
    const scanner = new CancelScanner((id) => cancelled.add(id));
    const buffer = new Uint8Array(PIECE_BYTES);
    try {
      while (true) {
        const count = await Deno.stdin.read(buffer);
        if (count === null) break;
        const piece = buffer.slice(0, count);
        scanner.take(piece);
        scope.postMessage(piece);
      }
    } catch {
      // A client that is gone has said what it had to say.
    }
    scope.postMessage(null);
    scope.close();
  };
}
