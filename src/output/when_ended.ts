/**
 * What is unfinished when the program ends goes before it.
 * @module
 */

const SIGNAL = "SIGTERM";
/** As a shell reports it: 128 and the number of the signal. */
const EXIT_CODE = 143;
const unfinished = new Set<() => void>();

/**
 * Calls `discard` before the program ends by SIGTERM or `discardUnfinished`, until the returned function is called. SIGHUP
 * is left alone: who listens to it dies of it under nohup, too.
 */
export function whenEnded(discard: () => void): () => void {
  // A thread ends with its process: that one cleans up behind it.
  if ("DedicatedWorkerGlobalScope" in globalThis) return () => {};
  if (unfinished.size === 0) listen(Deno.addSignalListener);
  unfinished.add(discard);
  return () => {
    if (unfinished.delete(discard) && unfinished.size === 0) listen(Deno.removeSignalListener);
  };
}

/** Discards what nobody will finish: whoever ends the program calls it, be it for an output or for a whole command. */
export function discardUnfinished(): void {
  for (const discard of [...unfinished]) discard();
}

function listen(change: (signal: Deno.Signal, handler: () => void) => void): void {
  try {
    change(SIGNAL, end);
  } catch {
    // Windows has no such signal.
  }
}

function end(): void {
  discardUnfinished();
  Deno.exit(EXIT_CODE);
}
