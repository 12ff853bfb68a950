/**
 * Source files with what each line did: a tree of folders and files, and for each file its functions and its lines, as far
 * as there is room in the page.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import { element, type Markup, markup } from "../markup.ts";
import { type SourceDrawer, SourceDrawing } from "../source/source_drawing.ts";
import { filesOf, shareText, shownLines, type SourceFile } from "../source/source_lines.ts";
import type { SourceSubject } from "../source/source_queries.ts";
import type { PageSources } from "../sources.ts";
import type { ViewOptions } from "../panel.ts";

/** Rows that are sorted by file and line. */
export async function sourceView(
  table: ResultTable,
  { subject, caption, sources }: ViewOptions<"sources"> & { readonly sources: PageSources },
): Promise<Markup> {
  const files = filesOf(table, subject);
  const pages = new Map<SourceFile, Markup | null>();
  // Places of files in the page.
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
  /** The page of a file, where there is room for it. */
  const pageOf = (file: SourceFile, source: readonly string[] | null, isInParts: boolean): Markup | null => {
    const id = ids.get(file.file)!;
    const named = new Map(file.functions.map(({ line }) => [line, `${id}-${line}`]));
    const wanted = shownLines(file.lines, source, { isInParts });
    // With all tags it is more; most of it would be drawn for nothing.
    const least = wanted.reduce(
      (sum, line) => sum + 4 * columns.length + 9 + (source?.[line - 1]?.length ?? 0),
      0,
    );
    if (!sources.has(least)) return null;
    // Links lead into it, which opens it.
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
  for (const file of byWorth(files, subject)) {
    // A row in the tree costs as much as its name and its tags.
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
  return markup`${said(notes, sources.read !== null, files.length)}${drawing.files(shown, caption)}
${shown.map((file) => pages.get(file) ?? null)}`;
}

/** Files that are worth a look first: with most that did not run or leaks, then with most at all. */
function byWorth(files: readonly SourceFile[], subject: SourceSubject): SourceFile[] {
  const worth = ({ share: { part, whole } }: SourceFile): bigint =>
    subject === "coverage" ? whole - part : part;
  // Of an exact difference the sign alone counts.
  return files.toSorted((a, b) =>
    Number(worth(b) - worth(a)) || Number(b.share.whole - a.share.whole) || (a.file < b.file ? -1 : 1)
  );
}

/** What is not in the page, and where to find it. */
function said(
  { missing, cut, left, unlisted }: Readonly<Record<"missing" | "cut" | "left" | "unlisted", number>>,
  hasSources: boolean,
  count: number,
): Markup {
  const all: string[] = [];
  const of = (some: number): string => `${some} of ${count} ${count === 1 ? "file" : "files"}`;
  if (!hasSources) {
    all.push("The text of the sources is not in this page: quarry report --sources DIR takes it in.");
  }
  if (missing > 0) all.push(`${of(missing)}: no such file below the folder of sources.`);
  if (cut > 0) all.push(`${of(cut)}: only in parts, since the page has no more room.`);
  if (left > 0) all.push(`${of(left)}: lines left out, since the page has no more room.`);
  if (unlisted > 0) all.push(`${of(unlisted)}: not listed, since the page has no more room.`);
  if (left + cut + unlisted > 0) all.push("quarry serve shows all.");
  return markup`${all.map((text) => markup`<p class="left">${text}</p>\n`)}`;
}
