/**
 * Giving up what is read, and letting the program do something else meanwhile. A loop that awaits what is there already
 * gives the event loop no turn, and where much is decoded to little no reader of a format has one either.
 * @module
 */

/** Is looked at between two pieces of bytes. */
export interface CancelCheck {
  /** Throws where reading is given up; a promise where the program has a turn first. */
  look(): Promise<void> | undefined;
}

/** Longest time without a turn of the program, in milliseconds: one takes up to four. */
const LONGEST_RUN = 100;

/** Looks at a signal, and gives the program a turn now and then; nothing without a signal, which nobody could abort. */
export function cancelCheckFor(signal: AbortSignal | undefined): CancelCheck | undefined {
  if (!signal) return undefined;
  let last = performance.now();
  return {
    look(): Promise<void> | undefined {
      signal.throwIfAborted();
      if (performance.now() - last < LONGEST_RUN) return undefined;
      // Signals of the system are looked at before timers; `setImmediate` would come before both.
      return new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
        last = performance.now();
        signal.throwIfAborted();
      });
    },
  };
}
