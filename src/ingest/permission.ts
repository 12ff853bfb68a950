/**
 * Checks permissions before they are needed. Deno asks the user about a missing permission in its own words,
 * in the middle of the screen. So code that accesses the system checks here first, and then works without the
 * permission or names the missing flag.
 * @module
 */

import { InputError } from "../base/errors.ts";

/** True if this runtime can open files, that is in Deno. Elsewhere the library reads bytes only. */
export function hasFiles(): boolean {
  return "Deno" in globalThis;
}

/** Returns whether a permission is already granted, so that Deno does not ask the user. */
export function isAllowed(descriptor: Deno.PermissionDescriptor): boolean {
  try {
    return Deno.permissions.querySync(descriptor).state === "granted";
  } catch {
    return false;
  }
}

/** The folders that may be read, with links resolved; undefined if Deno alone decides. */
let folders: readonly string[] | undefined;

/**
 * Restricts reading to these folders, whatever Deno allows. It is needed when somebody else chooses what is
 * opened, because traces can name programs and lists. Links in the paths of the folders must be resolved.
 * Returns a function that lifts the restriction.
 */
export function confineReads(to: readonly string[]): () => void {
  const before = folders;
  folders = to;
  return () => void (folders = before);
}

/** Whether a path, with links resolved, is one of some folders or below one. */
export function isInAnyFolder(real: string, among: readonly string[]): boolean {
  const separator = Deno.build.os === "windows" ? "\\" : "/";
  return among.some((folder) =>
    real === folder || real.startsWith(folder.endsWith(separator) ? folder : folder + separator)
  );
}

/** True if a path may be read. */
export function mayRead(path: string): boolean {
  // In a descriptor, an empty path would mean all paths.
  if (!isAllowed(path === "" ? { name: "read" } : { name: "read", path })) return false;
  if (folders === undefined) return true;
  try {
    return isInAnyFolder(Deno.realPathSync(path), folders);
  } catch {
    return false; // The file does not exist or may not be accessed
  }
}

/** True if files in a folder may be written and read. */
export function mayStoreIn(folder: string): boolean {
  return isAllowed({ name: "write", path: folder }) && isAllowed({ name: "read", path: folder });
}

/**
 * True if a worker thread may load a module of the program. Unless the program is compiled, modules are files
 * that need read permission.
 */
export function mayLoad(module: string): boolean {
  return isAllowed({ name: "read", path: new URL(module) });
}

/** Throws `InputError` if a path may not be read. */
export function requireRead(path: string): void {
  if (mayRead(path)) return;
  const reason = folders === undefined
    ? "Quarry may not read it without --allow-read"
    : "it is outside the folders that may be read";
  throw new InputError(
    `Cannot open "${path}": ${reason}`,
    path,
    "denied",
  );
}
