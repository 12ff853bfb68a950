/**
 * Tables that can be sorted by a column and filtered by words.
 * @module
 */

import { button, h } from "../dom.ts";
import { find } from "./dom.ts";

/** Tables with fewer rows are visible at once. */
const FILTERED_FROM = 6;

/** Makes all tables of the page interactive. */
export function liveTables(): void {
  for (const table of find<HTMLTableElement>(".panel table:not(.matrix):not(.lines)")) {
    const body = table.tBodies[0]!;
    if (body.rows.length < 2) continue;
    sortable(table, body);
    if (body.rows.length >= FILTERED_FROM) filtered(table, body);
  }
}

function exact(cell: HTMLTableCellElement): string {
  return cell.querySelector("data")?.value ?? cell.textContent!.trim();
}

const WHOLE = /^-?(0x[0-9a-f]+|[0-9]+)$/;

function numberOf(text: string): bigint {
  return text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text);
}

/**
 * Compares exactly: 64-bit numbers are not converted to doubles. Cells without a number sort below all
 * numbers.
 */
function compareTexts(left: string, right: string): number {
  if (WHOLE.test(left) && WHOLE.test(right)) {
    const [first, second] = [numberOf(left), numberOf(right)];
    return first < second ? -1 : first > second ? 1 : 0;
  }
  const [first, second] = [Number(left || NaN), Number(right || NaN)];
  if (Number.isNaN(first) && Number.isNaN(second)) return left < right ? -1 : left > right ? 1 : 0;
  return Number.isNaN(first) ? -1 : Number.isNaN(second) ? 1 : first - second;
}

function sortable(table: HTMLTableElement, body: HTMLTableSectionElement): void {
  const heads = [...table.tHead!.rows[0]!.cells];
  heads.forEach((head, at) => {
    if (head.classList.contains("bar")) return;
    const press = button("", () => {
      const order = head.getAttribute("aria-sort") === "descending" ? 1 : -1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order > 0 ? "ascending" : "descending");
      const keyed = [...body.rows].map((row) => [exact(row.cells[at]!), row] as const);
      keyed.sort(([a], [b]) => order * compareTexts(a, b));
      body.append(...keyed.map(([, row]) => row));
    }, { title: "Sort" });
    press.append(...head.childNodes);
    head.append(press);
  });
}

function filtered(table: HTMLTableElement, body: HTMLTableSectionElement): void {
  const title = table.caption?.textContent ?? "";
  const input = h("input", {
    type: "search",
    class: "filter",
    placeholder: "Filter rows",
    title: "Rows with all of these words; -word leaves out rows with it",
    "aria-label": `Filter rows: ${title}`,
  });
  const said = h("span", { class: "found", role: "status" });
  const texts = new Map([...body.rows].map((row) => [row, row.textContent!.toLowerCase()]));
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word !== "" && word !== "-");
    let shown = 0;
    for (const [row, text] of texts) {
      row.hidden = !words.every((word) =>
        word.startsWith("-") ? !text.includes(word.slice(1)) : text.includes(word)
      );
      if (!row.hidden) shown++;
    }
    said.textContent = words.length === 0 ? "" : `${shown} of ${texts.size} rows`;
  });
  table.closest(".scroll")!.before(h("div", { class: "tools" }, input, said));
}
