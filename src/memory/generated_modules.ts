/**
 * Kernels generated while a query runs. Each has a number; a thread that sees a new number compiles the
 * module from bytes in the shared memory.
 * @module
 */

import type { Heap } from "./heap.ts";
import { instantiateModule } from "./wasm_module.ts";

/** Any kernel function. */
export type KernelFunction = (...args: (number | bigint)[]) => number | bigint | void;

/** A module with one function, `run`, on a memory that it imports. */
export interface GeneratedModule {
  /** Unique number of the module. */
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Maximum number of functions that a thread caches per memory. */
const MOST_FUNCTIONS = 256;

/** The functions of generated modules on one memory, on one thread. */
export class GeneratedFunctions {
  readonly #memory: WebAssembly.Memory;
  readonly #known = new Map<number, KernelFunction>();

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  /** The function of a module; its bytes are read only if it is new on this thread. */
  functionOf(number: number, bytesOf: () => Uint8Array<ArrayBuffer>): KernelFunction {
    let run = this.#known.get(number);
    if (run === undefined) {
      const module = new WebAssembly.Module(bytesOf());
      run = instantiateModule<{ readonly run: KernelFunction }>(module, this.#memory).run;
      if (this.#known.size >= MOST_FUNCTIONS) this.#known.clear();
      this.#known.set(number, run);
    }
    return run;
  }
}

const onHeaps = new WeakMap<Heap, GeneratedFunctions>();

/** The functions on the memory of a heap, for this thread. */
export function generatedFunctionsOf(heap: Heap): GeneratedFunctions {
  let functions = onHeaps.get(heap);
  if (!functions) onHeaps.set(heap, functions = new GeneratedFunctions(heap.memory));
  return functions;
}
