/**
 * Shows rows as bars: a label, a value, and a bar whose length is the value.
 * @module
 */

import type { RowsLine } from "./api.ts";
import { button, choice, h } from "./dom.ts";
import type { TableEvents } from "./table.ts";
import { cellText, numberOf, shortNumber } from "./values.ts";

const MOST = 200;

/** Draws the first rows as bars of one of their columns. */
export function barsOf(line: RowsLine, events: TableEvents): HTMLElement {
  const { columns, cells } = line;
  const isRange = columns[0]?.name === "from" && columns[1]?.name === "to";
  const values = columns.flatMap(({ kind, name }, at) =>
    ["bytes", "number", "float"].includes(kind) && name !== "from" && name !== "to" ? [at] : []
  );
  const labels = columns.flatMap((_, at) => (values.includes(at) ? [] : [at]));
  const count = Math.min(cells[0]!.length, MOST);
  const list = h("div", { class: "bars", role: "list" });
  const show = (at: number): void => {
    const numbers = cells[at]!.slice(0, count).map((cell) => numberOf(cell) ?? 0);
    const most = Math.max(...numbers.map(Math.abs), 0);
    list.replaceChildren(
      ...numbers.map((value, row) => {
        const parts = labels.map((label) => cellText(columns[label]!, cells[label]![row]!));
        const name = isRange ? parts.slice(0, 2).join(" – ") : parts.join("  ") || `${row + 1}`;
        const fill = h("span", { class: value < 0 ? "fill less" : "fill" });
        fill.style.width = `${most === 0 ? 0 : (100 * Math.abs(value) / most).toFixed(2)}%`;
        return h(
          "div",
          { class: "barrow", role: "listitem" },
          h("span", { class: "barname", title: name }, name),
          h("span", { class: "track" }, fill),
          h("span", { class: "n" }, shortNumber(value, columns[at]!.kind)),
        );
      }),
    );
  };
  const first = values.find((at) => columns[at]!.name === "bytes") ?? values[0]!;
  const pick = choice(
    "Length",
    values.map((at) => [String(at), columns[at]!.name.replaceAll("_", " ")] as const),
    String(first),
    (value) => show(Number(value)),
  );
  show(first);
  const sort = button(
    "Largest first",
    () => events.open(`${line.text.trim()} | sort ${columns[first]!.written} desc`),
  );
  return h("div", {}, h("div", { class: "tools" }, values.length > 1 && pick, sort), list);
}
