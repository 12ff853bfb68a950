/**
 * The search of the documentation, in the browser: finds passages that contain every typed word, those with
 * the words in their heading first. The index is a script next to the pages, so that it also works for pages
 * that were opened as files.
 * @module
 */

import type { SiteIndex } from "./site_index.ts";

declare const QUARRY_INDEX: SiteIndex;

/** Maximum number of results to show. */
const MOST_SHOWN = 20;
/** Number of characters shown around the first match. */
const AROUND = 70;

interface Found {
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  readonly anchor: string;
  readonly excerpt: string;
  readonly score: number;
}

/** Rates how well a passage matches; 0 if a word is missing. */
function scoreOf(words: readonly string[], title: string, heading: string, text: string): number {
  let score = 0;
  for (const word of words) {
    if (heading.includes(word)) score += heading === word ? 20 : 8;
    else if (title.includes(word)) score += 4;
    else if (text.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

/** Returns the words around the match. */
function excerptOf(text: string, words: readonly string[]): string {
  const at = Math.max(
    0,
    text.toLowerCase().indexOf(words.find((word) => text.toLowerCase().includes(word)) ?? ""),
  );
  const start = Math.max(0, at - AROUND);
  const end = Math.min(text.length, at + AROUND);
  return (start > 0 ? "…" : "") + text.slice(start, end).replaceAll(/\s+/g, " ") +
    (end < text.length ? "…" : "");
}

/** Returns passages that contain every word, best first. */
function search(index: SiteIndex, typed: string): Found[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  return index.flatMap(([page, title, passages]) =>
    passages.flatMap(([heading, anchor, text]) => {
      const score = scoreOf(words, title.toLowerCase(), heading.toLowerCase(), text.toLowerCase());
      return score === 0 ? [] : [{ page, title, heading, anchor, excerpt: excerptOf(text, words), score }];
    })
  ).sort((a, b) => b.score - a.score).slice(0, MOST_SHOWN);
}

function show(box: HTMLElement, found: readonly Found[], typed: string): void {
  box.hidden = typed.trim() === "";
  const list = document.createElement("ul");
  for (const { page, title, heading, anchor, excerpt } of found) {
    const link = document.createElement("a");
    link.href = `${document.body.dataset["root"]}${page}#${anchor}`;
    link.textContent = heading === title ? title : `${title}: ${heading}`;
    const words = document.createElement("p");
    words.textContent = excerpt;
    const item = document.createElement("li");
    item.append(link, words);
    list.append(item);
  }
  const none = document.createElement("p");
  none.textContent = `Nothing found for "${typed.trim()}"`;
  box.replaceChildren(found.length > 0 ? list : none);
}

const input = document.querySelector<HTMLInputElement>("#search")!;
const box = document.querySelector<HTMLElement>("#found")!;
input.addEventListener("input", () => show(box, search(QUARRY_INDEX, input.value), input.value));
box.addEventListener("click", () => box.hidden = true);
addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  } else if (event.key === "Escape") {
    input.value = "";
    box.hidden = true;
  }
});
// On a screen as narrow as a telephone, show the page first and not the list.
if (matchMedia("(width < 50rem)").matches) document.querySelector("details")!.open = false;
