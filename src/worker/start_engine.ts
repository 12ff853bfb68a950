/**
 * The entry point of the worker. Runs the library, connected to the port in the first message.
 * @module
 */

import type { MessageEndpoint } from "./connection.ts";
import { WorkerEngine } from "./engine.ts";

/** The used part of a worker's global scope. */
interface WorkerScope {
  onmessage: null;
  addEventListener(
    type: "message",
    listener: (event: MessageEvent<MessagePort>) => void,
    options: { once: true },
  ): void;
}

/** The thread module of Node.js, if available; other runtimes have web workers. */
interface NodeThreads {
  readonly parentPort: { once(event: "message", listener: (port: MessagePort) => void): void } | null;
}

const serve = (port: MessagePort): void => void new WorkerEngine(port as MessageEndpoint);
if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope;
  // The library also imports the programs of other threads, for their addresses, and these listen for
  // messages.
  scope.onmessage = null;
  scope.addEventListener("message", ({ data }) => serve(data), { once: true });
} else {
  const { process } = globalThis as unknown as {
    process: { getBuiltinModule(name: "node:worker_threads"): NodeThreads };
  };
  process.getBuiltinModule("node:worker_threads").parentPort?.once("message", serve);
}
