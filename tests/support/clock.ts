/**
 * Time that passes only when a test says so: nothing waits, and a busy machine makes no difference.
 * @module
 */

/** Runs `work` while timers and `performance.now()` follow a separate clock; `pass` advances it. */
export function withClock<T>(work: (pass: (milliseconds: number) => void) => T): T {
  const { setTimeout, clearTimeout } = globalThis;
  const { now } = performance;
  const timers = new Map<number, { readonly due: number; readonly fire: () => void }>();
  let time = now.call(performance), last = 0;
  const pass = (milliseconds: number): void => {
    time += milliseconds;
    for (const [id, { due, fire }] of [...timers].sort(([, one], [, other]) => one.due - other.due)) {
      if (due <= time && timers.delete(id)) fire();
    }
  };
  const begin = (fire: () => void, delay = 0): number => {
    timers.set(++last, { due: time + delay, fire });
    return last;
  };
  Object.assign(globalThis, { setTimeout: begin, clearTimeout: (id: number) => timers.delete(id) });
  performance.now = () => time;
  try {
    return work(pass);
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    performance.now = now;
  }
}
