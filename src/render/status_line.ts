/**
 * A progress line on a terminal. It appears only if the work takes some time, and is erased afterwards.
 * @module
 */

const REFRESH_MS = 100;
const CLEAR_LINE = "\r\x1b[K";

/** Whether a line on standard error can be erased. */
export function canEraseLine(
  { stderr, env }: {
    readonly stderr: { readonly isTerminal: boolean };
    readonly env: (name: string) => string | undefined;
  },
): boolean {
  return stderr.isTerminal && env("TERM") !== "dumb";
}

/** The progress line. */
export class StatusLine {
  readonly #write: (text: string) => void;
  readonly #patienceMs: number;
  readonly #now: () => number;
  readonly #start: number;
  #next: number;
  #shown = false;

  /** Starts the clock. Nothing is shown if the work ends within `patienceMs`. */
  constructor(
    write: (text: string) => void,
    patienceMs: number,
    now: () => number = () => performance.now(),
  ) {
    this.#write = write;
    this.#patienceMs = patienceMs;
    this.#now = now;
    this.#start = now();
    this.#next = this.#start + patienceMs;
  }

  /**
   * Shows a text made from the elapsed seconds, unless the line was updated very recently; cheap enough for
   * any loop.
   */
  show(textAt: (seconds: number) => string): void {
    const now = this.#now();
    if (now < this.#next) return;
    this.#next = now + REFRESH_MS;
    this.#shown = true;
    this.#write(`${CLEAR_LINE}${textAt((now - this.#start) / 1000)}`);
  }

  /** Clears the line. */
  clear(): void {
    if (this.#shown) this.#write(CLEAR_LINE);
    this.#shown = false;
  }

  /** Restarts the initial delay for the next piece of work. */
  waitAgain(): void {
    this.#next = this.#now() + this.#patienceMs;
  }
}
