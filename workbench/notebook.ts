/**
 * Cells with queries and their results, one below the other.
 * @module
 */

import type { EditorView } from "@codemirror/view";
import type { QueryInRangeAnswer, RunLine } from "../src/serve/api_types.ts";
import { ask, ClientDisconnectedError, isServerThere, run } from "./api.ts";
import { button, h, queryLine, saveFile } from "./dom.ts";
import { headlineElement } from "./headline.ts";
import { newEditor, setText } from "./editor.ts";
import { brushTests, recordsOf } from "./frames.ts";
import { joinNote, splitNote } from "./note.ts";
import { resultOf } from "./results.ts";
import { Latest, type Shell, type View } from "./shell.ts";
import { keptCells } from "./state.ts";

/** Separates the cells of a script in a file. */
const CELL_MARK = "-- cell";

interface Cell {
  readonly element: HTMLElement;
  readonly editor: EditorView;
  /** The user's comment on the query. */
  readonly note: HTMLTextAreaElement;
  readonly output: HTMLElement;
  readonly status: HTMLElement;
  /** Runs the query of the cell within the selected range. */
  readonly within: HTMLButtonElement;
  isWithin: boolean;
  /** Whether the server was lost before it had answered. */
  isLost: boolean;
  abort: AbortController | null;
}

/** The notebook. */
export class Notebook implements View {
  readonly id = "queries";
  readonly title = "Queries";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #list: HTMLElement;
  readonly #cells: Cell[] = [];
  readonly #headline = h("div", { class: "headlines", "aria-live": "polite" });
  readonly #latest = new Latest();
  #brush = "";

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#list = h("div", { class: "cells" });
    const open = h("input", {
      type: "file",
      accept: ".q,.qry,.txt",
      class: "hidden",
      "aria-label": "Script",
      onchange: () => void this.#read(open),
    });
    this.element = h(
      "section",
      { class: "notebook" },
      this.#headline,
      this.#list,
      h(
        "div",
        { class: "tools" },
        button("Add cell", () => this.#add("").editor.focus()),
        button("Run all", () => void this.#runAll()),
        button("Save script", () => this.#save(), {
          title: "Save the cells as a script for quarry query -f",
        }),
        button("Open script", () => open.click()),
        open,
      ),
      this.#kept(),
      this.#questions(),
    );
    for (const text of shell.state.cells.length > 0 ? shell.state.cells : [""]) this.#add(text);
  }

  /**
   * Shows the rows of the trace's headline, whose sentence is in the overview, and the sentences of the other
   * traces.
   */
  async #sayFirst(): Promise<void> {
    const { name } = this.#shell.trace;
    const signal = this.#latest.begin(name);
    if (!signal) return;
    try {
      const all = await this.#shell.headlines();
      if (signal.aborted) return;
      this.#headline.replaceChildren(
        ...all.flatMap((each) => {
          const isShown = each.traces.length === 1 && each.traces[0] === name;
          if (isShown && each.rows.length === 0) return [];
          // The headline of a comparison is shown completely.
          const shows = isShown ? "rows" : each.traces.length > 1 ? "all" : "sentence";
          return [headlineElement(each, { take: (query) => this.take(query), shows, named: true })];
        }),
      );
      this.#latest.end();
    } catch (error) {
      // If the server is lost, the user is told when running a query.
      this.#latest.fails(error);
    }
  }

  fits(): boolean {
    return true;
  }

  /**
   * A cell shows the result of its text regardless of the selected range, unless the user restricts it to the
   * range.
   */
  async update(): Promise<void> {
    void this.#sayFirst();
    const { range } = this.#shell.state;
    const key = JSON.stringify([this.#shell.trace.name, range]);
    for (const cell of this.#cells) {
      cell.within.classList.toggle("hidden", range === null && !cell.isWithin);
    }
    const isOther = key !== this.#brush;
    this.#brush = key;
    for (const cell of this.#cells) {
      if (cell.isWithin && isOther || cell.isLost && isServerThere()) await this.#run(cell);
    }
  }

  /** Puts a query in a new cell, or in the last one if that is empty, and runs it. */
  take(query: string): void {
    const last = this.#cells.at(-1);
    const cell = last && wholeOf(last).trim() === "" ? last : this.#add("");
    setText(cell.editor, query);
    cell.editor.focus();
    cell.element.scrollIntoView({ block: "nearest" });
    void this.#run(cell);
  }

  /** Replaces all cells by others. */
  replaceCells(texts: readonly string[]): void {
    for (const cell of [...this.#cells]) this.#drop(cell);
    for (const text of texts.length > 0 ? texts : [""]) this.#add(text);
    this.#keep();
  }

  /** Shows cells of other tabs and of earlier days. */
  #kept(): HTMLElement {
    const list = h("ul", {});
    const draw = (): void => {
      list.replaceChildren(
        ...keptCells(this.#cells.map(wholeOf)).map(({ at, cells }) => {
          const shown = cells.filter((text) => text.trim() !== "");
          const words = shown.map((text) => splitNote(text).query || text).join("  ⏎  ");
          return h(
            "li",
            {},
            button(words.length > 120 ? `${words.slice(0, 120)}…` : words, () => {
              for (const text of shown) this.#add(text);
              this.#keep();
            }, { class: "link", title: "Add these cells below" }),
            h("span", { class: "soft" }, at.toLocaleString()),
          );
        }),
      );
      if (list.childElementCount === 0) list.append(h("li", { class: "soft" }, "No earlier cells"));
    };
    return h(
      "details",
      { class: "questions", ontoggle: () => draw() },
      h("summary", {}, "History"),
      list,
    );
  }

  #questions(): HTMLElement {
    const { facts: { questions }, state } = this.#shell;
    const isNew = state.cells.every((text) => text.trim() === "");
    return h(
      "details",
      { class: "questions", open: isNew },
      h("summary", {}, "Suggested queries"),
      h(
        "ul",
        {},
        ...questions.map(({ query, answers }) =>
          h(
            "li",
            {},
            button(query, () => this.take(query), { class: "link" }),
            h("span", { class: "soft" }, answers),
          )
        ),
      ),
    );
  }

  #add(whole: string): Cell {
    const { note: said, query: text } = splitNote(whole);
    const output = h("div", { class: "output" });
    const status = h("span", { class: "soft status", "aria-live": "polite" });
    const box = h("div", { class: "editor" });
    const runButton = button("Run", () => cell.abort ? cell.abort.abort() : void this.#run(cell), {
      title: "Ctrl-Enter runs, Esc cancels",
      class: "run",
    });
    const within = button("In brush", () => this.#switch(cell), {
      title: "Limit this cell to the selection",
      "aria-pressed": "false",
      class: this.#shell.state.range ? "" : "hidden",
    });
    const note = h("textarea", {
      class: "cellnote",
      "aria-label": "Note",
      placeholder: "A note",
      hidden: said === "",
      rows: Math.max(1, said.split("\n").length),
      oninput: () => {
        note.rows = note.value.split("\n").length;
        this.#keep();
      },
    });
    note.value = said;
    const noteButton = button("Note", () => {
      note.hidden = !note.hidden && note.value.trim() === "";
      noteButton.setAttribute("aria-expanded", String(!note.hidden));
      if (!note.hidden) note.focus();
    }, { title: "A note about this cell", "aria-expanded": String(said !== "") });
    const element = h(
      "div",
      { class: "cell" },
      note,
      h(
        "div",
        { class: "cellhead" },
        box,
        h(
          "div",
          { class: "celltools" },
          runButton,
          within,
          noteButton,
          button("✕", () => this.#remove(cell), {
            "aria-label": "Remove the cell",
            title: "Remove the cell",
          }),
        ),
      ),
      status,
      output,
    );
    const editor = newEditor(box, text, {
      changed: () => this.#keep(),
      run: () => void this.#run(cell),
      cancel: () => cell.abort?.abort(),
      leave: (direction) => this.#cells[this.#cells.indexOf(cell) + direction]?.editor.focus(),
    });
    const cell: Cell = {
      element,
      editor,
      note,
      output,
      status,
      within,
      isWithin: false,
      isLost: false,
      abort: null,
    };
    this.#cells.push(cell);
    this.#list.append(element);
    return cell;
  }

  #drop(cell: Cell): void {
    cell.abort?.abort();
    this.#cells.splice(this.#cells.indexOf(cell), 1);
    cell.editor.destroy();
    cell.element.remove();
  }

  #remove(cell: Cell): void {
    this.#drop(cell);
    if (this.#cells.length === 0) this.#add("");
    this.#keep();
  }

  #keep(): void {
    this.#shell.state.cells = this.#cells.map(wholeOf);
    this.#shell.changed();
  }

  #switch(cell: Cell): void {
    cell.isWithin = !cell.isWithin;
    cell.within.setAttribute("aria-pressed", String(cell.isWithin));
    void this.#run(cell);
  }

  /**
   * Returns the query to run: the text of a cell, possibly restricted to the selected range. Throws an error
   * that says why this is impossible.
   */
  async #asked(cell: Cell, text: string, signal: AbortSignal): Promise<string> {
    const { state, trace } = this.#shell;
    if (!cell.isWithin || state.range === null) return text;
    const filters = brushTests(trace, state.range, await recordsOf(state, trace, signal));
    const { query, reason } = await ask<QueryInRangeAnswer>("within", { text, filters }, signal);
    if (query === null) throw new Error(reason ?? "");
    cell.output.append(queryLine(query, (each) => this.take(each)));
    return query;
  }

  async #runAll(): Promise<void> {
    for (const cell of [...this.#cells]) if (textOf(cell).trim() !== "") await this.#run(cell);
  }

  async #run(cell: Cell): Promise<void> {
    cell.abort?.abort();
    const abort = new AbortController();
    cell.abort = abort;
    cell.isLost = false;
    const runButton = cell.element.querySelector(".run")!;
    runButton.textContent = "Stop";
    cell.element.classList.add("running");
    cell.status.textContent = "Running";
    cell.output.replaceChildren();
    try {
      const text = await this.#asked(cell, textOf(cell), abort.signal);
      await run({ text }, (line) => this.#tell(cell, line, text), abort.signal);
      if (cell.status.textContent?.startsWith("Running")) cell.status.textContent = "";
    } catch (error) {
      if (cell.abort !== abort) return;
      cell.isLost = error instanceof ClientDisconnectedError;
      if (abort.signal.aborted) cell.status.textContent = "Cancelled";
      else cell.output.append(h("p", { class: "failed" }, (error as Error).message));
      if (!abort.signal.aborted) cell.status.textContent = "";
    } finally {
      if (cell.abort === abort) {
        cell.abort = null;
        runButton.textContent = "Run";
        cell.element.classList.remove("running");
      }
    }
  }

  #tell(cell: Cell, line: RunLine, text: string): void {
    switch (line.t) {
      case "rows":
        cell.output.append(resultOf(line, {
          open: (query) => this.#replace(cell, query, text, line.text),
          showSource: (file, at) => this.#shell.showSource(file, at),
        }));
        return;
      case "progress": {
        const share = line.total > 0 ? ` ${Math.floor(100 * line.done / line.total)}%` : "";
        cell.status.textContent = `Running${line.step === "" ? "" : `: ${line.step}`}${share}`;
        return;
      }
      case "verdict":
        cell.output.append(
          h(
            "p",
            { class: line.passed ? "passed" : "failed" },
            `${line.passed ? "Holds" : "Fails"}: ${line.name}`,
            line.passed ? null : ` (found ${line.found})`,
          ),
        );
        return;
      case "note":
        cell.output.append(h("p", { class: "note" }, line.text));
        return;
      case "error":
        cell.status.textContent = "";
        cell.output.append(h("pre", { class: "failed", tabindex: 0 }, line.drawn));
        for (const { fix, suggestion = "", others = [] } of line.diagnostics) {
          if (fix === undefined || !/(?:write|try): /.test(suggestion) || !suggestion.endsWith(fix.text)) {
            continue;
          }
          const ends = (span: typeof fix.span): boolean =>
            text.slice(0, span.start).trim() + text.slice(span.end).trim() === "";
          if (!ends(fix.span)) continue;
          for (const { text: query } of [fix, ...others]) {
            const run = (): void => this.#replace(cell, query, text, text);
            cell.output.append(h("p", { class: "meant" }, button(query, run, { title: "Run this instead" })));
          }
        }
        return;
      case "warning":
        cell.output.append(
          h(
            "p",
            { class: "warning" },
            line.diagnostic.message,
            line.diagnostic.suggestion ? `: ${line.diagnostic.suggestion}` : null,
          ),
        );
        return;
      case "end":
        return;
    }
  }

  /**
   * Replaces the statement by another one; if the cell has several statements or is restricted to the range,
   * the new one gets a cell of its own.
   */
  #replace(cell: Cell, query: string, text: string, statement: string): void {
    if (cell.isWithin || text.trim().replace(/;$/, "") !== statement.trim()) {
      this.take(query);
      return;
    }
    setText(cell.editor, query);
    void this.#run(cell);
  }

  #save(): void {
    const text = this.#cells.map(wholeOf).join(`\n\n${CELL_MARK}\n`) + "\n";
    saveFile("cells.q", new Blob([text], { type: "text/plain" }));
  }

  async #read(input: HTMLInputElement): Promise<void> {
    const text = await input.files?.[0]?.text();
    input.value = "";
    if (text === undefined) return;
    for (const part of text.split(`\n${CELL_MARK}\n`)) if (part.trim() !== "") this.#add(part.trim());
    this.#keep();
  }
}

function textOf({ editor }: Cell): string {
  return editor.state.doc.toString();
}

/** Returns the text of a cell, including its note. */
function wholeOf(cell: Cell): string {
  return joinNote(cell.note.value, textOf(cell));
}
