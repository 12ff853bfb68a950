/**
 * What the program may do. Deno asks the person when a permission is missing, in words of its own and in the middle
 * of whatever is on the screen: so everything that touches the world asks here first and goes without, or says which
 * flag is missing.
 * @module
 */

import { InputError } from "../base/errors.ts";

/** True when this is allowed without a question. */
export function isAllowed(descriptor: Deno.PermissionDescriptor): boolean {
  try {
    return Deno.permissions.querySync(descriptor).state === "granted";
  } catch {
    return false;
  }
}

/** True when a path may be read. */
export function mayRead(path: string): boolean {
  // An empty path means every path in a descriptor.
  return isAllowed(path === "" ? { name: "read" } : { name: "read", path });
}

/** True when files may be written to a folder and read from it. */
export function mayKeepIn(folder: string): boolean {
  return isAllowed({ name: "write", path: folder }) && isAllowed({ name: "read", path: folder });
}

/** True when a module of the program may be loaded by a thread; its parts are files too, unless it is compiled. */
export function mayLoad(module: string): boolean {
  return isAllowed({ name: "read", path: new URL(module) });
}

/** Throws `InputError` when a path may not be read. */
export function needRead(path: string): void {
  if (mayRead(path)) return;
  throw new InputError(
    `Cannot open "${path}": Quarry may not read it without --allow-read`,
    path,
    "denied",
  );
}
