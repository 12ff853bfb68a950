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

/** Opens files for reading here and there, and keeps them open. */
export class RootedFiles {
  readonly #root: string;
  readonly #open: Deno.FsFile[] = [];

  /** `root` has no slash at its end; empty = the own root. */
  constructor(root: string) {
    this.#root = root;
  }

  /** The bytes of a file; undefined when there is none that can be read. */
  open(path: string): ByteAccess | undefined {
    if (!mayRead(path)) return undefined;
    try {
      const real = this.#resolve(path);
      // A trace may name anything: opening a pipe would wait for a writer.
      if (!Deno.statSync(real).isFile) return undefined;
      const file = Deno.openSync(real);
      this.#open.push(file);
      noteRead(real);
      return accessOfFile(file, file.statSync().size);
    } catch (error) {
      if (error instanceof Error) return undefined;
      throw error;
    }
  }

  /** Closes all files. */
  close(): void {
    for (const file of this.#open.splice(0)) file.close();
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
}

function accessOfFile(file: Deno.FsFile, size: number): ByteAccess {
  return {
    size,
    read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      if (bytes.length === 0) return bytes;
      return bytes.subarray(0, readAt(file, offset, bytes));
    },
  };
}
