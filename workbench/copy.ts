/**
 * Copies or saves things: a link, a query, its rows as CSV or Markdown, its picture as PNG or SVG.
 * @module
 */

import { CHART_ROWS } from "../src/serve/picture_queries.ts";
import { drawnRowsOf, type RowsLine } from "./api.ts";
import { h, queryLine, saveFile } from "./dom.ts";
import { type MenuEntry, menuOf } from "./menu.ts";
import { csvOf, markdownOf } from "./row_text.ts";
import { pngOf, svgOf } from "./svg_picture.ts";
import { grouped } from "./values.ts";

/** What can be copied or saved. */
export interface Taken {
  readonly query: string;
  /** Requests all rows of the query. */
  readonly rows: () => Promise<RowsLine>;
  /** Returns the element that shows it; null if there is no picture. */
  readonly picture?: () => HTMLElement | null;
}

/** Copies a text to the clipboard. */
async function copyText(text: string): Promise<void> {
  if (isSecureContext) return await navigator.clipboard.writeText(text);
  // A page that another machine serves over plain HTTP has no access to the clipboard.
  const area = h("textarea", { class: "offscreen", "aria-hidden": "true", tabindex: -1 });
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("The browser does not allow this page to copy");
}

async function copyPicture(element: HTMLElement, title: string): Promise<string> {
  const png = pngOf(svgOf(element, title));
  if (!isSecureContext || !("ClipboardItem" in globalThis)) {
    saveFile("quarry.png", await png);
    return "PNG saved: this page cannot copy pictures";
  }
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  return "PNG copied";
}

/** The line with the query of a view, and what can be copied from it. */
export function askedLine(query: string, take: (query: string) => void): HTMLElement {
  const menu = copyMenu({
    query,
    rows: () => drawnRowsOf(query, CHART_ROWS, new AbortController().signal),
    picture: () => pictureIn(menu.closest("section")),
  });
  return queryLine(query, take, menu);
}

/** Returns the drawing of a view, with its legend. */
function pictureIn(view: Element | null): HTMLElement | null {
  const drawings = [
    ...view?.querySelectorAll<HTMLElement>("canvas:not(.spark), .flame, .bars, .pairs") ?? [],
  ];
  return drawings.find(({ clientHeight }) => clientHeight > 0)?.parentElement ?? null;
}

/** Creates the menu of what can be copied. */
export function copyMenu({ query, rows, picture }: Taken): HTMLElement {
  const plain = (label: string, text: () => string): MenuEntry => ({
    label,
    act: async () => {
      await copyText(text());
      return `${label} copied`;
    },
  });
  const table = (label: string, write: (line: RowsLine) => string): MenuEntry => ({
    label,
    act: async () => {
      const line = await rows();
      await copyText(write(line));
      const count = line.cells[0]?.length ?? 0;
      const all = line.rowCount > count ? ` of ${grouped(String(line.rowCount))}` : "";
      return `${label} copied: ${grouped(String(count))}${all} ${line.rowCount === 1 ? "row" : "rows"}`;
    },
  });
  return menuOf("Copy", {
    title: "Copy a link, the query, rows or a picture",
    failed: "Not copied",
    entries() {
      const element = picture?.() ?? null;
      const png: MenuEntry = { label: "PNG", act: () => copyPicture(element!, query) };
      return [
        plain("Link", () => location.href),
        plain("Query", () => query),
        table("CSV", csvOf),
        table("Markdown", markdownOf),
        ...(element ? [png, plain("SVG", () => svgOf(element, query))] : []),
      ];
    },
  });
}
