/**
 * Rows that name lines of files, with the lines: where sources are served, their text stands beside the values.
 * @module
 */

import type { SourceAnswer } from "../src/serve/api_types.ts";
import { ask, type RowsLine } from "./api.ts";
import { button, h } from "./dom.ts";
import type { TableEvents } from "./table.ts";
import { cellText, numberOf } from "./values.ts";

/** Files whose text is asked for. */
const MOST_FILES = 40;

/** The rows, file by file in the order in which they came. */
export async function linesOf(line: RowsLine, events: TableEvents): Promise<HTMLElement> {
  const { columns, cells } = line;
  const at = (name: string): number => columns.findIndex((column) => column.name === name);
  const [files, numbers] = [cells[at("file")]!, cells[at("line")]!];
  const covered = at("covered");
  const shown = columns.flatMap(({ name }, index) =>
    ["file", "line", "trace", "covered", "addr"].includes(name) ||
      cells[index]!.every((cell) => cell === null)
      ? []
      : [index]
  );
  const groups = Map.groupBy(files.map((_, row) => row), (row) => String(files[row] ?? ""));
  const parts: HTMLElement[] = [];
  for (const [file, rows] of groups) {
    const source = file === "" || parts.length >= MOST_FILES
      ? null
      : await ask<SourceAnswer>("source", { file }).catch(() => null);
    const heads = [
      "line",
      ...shown.map((index) => columns[index]!.name.replaceAll("_", " ")),
      source?.lines ? "source" : "",
    ];
    const lines = rows.map((row) => {
      const number = numberOf(numbers[row]) ?? 0;
      const ran = covered < 0 ? null : cells[covered]![row];
      return h(
        "tr",
        { class: `line${ran === true ? " ran both" : ran === false ? " missed" : ""}` },
        h(
          "td",
          { class: "n" },
          button(String(number), () => events.showSource(file, number), {
            class: "link",
            title: "Show the line in its file",
          }),
        ),
        ...shown.map((index) =>
          h("td", { class: "n" }, cellText(columns[index]!, cells[index]![row] ?? null))
        ),
        codeCell(source, number),
      );
    });
    parts.push(h("h2", {}, file === "" ? "(no file)" : file), linesTable(file, heads, lines));
  }
  return h("div", {}, ...parts);
}

/** Lines of a file; a column without a name has no head. */
export function linesTable(
  file: string,
  heads: readonly string[],
  rows: readonly HTMLTableRowElement[],
): HTMLElement {
  return h(
    "div",
    { class: "scrollx", tabindex: 0, role: "region", "aria-label": `Lines of ${file}` },
    h(
      "table",
      { class: "lines" },
      h(
        "thead",
        {},
        h("tr", {}, ...heads.map((name) => name === "" ? h("td") : h("th", { scope: "col" }, name))),
      ),
      h("tbody", {}, ...rows),
    ),
  );
}

/** The text of a line; nothing where it is not known. */
export function codeCell(source: SourceAnswer | null, number: number): HTMLElement {
  return h("td", { class: "code" }, source?.lines?.[number - 1]?.replaceAll("\t", "    ") ?? "");
}
