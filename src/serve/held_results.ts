/**
 * Results that a page may ask for more rows of. The oldest go first; what is gone can be asked for again.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { QueryOutcome } from "../engine/session.ts";

/** Finished queries by number. */
export class HeldResults {
  /** In the order in which they were last used. */
  readonly #outcomes = new Map<number, QueryOutcome>();
  #last = 0;

  /** Takes a result over; its number. */
  hold(outcome: QueryOutcome): number {
    this.#outcomes.set(++this.#last, outcome);
    for (const old of this.#outcomes.keys()) {
      if (this.#outcomes.size <= SHOW_LIMITS.heldResults.most) break;
      this.release(old);
    }
    return this.#last;
  }

  /** A result that is still held. */
  get(result: number): QueryOutcome | undefined {
    const outcome = this.#outcomes.get(result);
    if (outcome) {
      this.#outcomes.delete(result);
      this.#outcomes.set(result, outcome);
    }
    return outcome;
  }

  /** Releases a result. */
  release(result: number): void {
    this.#outcomes.get(result)?.release();
    this.#outcomes.delete(result);
  }

  /** Releases all of them. */
  releaseAll(): void {
    for (const result of [...this.#outcomes.keys()]) this.release(result);
  }
}
