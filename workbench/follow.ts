/**
 * Traces that are still being written: what is new is shown, unless the user wants the page to hold still.
 * @module
 */

import type { NewsAnswer, WireTraces } from "../src/serve/api_types.ts";
import { ask } from "./api.ts";
import { button, h } from "./dom.ts";

/** Between two questions whether there is anything new, in milliseconds. */
const EVERY = 2000;

/** A switch to hold still, and what is new; `show` is told of traces that have grown, until the page is gone. */
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
      // The page says itself that the server is gone.
    }
    setTimeout(() => void look(), EVERY);
  };
  setTimeout(() => void look(), EVERY);
  return h("span", { class: "follow" }, hold, said);
}
