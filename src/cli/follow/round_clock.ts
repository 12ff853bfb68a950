/**
 * When followed files are looked at.
 * @module
 */

import type { PollSchedule } from "./follow_options.ts";
import type { FollowSignals } from "./pipes.ts";

/** Longest time before a trace without any bytes is said to be waited for. */
const FIRST_MS = 200;

/** Schedules the checks. */
export class RoundClock {
  readonly #rounds: PollSchedule;
  readonly #endings: FollowSignals;
  readonly #start = performance.now();
  #added = performance.now();
  #looked = performance.now();

  /** Time begins to run. */
  constructor(rounds: PollSchedule, endings: FollowSignals) {
    [this.#rounds, this.#endings] = [rounds, endings];
  }

  /** Waits a moment for a pipe to begin. */
  async first(): Promise<void> {
    await this.#pause(FIRST_MS);
  }

  /** Notes that data was added. */
  added(): void {
    this.#added = performance.now();
  }

  /**
   * Waits for the next check, or until a pipe begins or ends; false when it is time to stop. Slow reading takes at most
   * half of the time.
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
    await Promise.race([pause, this.#endings.news]);
    clearTimeout(timer);
    this.#endings.heard();
  }
}
