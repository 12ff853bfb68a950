/**
 * Traces that a user gives to the page: dropped on it, or chosen.
 * @module
 */

import type { OpenRequest } from "../src/page/messages.ts";
import { openTrace } from "./api.ts";
import { button, h } from "./dom.ts";
import { sizeText } from "./values.ts";

/** Opens what a user gives, one after the other, and says how far that is. */
export class Opening {
  /** How far it is, and what went wrong. */
  readonly element: HTMLElement = h("div", { class: "opening", role: "status" });
  readonly #opened: (names: readonly string[], wrong: readonly string[]) => void;
  #cancel = new AbortController();
  #isBusy = false;

  /** `opened` is told the names of the traces, and what went wrong with others. */
  constructor(opened: (names: readonly string[], wrong: readonly string[]) => void) {
    this.#opened = opened;
  }

  /** Opens them; nothing is done while others are being opened. */
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

  /** Says what went wrong. */
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

/** A button by which files are chosen. */
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

/** Takes files that are dropped anywhere on the page, until the signal. */
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
