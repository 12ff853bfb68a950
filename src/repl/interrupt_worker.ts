/**
 * The thread that listens for Ctrl-C. It is also imported, so that it becomes part of the compiled program.
 * @module
 */

/** The address of this module, to start a worker from. */
export const INTERRUPT_WORKER: string = import.meta.url;

/** The parts of a worker's global scope used here. */
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
