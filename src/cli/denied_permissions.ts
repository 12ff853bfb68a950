/**
 * Lets the program do without permissions that libraries request.
 *
 * The libraries of the language server are written for Node.js, where everything is allowed. While loading, they
 * read an environment variable about named pipes; and every three seconds they send a signal to the editor to
 * check that it is still there. Without permissions Deno would refuse both, and the server would end. It needs
 * neither: it uses standard input, which ends with the editor.
 * @module
 */

import { disableThreads } from "../memory/threads.ts";
import { isAllowed, mayRead } from "../ingest/permission.ts";

/**
 * Disables threads if the program may not read its own sources: these include the modules of threads, and
 * Deno would ask the user for permission.
 */
export function avoidThreadsWithoutSources(): void {
  if (mayRead(new URL(".", import.meta.url).pathname)) return;
  disableThreads();
}

/** Replaces the functions that would need a permission; must be called before the libraries are loaded. */
export function avoidDeniedPermissions(): void {
  const { process } = globalThis;
  if (!isAllowed({ name: "env" })) Object.defineProperty(process, "env", { value: {} });
  if (isAllowed({ name: "run" })) return;
  const kill = process.kill.bind(process);
  process.kill = (pid, signal) => signal === 0 ? true : kill(pid, signal);
}
