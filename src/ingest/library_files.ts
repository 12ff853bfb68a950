/**
 * Reads the files that scripts include, from the disk.
 * @module
 */

import { InputError } from "../base/errors.ts";
import { mayRead, requireRead } from "./permission.ts";
import { NotPlainError, readPlainFile } from "./plain_file.ts";
import { noteRead } from "./read_files.ts";
import { systemReason } from "./system_error.ts";

/** Access to the files that scripts include. */
export const libraryFiles = {
  /** The text of a file. Throws `InputError`. */
  read(path: string): string {
    noteRead(path);
    requireRead(path);
    try {
      return new TextDecoder().decode(readPlainFile(path));
    } catch (error) {
      if (error instanceof NotPlainError) throw new InputError(error.message, path, "failed");
      const [trouble, reason] = systemReason(error);
      throw new InputError(reason, path, trouble);
    }
  },
  /** Resolves a path relative to the file that mentions it. */
  beside(file: string, path: string): string {
    return path.startsWith("/") ? path : file.slice(0, file.lastIndexOf("/") + 1) + path;
  },
  /** The names in a folder; empty if it cannot be read. */
  list: folderNames,
};

/** The sorted names in a folder, with a slash after those of folders; empty if it cannot be read. */
export function folderNames(path: string): readonly string[] {
  if (!mayRead(path)) return [];
  try {
    return [...Deno.readDirSync(path)].map(({ name, isDirectory }) => isDirectory ? `${name}/` : name).sort();
  } catch {
    return [];
  }
}
