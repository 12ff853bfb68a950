/**
 * Traces that the user drops on the page or chooses.
 * @module
 */

import type { OpenRequest } from "../src/page/messages.ts";
import { openTrace } from "./api.ts";
import { button, h } from "./dom.ts";
import { sizeText } from "./values.ts";

/** Opens the traces that a user gives, one after another, and shows the progress. */
export class Opening {
  /** Shows the progress, and errors. */
  readonly element: HTMLElement = h("div", { class: "opening", role: "status" });
  readonly #opened: (names: readonly string[], wrong: readonly string[]) => void;
  #cancel = new AbortController();
  #isBusy = false;

  /** `opened` is called with the names of the traces, and with the errors of others. */
  constructor(opened: (names: readonly string[], wrong: readonly string[]) => void) {
    this.#opened = opened;
  }

  /** Opens traces; does nothing while others are being opened. */
  async open(given: readonly OpenRequest[]): Promise<void> {
    if (this.#isBusy || given.length === 0) return;
    this.#isBusy = true;
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    const names: string[] = [];
    const wrong: string[] = [];
    for (const each of given) {
      try {
        names.push(...await this.#one(each, signal));
      } catch (error) {
        if (signal.aborted) break;
        wrong.push((error as Error).message);
      }
    }
    this.#isBusy = false;
    this.say(wrong);
    if (names.length > 0) this.#opened(names, wrong);
  }

  /** Shows errors. */
  say(wrong: readonly string[]): void {
    this.element.replaceChildren(...wrong.map((text) => h("p", { class: "wrong", role: "alert" }, text)));
  }

  async #one(given: OpenRequest, signal: AbortSignal): Promise<readonly string[]> {
    const shown = typeof given.from === "string"
      ? given.from
      : given.from instanceof File
      ? given.from.name
      : "a trace";
    const bar = h("progress", { max: 1, "aria-label": `Reading ${shown}` });
    const said = h("span", {}, `Reading ${shown}`);
    this.element.replaceChildren(said, bar, button("Cancel", () => this.#cancel.abort()));
    return await openTrace(given, (line) => {
      if (line.t !== "progress" || line.total === 0) return;
      bar.value = line.done / line.total;
      said.textContent = `Reading ${shown}: ${sizeText(line.done)} of ${sizeText(line.total)}`;
    }, signal);
  }
}

/** Creates a button for choosing files. */
export function chooser(label: string, take: (files: readonly File[]) => void, title = ""): HTMLElement {
  const input = h("input", {
    type: "file",
    multiple: true,
    hidden: true,
    "aria-label": label,
    onchange: () => {
      take([...input.files ?? []]);
      input.value = "";
    },
  });
  return h("span", { class: "chooser" }, button(label, () => input.click(), { title }), input);
}

/** Accepts files that are dropped anywhere on the page, until the signal aborts. */
export function takeDrops(take: (files: readonly File[]) => void, signal: AbortSignal): void {
  const mark = (on: boolean): void => void document.body.classList.toggle("isdropping", on);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(true);
  }, { signal });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  }, { signal });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(false);
    take([...event.dataTransfer!.files]);
  }, { signal });
}
