/**
 * Doing without what Deno does not allow, where others ask for it.
 *
 * The libraries under the language server are written for Node.js, where everything is allowed. They read one
 * variable of the environment while they are loaded, which is about named pipes, and look every three seconds whether
 * the editor is still there, by a signal to it. Deno would refuse both to a program that may only read, and the
 * server would end. It needs neither: it talks through standard input, which ends with the editor.
 * @module
 */

import { doWithoutThreads } from "../memory/threads.ts";
import { isAllowed, mayRead } from "../ingest/permission.ts";

/**
 * Lets the program do without threads where it may not read its own sources: the programs of threads are among them,
 * and Deno would ask the user.
 */
export function spareThreads(): void {
  if (mayRead(new URL(".", import.meta.url).pathname)) return;
  doWithoutThreads();
}

/** Lets the libraries do without what is not allowed; call it before they are loaded. */
export function sparePermissions(): void {
  const { process } = globalThis;
  if (!isAllowed({ name: "env" })) Object.defineProperty(process, "env", { value: {} });
  if (isAllowed({ name: "run" })) return;
  const kill = process.kill.bind(process);
  process.kill = (pid, signal) => signal === 0 ? true : kill(pid, signal);
}
