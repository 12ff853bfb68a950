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
  /** Number of handlers of Ctrl-C: while there is one, the thread does not end the program. */
  Heard,
  /** Set if the thread hands Ctrl-C to the program, 0 if the program listens itself. */
  Forwards,
  /** Number of Ctrl-C signals that were handed to the program and have not reached a handler yet. */
  Pending,
  /** Milliseconds after which Ctrl-C ends the program although it was handed on; 0 for never. */
  Within,
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
export const END_WORKER_WORDS = 8;

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
 * First the shared memory; then unfinished outputs with a number, or the number alone when the output is finished.
 */
export type EndMessage =
  | SharedArrayBuffer
  | { readonly id: number; readonly left?: UnfinishedOutputs }
  | typeof END_NOW;

/** Message to the thread: end the program as after Ctrl-C. */
export const END_NOW = "end";
/** Message from the thread: Ctrl-C was pressed, see `EndWorkerWord.Pending`. */
export const INTERRUPTED = "interrupted";
/** Message from the thread: it listens. */
const LISTENS = "listens";
/** A message from the thread. */
export type EndNews = typeof INTERRUPTED | typeof LISTENS;

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

if ("WorkerGlobalScope" in globalThis) {
  runEndWorker(globalThis as unknown as WorkerScope<EndMessage, EndNews>);
}

function runEndWorker(scope: WorkerScope<EndMessage, EndNews>): void {
  const unfinished = new Map<number, UnfinishedOutputs>();
  let words: Int32Array | undefined;
  let received = 0;
  let ending = false;
  const word = (at: EndWorkerWord): number => Atomics.load(words!, at);
  scope.onmessage = ({ data }): void => {
    if (data instanceof SharedArrayBuffer) {
      words = new Int32Array(data);
      hear("SIGINT", onInterrupt);
      hear("SIGTERM", () => void end("SIGTERM"));
      Atomics.store(words, EndWorkerWord.Ready, 1);
      scope.postMessage(LISTENS);
      return;
    }
    if (data === END_NOW) return void end("SIGINT");
    received++;
    if (data.left) unfinished.set(data.id, data.left);
    else unfinished.delete(data.id);
  };

  let deadline: ReturnType<typeof setTimeout> | undefined;
  function onInterrupt(): void {
    if (word(EndWorkerWord.Heard) > 0) {
      if (word(EndWorkerWord.Forwards) === 0) return;
      Atomics.add(words!, EndWorkerWord.Pending, 1);
      // If the last handler was removed in the meantime, either the program has noticed the signal, or this thread
      // handles it.
      if (word(EndWorkerWord.Heard) > 0) {
        const within = word(EndWorkerWord.Within);
        scope.postMessage(INTERRUPTED);
        if (within === 0) return;
        if (deadline === undefined) {
          deadline = setTimeout(() => end("SIGINT"), within);
          return;
        }
        // The second Ctrl-C ends the program at once.
      } else if (Atomics.exchange(words!, EndWorkerWord.Pending, 0) === 0) return;
    }
    void end("SIGINT");
  }

  async function end(signal: Deno.Signal): Promise<void> {
    if (ending) return;
    ending = true;
    Atomics.store(words!, EndWorkerWord.Ending, 1);
    const patience = performance.now() + LONGEST_WAIT_MS;
    const isBusy = (): boolean =>
      received < word(EndWorkerWord.Sent) || word(EndWorkerWord.Line) === LineState.Drawn;
    while (isBusy() && performance.now() < patience) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    if (word(EndWorkerWord.Line) !== LineState.None) wipe();
    for (const left of [...unfinished.values()].reverse()) removeUnfinishedOutputs(left);
    // Without listeners, the program ends by the signal as usual.
    for (const [each, listener] of listeners) Deno.removeSignalListener(each, listener);
    Deno.kill(Deno.pid, signal);
  }

  const listeners = new Map<Deno.Signal, () => void>();
  function hear(signal: Deno.Signal, listener: () => void): void {
    try {
      Deno.addSignalListener(signal, listener);
      listeners.set(signal, listener);
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
