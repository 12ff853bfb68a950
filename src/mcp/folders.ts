/**
 * The folders that a client may open files in.
 * @module
 */

import { InputError } from "../base/errors.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { isAllowed, isInAnyFolder } from "../ingest/permission.ts";

/** Maximum number of files listed for a folder. */
const MOST_FILES = SHOW_LIMITS.assistantFiles.most;

/** The content of a folder. */
interface Listing {
  /** File and folder names; folders end in a slash. */
  readonly names: readonly string[];
  /** Number of entries that are left out. */
  readonly more: number;
}

/** The folders whose files may be opened, with links resolved; no file outside them may be opened. */
export class Folders {
  /** Resolved paths, without symbolic links. */
  readonly roots: readonly string[];

  /** Accepts existing folders. Throws `InputError` for anything else. */
  constructor(folders: readonly string[]) {
    const roots = new Set(folders.map((path) => {
      try {
        const real = Deno.realPathSync(path);
        if (Deno.statSync(real).isDirectory) return real;
      } catch {
        // Below, a path that does not exist gets the same error as one that is not a folder.
      }
      throw new InputError(`Cannot allow "${path}": there is no such folder`, path, "missing");
    }));
    this.roots = [...roots];
  }

  /**
   * Returns the resolved path of a file. Throws `InputError`; the message is the same for missing files and
   * for files outside the folders, so that it reveals nothing.
   */
  file(path: string): string {
    return this.#resolve(path, "file");
  }

  /** Lists a folder, sorted. Throws `InputError`. */
  list(path: string): Listing {
    const names = [...Deno.readDirSync(this.#resolve(path, "folder"))]
      .filter(({ name }) => !name.startsWith("."))
      .map(({ name, isDirectory }) => isDirectory ? `${name}/` : name)
      .sort();
    return { names: names.slice(0, MOST_FILES), more: Math.max(0, names.length - MOST_FILES) };
  }

  #resolve(path: string, kind: "file" | "folder"): string {
    // A relative path is resolved against each folder.
    const isAbsolute = /^(?:[/\\]|[a-z]:)/i.test(path);
    for (const place of isAbsolute ? [path] : this.roots.map((root) => `${root}/${path}`)) {
      if (!isAllowed({ name: "read", path: place })) continue;
      try {
        const real = Deno.realPathSync(place);
        const { isFile, isDirectory } = Deno.statSync(real);
        // Allow only regular files: a pipe would block, and a device may never end.
        if (isInAnyFolder(real, this.roots) && (kind === "file" ? isFile : isDirectory)) return real;
      } catch {
        // Try the next folder.
      }
    }
    throw new InputError(
      `Cannot open "${path}": the folders that may be read have no such ${kind}`,
      path,
      "missing",
    );
  }
}
