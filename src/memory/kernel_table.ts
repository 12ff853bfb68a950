/**
 * Functions of several kernel modules by number, as recorded calls refer to them.
 * @module
 */

import type { CallList } from "./call_list.ts";
import type { KernelFunction } from "./generated_modules.ts";
import type { Heap } from "./heap.ts";
import { compiledModule, instantiateModule } from "./wasm_module.ts";

/** Kernels whose calls are recorded in a list instead of made at once. */
export type RecordedKernels<K> = {
  readonly [N in keyof K]: K[N] extends (...args: infer A) => unknown ? (...args: A) => void : never;
};

/** Kernel modules whose functions are numbered. */
export class KernelTable {
  readonly #texts: readonly string[];
  #modules: readonly WebAssembly.Module[] | undefined;
  #names: readonly (readonly string[])[] | undefined;
  readonly #known = new WeakMap<Heap, readonly KernelFunction[]>();

  /** Takes modules as base64 text. None may have state of its own. */
  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** The compiled modules, in the order of their texts. */
  get modules(): readonly WebAssembly.Module[] {
    return this.#modules ??= this.#texts.map(compiledModule);
  }

  /**
   * The functions of each module, in the order of their numbers. Cached: every section needs them, and V8 is
   * slow to list them.
   */
  get #functionNames(): readonly (readonly string[])[] {
    return this.#names ??= this.modules.map(namesOf);
  }

  /** The functions on a memory, for this thread. */
  functionsOn(heap: Heap): readonly KernelFunction[] {
    let functions = this.#known.get(heap);
    if (!functions) this.#known.set(heap, functions = kernelFunctions(this.modules, heap.memory));
    return functions;
  }

  /** The kernels of one module, recording their calls in a list. */
  writing<K>(text: string, list: CallList): RecordedKernels<K> {
    const at = this.#texts.indexOf(text);
    const names = this.#functionNames;
    const first = names.slice(0, at).flat().length;
    return Object.fromEntries(
      names[at]!.map((name, number) => [
        name,
        (...args: (number | bigint)[]): void => list.call(first + number, args),
      ]),
    ) as unknown as RecordedKernels<K>;
  }
}

/** The functions of modules on a memory, in the order of their numbers. */
export function kernelFunctions(
  modules: readonly WebAssembly.Module[],
  memory: WebAssembly.Memory,
): KernelFunction[] {
  return modules.flatMap((module) => {
    const kernels = instantiateModule<Record<string, KernelFunction>>(module, memory);
    return namesOf(module).map((name) => kernels[name]!);
  });
}

function namesOf(module: WebAssembly.Module): string[] {
  return WebAssembly.Module.exports(module).filter(({ kind }) => kind === "function").map(({ name }) => name);
}
