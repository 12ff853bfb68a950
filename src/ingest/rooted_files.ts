/**
 * Files below a folder that stands for the root of another machine: absolute symbolic links in it mean that root and
 * not the own one.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import type { ByteAccess } from "../elf/byte_access.ts";
import { mayRead } from "./permission.ts";
import { readAt } from "./read_at.ts";
import { noteRead } from "./read_files.ts";

/** More links than this are a circle. */
const MAX_LINKS = FILE_LIMITS.programLinks.most;

/** A program may have its debug information in thousands of files: more are not open at once. */
const MOST_OPEN = 64;
/** What stands for a place where no file can be read. */
const NOTHING = "";

/** Opens files for reading here and there, and keeps some of them open. */
export class RootedFiles {
  readonly #root: string;
  /** Those that are open, the one that was opened last at the end. */
  readonly #open = new Map<string, Deno.FsFile>();
  readonly #looked = new Map<string, string>();

  /** `root` has no slash at its end; empty = the own root. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Each path that was asked for, and what was there the last time: nothing, or a file with size, times and number. */
  get looked(): ReadonlyMap<string, string> {
    return this.#looked;
  }

  /** What is at a path now, as in `looked`. */
  stateOf(path: string): string {
    if (!mayRead(path)) return NOTHING;
    try {
      const info = Deno.statSync(this.#resolve(path));
      return info.isFile ? stateOf(info) : NOTHING;
    } catch (error) {
      if (error instanceof Error) return NOTHING;
      throw error;
    }
  }

  /** The bytes of a file; undefined when there is none that can be read. */
  open(path: string): ByteAccess | undefined {
    this.#looked.set(path, NOTHING);
    if (!mayRead(path)) return undefined;
    try {
      const real = this.#resolve(path);
      // A trace may name anything: opening a pipe would wait for a writer.
      if (!Deno.statSync(real).isFile) return undefined;
      const info = this.#handle(real).statSync();
      noteRead(real);
      this.#looked.set(path, stateOf(info));
      return this.#accessOf(real, info);
    } catch (error) {
      if (error instanceof Error) return undefined;
      throw error;
    }
  }

  /** Closes all files. */
  close(): void {
    for (const file of this.#open.values()) file.close();
    this.#open.clear();
  }

  /** Follows the links of a path below the root; others are left to the system. */
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

  /** A file that was closed, and is gone or another one when it is opened again, has no bytes any more. */
  #readAt(real: string, info: Deno.FileInfo, offset: number, into: Uint8Array): number {
    try {
      const wasOpen = this.#open.has(real);
      const file = this.#handle(real);
      if (!wasOpen && stateOf(info) !== stateOf(file.statSync())) return 0;
      return readAt(file, offset, into);
    } catch (error) {
      if (error instanceof Error) return 0;
      throw error;
    }
  }
}

/** What tells a file from one that was there before: the time of a change cannot be put back. */
function stateOf({ dev, ino, size, mtime, ctime }: Deno.FileInfo): string {
  return [dev, ino, size, mtime?.getTime(), ctime?.getTime()].join(" ");
}
