/**
 * A table of allocating and freeing places: a row for each place that allocates, a column for each place that
 * frees, in shades. Arrow keys move from cell to cell, including empty ones.
 * @module
 */

import { shortName } from "../src/names/short_name.ts";
import { h, onResize } from "./dom.ts";
import { shadesOf } from "./legend.ts";
import type { PairEnd, Pairs, PairSum } from "./pairs.ts";
import { axisNumber, grouped, sizeText } from "./values.ts";

/** What the shades and the numbers in the cells show. */
export type PairMeasure = "bytes" | "blocks";

/** Width of a character of a number in a cell, and the space next to it, in pixels. */
const CHARACTER = 6.6;
const PADDING = 8;
/** Maximum width of cells; names of columns are vertical if cells are narrower than the other width. */
const WIDEST = 92;
/** In tables with few columns, cells are at least this wide, so that a short number fits. */
const NARROWEST = 60;
const UPRIGHT_BELOW = 52;

/** The table element. */
export class PairTable {
  readonly element: HTMLElement;
  readonly #legend = h("div");
  readonly #scroller = h("div", { class: "pairs" });
  readonly #said = h("div", { class: "said" });
  readonly #open: (row: PairEnd, column: PairEnd) => void;
  #pairs: Pairs | null = null;
  #measure: PairMeasure = "bytes";
  #cells: HTMLTableCellElement[][] = [];
  #sentence = "";
  #row = 0;
  #column = 0;

  /** `open` is called with the row and column of the chosen cell. */
  constructor(open: (row: PairEnd, column: PairEnd) => void) {
    this.#open = open;
    this.element = h("div", { class: "chartbox" }, this.#legend, this.#scroller, this.#said);
    onResize(this.#scroller, () => this.#fit());
  }

  /** Shows sums, and a sentence until the pointer is on a cell; `label` names the table. */
  show(
    pairs: Pairs,
    measure: PairMeasure,
    { label, said }: { readonly label: string; readonly said: string },
  ): void {
    const hadFocus = this.#scroller.contains(document.activeElement);
    [this.#pairs, this.#measure, this.#sentence] = [pairs, measure, said];
    const { rows, columns, sums } = pairs;
    const values = sums.flatMap((line, row) =>
      line.filter((_, column) => !this.#isSum(row, column)).map((sum) => sum[measure])
    ).filter((value) => value > 0);
    const shades = shadesOf(values, values.reduce((most, value) => Math.max(most, value), 0), {
      title: measure,
      words: wordsOf(measure),
      isWhole: true,
    });
    this.#legend.replaceChildren(...values.length > 0 ? [shades.legend] : []);
    this.#cells = rows.map((from, row) =>
      columns.map((to, column) => {
        const sum = sums[row]![column]!;
        const isSum = this.#isSum(row, column);
        const shade = isSum || sum[measure] <= 0 ? "" : ` shade${shades.shade(sum[measure])}`;
        const isTotal = from.is === "all" || to.is === "all";
        return h(
          "td",
          {
            class: `${to.is}${isTotal ? " total" : ""}${sum.blocks === 0 ? " none" : ""}${shade}`,
            tabindex: -1,
          },
          h("span", { "aria-hidden": "true" }),
          // Screen readers read the headers with it.
          h("span", { class: "offscreen" }, sumText(sum)),
        );
      })
    );
    this.#scroller.replaceChildren(h(
      "table",
      {
        role: "grid",
        "aria-label": label,
        onclick: (event: MouseEvent) =>
          this.#at(event, (row, column) => (this.#go(row, column), this.#enter())),
        onpointerover: (event: PointerEvent) => this.#at(event, (row, column) => this.#say(row, column)),
        onpointerleave: () => this.#said.textContent = this.#sentence,
        onfocusin: (event: FocusEvent) => this.#at(event, (row, column) => this.#say(row, column)),
        onkeydown: (event: KeyboardEvent) => this.#key(event),
      },
      h("colgroup", {}, h("col"), ...columns.map(() => h("col"))),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", { class: "corner" }, "allocated by ↓ freed by →"),
          ...columns.map((end) => this.#head(end, "col")),
        ),
      ),
      h("tbody", {}, ...rows.map((end, row) => h("tr", {}, this.#head(end, "row"), ...this.#cells[row]!))),
    ));
    this.#said.textContent = said;
    this.#row = Math.min(this.#row, rows.length - 1);
    this.#column = Math.min(this.#column, columns.length - 1);
    this.#cells[this.#row]?.[this.#column]?.setAttribute("tabindex", "0");
    this.#fit();
    if (hadFocus) this.#go(this.#row, this.#column);
  }

  /** Marks the selected cell; null for none. */
  mark(isSelected: ((row: PairEnd, column: PairEnd) => boolean) | null): void {
    const { rows, columns } = this.#pairs ?? { rows: [], columns: [] };
    rows.forEach((from, row) =>
      columns.forEach((to, column) => {
        const cell = this.#cells[row]![column]!;
        if (isSelected?.(from, to)) cell.setAttribute("aria-selected", "true");
        else cell.removeAttribute("aria-selected");
      })
    );
  }

  /** Whether a cell is a sum of many: such cells would be the darkest, and all others would look alike. */
  #isSum(row: number, column: number): boolean {
    const { rows, columns } = this.#pairs!;
    return [rows[row]!, columns[column]!].some(({ is }) => is === "all" || is === "others");
  }

  #head(end: PairEnd, scope: "row" | "col"): HTMLElement {
    const name = endName(end);
    const shown = end.is === "place" ? shortName(name) : name;
    return h("th", { scope, class: end.is, title: name }, h("span", {}, shown));
  }

  /** Chooses the widths of columns, and the numbers that fit. */
  #fit(): void {
    const room = this.#scroller.clientWidth;
    if (room === 0 || !this.#pairs) return;
    const { columns, sums } = this.#pairs;
    const head = Math.min(260, Math.max(108, room * 0.2));
    const least = columns.length > 24 ? 24 : columns.length > 14 ? 40 : NARROWEST;
    const width = Math.floor(Math.min(WIDEST, Math.max(least, (room - head - 2) / columns.length)));
    const table = this.#scroller.querySelector("table")!;
    table.classList.toggle("upright", width < UPRIGHT_BELOW);
    // Keep the focused cell from being hidden by the names.
    this.#scroller.style.scrollPaddingLeft = `${head}px`;
    table.style.width = `${head + width * columns.length}px`;
    table.querySelectorAll("col").forEach((col, at) => col.style.width = `${at === 0 ? head : width}px`);
    this.#cells.forEach((line, row) =>
      line.forEach((cell, column) => {
        const sum = sums[row]![column]!;
        const texts = sum.blocks === 0 ? [] : numbersOf(sum[this.#measure], this.#measure);
        cell.firstElementChild!.textContent = texts.find((text) =>
          text.length * CHARACTER + PADDING <= width
        ) ?? "";
      })
    );
  }

  /** Returns the cell in which an event occurred. */
  #at({ target }: Event, act: (row: number, column: number) => void): void {
    const cell = target instanceof Element ? target.closest("td") : null;
    const row = this.#cells.findIndex((line) => line.some((each) => each === cell));
    if (row >= 0) act(row, this.#cells[row]!.findIndex((each) => each === cell));
  }

  #say(row: number, column: number): void {
    const { rows, columns, sums } = this.#pairs!;
    this.#said.textContent = sentenceOf(rows[row]!, columns[column]!, sums[row]![column]!);
  }

  #go(row: number, column: number): void {
    const [rows, columns] = [this.#cells.length, this.#cells[0]?.length ?? 0];
    this.#cells[this.#row]?.[this.#column]?.setAttribute("tabindex", "-1");
    this.#row = Math.max(0, Math.min(row, rows - 1));
    this.#column = Math.max(0, Math.min(column, columns - 1));
    const cell = this.#cells[this.#row]?.[this.#column];
    cell?.setAttribute("tabindex", "0");
    cell?.focus();
  }

  #enter(): void {
    const { rows, columns, sums } = this.#pairs!;
    if (sums[this.#row]![this.#column]!.blocks > 0) this.#open(rows[this.#row]!, columns[this.#column]!);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Home: [0, -Infinity],
      End: [0, Infinity],
      PageUp: [-Infinity, 0],
      PageDown: [Infinity, 0],
    };
    const step = steps[event.key];
    if (step) this.#go(this.#row + step[0], this.#column + step[1]);
    else if (event.key === "Enter" || event.key === " ") this.#enter();
    else return;
    event.preventDefault();
  }
}

function wordsOf(measure: PairMeasure): (value: number) => string {
  return measure === "bytes" ? sizeText : (value) => grouped(String(value));
}

/** Formats a number in full if there is room, or in short form. */
function numbersOf(value: number, measure: PairMeasure): readonly string[] {
  const whole = wordsOf(measure)(value);
  return measure === "bytes"
    ? [whole, whole.replace(/[\d.]+/, (digits) => String(Math.round(Number(digits))))]
    : [whole, axisNumber(Number(value.toPrecision(3)), "number")];
}

/** Describes one side of a pair. */
function endName(end: PairEnd): string {
  switch (end.is) {
    case "place":
      return end.name;
    case "nameless":
      return "(no name)";
    case "others":
      return "others";
    case "kept":
      return "never freed";
    case "all":
      return "all";
  }
}

function sentenceOf(from: PairEnd, to: PairEnd, sum: PairSum): string {
  return `${pairTitle(from, to)}: ${sumText(sum)}`;
}

function sumText({ blocks, bytes }: PairSum): string {
  return blocks === 0
    ? "no blocks"
    : `${sizeText(bytes)} in ${grouped(String(blocks))} ${blocks === 1 ? "block" : "blocks"}`;
}

/** Describes a pair. */
export function pairTitle(from: PairEnd, to: PairEnd): string {
  const allocated = from.is === "all" ? "Allocated" : `Allocated by ${shownName(from)}`;
  return to.is === "all"
    ? allocated
    : to.is === "kept"
    ? `${allocated}, never freed`
    : `${allocated}, freed by ${shownName(to)}`;
}

function shownName(end: PairEnd): string {
  return end.is === "place" ? shortName(end.name) : endName(end);
}
