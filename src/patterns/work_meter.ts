/**
 * Measures work in steps instead of time: the same pattern and texts take the same number of steps on every
 * machine, so that budgets and tests do not depend on its speed.
 * @module
 */

/** Work has reached its limit. */
export class WorkLimitError extends Error {
  /** Distinguishes this error from others without `instanceof`. */
  override readonly name: string = "WorkLimitError";

  /** Creates the error with its message. */
  constructor() {
    super("Work has reached its limit");
  }
}

/** Options of a meter. */
interface WorkMeterOptions {
  /** Number of steps after which `spend` throws `WorkLimitError`; unlimited by default. */
  readonly limit?: number;
  /** Called about every `every` steps; throws to stop the work. */
  readonly check?: () => void;
  /** Number of steps between two calls of `check`; a million steps take 2 to 20 ms. */
  readonly every?: number;
}

const DEFAULT_EVERY = 1_000_000;

/** Counts steps: a step examines one character, or one position of a pattern. */
export class WorkMeter {
  readonly #limit: number;
  readonly #every: number;
  readonly #check: (() => void) | undefined;
  #spent = 0;
  #next: number;

  /** Starts at zero. */
  constructor({ limit = Infinity, check, every = DEFAULT_EVERY }: WorkMeterOptions = {}) {
    this.#limit = limit;
    this.#check = check;
    this.#every = every;
    this.#next = Math.min(limit, check ? every : Infinity);
  }

  /** Steps counted so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Counts steps that were taken. Throws at the limit, and what `check` throws. */
  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent < this.#next) return;
    if (this.#spent >= this.#limit) throw new WorkLimitError();
    this.#next = Math.min(this.#limit, this.#spent + this.#every);
    this.#check?.();
  }
}
