/**
 * Opens files below a folder that represents the root of another machine. Absolute symbolic links in it are
 * resolved against that root and not against the root of this machine.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import type { ByteAccess } from "../elf/byte_access.ts";
import type { DescriptionFile } from "./index_file_check.ts";
import { mayRead } from "./permission.ts";
import { readAt } from "./read_at.ts";
import { noteRead } from "./read_files.ts";

/** Maximum number of links to follow; more links form a cycle. */
const MAX_LINKS = FILE_LIMITS.programLinks.most;

/** Maximum number of open files. A program may have its debug information in thousands of files. */
const MOST_OPEN = 64;
/** The state of a path without a readable file. */
const NOTHING = "";

/** Opens files for random access and keeps some of them open. */
export class RootedFiles {
  readonly #root: string;
  /** The open files, with the most recently opened one last. */
  readonly #open = new Map<string, Deno.FsFile>();
  readonly #looked = new Map<string, string>();

  /** `root` has no trailing slash; it is empty for the root of this machine. */
  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Each path that was requested, and its state at that time: nothing, or size, times and inode of a file.
   */
  get looked(): ReadonlyMap<string, string> {
    return this.#looked;
  }

  /** Returns the current state of a path, in the same form as in `looked`. */
  stateOf(path: string): string {
    if (!mayRead(path)) return NOTHING;
    try {
      const info = Deno.statSync(this.#resolve(path));
      return info.isFile ? versionOfFile(info) : NOTHING;
    } catch (error) {
      if (error instanceof Error) return NOTHING;
      throw error;
    }
  }

  /** Access to the bytes of a file; undefined if it cannot be read. */
  open(path: string): ByteAccess | undefined {
    let state = NOTHING;
    try {
      if (!mayRead(path)) return undefined;
      const real = this.#resolve(path);
      // The path comes from a trace and may be anything; opening a pipe would wait for a writer.
      if (!Deno.statSync(real).isFile) return undefined;
      const info = this.#handle(real).statSync();
      noteRead(real);
      state = versionOfFile(info);
      return this.#accessOf(real, info);
    } catch (error) {
      if (error instanceof Error) return undefined;
      throw error;
    } finally {
      // Names depend on the state in which the path was first found.
      if (!this.#looked.has(path)) this.#looked.set(path, state);
    }
  }

  /** Records the states in which paths were when the names of an earlier run were found. */
  remember(places: DescriptionFile["places"]): void {
    for (const [path, state] of places) if (!this.#looked.has(path)) this.#looked.set(path, state);
  }

  /** Returns a path that has changed since it was first requested; undefined if there is none. */
  changed(): string | undefined {
    for (const [path, state] of this.#looked) if (this.stateOf(path) !== state) return path;
    return undefined;
  }

  /** Closes all files. A file is opened again when it is needed. */
  close(): void {
    for (const file of this.#open.values()) file.close();
    this.#open.clear();
  }

  /** Resolves the links of a path below the root. Without a root, the system resolves them. */
  #resolve(path: string): string {
    if (this.#root === "" || !path.startsWith(`${this.#root}/`)) return path;
    let left = path.slice(this.#root.length + 1).split("/").reverse();
    let here: string[] = [];
    for (let links = 0; left.length > 0;) {
      const name = left.pop()!;
      if (name === "" || name === ".") continue;
      if (name === "..") {
        here.pop();
        continue;
      }
      const place = [this.#root, ...here, name].join("/");
      if (!Deno.lstatSync(place).isSymlink) {
        here.push(name);
        continue;
      }
      if (++links > MAX_LINKS) throw new Error(`Cannot open "${path}": too many links`);
      const target = Deno.readLinkSync(place);
      if (target.startsWith("/")) here = [];
      left = [...left, ...target.split("/").reverse()];
    }
    return [this.#root, ...here].join("/");
  }

  #handle(real: string): Deno.FsFile {
    let file = this.#open.get(real);
    if (file) return file;
    for (const [path, oldest] of this.#open) {
      if (this.#open.size < MOST_OPEN) break;
      oldest.close();
      this.#open.delete(path);
    }
    this.#open.set(real, file = Deno.openSync(real));
    return file;
  }

  #accessOf(real: string, info: Deno.FileInfo): ByteAccess {
    const { size } = info;
    return {
      size,
      read: (offset, length) => {
        const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
        return bytes.length === 0 ? bytes : bytes.subarray(0, this.#readAt(real, info, offset, bytes));
      },
    };
  }

  /**
   * Reads from a file, opening it again if necessary. If the file has changed in the meantime, no more bytes
   * are read.
   */
  #readAt(real: string, info: Deno.FileInfo, offset: number, into: Uint8Array): number {
    try {
      const wasOpen = this.#open.has(real);
      const file = this.#handle(real);
      if (!wasOpen && versionOfFile(info) !== versionOfFile(file.statSync())) return 0;
      return readAt(file, offset, into);
    } catch (error) {
      if (error instanceof Error) return 0;
      throw error;
    }
  }
}

/** Identifies a version of a file: the time of its last status change (ctime) cannot be set back. */
function versionOfFile({ dev, ino, size, mtime, ctime }: Deno.FileInfo): string {
  return [dev, ino, size, mtime?.getTime(), ctime?.getTime()].join(" ");
}
