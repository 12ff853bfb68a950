/**
 * Calls that fail: the n-th allocation, read, write, rename, start of a thread or message to one. The program does not
 * know about it: the functions that it calls are replaced while some work runs.
 * @module
 */

import { ArenaFullError, Heap } from "../../../src/memory/heap.ts";

/** The kinds of calls that can fail. */
export type Fault = "allocation" | "growth" | "open" | "read" | "write" | "rename" | "thread" | "message";

/** A function whose calls are counted. */
interface Hook {
  readonly owner: object;
  readonly name: string;
  /** The error that the call throws. */
  readonly error: () => Error;
  /** Whether a call counts, by its receiver and arguments. */
  readonly counts?: (self: unknown, args: readonly unknown[]) => boolean;
}

const noMemory = (): Error =>
  new ArenaFullError("Cannot allocate memory: the system refused 65536 more bytes", 65536);
const notRead = (): Error => new Error("Input/output error (os error 5)");
const noRoom = (): Error => new Error("No space left on device (os error 28)");
const noThread = (): Error => new Error("Cannot start a thread: resource temporarily unavailable");

/** Reads of the program's own sources do not count, and the network is not used. */
const isData = (_: unknown, [path]: readonly unknown[]): boolean => !/\.(ts|wasm|js)$/.test(String(path));
const isFile = (self: unknown): boolean => self instanceof Deno.FsFile;

const HOOKS: Readonly<Record<Fault, readonly Hook[]>> = {
  allocation: [{ owner: Heap.prototype, name: "take", error: noMemory }],
  growth: [{
    owner: WebAssembly.Memory.prototype,
    name: "grow",
    error: () => new RangeError("WebAssembly.Memory.grow(): Unable to grow instance memory"),
  }],
  open: ["open", "openSync", "stat", "statSync", "lstat", "lstatSync", "readTextFile", "readFile"].map((
    name,
  ) => ({
    owner: Deno,
    name,
    error: notRead,
    counts: isData,
  })),
  read: ["read", "readSync", "seek", "stat"].map((name) => ({
    owner: Deno.FsFile.prototype,
    name,
    error: notRead,
    counts: isFile,
  })),
  write: [
    ...["write", "writeSync", "sync", "syncSync", "truncate"].map((name) => ({
      owner: Deno.FsFile.prototype,
      name,
      error: noRoom,
    })),
    ...["writeFile", "writeTextFile", "mkdir"].map((name) => ({ owner: Deno, name, error: noRoom })),
  ],
  rename: ["rename", "renameSync", "link", "linkSync"].map((name) => ({ owner: Deno, name, error: notRead })),
  thread: [{ owner: globalThis, name: "Worker", error: noThread }],
  message: [{ owner: Worker.prototype, name: "postMessage", error: noThread }],
};

/** All kinds of faults. */
export const FAULTS = Object.keys(HOOKS) as readonly Fault[];

/** The result of some work. */
export interface Outcome<T> {
  readonly value?: T;
  readonly error?: unknown;
  /** Number of counted calls. */
  readonly calls: number;
}

/** Runs some work while the n-th call fails, or with `forever` all calls from the n-th on; 0 only counts. */
export async function failing<T>(
  fault: Fault,
  nth: number,
  work: () => Promise<T>,
  forever = false,
): Promise<Outcome<T>> {
  let calls = 0;
  const undo: (() => void)[] = [];
  for (const { owner, name, error, counts } of HOOKS[fault]) {
    const holder = owner as Record<string, unknown>;
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    const original = holder[name] as (...args: unknown[]) => unknown;
    if (typeof original !== "function") continue;
    const isAsync = !name.endsWith("Sync") && ["Deno", "FsFile"].includes(ownerName(owner));
    const replaced = function (this: unknown, ...args: unknown[]): unknown {
      if (counts?.(this, args) ?? true) {
        calls++;
        if (nth > 0 && (calls === nth || (forever && calls > nth))) {
          if (isAsync) return Promise.reject(error());
          throw error();
        }
      }
      return new.target
        ? new (original as unknown as new (...args: unknown[]) => unknown)(...args)
        : original.apply(this, args);
    };
    if (name === "Worker") replaced.prototype = original.prototype;
    Object.defineProperty(owner, name, { value: replaced, configurable: true, writable: true });
    undo.push(() => {
      if (descriptor) Object.defineProperty(owner, name, descriptor);
      else delete holder[name];
    });
  }
  try {
    return { value: await work(), calls };
  } catch (error) {
    return { error, calls };
  } finally {
    for (const each of undo) each();
  }
}

function ownerName(owner: object): string {
  return owner === Deno ? "Deno" : owner === Deno.FsFile.prototype ? "FsFile" : "";
}

/** Numbers from 1 to `last`: all of them, or about `most` spread over them. */
export function numbers(last: number, most: number): number[] {
  if (most < 2) return last > 0 ? [Math.ceil(last / 2)] : [];
  if (last <= most) return Array.from({ length: last }, (_, at) => at + 1);
  const some = Array.from({ length: most }, (_, at) => 1 + Math.round(at * (last - 1) / (most - 1)));
  return [...new Set(some)];
}
