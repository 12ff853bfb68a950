/**
 * Source files with what each line did: a tree of folders and files, and for each file its functions and its lines, as far
 * as there is room in the page.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import { element, type Markup, markup } from "../markup.ts";
import { columnsOf, fileTree, linesTable, type Pen, placeTable } from "../source/source_drawing.ts";
import { filesOf, linesWanted, shareText, type SourceFile } from "../source/source_lines.ts";
import type { SourceSubject } from "../source/source_queries.ts";
import type { PageSources } from "../sources.ts";

/** What is shown. */
interface SourceOptions {
  readonly subject: SourceSubject;
  readonly caption: string;
  readonly sources: PageSources;
}

/** Rows that are sorted by file and line. */
export async function sourceView(
  table: ResultTable,
  { subject, caption, sources }: SourceOptions,
): Promise<Markup> {
  const files = filesOf(table, subject);
  const pages = new Map<SourceFile, Markup>();
  // Places of files in the page.
  const ids = new Map<string, string>();
  const pen: Pen<Markup> = {
    element,
    bar: (percent) =>
      element("span", { class: "track" }, element("span", { class: "fill", style: `width:${percent}%` })),
    link: (word, { file, line }) => {
      const id = ids.get(file);
      return id === undefined ? word : element("a", { href: `#${id}${line > 0 ? `-${line}` : ""}` }, word);
    },
  };
  const columns = columnsOf(pen, table, subject);
  const pageOf = (file: SourceFile, source: readonly string[] | null, isInParts: boolean): Markup => {
    const id = ids.get(file.file)!;
    const named = new Map(file.functions.map(({ line }) => [line, `${id}-${line}`]));
    const wanted = linesWanted(file.lines, source, { isInParts });
    // Links lead into it, which opens it.
    return markup`<details class="file"><summary>${file.file}: ${shareText(file.share, subject)}</summary>
<div id="${id}">
${placeTable(pen, "function", file.functions, { subject, caption: `Functions of ${file.file}` })}
${linesTable(pen, file, { columns, source, wanted, ids: named })}
</div></details>
`;
  };
  const notes = { missing: 0, cut: 0, left: 0, unlisted: 0 };
  const listed = new Set<SourceFile>();
  for (const file of byWorth(files, subject)) {
    // A row in the tree costs as much as its name and its tags.
    if (!sources.take(file.file.length + 300)) {
      notes.unlisted++;
      continue;
    }
    listed.add(file);
    ids.set(file.file, sources.nextId());
    const source = (await sources.read?.(file.file))?.lines ?? null;
    if (sources.read && !source) notes.missing++;
    const page = pageOf(file, source, false);
    if (sources.take(page.html.length)) {
      pages.set(file, page);
      continue;
    }
    const parts = source && pageOf(file, source, true);
    if (parts && sources.take(parts.html.length)) {
      notes.cut++;
      pages.set(file, parts);
    } else {
      notes.left++;
      ids.delete(file.file);
    }
  }
  const shown = files.filter((file) => listed.has(file));
  return markup`${said(notes, sources.read !== null, files.length)}${
    fileTree(pen, shown, { subject, caption })
  }
${shown.map((file) => pages.get(file) ?? null)}`;
}

/** Files that are worth a look first: with most that did not run or leaks, then with most at all. */
function byWorth(files: readonly SourceFile[], subject: SourceSubject): SourceFile[] {
  const worth = ({ share: { part, whole } }: SourceFile): bigint =>
    subject === "coverage" ? whole - part : part;
  return files.toSorted((a, b) => {
    const order = compare(worth(b), worth(a)) || compare(b.share.whole, a.share.whole);
    return order || (a.file < b.file ? -1 : a.file > b.file ? 1 : 0);
  });
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
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
