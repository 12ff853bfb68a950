/**
 * Turns generated base64 text into a WASM instance on an arena's memory.
 * @module
 */

import type { Arena } from "./arena.ts";

/** Functions that a kernel module may call back. */
export type KernelImports = Record<string, (...values: number[]) => number | void>;

/** Instantiates a module over the arena. Small modules compile in well under a millisecond. */
export function instantiate<T>(base64: string, arena: Arena, imports: KernelImports = {}): T {
  return instantiateBytes(bytesOf(base64), arena.memory, imports);
}

/** The bytes of a module. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Instantiates the bytes of a module over an arena's memory. */
export function instantiateBytes<T>(
  bytes: Uint8Array<ArrayBuffer>,
  memory: WebAssembly.Memory,
  imports: KernelImports = {},
): T {
  const env = { memory, abort: failKernel, ...imports };
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { env }).exports as T;
}

/** A kernel reached code that cannot be reached; the message names no place because kernels carry no text. */
function failKernel(): never {
  throw new Error("Cannot go on: a kernel stopped itself");
}
