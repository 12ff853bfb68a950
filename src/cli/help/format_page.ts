/**
 * Composes pages about the traces of a format: what is easily misread, and chapters of the cookbook.
 * @module
 */

import { formats } from "../../formats/registry.ts";
import type { FormatPage, PageSection } from "../../formats/format_types.ts";
import { chapterText, cookbook } from "./cookbook.ts";
import { exampleList, wrap } from "./layout.ts";

/** The page with this name. */
export function formatPage(name: string): string {
  const page = formats.find((format) => format.page?.name === name)?.page;
  if (!page) throw new Error(`No page: ${name}`);
  return pageText(page);
}

function pageText({ before, chapters, after }: FormatPage): string {
  const shown = cookbook.filter(({ title }) => chapters.includes(title));
  return [...before.map(sectionText), ...shown.map(chapterText), ...after.map(sectionText)].join("\n");
}

function sectionText({ title, texts, examples }: PageSection): string {
  return `${title}\n${"=".repeat(title.length)}\n\n${texts.map((text) => wrap(text)).join("\n")}${
    examples === undefined ? "" : exampleList(examples)
  }`;
}
