/**
 * The thread that listens for Ctrl-C. It is imported as well, so that it is part of the compiled program.
 * @module
 */

/** Where the thread's program is. */
export const INTERRUPT_WORKER: string = import.meta.url;

/** The part of a worker's global scope that is used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<SharedArrayBuffer>) => void) | null;
  postMessage(message: null): void;
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope;
  scope.onmessage = ({ data }): void => {
    const counted = new Int32Array(data);
    Deno.addSignalListener("SIGINT", () => Atomics.add(counted, 0, 1));
    scope.postMessage(null);
  };
}
