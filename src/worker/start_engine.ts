/**
 * The program of the worker: the library behind the port that comes with the first message.
 * @module
 */

import type { Port } from "./connection.ts";
import { WorkerEngine } from "./engine.ts";

/** What there is of a worker's global scope. */
interface WorkerScope {
  onmessage: null;
  addEventListener(
    type: "message",
    listener: (event: MessageEvent<MessagePort>) => void,
    options: { once: true },
  ): void;
}

/** The module of threads of Node.js, where it is; other runtimes have the threads of pages. */
interface NodeThreads {
  readonly parentPort: { once(event: "message", listener: (port: MessagePort) => void): void } | null;
}

const serve = (port: MessagePort): void => void new WorkerEngine(port as Port);
if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope;
  // Programs of other threads, which the library imports for their addresses, listen too.
  scope.onmessage = null;
  scope.addEventListener("message", ({ data }) => serve(data), { once: true });
} else {
  const { process } = globalThis as unknown as {
    process: { getBuiltinModule(name: "node:worker_threads"): NodeThreads };
  };
  process.getBuiltinModule("node:worker_threads").parentPort?.once("message", serve);
}
