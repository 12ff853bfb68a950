/**
 * Removes unfinished outputs when the program ends.
 *
 * A program without a signal listener ends at Ctrl-C at once, even while it is busy; with a listener on its
 * main thread, it notices Ctrl-C only when that thread is idle. So the program listens only while Ctrl-C
 * should not end it (`onInterrupt`), and another thread (`end_worker.ts`) removes unfinished files and ends
 * the program.
 * @module
 */

import { mayLoad } from "../ingest/permission.ts";
import {
  END_WORKER,
  END_WORKER_WORDS,
  type EndMessage,
  EndWorkerWord,
  LineState,
  type UnfinishedOutputs,
} from "./end_worker.ts";

/** Exit codes as a shell reports them: 128 plus the signal number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
/** Maximum time to wait for the thread to start. */
const LONGEST_START_MS = 2000;
/** After this many milliseconds, the program will no longer end by itself. */
const LONGEST_END_MS = 5000;

const unfinished = new Set<() => void>();
const words = new Int32Array(new SharedArrayBuffer(END_WORKER_WORDS * 4));
/** Whether this is the command line program; a library must not end the process. */
let isProgram = false;
let thread: Worker | undefined;
let starting: Promise<boolean> | undefined;
let count = 0;
/** Whether this thread listens because there is no other. */
let listening = false;
/** Only the latest handler gets Ctrl-C. */
const handlers: (() => void)[] = [];

/** Makes this module handle signals; call it once, from the program. */
export function endBySignals(): void {
  isProgram = true;
  // A shell makes background programs ignore Ctrl-C, but a signal that is sent to one of them is intended.
  const nothing = (): void => {};
  changeSignalListener("SIGINT", nothing, Deno.addSignalListener);
  changeSignalListener("SIGINT", nothing, Deno.removeSignalListener);
}

/**
 * Calls `handler` on Ctrl-C, on this thread, until the returned function is called. The program continues.
 */
export function onInterrupt(handler: () => void): () => void {
  const listener = (): void => {
    if (handlers.at(-1) === handler) handler();
  };
  if (!changeSignalListener("SIGINT", listener, Deno.addSignalListener)) return () => {};
  handlers.push(handler);
  Atomics.add(words, EndWorkerWord.Heard, 1);
  return () => {
    const at = handlers.lastIndexOf(handler);
    if (at < 0) return;
    handlers.splice(at, 1);
    Atomics.sub(words, EndWorkerWord.Heard, 1);
    changeSignalListener("SIGINT", listener, Deno.removeSignalListener);
  };
}

/**
 * Waits until another thread is ready to remove unfinished outputs; without one, this thread does so when it
 * is idle.
 */
export async function awaitEndWorker(): Promise<void> {
  // At a prompt, this thread handles Ctrl-C, and no other thread is started while a line is being edited.
  if (isForThread()) await (starting ??= start());
}

function isForThread(): boolean {
  return isProgram && handlers.length === 0 && !listening;
}

/**
 * If another thread is ending the program, waits for that, so that no error is reported about a file that the
 * other thread has removed. Otherwise returns at once.
 */
export async function awaitEnding(): Promise<void> {
  if (Atomics.load(words, EndWorkerWord.Ending) === 0) return;
  await new Promise((resolve) => setTimeout(resolve, LONGEST_END_MS));
}

let mayDraw = false;

/**
 * Draws a temporary line on the terminal. It is not drawn before Ctrl-C would erase it, so the first call has
 * no effect, and never over an erased line.
 */
export function drawTemporaryLine(draw: () => void): void {
  if (!mayDraw && isForThread()) return void awaitEndWorker().then(() => mayDraw = true);
  Atomics.store(words, EndWorkerWord.Line, LineState.Drawn);
  if (Atomics.load(words, EndWorkerWord.Ending) === 0) draw();
  Atomics.store(words, EndWorkerWord.Line, LineState.There);
}

/** Notes that the temporary line no longer exists. */
export function noteLineErased(): void {
  Atomics.store(words, EndWorkerWord.Line, LineState.None);
}

/**
 * Announces something unfinished before it is created: it is removed if the program ends early, until the
 * returned function is called. If no other thread can do that, `whenEnded` does.
 */
export function registerUnfinished(left: UnfinishedOutputs): () => void {
  if (thread === undefined) return () => {};
  const id = ++count;
  send({ id, left });
  // An output that is created now would stay, since the other thread has already removed those it knew.
  Atomics.wait(words, EndWorkerWord.Ending, 1, LONGEST_END_MS);
  return () => send({ id });
}

/**
 * Calls `discard` before the program ends by SIGTERM or `discardUnfinished`, until the returned function is
 * called. SIGHUP is not handled: a listener would end the program even under nohup.
 */
export function whenEnded(discard: () => void): () => void {
  // A thread ends with its process, which removes unfinished outputs.
  if ("DedicatedWorkerGlobalScope" in globalThis) return () => {};
  if (unfinished.size === 0) listenHere(Deno.addSignalListener);
  unfinished.add(discard);
  return () => {
    if (unfinished.delete(discard) && unfinished.size === 0) listenHere(Deno.removeSignalListener);
  };
}

/** Discards everything unfinished, most recent first. Called before the program ends itself. */
export function discardUnfinished(): void {
  for (const discard of [...unfinished].reverse()) discard();
}

type Change = (signal: Deno.Signal, handler: () => void) => void;

/** Whether the system knows the signal. */
function changeSignalListener(signal: Deno.Signal, handler: () => void, change: Change): boolean {
  try {
    change(signal, handler);
    return true;
  } catch {
    // Windows has no SIGTERM.
    return false;
  }
}

/** Starts or stops listening on this thread, if no other thread does. */
function listenHere(change: Change): void {
  if (change === Deno.addSignalListener) {
    if (thread !== undefined) return;
    listening = true;
  } else {
    if (!listening) return;
    listening = false;
  }
  changeSignalListener("SIGTERM", endOnTerm, change);
  if (isProgram) changeSignalListener("SIGINT", endOnInterrupt, change);
}

function endOnTerm(): void {
  discardUnfinished();
  Deno.exit(EXIT_CODES.SIGTERM);
}

function endOnInterrupt(): void {
  if (handlers.length > 0) return;
  discardUnfinished();
  Deno.exit(EXIT_CODES.SIGINT);
}

function send(message: EndMessage): void {
  if (!(message instanceof SharedArrayBuffer)) Atomics.add(words, EndWorkerWord.Sent, 1);
  thread?.postMessage(message);
}

/** Starts the thread; false if that is impossible. */
async function start(): Promise<boolean> {
  if (!mayLoad(END_WORKER)) return false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const worker = new Worker(END_WORKER, { type: "module" });
    const works = await new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), LONGEST_START_MS);
      worker.onmessage = (): void => resolve(true);
      worker.onerror = (event): void => {
        event.preventDefault();
        resolve(false);
      };
      worker.postMessage(words.buffer);
    });
    if (works && !listening) thread = worker;
    else worker.terminate();
    return works;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
