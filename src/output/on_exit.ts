/**
 * Removes unfinished outputs when the program ends.
 *
 * A program without a signal listener ends at Ctrl-C at once, even while it is busy; with a listener on its
 * main thread, it notices Ctrl-C only when that thread is idle. So the program listens only while Ctrl-C
 * should not end it (`onInterrupt`), and another thread (`end_worker.ts`) removes unfinished files and ends
 * the program.
 *
 * Ctrl-C that comes just when the last handler is removed is not lost: it ends the program. If the other thread
 * has started, it alone listens, and a word in shared memory tells whether a handler has got the signal. If it
 * has not, this thread continues to listen for a moment.
 * @module
 */

import { mayLoad } from "../ingest/permission.ts";
import {
  END_NOW,
  END_WORKER,
  END_WORKER_WORDS,
  type EndMessage,
  type EndNews,
  EndWorkerWord,
  INTERRUPTED,
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
/** Milliseconds for which this thread still listens after its last handler was removed. */
const LATE_SIGNAL_MS = 100;

/** A handler of Ctrl-C. */
interface Handler {
  readonly handle: () => void | Promise<void>;
  /** If not 0, the program ends when the handler has finished, or after this many milliseconds. */
  readonly within: number;
}

/** Only the latest handler gets Ctrl-C. */
const handlers: Handler[] = [];
/** Whether this thread listens for Ctrl-C: while it has handlers, and for a moment afterwards. */
let hears = false;
let lateSignal: ReturnType<typeof setTimeout> | undefined;

/** Makes this module handle signals; call it once, from the program. */
export function endBySignals(): void {
  isProgram = true;
  // A shell makes background programs ignore Ctrl-C, but a signal that is sent to one of them is intended.
  const nothing = (): void => {};
  changeSignalListener("SIGINT", nothing, Deno.addSignalListener);
  changeSignalListener("SIGINT", nothing, Deno.removeSignalListener);
}

/**
 * Calls `handle` on Ctrl-C, on this thread, until the returned function is called. The program continues, except
 * with `within`: then it ends when the promise of `handle` resolves, after this many milliseconds at most, and
 * at once at the next Ctrl-C. That needs the other thread (`awaitEndWorker`); without it Ctrl-C ends the program.
 */
export function onInterrupt(
  handle: () => void | Promise<void>,
  { within = 0 }: { readonly within?: number } = {},
): () => void {
  const handler = { handle, within };
  if (handlers.length === 0) {
    if (within > 0 && thread === undefined) return () => {};
    if ((thread === undefined || hears) && !hearInterrupts()) return () => {};
    Atomics.store(words, EndWorkerWord.Forwards, hears ? 0 : 1);
  }
  handlers.push(handler);
  noteDeadline();
  Atomics.add(words, EndWorkerWord.Heard, 1);
  return () => {
    const at = handlers.lastIndexOf(handler);
    if (at < 0) return;
    handlers.splice(at, 1);
    noteDeadline();
    if (Atomics.sub(words, EndWorkerWord.Heard, 1) > 1) return;
    if (hears) {
      lateSignal = setTimeout(hearNoMore, LATE_SIGNAL_MS);
      unreference(lateSignal);
    } else if (Atomics.exchange(words, EndWorkerWord.Pending, 0) > 0) endNow();
  };
}

/**
 * Lets the program end while a timer runs. In the script of the compiled program, timers are objects, as in Node.js.
 */
function unreference(timer: number | { unref(): unknown }): void {
  if (typeof timer === "number") Deno.unrefTimer(timer);
  else timer.unref();
}

function noteDeadline(): void {
  Atomics.store(words, EndWorkerWord.Within, handlers.at(-1)?.within ?? 0);
}

/** Lets this thread listen for Ctrl-C; false if it cannot. */
function hearInterrupts(): boolean {
  // Calling `clearTimeout` loads the module of timers, even without a timer.
  if (lateSignal !== undefined) clearTimeout(lateSignal);
  lateSignal = undefined;
  return hears ||= changeSignalListener("SIGINT", interrupted, Deno.addSignalListener);
}

function hearNoMore(): void {
  hears = false;
  changeSignalListener("SIGINT", interrupted, Deno.removeSignalListener);
}

/** Called on this thread when Ctrl-C was pressed. */
function interrupted(): void {
  const handler = handlers.at(-1);
  if (handler !== undefined) {
    const handled = handler.handle();
    if (handler.within > 0) void Promise.resolve(handled).finally(endNow);
    return;
  }
  // The signal arrived just as the last handler was removed.
  if (thread !== undefined) return endNow();
  discardUnfinished();
  if (isProgram) Deno.exit(EXIT_CODES.SIGINT);
}

/** Lets the other thread end the program as after Ctrl-C. */
function endNow(): void {
  Atomics.store(words, EndWorkerWord.Ending, 1);
  thread?.postMessage(END_NOW);
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
 * Draws a temporary line on the terminal. The first call only makes sure that Ctrl-C will erase the line, and nothing
 * is drawn once Ctrl-C has erased it.
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

function send(message: Extract<EndMessage, { readonly id: number }>): void {
  Atomics.add(words, EndWorkerWord.Sent, 1);
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
      worker.onmessage = ({ data }: MessageEvent<EndNews>): void => {
        if (data !== INTERRUPTED) return resolve(true);
        if (Atomics.exchange(words, EndWorkerWord.Pending, 0) > 0) interrupted();
      };
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
