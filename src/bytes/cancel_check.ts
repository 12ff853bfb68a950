/**
 * Cancellation, and yielding to the event loop. A loop that awaits data that is already available never
 * yields, and neither does a reader while a lot of input decodes to little output.
 * @module
 */

/** Checked between two pieces of bytes. */
export interface CancelCheck {
  /** Throws if reading was cancelled; returns a promise if other work of the program should run first. */
  look(): Promise<void> | undefined;
}

/** Maximum time in milliseconds before other work of the program runs; that takes up to four milliseconds. */
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
      // Signals of the system are handled before timers; `setImmediate` would run before both.
      return new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
        last = performance.now();
        signal.throwIfAborted();
      });
    },
  };
}
