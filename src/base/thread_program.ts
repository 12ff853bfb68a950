/**
 * Modules that are programs of threads.
 * @module
 */

/**
 * Whether the module at an address is the program of this thread. Its starter loads it too, for that address, and may run in
 * a thread of another program, whose messages are its own.
 */
export function isThreadProgram(address: string): boolean {
  if (!("WorkerGlobalScope" in globalThis)) return false;
  return (globalThis as { readonly location?: { readonly href: string } }).location?.href === address;
}
