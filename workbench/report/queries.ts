/**
 * A button next to each query that copies it.
 * @module
 */

import { button } from "../dom.ts";
import { find } from "./dom.ts";

const SAID_MS = 1500;

/** Adds the buttons. */
export function copyButtons(): void {
  for (const code of find(".query code")) {
    const copy = button("Copy", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent ?? "");
      } catch {
        // A page that was opened from a file may not access the clipboard, so select the text instead.
        getSelection()?.selectAllChildren(code);
        document.execCommand("copy");
      }
      copy.textContent = "Copied";
      setTimeout(() => copy.textContent = "Copy", SAID_MS);
    }, { "aria-label": "Copy the query" });
    code.after(copy);
  }
}
