/**
 * What the program may do. Deno asks the user when a permission is missing, in words of its own and in the middle of
 * whatever is on the screen: so everything that touches the world asks here first and goes without, or says which flag
 * is missing.
 * @module
 */

import { InputError } from "../base/errors.ts";

/** True where this program can open files: in Deno. Elsewhere it is a library over bytes. */
export function hasFiles(): boolean {
  return "Deno" in globalThis;
}

/** True when this is allowed without a question. */
export function isAllowed(descriptor: Deno.PermissionDescriptor): boolean {
  try {
    return Deno.permissions.querySync(descriptor).state === "granted";
  } catch {
    return false;
  }
}

/** The folders that may be read, links followed; undefined where Deno alone decides. */
let folders: readonly string[] | undefined;

/**
 * From now on nothing is read but what lies below these folders, whatever Deno allows: somebody else says what is opened,
 * and traces name programs and lists. Gives a function that ends it. The folders are paths without links.
 */
export function confineReads(to: readonly string[]): () => void {
  const before = folders;
  folders = to;
  return () => void (folders = before);
}

/** Whether a path without links is one of some folders or lies below one. */
export function isBelowAny(real: string, among: readonly string[]): boolean {
  const separator = Deno.build.os === "windows" ? "\\" : "/";
  return among.some((folder) =>
    real === folder || real.startsWith(folder.endsWith(separator) ? folder : folder + separator)
  );
}

/** True when a path may be read. */
export function mayRead(path: string): boolean {
  // An empty path means every path in a descriptor.
  if (!isAllowed(path === "" ? { name: "read" } : { name: "read", path })) return false;
  if (folders === undefined) return true;
  try {
    return isBelowAny(Deno.realPathSync(path), folders);
  } catch {
    return false; // There is no such file, or it may not be looked for
  }
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
  const reason = folders === undefined
    ? "Quarry may not read it without --allow-read"
    : "it is in none of the folders that may be read";
  throw new InputError(
    `Cannot open "${path}": ${reason}`,
    path,
    "denied",
  );
}
