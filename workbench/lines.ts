/**
 * Source lines in the page, and rows that name them: if sources are available, their text is shown next to
 * the values.
 * @module
 */

import {
  type LineColumn,
  MARK_COLUMN,
  type SourceDrawer,
  SourceDrawing,
} from "../src/report/source/source_drawing.ts";
import { filesOf, type SourceTable } from "../src/report/source/source_lines.ts";
import type { SourceAnswer } from "../src/serve/api_types.ts";
import { ask, type RowsLine } from "./api.ts";
import { button, h } from "./dom.ts";
import type { TableEvents } from "./table.ts";
import { cellText } from "./values.ts";

/** Maximum number of files whose text is requested. */
const MOST_FILES = 40;

/** Draws sources as elements; clicking a word opens its position. */
export function sourcePen(open: (file: string, line: number) => void): SourceDrawer<HTMLElement> {
  return {
    element: h,
    link: (word, { file, line }) => button(word, () => open(file, line), { class: "link", title: file }),
    bar: (percent, tone = "") => {
      const fill = h("span", { class: `fill ${tone}`.trim() });
      fill.style.width = `${percent}%`;
      return h("span", { class: "track" }, fill);
    },
  };
}

/** Converts received rows to a table whose numbers have all 64 bits. */
export function sourceTable({ columns, cells }: RowsLine): SourceTable {
  return {
    columns,
    rowCount: cells[0]?.length ?? 0,
    value: (row, at) => {
      const cell = cells[at]![row] ?? null;
      const isWhole = columns[at]!.kind === "number" || columns[at]!.kind === "bytes";
      return isWhole && typeof cell === "string" ? BigInt(cell) : cell;
    },
  };
}

/** Shows the rows file by file, in the order in which they arrived. */
export async function linesOf(line: RowsLine, events: TableEvents): Promise<HTMLElement> {
  const { columns, cells } = line;
  const subject = columns.some(({ name }) => name === "covered") ? "coverage" : "memory";
  const drawing = new SourceDrawing(sourcePen((file, number) => events.showSource(file, number)), subject);
  const parts: HTMLElement[] = [];
  for (const file of filesOf(sourceTable(line), subject)) {
    const answer = file.file === "" || parts.length >= 2 * MOST_FILES
      ? null
      : await ask<SourceAnswer>("source", { file: file.file }).catch(() => null);
    const source = answer?.lines ?? null;
    // If there is no text, the function is shown instead.
    const hidden = ["file", "line", "trace", "covered", "addr", ...source ? [] : ["func"]];
    const shown = columns.flatMap((column, at): LineColumn<HTMLElement>[] =>
      hidden.includes(column.name) || cells[at]!.every((cell) => cell === null) ? [] : [{
        head: column.name.replaceAll("_", " "),
        cell: ({ row }) => cellText(column, cells[at]![row] ?? null),
      }]
    );
    parts.push(
      h("h2", {}, file.file || "(no file)"),
      drawing.lines(file, {
        source,
        columns: subject === "coverage" ? [MARK_COLUMN, ...shown] : shown,
        wanted: [...new Set(file.lines.map(({ line }) => line))],
        isExcerpt: true,
      }),
    );
  }
  return h("div", {}, ...parts);
}
