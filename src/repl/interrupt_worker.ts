/**
 * The thread that listens for Ctrl-C. It is also imported, so that it becomes part of the compiled program.
 * @module
 */

import type { WorkerScope } from "../base/worker_scope.ts";

/** The address of this module, to start a worker from. */
export const INTERRUPT_WORKER: string = import.meta.url;

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope<SharedArrayBuffer, null>;
  scope.onmessage = ({ data }): void => {
    const counted = new Int32Array(data);
    Deno.addSignalListener("SIGINT", () => Atomics.add(counted, 0, 1));
    scope.postMessage(null);
  };
}
