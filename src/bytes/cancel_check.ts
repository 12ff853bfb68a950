/**
 * Cancellation, and yielding to the event loop. A loop that awaits data that is already there never yields,
 * and neither does a reader while much input decodes to little output.
 * @module
 */

/** Checked between two pieces of bytes. */
export interface CancelCheck {
  /** Throws where reading is given up; a promise where the program has a turn first. */
  look(): Promise<void> | undefined;
}

/** Longest time without a turn of the program, in milliseconds: one takes up to four. */
const LONGEST_RUN = 100;

/**
 * Checks a signal and yields to the event loop from time to time; undefined without a signal, since nobody
 * could cancel then.
 */
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
