/**
 * Views that are not shown are made ready while nobody waits for anything, so that a click on one shows it at once: each
 * follows what is brushed and picked, one after the other. Whatever somebody asks comes first, and ends it.
 * @module
 */

import { isAwaited } from "./api.ts";
import type { View } from "./shell.ts";

/** How long nothing may have changed, in milliseconds. */
const PAUSE = 300;

/** Makes views ready. */
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

  /** Begins when nothing has changed for a while. */
  later(): void {
    this.#round++;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), PAUSE);
  }

  async #run(): Promise<void> {
    const round = this.#round;
    const { shown, others } = this.#views();
    for (const step of [...others.map((view) => () => view.update(true)), () => shown.prepare?.()]) {
      // Nobody looks at a page that is hidden.
      if (document.visibilityState !== "visible") return;
      if (isAwaited()) return this.later();
      await step();
      if (round !== this.#round) return;
    }
  }
}
