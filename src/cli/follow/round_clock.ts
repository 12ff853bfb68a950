/**
 * Determines when followed files are checked.
 * @module
 */

import type { PollSchedule } from "./follow_options.ts";
import type { FollowSignals } from "./pipes.ts";

/** After this time, a message says that the program is waiting for a trace without any bytes. */
const FIRST_MS = 200;

/** Schedules the checks. */
export class RoundClock {
  readonly #rounds: PollSchedule;
  readonly #endings: FollowSignals;
  readonly #start = performance.now();
  #added = performance.now();
  #looked = performance.now();
  readonly #gone: Promise<unknown>;

  /** Starts measuring time. Aborting `gone` ends a wait early. */
  constructor(rounds: PollSchedule, endings: FollowSignals, gone?: AbortSignal) {
    [this.#rounds, this.#endings] = [rounds, endings];
    this.#gone = new Promise((resolve) => gone?.addEventListener("abort", resolve, { once: true }));
  }

  /** Waits briefly, so that the first bytes of a pipe can arrive. */
  async first(): Promise<void> {
    await this.#pause(FIRST_MS);
  }

  /** Records that data was added. */
  added(): void {
    this.#added = performance.now();
  }

  /**
   * Waits for the next check, or until a pipe begins or ends; returns false when it is time to stop. After a slow
   * check it waits for as long as the check took, up to ten intervals.
   */
  async next(): Promise<boolean> {
    const now = performance.now();
    const end = Math.min(this.#start + this.#rounds.for, this.#added + this.#rounds.idle);
    const took = now - this.#looked;
    const wait = Math.max(this.#rounds.every - took, Math.min(took, this.#rounds.every * 10), 1);
    if (now >= end) return false;
    await this.#pause(Math.min(wait, end - now));
    this.#looked = performance.now();
    return true;
  }

  async #pause(milliseconds: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const pause = new Promise((resolve) => timer = setTimeout(resolve, milliseconds));
    await Promise.race([pause, this.#endings.news, this.#gone]);
    clearTimeout(timer);
    this.#endings.heard();
  }
}
