/**
 * Counting work instead of time: the same pattern over the same texts takes the same number of steps on every
 * machine, so that budgets and tests do not depend on how fast one is.
 * @module
 */

/** Work was to end at a limit, and has reached it. */
export class TooMuchWork extends Error {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "TooMuchWork";

  /** Creates the error with its message. */
  constructor() {
    super("Work has reached its limit");
  }
}

/** What a meter does beside counting. */
interface WorkMeterOptions {
  /** Steps after which `spend` throws `TooMuchWork`; Infinity without. */
  readonly limit?: number;
  /** Called about every `every` steps; throws to end the work. */
  readonly check?: () => void;
  /** Steps between two calls of `check`; a million takes 2 to 20 ms. */
  readonly every?: number;
}

const DEFAULT_EVERY = 1_000_000;

/** Counts steps: a step looks at one character, or at one place of a pattern. */
export class WorkMeter {
  readonly #limit: number;
  readonly #every: number;
  readonly #check: (() => void) | undefined;
  #spent = 0;
  #next: number;

  /** Nothing is spent yet. */
  constructor({ limit = Infinity, check, every = DEFAULT_EVERY }: WorkMeterOptions = {}) {
    this.#limit = limit;
    this.#check = check;
    this.#every = every;
    this.#next = Math.min(limit, check ? every : Infinity);
  }

  /** Steps so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Counts steps that have been taken. Throws at the limit, and what `check` throws. */
  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent < this.#next) return;
    if (this.#spent >= this.#limit) throw new TooMuchWork();
    this.#next = Math.min(this.#limit, this.#spent + this.#every);
    this.#check?.();
  }
}
