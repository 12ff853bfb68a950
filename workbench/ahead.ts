/**
 * Prepares views that are not shown while the user is not waiting for anything, so that a click shows them at
 * once. Each view is prepared for the current selection, one after another. Any request of the user comes
 * first, and stops this.
 * @module
 */

import { isAwaited } from "./api.ts";
import type { View } from "./shell.ts";

/** Views are prepared after nothing has changed for this many milliseconds. */
const PAUSE = 300;

/** Prepares views. */
export class Ahead {
  readonly #views: () => { readonly shown: View; readonly others: readonly View[] };
  #timer = 0;
  #round = 0;

  constructor(views: () => { readonly shown: View; readonly others: readonly View[] }, signal: AbortSignal) {
    this.#views = views;
    document.addEventListener("visibilitychange", () => this.later(), { signal });
    signal.addEventListener("abort", () => {
      this.#round++;
      clearTimeout(this.#timer);
    });
  }

  /** Starts preparing when nothing has changed for a while. */
  later(): void {
    this.#round++;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), PAUSE);
  }

  async #run(): Promise<void> {
    const round = this.#round;
    const { shown, others } = this.#views();
    for (const step of [...others.map((view) => () => view.update(true)), () => shown.prepare?.()]) {
      // Nobody looks at a hidden page.
      if (document.visibilityState !== "visible") return;
      if (isAwaited()) return this.later();
      await step();
      if (round !== this.#round) return;
    }
  }
}
