/**
 * The thread that ends the program on Ctrl-C and SIGTERM, whatever other threads are doing, after it has
 * removed unfinished outputs. It is also imported, so that it becomes part of the compiled program.
 * @module
 */

import type { WorkerScope } from "../base/worker_scope.ts";

/** The address of this module, to start a worker from. */
export const END_WORKER: string = import.meta.url;

/** Words of memory shared by the program and the thread. */
export enum EndWorkerWord {
  /** Set when the thread listens. */
  Ready,
  /** Set while another part of the program handles Ctrl-C, so that the thread ignores it. */
  Heard,
  /** A `LineState`: whether there is a terminal line that must be erased. */
  Line,
  /** Number of messages sent. */
  Sent,
  /** Set when the program is ending: unfinished outputs are being removed. */
  Ending,
}

/** State of a temporary line of the terminal. */
export enum LineState {
  None,
  There,
  /** The line is being drawn. */
  Drawn,
}

/** Number of words. */
export const END_WORKER_WORDS = 5;

/** What to remove if the program ends early, in this order. */
export interface UnfinishedOutputs {
  /** A file to truncate to its earlier length. */
  readonly cut?: { readonly path: string; readonly bytes: number };
  /** Path of a folder to remove with its contents. */
  readonly folder?: string;
  /** A file. */
  readonly file?: string;
  /** Folders to remove if they are empty, innermost first. */
  readonly empty?: readonly string[];
}

/**
 * The shared memory first; then unfinished outputs under a number, or the number alone once the output is
 * done.
 */
export type EndMessage =
  | SharedArrayBuffer
  | { readonly id: number; readonly left?: UnfinishedOutputs };

/**
 * Maximum time in milliseconds to wait for messages that were sent before a signal, since the signal may
 * overtake them.
 */
const LONGEST_WAIT_MS = 200;
/** Suffix of a folder that is being removed. */
export const DISCARDED_SUFFIX = ".discarded";
/** Maximum number of attempts to remove a folder, since another thread may keep adding files to it. */
const MOST_TRIES = 20;
const WIPED = new TextEncoder().encode("\r\x1b[K");

if ("WorkerGlobalScope" in globalThis) runEndWorker(globalThis as unknown as WorkerScope<EndMessage, null>);

function runEndWorker(scope: WorkerScope<EndMessage, null>): void {
  const unfinished = new Map<number, UnfinishedOutputs>();
  let words: Int32Array | undefined;
  let received = 0;
  let ending = false;
  scope.onmessage = ({ data }): void => {
    if (data instanceof SharedArrayBuffer) {
      words = new Int32Array(data);
      for (const signal of ["SIGINT", "SIGTERM"] as const) hear(signal);
      Atomics.store(words, EndWorkerWord.Ready, 1);
      scope.postMessage(null);
      return;
    }
    received++;
    if (data.left) unfinished.set(data.id, data.left);
    else unfinished.delete(data.id);
  };

  function hear(signal: Deno.Signal): void {
    const handler = async (): Promise<void> => {
      if (ending || (signal === "SIGINT" && Atomics.load(words!, EndWorkerWord.Heard) > 0)) return;
      ending = true;
      Atomics.store(words!, EndWorkerWord.Ending, 1);
      const patience = performance.now() + LONGEST_WAIT_MS;
      const isBusy = (): boolean =>
        received < Atomics.load(words!, EndWorkerWord.Sent) ||
        Atomics.load(words!, EndWorkerWord.Line) === LineState.Drawn;
      while (isBusy() && performance.now() < patience) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      if (Atomics.load(words!, EndWorkerWord.Line) !== LineState.None) wipe();
      for (const left of [...unfinished.values()].reverse()) removeUnfinishedOutputs(left);
      // Without listeners, the program ends by the signal as usual.
      Deno.removeSignalListener(signal, handler);
      Deno.kill(Deno.pid, signal);
    };
    try {
      Deno.addSignalListener(signal, handler);
    } catch {
      // Windows has no SIGTERM.
    }
  }
}

function wipe(): void {
  try {
    Deno.stderr.writeSync(WIPED);
  } catch {
    // There is no terminal.
  }
}

/** Removes unfinished outputs. Errors are ignored. */
export function removeUnfinishedOutputs({ cut, folder, file, empty = [] }: UnfinishedOutputs): void {
  if (cut) quietly(() => Deno.truncateSync(cut.path, cut.bytes));
  if (folder !== undefined) discardFolder(folder);
  if (file !== undefined) quietly(() => Deno.removeSync(file));
  for (const each of empty) if (!quietly(() => Deno.removeSync(each))) break;
}

/**
 * Removes a folder that another thread may be writing to. It is renamed first, so that the thread no longer
 * finds it and a partial folder never gets its final name.
 */
function discardFolder(folder: string): void {
  const away = `${folder}${DISCARDED_SUFFIX}`;
  let place = away;
  try {
    Deno.renameSync(folder, away);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    // Windows cannot rename folders with open files.
    place = folder;
  }
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    if (quietly(() => Deno.removeSync(place, { recursive: true }))) break;
  }
}

/** Whether the work succeeded, or there was nothing to remove. */
function quietly(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}
