/**
 * Recognizes modules that are entry points of worker threads.
 * @module
 */

/**
 * Whether the module at an address is the entry point of this worker. The main thread loads the module too,
 * to get its address; and the main thread may itself run in a worker of another program, whose messages it
 * must not handle.
 */
export function isThreadProgram(address: string): boolean {
  if (!("WorkerGlobalScope" in globalThis)) return false;
  return (globalThis as { readonly location?: { readonly href: string } }).location?.href === address;
}
