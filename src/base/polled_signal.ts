/**
 * Abort signals that are polled: another thread sets a flag while this one is busy.
 * @module
 */

/**
 * Returns a signal that is aborted once `why` returns a reason. `why` is called whenever the signal is
 * checked.
 */
export function polledSignal(why: () => Error | undefined): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const wasAborted = (): boolean => Reflect.get(AbortSignal.prototype, "aborted", signal) as boolean;
  let raising = false;
  const look = (): boolean => {
    // `abort()` reads `aborted` too, and must not call `why` again.
    if (raising || wasAborted()) return wasAborted();
    const reason = why();
    if (reason === undefined) return false;
    raising = true;
    controller.abort(reason);
    raising = false;
    return true;
  };
  Object.defineProperty(signal, "aborted", { get: look });
  Object.defineProperty(signal, "throwIfAborted", {
    value: (): void => {
      if (look()) throw signal.reason;
    },
  });
  return signal;
}
