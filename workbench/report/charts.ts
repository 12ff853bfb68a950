/**
 * Interactive charts over time: they show the values under the pointer, or at a mark that keys move.
 * @module
 */

import { h } from "../dom.ts";
import { find } from "./dom.ts";

/** Makes all charts of the page interactive. */
export function liveCharts(): void {
  for (const svg of find<SVGSVGElement>(".chart svg")) liveChart(svg);
}

function liveChart(svg: SVGSVGElement): void {
  const panel = svg.closest(".panel")!;
  const said = panel.querySelector(".said")!;
  const table = panel.querySelector<HTMLTableElement>(".numbers table")!;
  const usual = said.textContent;
  const cells = (row: HTMLTableRowElement): string[] => [...row.cells].map((cell) => cell.textContent!);
  const rows = [...table.tBodies[0]!.rows].map(cells);
  const heads = cells(table.tHead!.rows[0]!);
  // Where each step begins in the drawing: steps need not have equal widths.
  const starts = (svg.dataset["starts"] ?? "").split(" ").map(Number);
  const mark = h("div", { class: "mark", hidden: "" });
  const held = h("div", { class: "plot" });
  svg.before(held);
  held.append(svg, mark);
  svg.classList.add("live");
  svg.setAttribute("tabindex", "0");
  let at = -1;
  const show = (step: number): void => {
    at = Math.min(rows.length - 1, Math.max(0, step));
    const end = starts[at + 1] ?? 1;
    mark.hidden = false;
    mark.style.left = `${50 * (starts[at]! + end)}%`;
    said.textContent = heads.map((head, column) => `${head} ${rows[at]![column]}`).join(", ");
  };
  const hide = (): void => {
    mark.hidden = true;
    said.textContent = usual;
    at = -1;
  };
  said.setAttribute("aria-live", "polite");
  svg.addEventListener("pointermove", ({ clientX }) => {
    const { left, width } = svg.getBoundingClientRect();
    const place = (clientX - left) / width;
    // Find the last step that begins before the pointer.
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= place) low = middle;
      else high = middle;
    }
    show(low);
  });
  svg.addEventListener("pointerleave", hide);
  svg.addEventListener("blur", hide);
  svg.addEventListener("keydown", (event) => {
    const step = Math.max(1, Math.round(rows.length / 20));
    const to: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      PageDown: at + step,
      PageUp: at - step,
      Home: 0,
      End: rows.length - 1,
    };
    if (event.key === "Escape") hide();
    else if (to[event.key] !== undefined) show(to[event.key]!);
    else return;
    event.preventDefault();
  });
}
