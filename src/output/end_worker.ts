/**
 * The thread that ends the program on Ctrl-C and SIGTERM, whatever the others are busy with, after it has removed what is
 * unfinished. It is imported as well, so that it is part of the compiled program.
 * @module
 */

/** Where the thread's program is. */
export const END_WORKER: string = import.meta.url;

/** Words of memory that the program and the thread share. */
export enum EndWord {
  /** The thread listens. */
  Ready,
  /** Somebody else in the program wants Ctrl-C: the thread leaves it alone. */
  Heard,
  /** Whether a line of the terminal is to be wiped, a `LineState`. */
  Line,
  /** Messages that were sent. */
  Sent,
  /** The program is ending: what it was writing is being removed under its hands. */
  Ending,
}

/** What is known of a line of the terminal that must not stay there. */
export enum LineState {
  None,
  There,
  /** It is being drawn at this moment. */
  Drawn,
}

/** Number of words. */
export const END_WORDS = 5;

/** What is removed when the program ends early, in this order. */
export interface Leavings {
  /** A file that becomes as short as it was before. */
  readonly cut?: { readonly path: string; readonly bytes: number };
  /** A folder, and all that is in it. */
  readonly folder?: string;
  /** A file. */
  readonly file?: string;
  /** Folders that stay where something is in them, innermost first. */
  readonly empty?: readonly string[];
}

/** First comes the memory, then what is unfinished: under a number, or just the number once it is no more. */
export type EndMessage =
  | SharedArrayBuffer
  | { readonly id: number; readonly left?: Leavings };

/** The part of a worker's global scope that is used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<EndMessage>) => void) | null;
  postMessage(message: null): void;
}

/** A signal may come before the messages that were sent before it; that they come at all is not waited for longer. */
const LONGEST_WAIT_MS = 200;
/** What the name of a folder ends with that is being removed. */
export const DISCARDED = ".discarded";
/** Whoever writes into a folder meanwhile makes files that were not there when it was looked through. */
const MOST_TRIES = 20;
const WIPED = new TextEncoder().encode("\r\x1b[K");

if ("WorkerGlobalScope" in globalThis) listen(globalThis as unknown as WorkerScope);

function listen(scope: WorkerScope): void {
  const unfinished = new Map<number, Leavings>();
  let words: Int32Array | undefined;
  let received = 0;
  let ending = false;
  scope.onmessage = ({ data }): void => {
    if (data instanceof SharedArrayBuffer) {
      words = new Int32Array(data);
      for (const signal of ["SIGINT", "SIGTERM"] as const) hear(signal);
      Atomics.store(words, EndWord.Ready, 1);
      scope.postMessage(null);
      return;
    }
    received++;
    if (data.left) unfinished.set(data.id, data.left);
    else unfinished.delete(data.id);
  };

  function hear(signal: Deno.Signal): void {
    const handler = async (): Promise<void> => {
      if (ending || (signal === "SIGINT" && Atomics.load(words!, EndWord.Heard) > 0)) return;
      ending = true;
      Atomics.store(words!, EndWord.Ending, 1);
      const patience = performance.now() + LONGEST_WAIT_MS;
      const isBusy = (): boolean =>
        received < Atomics.load(words!, EndWord.Sent) ||
        Atomics.load(words!, EndWord.Line) === LineState.Drawn;
      while (isBusy() && performance.now() < patience) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      if (Atomics.load(words!, EndWord.Line) !== LineState.None) wipe();
      for (const left of [...unfinished.values()].reverse()) removeLeavings(left);
      // Nobody listens any more, so that the program ends as one that never listened.
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
    // Nobody sees it.
  }
}

/** Removes what is unfinished; what cannot be removed stays. */
export function removeLeavings({ cut, folder, file, empty = [] }: Leavings): void {
  if (cut) quietly(() => Deno.truncateSync(cut.path, cut.bytes));
  if (folder !== undefined) removeFolder(folder);
  if (file !== undefined) quietly(() => Deno.removeSync(file));
  for (const each of empty) if (!quietly(() => Deno.removeSync(each))) break;
}

/**
 * Removes a folder that another thread may be writing into. It is moved away first: from then on that thread finds it
 * no more, so that half of it never gets the name that the whole would have had.
 */
function removeFolder(folder: string): void {
  const away = `${folder}${DISCARDED}`;
  let place = away;
  try {
    Deno.renameSync(folder, away);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    // Windows moves no folder with open files.
    place = folder;
  }
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    if (quietly(() => Deno.removeSync(place, { recursive: true }))) break;
  }
}

/** True when it worked, or when there was nothing to remove. */
function quietly(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}
