/**
 * What is in a folder, for who writes a path.
 * @module
 */

import { mayRead } from "./permission.ts";

/** The names in a folder in their order, those of folders with a slash at the end; none where it cannot be read. */
export function folderNames(path: string): readonly string[] {
  if (!mayRead(path)) return [];
  try {
    return [...Deno.readDirSync(path)].map(({ name, isDirectory }) => isDirectory ? `${name}/` : name).sort();
  } catch {
    return [];
  }
}
