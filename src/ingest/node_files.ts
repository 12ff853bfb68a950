/**
 * Reads files in Node.js and Bun, for the library. The modules of the runtime are requested at run time, since
 * browsers do not have them.
 * @module
 */

import { didYouMean } from "../base/did_you_mean.ts";
import { InputError } from "../base/errors.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import { systemReason } from "./system_error.ts";

/** The functions of `node:fs` that are used. */
interface NodeFiles {
  openSync(path: string): number;
  fstatSync(descriptor: number): NodeState;
  readSync(descriptor: number, into: Uint8Array, from: number, length: number, offset: number | null): number;
  read(
    descriptor: number,
    into: Uint8Array,
    from: number,
    length: number,
    offset: number | null,
    done: (error: Error | null, count: number) => void,
  ): void;
  closeSync(descriptor: number): void;
  readdirSync(path: string): string[];
  readFileSync(path: string): Uint8Array;
}

interface NodeState {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** A file that is open for reading, with its state. Unless it is a pipe, it can be opened again. */
interface OpenedFile {
  readonly source: ByteSource;
  readonly reopen?: () => Promise<ByteSource>;
}

/** Longest time between two pauses for signals and timers, in milliseconds. */
const TURN_MILLISECONDS = 20;

/** The module `node:fs`; undefined if the runtime has none, as in a browser. */
export function nodeFiles(): NodeFiles | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => NodeFiles | undefined };
  };
  return process?.getBuiltinModule?.("node:fs");
}

/** Opens a file. Throws `InputError`. */
export function openNodeFile(files: NodeFiles, path: string): OpenedFile {
  const { source, state } = open(files, path);
  if (!state.isFile()) return { source };
  const reopen = (): Promise<ByteSource> => {
    const again = open(files, path);
    if (isSameVersion(again.state, state)) return Promise.resolve(again.source);
    again.source.close();
    throw new InputError(
      `Cannot read "${path}" again: it has changed since it was opened, open it again`,
      path,
      "failed",
    );
  };
  return { source, reopen };
}

/** Access to the files that scripts include; empty if there are no files. */
export function nodeLibraryFiles(files: NodeFiles): {
  read(path: string): string;
  beside(file: string, path: string): string;
  list(path: string): readonly string[];
} {
  return {
    read(path) {
      try {
        return new TextDecoder().decode(files.readFileSync(path));
      } catch (error) {
        const [trouble, reason] = systemReason(error);
        throw new InputError(reason, path, trouble);
      }
    },
    beside: (file, path) => path.startsWith("/") ? path : file.slice(0, file.lastIndexOf("/") + 1) + path,
    list: (path) => sortedNamesIn(files, path),
  };
}

function open(files: NodeFiles, path: string): { source: ByteSource; state: NodeState } {
  let descriptor: number | undefined;
  try {
    descriptor = files.openSync(path);
    const state = files.fstatSync(descriptor);
    if (state.isDirectory()) {
      throw new InputError(`Cannot open "${path}": it is a directory`, path, "directory");
    }
    return { source: sourceOfFile(files, descriptor, { path, state }), state };
  } catch (error) {
    if (descriptor !== undefined) files.closeSync(descriptor);
    if (error instanceof InputError) throw error;
    const [trouble, reason] = systemReason(error);
    const near = trouble === "missing" ? nearName(files, path) : undefined;
    const hint = near === undefined ? "" : `, did you mean "${near}"?`;
    throw new InputError(`Cannot open "${path}": ${reason}${hint}`, path, trouble);
  }
}

function sourceOfFile(
  files: NodeFiles,
  descriptor: number,
  { path, state }: { readonly path: string; readonly state: NodeState },
): ByteSource {
  const isFile = state.isFile();
  let at = 0;
  let lastTurn = 0;
  let isOpen = true;
  /** Returns the position to read at; null for pipes, which have no position. */
  const place = (): number | null => isFile ? at : null;
  return {
    // Files in /proc have size 0 but do have content.
    size: isFile && state.size > 0 ? state.size : undefined,
    async read(into) {
      if (!isOpen || into.length === 0) return 0;
      try {
        // Reads of a file seldom wait, so they are synchronous; now and then one is asynchronous, so that
        // other work of the program can run.
        const count = isFile && performance.now() - lastTurn < TURN_MILLISECONDS
          ? files.readSync(descriptor, into, 0, into.length, place())
          : await readLater(files, descriptor, into, place());
        if (!isFile || performance.now() - lastTurn >= TURN_MILLISECONDS) lastTurn = performance.now();
        at += count;
        return count;
      } catch (error) {
        const [trouble, reason] = systemReason(error);
        throw new InputError(`Cannot read "${path}": ${reason}`, path, trouble);
      }
    },
    seek(offset) {
      if (!isFile) return false;
      at = offset;
      return true;
    },
    close() {
      if (isOpen) files.closeSync(descriptor);
      isOpen = false;
    },
  };
}

function readLater(
  files: NodeFiles,
  descriptor: number,
  into: Uint8Array,
  place: number | null,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  files.read(
    descriptor,
    into,
    0,
    into.length,
    place,
    (error, count) => error ? reject(error) : resolve(count),
  );
  return promise;
}

function isSameVersion(now: NodeState, before: NodeState): boolean {
  return now.dev === before.dev && now.ino === before.ino && now.size === before.size &&
    now.mtimeMs === before.mtimeMs;
}

/** The file in the same folder with the most similar name. */
function nearName(files: NodeFiles, path: string): string | undefined {
  const folder = path.slice(0, path.search(/[^/\\]*$/));
  const near = didYouMean(path.slice(folder.length), sortedNamesIn(files, folder === "" ? "." : folder));
  return near === undefined ? undefined : folder + near;
}

function sortedNamesIn(files: NodeFiles, folder: string): string[] {
  try {
    return files.readdirSync(folder).sort();
  } catch {
    return []; // The folder does not exist or may not be read
  }
}
