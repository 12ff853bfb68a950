/**
 * The worker side of a kernel thread: waits for calls, makes them, returns results. It is also imported, so
 * that it becomes part of the compiled program.
 * @module
 */

import type { WorkerScope } from "../base/worker_scope.ts";
import { KernelCallWord, type KernelStart, Turn } from "./kernel_call.ts";
import { instantiateModule } from "./wasm_module.ts";

/** The address of this module, to start a worker from. */
export const KERNEL_WORKER: string = import.meta.url;

type Kernel = (...args: number[]) => number;

/** Serves calls until it is asked to stop. */
function serve({ module, memory, words, names }: KernelStart): void {
  // The thread may be asked to stop at any time, and that state must not be overwritten.
  const turn = (from: Turn, to: Turn): void => {
    Atomics.compareExchange(words, KernelCallWord.Turn, from, to);
    Atomics.notify(words, KernelCallWord.Turn);
  };
  // The memory may have grown since it was sent. Kernels would not notice that otherwise.
  memory.grow(0);
  const kernels = instantiateModule<Record<string, Kernel>>(module, memory);
  turn(Turn.Starting, Turn.Idle);
  while (true) {
    Atomics.wait(words, KernelCallWord.Turn, Turn.Idle);
    if (Atomics.load(words, KernelCallWord.Turn) !== Turn.Call) return;
    try {
      const from: number = KernelCallWord.First;
      const args = words.slice(from, from + words[KernelCallWord.Count]!);
      const kernel = kernels[names[words[KernelCallWord.Function]!]!]!;
      if (kernel.length !== args.length) throw new TypeError("Wrong number of arguments");
      words[KernelCallWord.Result] = kernel(...args);
      turn(Turn.Call, Turn.Idle);
    } catch {
      turn(Turn.Call, Turn.Failed);
      return;
    }
  }
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope<KernelStart>;
  scope.onmessage = ({ data }): void => {
    serve(data);
    scope.close();
  };
}
