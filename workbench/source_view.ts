/**
 * Source files with what each line allocated, leaked, or whether it ran.
 * @module
 */

import type { SourceAnswer, WireTrace } from "../src/serve/api_types.ts";
import { ask, type RowsLine, rowsOf } from "./api.ts";
import { button, h, queryLine } from "./dom.ts";
import { allRows } from "./results.ts";
import { hasColumn, Latest, rangeStage, type Shell, type View } from "./shell.ts";
import { cellText, numberOf } from "./values.ts";

/** The sources of a trace. */
export class SourceView implements View {
  readonly id = "source";
  readonly title = "Source";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #list = h("div", { role: "list", "aria-label": "Files" });
  readonly #filesQuery = h("div");
  readonly #body = h("div", { class: "sourcebody" });
  readonly #latest = new Latest();
  #shownFiles = "";
  #shown = "";

  constructor(shell: Shell) {
    this.#shell = shell;
    this.element = h(
      "section",
      { class: "source" },
      h("div", { class: "files" }, this.#list, this.#filesQuery),
      this.#body,
    );
  }

  fits(trace: WireTrace): boolean {
    return hasColumn(trace, "lines", "file") || hasColumn(trace, "allocs", "file");
  }

  update(): void {
    void this.#draw();
  }

  async #draw(): Promise<void> {
    const { trace, state } = this.#shell;
    const query = filesQuery(this.#shell, trace);
    try {
      if (query !== this.#shownFiles) {
        this.#shownFiles = query;
        const line = await allRows(await rowsOf(query, 2000, this.#latest.next()));
        this.#showFiles(line, query);
        if (!state.more["file"]) state.more["file"] = String(line.cells[0]?.[0] ?? "");
      }
      const { file } = state.more;
      if (file) await this.#showFile(file, Number(state.more["line"] ?? 0));
    } catch (error) {
      if ((error as Error).name === "AbortError") return;
      this.#shownFiles = "";
      this.#body.replaceChildren(h("p", { class: "failed" }, (error as Error).message));
    }
  }

  #showFiles(line: RowsLine, query: string): void {
    const [files, parts, wholes] = line.cells;
    const most = Math.max(...wholes!.map((cell) => numberOf(cell) ?? 0), 1);
    const isCoverage = line.columns[1]!.name === "covered";
    this.#filesQuery.replaceChildren(queryLine(query, (text) => this.#shell.take(text)));
    this.#list.replaceChildren(
      ...files!.map((file, row) => {
        const [part, whole] = [numberOf(parts![row]) ?? 0, numberOf(wholes![row]) ?? 0];
        const fill = h("span", { class: "fill" });
        fill.style.width = `${(100 * (isCoverage ? part / Math.max(1, whole) : whole / most)).toFixed(1)}%`;
        const said = isCoverage
          ? `${Math.floor(100 * part / Math.max(1, whole))}%`
          : cellText(line.columns[2]!, wholes![row]!);
        return h(
          "div",
          { role: "listitem", class: "filerow" },
          button(String(file ?? "(unknown)"), () => this.#open(String(file ?? "")), { class: "link" }),
          h("span", { class: "bartrack" }, fill),
          h("span", { class: "n" }, said),
        );
      }),
    );
  }

  #open(file: string): void {
    this.#shell.state.more["file"] = file;
    delete this.#shell.state.more["line"];
    this.#shell.changed();
  }

  async #showFile(file: string, at: number): Promise<void> {
    const { trace } = this.#shell;
    const query = linesQuery(this.#shell, trace, file);
    const key = `${query}\n${at}`;
    if (key === this.#shown) return;
    this.#shown = key;
    const line = await allRows(await rowsOf(query, 10_000));
    const source = await ask<SourceAnswer>("source", { file });
    const names = line.columns.map(({ name }) => name);
    const known = new Map<number, number>(line.cells[0]!.map((cell, row) => [numberOf(cell) ?? 0, row]));
    const last = source.lines?.length ?? 0;
    const wanted = source.lines
      ? source.lines.map((_, index) => index + 1)
      : [...known.keys()].sort((a, b) => a - b);
    const covered = names.indexOf("covered");
    const both = [names.indexOf("branches"), names.indexOf("both_ways")] as const;
    const shown = names.flatMap((name, index) =>
      ["line", "covered", "branches", "both_ways"].includes(name) ? [] : [index]
    );
    const rows = wanted.map((number) => {
      const row = known.get(number);
      const state = row === undefined || covered < 0
        ? ""
        : line.cells[covered]![row] === true
        ? numberOf(line.cells[both[0]]![row])! > numberOf(line.cells[both[1]]![row])! ? " ran" : " ran both"
        : " missed";
      return h(
        "tr",
        { class: `line${state}${number === at ? " here" : ""}` },
        h("td", { class: "n soft" }, String(number)),
        ...shown.map((index) =>
          h(
            "td",
            { class: "n" },
            row === undefined ? "" : cellText(line.columns[index]!, line.cells[index]![row]!),
          )
        ),
        h("td", { class: "code" }, source.lines?.[number - 1]?.replaceAll("\t", "    ") ?? ""),
      );
    });
    const heads = [
      ...shown.map((index) => names[index]!.replaceAll("_", " ")),
      source.lines ? "source" : "ran",
    ];
    this.#body.replaceChildren(
      h("h2", {}, file),
      queryLine(query, (text) => this.#shell.take(text)),
      source.reason !== null && h("p", { class: "soft" }, source.reason) || "",
      h(
        "div",
        { class: "scrollx", tabindex: 0, role: "region", "aria-label": `Lines of ${file}` },
        h(
          "table",
          { class: "lines" },
          h("thead", {}, h("tr", {}, ...["line", ...heads].map((name) => h("th", { scope: "col" }, name)))),
          h("tbody", {}, ...rows),
        ),
      ),
    );
    if (at > 0 && last > 0) this.#body.querySelector(".here")?.scrollIntoView({ block: "center" });
  }
}

function filesQuery({ state }: Shell, trace: WireTrace): string {
  return hasColumn(trace, "lines", "file")
    ? `lines${trace.of} | by file: covered = count() if covered, lines = count() | sort file`
    : `allocs${trace.of}${
      rangeStage(state)
    } | where file is not null | by file: leaked = sum(size) if leaked, ` +
      "bytes = sum(size) | sort bytes desc";
}

function linesQuery({ state }: Shell, trace: WireTrace, file: string): string {
  const name = JSON.stringify(file);
  return hasColumn(trace, "lines", "file")
    ? `lines${trace.of} | where file == ${name} | by line: covered = max(covered), count = max(count), ` +
      "branches = sum(branches), both_ways = sum(both_ways) | sort line"
    : `allocs${trace.of}${rangeStage(state)} | where file == ${name} | by line: blocks = count(), ` +
      "bytes = sum(size), leaked = sum(size) if leaked | sort line";
}
