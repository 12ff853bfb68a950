/**
 * Shows source files: a tree of folders and files, and for each file its functions and lines, as long as the
 * page has space.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import { element, type Markup, markup } from "../markup.ts";
import { type SourceDrawer, SourceDrawing } from "../source/source_drawing.ts";
import { filesOf, shareText, shownLines, type SourceFile } from "../source/source_lines.ts";
import type { SourceSubject } from "../source/source_queries.ts";
import type { PageSources } from "../sources.ts";
import type { ViewOptions } from "../panel.ts";

/** Shows rows that are sorted by file and line. */
export async function sourceView(
  table: ResultTable,
  { subject, caption, sources }: ViewOptions<"sources"> & { readonly sources: PageSources },
): Promise<Markup> {
  const files = filesOf(table, subject);
  const pages = new Map<SourceFile, Markup | null>();
  // Ids of files in the page.
  const ids = new Map<string, string>();
  const pen: SourceDrawer<Markup> = {
    element,
    bar: (percent, tone = "") =>
      element(
        "span",
        { class: "track" },
        element("span", { class: `fill ${tone}`.trim(), style: `width:${percent}%` }),
      ),
    link: (word, { file, line }) => {
      const id = ids.get(file);
      return id === undefined ? word : element("a", { href: `#${id}${line > 0 ? `-${line}` : ""}` }, word);
    },
  };
  const drawing = new SourceDrawing(pen, subject);
  const columns = drawing.columnsOf(table);
  /** Returns the section of a file, if the page has space for it. */
  const pageOf = (file: SourceFile, source: readonly string[] | null, isInParts: boolean): Markup | null => {
    const id = ids.get(file.file)!;
    const named = new Map(file.functions.map(({ line }) => [line, `${id}-${line}`]));
    const wanted = shownLines(file.lines, source, { isInParts });
    // The section would be even longer with its tags; drawing it first would usually be a waste.
    const least = wanted.reduce(
      (sum, line) => sum + 4 * columns.length + 9 + (source?.[line - 1]?.length ?? 0),
      0,
    );
    if (!sources.has(least)) return null;
    // A link leads into the section, which then opens.
    const page = markup`<details class="file"><summary>${file.file}: ${
      shareText(file.share, subject)
    }</summary>
<div id="${id}">
${drawing.places("function", file.functions, `Functions of ${file.file}`)}
${drawing.lines(file, { columns, source, wanted, ids: named })}
</div></details>
`;
    return sources.take(page.html.length) ? page : null;
  };
  const notes = { missing: 0, cut: 0, left: 0, unlisted: 0 };
  for (const file of byRelevance(files, subject)) {
    // A row in the tree takes space for its name and its tags.
    if (!sources.take(file.file.length + 300)) {
      notes.unlisted++;
      continue;
    }
    ids.set(file.file, sources.nextId());
    const source = (await sources.read?.(file.file))?.lines ?? null;
    if (sources.read && !source) notes.missing++;
    const page = pageOf(file, source, false);
    const parts = page === null && source ? pageOf(file, source, true) : null;
    if (parts) notes.cut++;
    if (!page && !parts) {
      notes.left++;
      ids.delete(file.file);
    }
    pages.set(file, page ?? parts);
  }
  const shown = files.filter((file) => pages.has(file));
  return markup`${omissionsText(notes, sources.read !== null, files.length)}${drawing.files(shown, caption)}
${shown.map((file) => pages.get(file) ?? null)}`;
}

/** Sorts files by relevance: most lines that did not run or most leaks first, then largest totals. */
function byRelevance(files: readonly SourceFile[], subject: SourceSubject): SourceFile[] {
  const worth = ({ share: { part, whole } }: SourceFile): bigint =>
    subject === "coverage" ? whole - part : part;
  // Only the sign of an exact difference matters.
  return files.toSorted((a, b) =>
    Number(worth(b) - worth(a)) || Number(b.share.whole - a.share.whole) || (a.file < b.file ? -1 : 1)
  );
}

/** Describes what the page leaves out, and where to find it. */
function omissionsText(
  { missing, cut, left, unlisted }: Readonly<Record<"missing" | "cut" | "left" | "unlisted", number>>,
  hasSources: boolean,
  count: number,
): Markup {
  const all: string[] = [];
  const of = (some: number): string => `${some} of ${count} ${count === 1 ? "file" : "files"}`;
  if (!hasSources) {
    all.push("This page does not include the source text: use quarry report --sources DIR.");
  }
  if (missing > 0) all.push(`${of(missing)}: no such file below the folder of sources.`);
  if (cut > 0) all.push(`${of(cut)}: shown only in part, since the page is full.`);
  if (left > 0) all.push(`${of(left)}: lines left out, since the page is full.`);
  if (unlisted > 0) all.push(`${of(unlisted)}: not listed, since the page is full.`);
  if (left + cut + unlisted > 0) all.push("quarry serve shows all.");
  return markup`${all.map((text) => markup`<p class="left">${text}</p>\n`)}`;
}
