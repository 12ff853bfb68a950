/**
 * Keeps results from which a page may request more rows. The least recently used are dropped; their queries can
 * run again.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { QueryOutcome } from "../engine/session.ts";

/** Finished queries by number. */
export class ResultCache {
  /** In order of last use. */
  readonly #outcomes = new Map<number, QueryOutcome>();
  #last = 0;

  /** Stores a result; returns its number. */
  hold(outcome: QueryOutcome): number {
    this.#outcomes.set(++this.#last, outcome);
    for (const old of this.#outcomes.keys()) {
      if (this.#outcomes.size <= SHOW_LIMITS.heldResults.most) break;
      this.release(old);
    }
    return this.#last;
  }

  /** Returns a result that is still stored. */
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

  /** Releases all results. */
  releaseAll(): void {
    for (const result of [...this.#outcomes.keys()]) this.release(result);
  }
}
