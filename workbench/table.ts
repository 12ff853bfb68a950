/**
 * A table of any number of rows: only the visible rows exist as elements, and they are requested page by
 * page.
 * @module
 */

import type { CellAnswer, WireCell, WireRows } from "../src/serve/api_types.ts";
import { ask, type RowsLine, rowsOf, run } from "./api.ts";
import { button, h, onResize } from "./dom.ts";
import { sparkOf } from "./spark.ts";
import { cellText, isMeasure, isNumber, numberOf, wholeText } from "./values.ts";

const ROW = 22;
/** Milliseconds to wait before rows that could not be loaded are requested again. */
const PAUSE = 1000;
const PAGE = 200;
/**
 * Browsers limit heights to about 33 million pixels; above this height the scroll bar moves proportionally.
 */
const TALLEST = 6_000_000;
const CHARACTER = 7.3;
const BARS_UP_TO = 200;
/** If the rows arrived within this many milliseconds, small curves are requested at once. */
const QUICK = 150;
const SPARK = 104;
/** Maximum number of rows of groups and steps for small curves. */
const MOST_STEPS = 10_000;

/** What a table leads to. */
export interface TableEvents {
  /** Runs another query in place of this one. */
  open(query: string): void;
  showSource(file: string, line: number): void;
  /** Shows all values of a row, as a column of one cell each. */
  showRow?(line: Pick<RowsLine, "columns" | "text">, cells: RowsLine["cells"]): void;
}

/** Shows the rows of a result; the element updates itself as long as it is in the page. */
export function tableOf(first: RowsLine, events: TableEvents): HTMLElement {
  return new Table(first, events).element;
}

class Table {
  readonly element: HTMLElement;
  #line: RowsLine;
  readonly #events: TableEvents;
  readonly #pages = new Map<number, WireRows | null>();
  readonly #scroller: HTMLElement;
  readonly #body: HTMLElement;
  readonly #detail: HTMLElement;
  readonly #widths: number[];
  readonly #shares: ((row: number) => number | null)[];
  /** Columns that are shown: those without a value in the first rows are hidden until needed. */
  #shown: readonly number[];
  #row = 0;
  #column: number;
  #drawn = "";
  #asked = 0;
  readonly #drawHead: () => void;
  /** Number of rows of each group in each step of the trace, by the group's keys. */
  #trend: { readonly keys: number; readonly curves: ReadonlyMap<string, readonly number[]> } | null = null;

  constructor(line: RowsLine, events: TableEvents) {
    this.#line = line;
    this.#events = events;
    for (let from = 0; from < line.cells[0]!.length || from === 0; from += PAGE) {
      this.#pages.set(from / PAGE, {
        from,
        cells: line.cells.map((cells) => cells.slice(from, from + PAGE)),
      });
    }
    this.#widths = line.columns.map((column, at) => {
      const longest = Math.max(
        column.name.length + 2,
        ...line.cells[at]!.slice(0, 100).map((cell) => cellText(column, cell).length),
      );
      return Math.min(420, 14 + Math.ceil(longest * CHARACTER));
    });
    this.#shares = line.columns.map((column, at) => {
      if (line.rowCount > BARS_UP_TO || !isMeasure(column)) {
        return () => null;
      }
      const values = line.cells[at]!.map((cell) => Math.abs(numberOf(cell) ?? 0));
      const most = Math.max(...values);
      return (row) => most > 0 && line.rowCount > 2 ? (values[row] ?? 0) / most : null;
    });
    const all = line.columns.map((_, at) => at);
    const filled = all.filter((at) => line.cells[at]!.some((cell) => cell !== null));
    this.#shown = filled.length > 0 ? filled : all;
    this.#column = this.#shown[0] ?? 0;
    const head = h("div", { class: "thead", role: "row" });
    this.#body = h("div", { class: "tbody", role: "rowgroup" });
    const sizer = h(
      "div",
      { class: "sizer" },
      h("div", { role: "rowgroup", class: "headgroup" }, head),
      this.#body,
    );
    sizer.style.height = `${ROW + Math.min(TALLEST, line.rowCount * ROW) + 4}px`;
    const drawHead = (): void => {
      const width = this.#shown.reduce((sum, at) => sum + this.#widths[at]!, 0);
      sizer.style.width = `${width + (this.#trend ? SPARK : 0)}px`;
      head.replaceChildren(...this.#shown.map((at) => this.#headCell(at)));
      if (this.#trend) {
        const cell = h("div", { role: "columnheader", title: "Rows over the trace" }, "trend");
        cell.style.width = `${SPARK}px`;
        head.append(cell);
      }
    };
    this.#drawHead = drawHead;
    drawHead();
    this.#scroller = h("div", {
      class: "scroller",
      tabindex: 0,
      role: "grid",
      "aria-label": `Rows of ${line.text}`,
      "aria-rowcount": line.rowCount + 1,
      "aria-colcount": line.columns.length,
      onscroll: () => this.#draw(),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
      onwheel: (event: WheelEvent) => this.#wheel(event),
    }, sizer);
    this.#scroller.style.height = `${Math.min(ROW * (line.rowCount + 1) + 18, 420)}px`;
    this.#detail = h("div", { class: "detail", "aria-live": "polite" });
    const empty = all.length - this.#shown.length;
    const more = empty > 0 && button(`${empty} empty columns`, () => {
      this.#shown = this.#shown.length === all.length ? filled : all;
      drawHead();
      this.#drawn = "";
      this.#draw();
    }, { title: "Show or hide columns without a value in the first rows", class: "more" });
    const { trend } = line;
    const hasTrend = trend !== null && line.rowCount > 0 && line.rowCount <= BARS_UP_TO;
    const curves = hasTrend && line.milliseconds >= QUICK && button("Over the trace", () => {
      void this.#showTrend(trend);
    }, { class: "more", title: trend });
    if (hasTrend && line.milliseconds < QUICK) void this.#showTrend(trend);
    this.element = h(
      "div",
      { class: "grid" },
      this.#scroller,
      h("div", { class: "below" }, this.#detail, h("span", {}, curves, more)),
    );
    onResize(this.#scroller, () => {
      this.#drawn = "";
      this.#draw();
    });
  }

  #headCell(at: number): HTMLElement {
    const column = this.#line.columns[at]!;
    const cell = h("div", {
      role: "columnheader",
      class: isNumber(column) ? "n" : "",
      title: `Sort by ${column.name}`,
      onclick: () => this.#sort(at),
    }, column.name.replaceAll("_", " "));
    cell.style.width = `${this.#widths[at]}px`;
    return cell;
  }

  /** Number of rows that fit. */
  get #room(): number {
    return Math.max(1, Math.floor((this.#scroller.clientHeight - ROW) / ROW));
  }

  get #first(): number {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    const { rowCount } = this.#line;
    if (rowCount * ROW <= TALLEST) return Math.floor(scrollTop / ROW);
    return Math.round(scrollTop / Math.max(1, scrollHeight - clientHeight) * (rowCount - this.#room));
  }

  #scrollTo(row: number): void {
    const { rowCount } = this.#line;
    const first = Math.max(0, Math.min(row, rowCount - this.#room));
    const { scrollHeight, clientHeight } = this.#scroller;
    this.#scroller.scrollTop = rowCount * ROW <= TALLEST
      ? first * ROW
      : first / Math.max(1, rowCount - this.#room) * (scrollHeight - clientHeight);
  }

  #wheel(event: WheelEvent): void {
    // One notch of the wheel would scroll by thousands of rows.
    if (this.#line.rowCount * ROW <= TALLEST || event.deltaY === 0) return;
    event.preventDefault();
    this.#scrollTo(
      this.#first + Math.sign(event.deltaY) * Math.max(1, Math.round(Math.abs(event.deltaY) / ROW)),
    );
  }

  #draw(): void {
    const { columns, rowCount } = this.#line;
    const first = this.#first;
    const last = Math.min(rowCount, first + this.#room + 2);
    const key = `${first} ${last} ${this.#row} ${this.#column} ${this.#pages.size} ${this.#asked}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    const rows: HTMLElement[] = [];
    const shift = rowCount * ROW <= TALLEST ? this.#scroller.scrollTop % ROW : 0;
    for (let row = first; row < last; row++) {
      const cells = this.#cellsOf(row);
      const line = h(
        "div",
        { role: "row", class: row === this.#row ? "tr active" : "tr", "aria-rowindex": row + 2 },
        ...this.#shown.map((at) => {
          const column = columns[at]!;
          const value = cells?.[at];
          const isHere = row === this.#row && at === this.#column;
          const cell = h("div", {
            role: "gridcell",
            "aria-selected": isHere ? "true" : null,
            class: `${isNumber(column) ? "n" : "t"}${isHere ? " here" : ""}${value === null ? " none" : ""}`,
            onclick: () => this.#go(row, at),
            title: wholeText(column, value),
            ondblclick: () => void this.#behind(),
          }, value === undefined ? "…" : cellText(column, value));
          cell.style.width = `${this.#widths[at]}px`;
          const share = this.#shares[at]!(row);
          if (share !== null) {
            cell.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
            cell.classList.add("bar");
            if (column.name.endsWith("_delta") && value !== "0") {
              cell.classList.add(String(value).startsWith("-") ? "shrank" : "grew");
            }
          }
          return cell;
        }),
      );
      if (this.#trend) line.append(this.#sparkCell(cells));
      line.style.top = `${(row - first) * ROW - shift}px`;
      rows.push(line);
    }
    this.#body.replaceChildren(...rows);
  }

  /** Requests when in the trace the rows of each group occur. */
  async #showTrend(query: string): Promise<void> {
    try {
      const line = await rowsOf(query, MOST_STEPS);
      if (line.rowCount > MOST_STEPS || line.rowCount === 0) return;
      const [from, , ...others] = line.cells;
      const steps = new Map([...new Set(from)].map((each, at) => [each, at]));
      const curves = new Map<string, number[]>();
      const keys = others.length - 1;
      from!.forEach((each, row) => {
        const key = JSON.stringify(others.slice(0, keys).map((cells) => cells[row]));
        if (!curves.has(key)) curves.set(key, new Array<number>(steps.size).fill(0));
        curves.get(key)![steps.get(each)!] = numberOf(others[keys]![row]) ?? 0;
      });
      this.#trend = { keys, curves };
      this.#drawHead();
      this.#drawn = "";
      this.#draw();
    } catch {
      // The rows are shown without the small curves.
    }
  }

  #sparkCell(cells: WireCell[] | null): HTMLElement {
    const { keys, curves } = this.#trend!;
    const curve = cells && curves.get(JSON.stringify(cells.slice(0, keys)));
    const cell = h("div", { role: "gridcell", class: "t" }, curve ? sparkOf(curve) : "");
    cell.style.width = `${SPARK}px`;
    return cell;
  }

  /** Returns the cells of a row if they have arrived; otherwise they are requested. */
  #cellsOf(row: number): WireCell[] | null {
    const page = Math.floor(row / PAGE);
    const found = this.#pages.get(page);
    if (found === undefined) {
      this.#pages.set(page, null);
      void this.#load(page);
    }
    if (!found || row - found.from >= (found.cells[0]?.length ?? 0)) return null;
    return found.cells.map((cells) => cells[row - found.from]!);
  }

  async #load(page: number): Promise<void> {
    try {
      this.#pages.set(page, await this.#askOf<WireRows>("rows", { from: page * PAGE, count: PAGE }));
    } catch {
      // If the server is lost, requesting them at once would not help.
      await new Promise((go) => setTimeout(go, PAUSE));
      this.#pages.delete(page);
    }
    this.#asked++;
    this.#draw();
  }

  /** Sends a request about the rows; if the server has dropped the result, the query runs again first. */
  async #askOf<Answer>(path: string, request: object): Promise<Answer> {
    const once = (): Promise<Answer> => ask<Answer>(path, { ...request, result: this.#line.result });
    return await once().catch(async () => {
      await run({ text: this.#line.text, rows: 0 }, (line) => {
        if (line.t === "rows") this.#line = { ...this.#line, result: line.result };
      });
      return await once();
    });
  }

  #go(row: number, column: number): void {
    const { rowCount, columns } = this.#line;
    this.#row = Math.max(0, Math.min(row, rowCount - 1));
    this.#column = Math.max(0, Math.min(column, columns.length - 1));
    const first = this.#first;
    if (this.#row < first) this.#scrollTo(this.#row);
    else if (this.#row >= first + this.#room) this.#scrollTo(this.#row - this.#room + 1);
    this.#draw();
    void this.#describe();
  }

  #key(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageUp: [-this.#room, 0],
      PageDown: [this.#room, 0],
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step) {
      const place = Math.max(0, this.#shown.indexOf(this.#column));
      this.#go(this.#row + step[0], this.#shown[place + step[1]] ?? this.#column);
    } else if (event.key === "Home") this.#go(0, this.#column);
    else if (event.key === "End") this.#go(this.#line.rowCount - 1, this.#column);
    else if (event.key === "s") this.#sort(this.#column);
    else if (event.key === "f" || event.key === "F") void this.#filter(event.key === "F");
    else if (event.key === "Enter") void this.#behind();
    else return;
    event.preventDefault();
  }

  #sort(column: number): void {
    const { written, kind } = this.#line.columns[column]!;
    const text = this.#line.text.trim();
    const down = kind === "text" ? "asc" : "desc";
    const other = down === "asc" ? "desc" : "asc";
    const last = new RegExp(`\\| sort ${written.replace(/[^\w]/g, "\\$&")} (asc|desc)$`).exec(text);
    const base = text.replace(/\s*\| sort [^|"]+ (asc|desc)$/, "");
    this.#events.open(`${base} | sort ${written} ${last?.[1] === down ? other : down}`);
  }

  async #answer(): Promise<CellAnswer | null> {
    try {
      return await this.#askOf<CellAnswer>("cell", { row: this.#row, column: this.#column });
    } catch {
      return null;
    }
  }

  async #filter(not: boolean): Promise<void> {
    const answer = await this.#answer();
    const test = not ? answer?.drop : answer?.keep;
    if (test) this.#events.open(`${this.#line.text.trim()} | where ${test}`);
  }

  async #behind(): Promise<void> {
    const [query] = (await this.#answer())?.behind ?? [];
    if (query !== undefined) this.#events.open(query);
  }

  /** Shows the full value of the cell, and what can be done with it. */
  async #describe(): Promise<void> {
    const [row, at] = [this.#row, this.#column];
    const answer = await this.#answer();
    if (row !== this.#row || at !== this.#column) return;
    const value = this.#cellsOf(row)?.[at] ?? null;
    const { open, showSource } = this.#events;
    const text = this.#line.text.trim();
    this.#detail.replaceChildren(
      h("span", { class: "soft" }, `${this.#line.columns[at]!.name} `),
      h("code", {}, value === null ? "no value" : String(value)),
    );
    const actions: HTMLElement[] = [];
    if (answer?.keep) {
      actions.push(
        button("Keep", () => open(`${text} | where ${answer.keep}`), { title: "Rows with this value (f)" }),
      );
    }
    if (answer?.drop) {
      actions.push(
        button("Drop", () => open(`${text} | where ${answer.drop}`), {
          title: "Rows with another value (F)",
        }),
      );
    }
    for (const query of answer?.behind.slice(0, 2) ?? []) {
      actions.push(button("Rows behind", () => open(query), { title: query }));
    }
    const source = answer?.source;
    if (source) actions.push(button("Source", () => showSource(source.file, source.line)));
    const { showRow } = this.#events;
    const cells = this.#cellsOf(row);
    if (showRow && cells) {
      actions.push(
        button("Whole row", () => showRow(this.#line, cells.map((cell) => [cell])), {
          title: "All values of this row in the details",
        }),
      );
    }
    this.#detail.append(...actions);
  }
}
