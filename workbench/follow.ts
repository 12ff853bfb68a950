/**
 * Follows traces that are still being written: new data is shown, unless the user has paused the page.
 * @module
 */

import type { NewsAnswer, WireTraces } from "../src/serve/api_types.ts";
import { ask } from "./api.ts";
import { button, h } from "./dom.ts";

/** Interval between two checks for new data, in milliseconds. */
const EVERY = 2000;

/**
 * Creates a switch that pauses the page, and a line about new data; `show` is called with traces that have
 * grown, until the page is gone.
 */
export function followSwitch(show: (facts: WireTraces) => void, gone: AbortSignal): HTMLElement {
  const said = h("span", { class: "soft", role: "status" }, "followed");
  let holds = false;
  const hold = button("Hold still", () => {
    holds = !holds;
    hold.setAttribute("aria-pressed", String(holds));
  }, { "aria-pressed": "false", title: "Read nothing new until this is pressed again" });
  const look = async (): Promise<void> => {
    if (gone.aborted) return;
    try {
      if (!holds && !document.hidden) {
        const { news, facts, ended } = await ask<NewsAnswer>("news", {});
        if (facts) {
          said.textContent = news.join("; ");
          show(facts);
        }
        if (ended) {
          hold.remove();
          return;
        }
      }
    } catch {
      // The page already shows that the server is lost.
    }
    setTimeout(() => void look(), EVERY);
  };
  setTimeout(() => void look(), EVERY);
  return h("span", { class: "follow" }, hold, said);
}
