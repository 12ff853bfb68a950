/**
 * Kernels that are made while a query runs. Each has a number; a thread that meets a number for the first time compiles the
 * module out of bytes that lie in the memory they share.
 * @module
 */

import type { Heap } from "./heap.ts";
import { instantiateModule } from "./wasm_module.ts";

/** Any kernel function. */
export type KernelFunction = (...args: (number | bigint)[]) => number | bigint | void;

/** A module with one function, `run`, on a memory that it imports. */
export interface GeneratedModule {
  /** No other module has it. */
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Functions that a thread keeps for a memory. */
const MOST_FUNCTIONS = 256;

/** The functions of modules on one memory, on one thread. */
export class GeneratedFunctions {
  readonly #memory: WebAssembly.Memory;
  readonly #known = new Map<number, KernelFunction>();

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  /** The function of a module, whose bytes are asked for when it is new here. */
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
export function generatedOn(heap: Heap): GeneratedFunctions {
  let functions = onHeaps.get(heap);
  if (!functions) onHeaps.set(heap, functions = new GeneratedFunctions(heap.memory));
  return functions;
}
