/**
 * What is unfinished when the program ends goes before it.
 *
 * A program that does not listen ends at Ctrl-C at once, whatever it is busy with; one that listens on its main thread
 * hears it when that thread has nothing else to do. So the program listens only where it has something better to do
 * than to end (`onInterrupt`), and another thread (`end_worker.ts`) removes what is unfinished and ends the program.
 * @module
 */

import { mayLoad } from "../ingest/permission.ts";
import { END_WORDS, END_WORKER, type EndMessage, EndWord, type Leavings, LineState } from "./end_worker.ts";

/** Exit codes as a shell reports them: 128 and the number of the signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
/** A thread that has not come by then will not be waited for. */
const LONGEST_START_MS = 2000;
/** By then the program has ended, or will not. */
const LONGEST_END_MS = 5000;

const unfinished = new Set<() => void>();
const words = new Int32Array(new SharedArrayBuffer(END_WORDS * 4));
/** Whether this is the program: a library ends nothing. */
let isProgram = false;
let thread: Worker | undefined;
let starting: Promise<boolean> | undefined;
let count = 0;
/** Whether this thread listens, for want of another. */
let listening = false;
/** Only the latest listener gets Ctrl-C. */
const handlers: (() => void)[] = [];

/** From now on signals are for this module: call it once, as the program. */
export function endBySignals(): void {
  isProgram = true;
  // A shell lets programs in the background ignore Ctrl-C; who sends it to one means it.
  const nothing = (): void => {};
  listen("SIGINT", nothing, Deno.addSignalListener);
  listen("SIGINT", nothing, Deno.removeSignalListener);
}

/** Calls `handler` on Ctrl-C, on this thread, until the returned function is called. The program continues. */
export function onInterrupt(handler: () => void): () => void {
  const listener = (): void => {
    if (handlers.at(-1) === handler) handler();
  };
  if (!listen("SIGINT", listener, Deno.addSignalListener)) return () => {};
  handlers.push(handler);
  Atomics.add(words, EndWord.Heard, 1);
  return () => {
    const at = handlers.lastIndexOf(handler);
    if (at < 0) return;
    handlers.splice(at, 1);
    Atomics.sub(words, EndWord.Heard, 1);
    listen("SIGINT", listener, Deno.removeSignalListener);
  };
}

/** Waits until another thread sees to what is unfinished; where there is none, this one does when it has time. */
export async function readyToEnd(): Promise<void> {
  // At a prompt Ctrl-C is heard here, and no thread is started beside a line that is being edited.
  if (isForThread()) await (starting ??= start());
}

function isForThread(): boolean {
  return isProgram && handlers.length === 0 && !listening;
}

/**
 * Waits for the end of the program where another thread is ending it, so that nobody is told that a file is gone which that
 * thread has removed. Returns at once where nobody is ending it.
 */
export async function endIfEnding(): Promise<void> {
  if (Atomics.load(words, EndWord.Ending) === 0) return;
  await new Promise((resolve) => setTimeout(resolve, LONGEST_END_MS));
}

let mayDraw = false;

/**
 * Draws a line on the terminal that must not stay there: not before somebody would wipe it at Ctrl-C, so that the first call draws
 * nothing, and not over what was wiped.
 */
export function drawLine(draw: () => void): void {
  if (!mayDraw && isForThread()) return void readyToEnd().then(() => mayDraw = true);
  Atomics.store(words, EndWord.Line, LineState.Drawn);
  if (Atomics.load(words, EndWord.Ending) === 0) draw();
  Atomics.store(words, EndWord.Line, LineState.There);
}

/** Says that such a line is gone. */
export function lineGone(): void {
  Atomics.store(words, EndWord.Line, LineState.None);
}

/**
 * Says what is left of something unfinished, before it comes to be: it is removed when the program ends early, until the
 * returned function is called. `whenEnded` does the same where no other thread can.
 */
export function announce(left: Leavings): () => void {
  if (thread === undefined) return () => {};
  const id = ++count;
  send({ id, left });
  // What came to be now would be left behind: the other thread has looked through its list.
  Atomics.wait(words, EndWord.Ending, 1, LONGEST_END_MS);
  return () => send({ id });
}

/**
 * Calls `discard` before the program ends by SIGTERM or `discardUnfinished`, until the returned function is called. SIGHUP
 * is left alone: who listens to it dies of it under nohup, too.
 */
export function whenEnded(discard: () => void): () => void {
  // A thread ends with its process: that one cleans up after it.
  if ("DedicatedWorkerGlobalScope" in globalThis) return () => {};
  if (unfinished.size === 0) listenHere(Deno.addSignalListener);
  unfinished.add(discard);
  return () => {
    if (unfinished.delete(discard) && unfinished.size === 0) listenHere(Deno.removeSignalListener);
  };
}

/** Discards what nobody will finish, the latest first: whoever ends the program calls it, be it for an output or for a whole command. */
export function discardUnfinished(): void {
  for (const discard of [...unfinished].reverse()) discard();
}

type Change = (signal: Deno.Signal, handler: () => void) => void;

/** True when the system knows the signal. */
function listen(signal: Deno.Signal, handler: () => void, change: Change): boolean {
  try {
    change(signal, handler);
    return true;
  } catch {
    // Windows has no SIGTERM.
    return false;
  }
}

/** Listens on this thread, where no other does, or stops. */
function listenHere(change: Change): void {
  if (change === Deno.addSignalListener) {
    if (thread !== undefined) return;
    listening = true;
  } else {
    if (!listening) return;
    listening = false;
  }
  listen("SIGTERM", endOnTerm, change);
  if (isProgram) listen("SIGINT", endOnInterrupt, change);
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
  if (!(message instanceof SharedArrayBuffer)) Atomics.add(words, EndWord.Sent, 1);
  thread?.postMessage(message);
}

/** Starts the thread; false where there is none. */
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
