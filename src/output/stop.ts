/**
 * What is unfinished goes when the program is ended by SIGTERM. SIGHUP is left alone: who listens to it dies of it
 * under nohup, too.
 * @module
 */

const SIGNAL = "SIGTERM";
/** As a shell reports it: 128 and the number of the signal. */
const EXIT_CODE = 143;
const unfinished = new Set<() => void>();

/** Calls `discard` before the program ends by a signal, until the returned function is called. */
export function whenEnded(discard: () => void): () => void {
  if (unfinished.size === 0) listen(Deno.addSignalListener);
  unfinished.add(discard);
  return () => {
    if (unfinished.delete(discard) && unfinished.size === 0) listen(Deno.removeSignalListener);
  };
}

function listen(change: (signal: Deno.Signal, handler: () => void) => void): void {
  try {
    change(SIGNAL, end);
  } catch {
    // Windows has no such signal.
  }
}

function end(): void {
  for (const discard of [...unfinished]) discard();
  Deno.exit(EXIT_CODE);
}
