/**
 * Details of the selection, below the view: a block with both ends, its stack and its neighbours; a function;
 * a call with its arguments; a source line; a row of a table. The address contains all of these except rows.
 * @module
 */

import { sumOf } from "../src/engine/weights.ts";
import type { WireTrace } from "../src/serve/api_types.ts";
import { pairKeys, pairRows } from "../src/serve/pair_queries.ts";
import { hasColumn, weightStage } from "../src/serve/picture_queries.ts";
import { type RowsLine, rowsOf } from "./api.ts";
import { askedLine } from "./copy.ts";
import { button, h } from "./dom.ts";
import { foundPairs } from "./found_pairs.ts";
import { recordsOf } from "./frames.ts";
import { separatorOf } from "./panes.ts";
import { pairTest } from "./pairs.ts";
import { pairTitle } from "./pair_table.ts";
import { argumentsOf, argumentsQuery, layoutOf, pictureElement } from "./picture.ts";
import { readSelection, type Selection, selectionText } from "./selection.ts";
import { eventsOf, keeper, Latest, type Shell } from "./shell.ts";
import { tableOf } from "./table.ts";
import { cellText, wholeText } from "./values.ts";

/** Maximum number of lines of a stack, and of rows of a list. */
const MOST_ROWS = 100;

/** Selects something, which the details then show. */
export function select(shell: Shell, selection: Selection): void {
  keeper(shell, "selected")(selectionText(selection));
}

/** The pane for details. */
export class Details {
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #title = h("h2", {}, "Details");
  readonly #body = h("div", { class: "detailsbody", tabindex: 0, role: "group", "aria-label": "Selection" });
  readonly #latest = new Latest();
  /** Whether a row of a table is shown, which is not part of the address. */
  #isRow = false;

  constructor(shell: Shell) {
    this.#shell = shell;
    this.element = h(
      "aside",
      { id: "details", "aria-label": "Details", class: "details" },
      separatorOf({
        name: "details",
        label: "Height of the details",
        controls: "details",
        usual: 220,
        least: 40,
        isAbove: false,
      }),
      h(
        "div",
        { class: "detailshead" },
        this.#title,
        button("✕", () => this.#close(), { "aria-label": "Close details", title: "Close details" }),
      ),
      this.#body,
    );
  }

  #close(): void {
    this.#isRow = false;
    delete this.#shell.state.more["selected"];
    this.#shell.changed();
  }

  #open(isOpen: boolean): void {
    document.body.classList.toggle("hasdetails", isOpen);
  }

  /** Shows the selection in the state. */
  update(): void {
    const { trace, state } = this.#shell;
    const selection = readSelection(state.more["selected"]);
    if (!selection) {
      if (!this.#isRow) this.#open(false);
      this.#latest.begin("");
      return;
    }
    this.#open(true);
    // Pairs depend on the selected range; the details of any other selection do not.
    const range = selection.kind === "pair" ? state.range : null;
    const signal = this.#latest.begin(JSON.stringify([trace.name, selection, range]));
    if (signal) void this.#show(selection, signal);
  }

  /** Shows all values of a row. */
  showRow({ columns, text }: Pick<RowsLine, "columns" | "text">, cells: RowsLine["cells"]): void {
    this.#isRow = true;
    delete this.#shell.state.more["selected"];
    this.#latest.begin("row");
    this.#open(true);
    this.#title.textContent = "Row";
    this.#body.replaceChildren(
      this.#part("", null, factsOf({ columns, cells })),
      this.#part("", text.trim(), h("div")),
    );
  }

  async #show(selection: Selection, signal: AbortSignal): Promise<void> {
    this.#isRow = false;
    try {
      const { title, parts } = await this.#partsOf(selection, signal);
      if (signal.aborted) return;
      this.#title.textContent = title;
      this.#body.replaceChildren(...parts);
      this.#latest.end();
    } catch (error) {
      if (!this.#latest.fails(error)) return;
      this.#title.textContent = "Details";
      this.#body.replaceChildren(h("p", { class: "failed" }, error.message));
    }
  }

  async #partsOf(
    selection: Selection,
    signal: AbortSignal,
  ): Promise<{ readonly title: string; readonly parts: readonly HTMLElement[] }> {
    switch (selection.kind) {
      case "block":
        return { title: `Block of record ${selection.seq}`, parts: await this.#block(selection.seq, signal) };
      case "call":
        return { title: `Call ${selection.no}`, parts: await this.#call(selection.no, signal) };
      case "func":
        return { title: selection.name, parts: await this.#func(selection.name, signal) };
      case "line": {
        const { file, line } = selection;
        return { title: `${file}:${line}`, parts: await this.#line(file, line, signal) };
      }
      case "pair":
        return { title: pairTitle(...selection.ends), parts: await this.#pair(selection, signal) };
    }
  }

  /** Adds a part with a title and its query. */
  #part(title: string, query: string | null, content: HTMLElement): HTMLElement {
    return h(
      "section",
      { class: "detailspart" },
      title === "" ? null : h("h3", {}, title),
      content,
      query === null ? null : askedLine(query, (text) => this.#shell.take(text)),
    );
  }

  async #table(title: string, query: string, signal: AbortSignal): Promise<HTMLElement> {
    const line = await rowsOf(query, MOST_ROWS, signal);
    const content = line.rowCount === 0
      ? h("p", { class: "soft" }, "Nothing")
      : tableOf(line, eventsOf(this.#shell));
    return this.#part(title, query, content);
  }

  async #block(seq: string, signal: AbortSignal): Promise<readonly HTMLElement[]> {
    const { trace } = this.#shell;
    const { of } = trace;
    const query = `allocs${of} | where seq == ${seq}`;
    const line = await rowsOf(query, 1, signal);
    if (line.rowCount === 0) return [this.#part("", query, h("p", { class: "soft" }, "No such block"))];
    const name = (at: number): string => line.columns[at]!.name;
    const isEnd = (at: number): boolean => /^(freed$|free\.|life$|end$)/.test(name(at));
    const isStart = (at: number): boolean =>
      ["seq", "time", "thread", "func", "file", "line", "module", "context"].includes(name(at));
    const isHidden = (at: number): boolean => /^(alloc|index|stack|trace|free\.stack)$/.test(name(at));
    const own = (wanted: (at: number) => boolean): HTMLElement => {
      const shown = line.columns.flatMap((_, at) => wanted(at) && !isHidden(at) ? [at] : []);
      return factsOf({
        columns: shown.map((at) => line.columns[at]!),
        cells: shown.map((at) => line.cells[at]!),
      });
    };
    const freed = line.columns.findIndex((column) => column.name === "freed");
    const isLive = freed >= 0 && line.cells[freed]![0] === null;
    return [
      this.#part("Block", query, own((at) => !isStart(at) && !isEnd(at))),
      this.#part("Allocated", null, own(isStart)),
      this.#part("Freed", null, isLive ? h("p", { class: "soft" }, "Never freed") : own(isEnd)),
      ...hasColumn(trace, "allocs", "stack") ? [await this.#stack(`${query} | tree up`, signal)] : [],
      ...await this.#neighbours(line, seq, signal),
    ];
  }

  /** Shows the call stack, innermost function first. */
  async #stack(query: string, signal: AbortSignal): Promise<HTMLElement> {
    const { columns, cells, rowCount } = await rowsOf(query, MOST_ROWS, signal);
    const at = columns.findIndex(({ name }) => name === "func");
    const names = (cells[at] ?? []).slice(1).map((name) => String(name).trim());
    const list = h(
      "ol",
      { class: "stack" },
      ...names.map((name) =>
        h("li", {}, button(name, () => select(this.#shell, { kind: "func", name }), { class: "link" }))
      ),
    );
    return this.#part("Stack", query, rowCount > 1 ? list : h("p", { class: "soft" }, "No stack"));
  }

  /** Shows the adjacent blocks that were live when this one was allocated. */
  async #neighbours(
    { columns, cells }: RowsLine,
    seq: string,
    signal: AbortSignal,
  ): Promise<readonly HTMLElement[]> {
    const { of } = this.#shell.trace;
    const address = cells[columns.findIndex(({ name }) => name === "addr")]?.[0];
    if (typeof address !== "string") return [];
    const lived = `seq <= ${seq} and (freed is null or freed > ${seq})`;
    const found: HTMLElement[] = [];
    for (const [title, test, order] of [["below", "<", "desc"], ["above", ">", "asc"]] as const) {
      const query = `allocs${of} | where addr ${test} ${address} and ${lived} | top 1 by addr ${order}`;
      const line = await rowsOf(query, 1, signal);
      const wanted = ["addr", "size", "seq", "freed", "func"];
      const shown = line.columns.flatMap(({ name }, at) => wanted.includes(name) ? [at] : []);
      const next = line.cells[line.columns.findIndex(({ name }) => name === "seq")]?.[0];
      const content = h(
        "div",
        {},
        factsOf({ columns: shown.map((at) => line.columns[at]!), cells: shown.map((at) => line.cells[at]!) }),
        typeof next === "string" &&
          button("Select", () => select(this.#shell, { kind: "block", seq: next }), {
            "aria-label": `Select the block ${title}`,
          }),
      );
      const none = h("p", { class: "soft" }, "No block");
      found.push(this.#part(`Block ${title}`, query, line.rowCount === 0 ? none : content));
    }
    return found;
  }

  async #call(no: string, signal: AbortSignal): Promise<readonly HTMLElement[]> {
    const { trace } = this.#shell;
    const query = `calls${trace.of} | where no == ${no}`;
    const line = await rowsOf(query, 1, signal);
    const found = await argumentsOf(trace, no, signal);
    const layout = layoutOf(found);
    const [names, , , , bytes] = found.cells;
    const pixels = layout === null ? -1 : names!.findIndex((_, at) => Number(bytes![at] ?? 0) > 0);
    const picture = layout && pixels >= 0
      ? [
        this.#part(
          "Picture",
          null,
          await pictureElement(trace, { no, argument: String(names![pixels]), layout }, signal),
        ),
      ]
      : [];
    return [
      this.#part(
        "Call",
        query,
        line.rowCount === 0 ? h("p", { class: "soft" }, "No such call") : factsOf(line),
      ),
      this.#part(
        "Arguments",
        argumentsQuery(trace, no),
        found.rowCount === 0
          ? h("p", { class: "soft" }, "No arguments")
          : tableOf(found, eventsOf(this.#shell)),
      ),
      ...picture,
    ];
  }

  async #func(name: string, signal: AbortSignal): Promise<readonly HTMLElement[]> {
    const { trace } = this.#shell;
    const written = JSON.stringify(name);
    const table = ["allocs", "calls", "profile"].find((each) => {
      return hasColumn(trace, each, each === "calls" ? "name" : "func") && rowsIn(trace, each) !== 0;
    });
    if (!table) return [h("p", { class: "soft" }, "Nothing")];
    const source = `${table}${trace.of}`;
    if (table === "calls") {
      return [
        await this.#table(
          "Calls",
          `${source} | where name == ${written} | by thread: calls = count(), bytes = sum(blob_bytes), ` +
            "first = min(no), last = max(no)",
          signal,
        ),
      ];
    }
    const [weight] = table === "profile" ? trace.weights : [];
    const parts = [
      await this.#table(
        "Of its own",
        weight
          ? `${source} | where func == ${written} | by ${placesOf(trace, "profile")}: ${
            trace.weights.map(({ column }) => sumOf(column)).join(", ")
          }`
          : table === "allocs"
          ? `${source} | where func == ${written} | by ${placesOf(trace, "allocs")}: ` +
            "blocks = count(), bytes = sum(size), leaked_bytes = sum(size) if freed is null | sort bytes desc"
          : `${source} | where func == ${written} | take ${MOST_ROWS}`,
        signal,
      ),
    ];
    if (hasColumn(trace, table, "stack")) {
      parts.push(
        await this.#table(
          "Callers",
          `${source}${weightStage(weight)} | callers of ${written}`,
          signal,
        ),
      );
    }
    return parts;
  }

  /** Shows the blocks that one place allocated and another place freed. */
  async #pair(
    { by, most, ends }: Extract<Selection, { kind: "pair" }>,
    signal: AbortSignal,
  ): Promise<readonly HTMLElement[]> {
    const { trace, state } = this.#shell;
    const key = pairKeys(trace).find(({ name }) => name === by);
    const range = await recordsOf(state, trace, signal);
    const found = key && await foundPairs(trace, key, { range, most }, signal);
    if (!found?.pairs) return [h("p", { class: "soft" }, "No such pair")];
    const blocks = pairRows(trace, range) + pairTest(found.pairs, found.key, ends);
    const lives = "shortest_life = min(life), median_life = median(life), longest_life = max(life)";
    const query = `${blocks} | summarize blocks = count(), bytes = sum(size), largest = max(size), ${lives}`;
    return [
      this.#part("Together", query, factsOf(await rowsOf(query, 1, signal))),
      await this.#table("Blocks", `${blocks} | sort size desc`, signal),
    ];
  }

  async #line(file: string, line: string, signal: AbortSignal): Promise<readonly HTMLElement[]> {
    const { trace } = this.#shell;
    const place = `where file == ${JSON.stringify(file)} and line == ${line}`;
    if (hasColumn(trace, "lines", "file")) {
      return [await this.#table("Coverage", `lines${trace.of} | ${place}`, signal)];
    }
    const values = "blocks = count(), bytes = sum(size), leaked_bytes = sum(size) if freed is null";
    const by = hasColumn(trace, "allocs", "func") ? "func" : "size";
    const found = [
      await this.#table(
        "Allocated here",
        `allocs${trace.of} | ${place} | by ${by}: ${values} | sort bytes desc`,
        signal,
      ),
    ];
    if (hasColumn(trace, "allocs", "stack")) {
      found.push(await this.#table("By whom", `allocs${trace.of} | ${place} | tree up`, signal));
    }
    return found;
  }
}

function rowsIn({ tables }: WireTrace, table: string): number | null {
  return tables.find(({ name }) => name === table)?.rows ?? null;
}

function placesOf(trace: WireTrace, table: "allocs" | "profile"): string {
  const places = ["file", "line"].filter((name) => hasColumn(trace, table, name));
  return places.length > 0 ? places.join(", ") : table === "allocs" ? "size" : "func";
}

/** Returns names and values of a row, without empty ones. */
function factsOf({ columns, cells }: Pick<RowsLine, "columns" | "cells">): HTMLElement {
  return h(
    "dl",
    { class: "facts" },
    ...columns.flatMap((column, at) => {
      const cell = cells[at]?.[0] ?? null;
      if (cell === null) return [];
      return [
        h("dt", {}, column.name.replaceAll("_", " ")),
        h("dd", {}, wholeText(column, cell) ?? cellText(column, cell)),
      ];
    }),
  );
}
