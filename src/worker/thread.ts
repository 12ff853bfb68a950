/**
 * Starts the worker of the library, in every runtime.
 * @module
 */

import type { MessageEndpoint } from "./connection.ts";

/**
 * The common interface of worker threads. Threads of Node.js and Bun can also be told not to keep the process
 * alive.
 */
interface Thread {
  postMessage(message: unknown, transfer: Transferable[]): void;
  terminate(): unknown;
  addEventListener?(type: "error" | "messageerror", listener: (event: ErrorEvent) => void): void;
  on?(type: "error", listener: (error: Error) => void): void;
  on?(type: "exit", listener: () => void): void;
  ref?(): void;
  unref?(): void;
}

/** A running worker and its port. */
export interface StartedThread {
  readonly port: MessageEndpoint;
  /** Whether the worker keeps the process alive. */
  keep(isWaitedFor: boolean): void;
  end(): void;
}

/** Starts the worker; `broke` is called if it ends unexpectedly. */
export function startThread(broke: (error: Error) => void): StartedThread {
  const thread = newThread();
  let isEnded = false;
  const ended = (message: string): void => {
    if (!isEnded) broke(new Error(`The worker has ended: ${message || "it could not be started"}`));
  };
  if (thread.on) {
    thread.on("error", ({ message }) => ended(message));
    thread.on("exit", () => ended("it was stopped"));
  } else {
    thread.addEventListener?.("error", (event) => {
      event.preventDefault();
      ended(event.message);
    });
  }
  const { port1, port2 } = new MessageChannel();
  thread.postMessage(port2, [port2]);
  const held = [thread, port1 as Pick<Thread, "ref" | "unref">];
  return {
    port: port1 as MessageEndpoint,
    keep: (isWaitedFor) => held.forEach((each) => isWaitedFor ? each.ref?.() : each.unref?.()),
    end() {
      isEnded = true;
      port1.close();
      thread.terminate();
    },
  };
}

function newThread(): Thread {
  if (typeof Worker === "function") {
    // Bundlers recognize this literal expression.
    return new Worker(new URL("./start_engine.ts", import.meta.url), { type: "module" });
  }
  const { process } = globalThis as unknown as {
    process: {
      getBuiltinModule(name: "node:worker_threads"): { readonly Worker: new (url: URL) => Thread };
    };
  };
  const { Worker: NodeWorker } = process.getBuiltinModule("node:worker_threads");
  return new NodeWorker(new URL("./start_engine.ts", import.meta.url));
}
