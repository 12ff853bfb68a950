/**
 * The folders that a client may open files in.
 * @module
 */

import { InputError } from "../base/errors.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { isAllowed, isBelowAny } from "../ingest/permission.ts";

/** Most files that are listed. */
const MOST_FILES = SHOW_LIMITS.assistantFiles.most;

/** What is in a folder. */
interface Listing {
  /** Names, those of folders with a slash at the end. */
  readonly names: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

/** Folders, with links followed: what lies below them may be opened, and nothing else. */
export class Folders {
  /** Paths without links. */
  readonly roots: readonly string[];

  /** Takes existing folders. Throws `InputError` for anything else. */
  constructor(folders: readonly string[]) {
    const roots = new Set(folders.map((path) => {
      try {
        const real = Deno.realPathSync(path);
        if (Deno.statSync(real).isDirectory) return real;
      } catch {
        // Said below.
      }
      throw new InputError(`Cannot allow "${path}": there is no such folder`, path, "missing");
    }));
    this.roots = [...roots];
  }

  /** The path of a file without links. Throws `InputError`, in the same words for what is not there and what is outside. */
  file(path: string): string {
    return this.#resolve(path, "file");
  }

  /** What is in a folder, in order. Throws `InputError`. */
  list(path: string): Listing {
    const names = [...Deno.readDirSync(this.#resolve(path, "folder"))]
      .filter(({ name }) => !name.startsWith("."))
      .map(({ name, isDirectory }) => isDirectory ? `${name}/` : name)
      .sort();
    return { names: names.slice(0, MOST_FILES), more: Math.max(0, names.length - MOST_FILES) };
  }

  #resolve(path: string, kind: "file" | "folder"): string {
    // A path that begins nowhere is one below a folder.
    const isAbsolute = /^(?:[/\\]|[a-z]:)/i.test(path);
    for (const place of isAbsolute ? [path] : this.roots.map((root) => `${root}/${path}`)) {
      if (!isAllowed({ name: "read", path: place })) continue;
      try {
        const real = Deno.realPathSync(place);
        const { isFile, isDirectory } = Deno.statSync(real);
        // A pipe would be waited for, and a device has no end.
        if (isBelowAny(real, this.roots) && (kind === "file" ? isFile : isDirectory)) return real;
      } catch {
        // The next folder may have it.
      }
    }
    throw new InputError(
      `Cannot open "${path}": the folders that may be read have no such ${kind}`,
      path,
      "missing",
    );
  }
}
