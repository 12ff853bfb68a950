/**
 * Turns generated base64 text into a WebAssembly instance on an arena's memory.
 * @module
 */

import type { Arena } from "./arena.ts";
import { GuardError, guardsWanted } from "./guards.ts";
import type { Heap } from "./heap.ts";

/** Kernels that were compiled with checks of each memory access, by the kernel that they replace. */
export const guardedBuilds: Map<string, string> = new Map();

/** Wraps the exports of kernels, for tests. */
type WatchCalls = (kernels: WebAssembly.Exports) => WebAssembly.Exports;

let watchCalls: WatchCalls | undefined;

/** Wraps the exports of new instances from now on. Tests call this before they load anything. */
export function watchKernelCalls(watch: WatchCalls): void {
  watchCalls = watch;
}

/** Functions that a kernel module may call. */
type KernelImports = Record<string, (...values: number[]) => number | void>;

/** Compiled modules by their text: each memory, and some readers, create their own instances. */
const modules = new Map<string, WebAssembly.Module>();

/** The compiled module of a base64 text. */
export function compiledModule(base64: string): WebAssembly.Module {
  let module = modules.get(base64);
  if (!module) modules.set(base64, module = new WebAssembly.Module(bytesOf(base64)));
  return module;
}

/** Instantiates a module on the arena's memory. Small modules compile in well under a millisecond. */
export function instantiate<T>(base64: string, arena: Arena, imports: KernelImports = {}): T {
  return instantiateModule(compiledModule(base64), arena.memory, imports);
}

/** Returns a function that instantiates a module once per memory, for all users. Only for kernels without state. */
export function sharedKernels<T>(base64: string): (arena: Arena) => T {
  const known = new WeakMap<Heap, T>();
  return (arena) => {
    let kernels = known.get(arena.heap);
    if (kernels === undefined) known.set(arena.heap, kernels = instantiate<T>(base64, arena));
    return kernels;
  };
}

/** The bytes of a module; in tests those of its checked build. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(guardsWanted() ? guardedBuilds.get(base64) ?? base64 : base64);
}

/** Instantiates a module over an arena's memory. */
export function instantiateModule<T>(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  imports: KernelImports = {},
): T {
  const env = { memory, abort: failKernel, guard: failGuard, ...imports };
  const { exports } = new WebAssembly.Instance(module, { env });
  return (watchCalls?.(exports) ?? exports) as T;
}

/**
 * Called by a kernel that reached code which should be unreachable. The message gives no position because
 * kernels contain no text.
 */
function failKernel(): never {
  throw new Error("Cannot continue: a kernel aborted");
}

/** Called by a checked kernel that is about to access memory outside any allocation. */
function failGuard(pointer: number, bytes: number): never {
  throw new GuardError(`A kernel touches ${bytes} bytes at ${pointer >>> 0}, where no memory is allocated`);
}
