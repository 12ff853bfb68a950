/**
 * Source files with what each line did: a tree of folders and files, and for each file its functions and its lines.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import { sizeText } from "../../render/number_text.ts";
import { cellMarkup } from "../cell_markup.ts";
import { type Markup, markup } from "../markup.ts";
import type { PageSources } from "../sources.ts";
import { columnAt } from "./bars_view.ts";
import {
  byWorth,
  filesOf,
  folderOf,
  type Share,
  type SourceFile,
  type SourceLine,
  type SourceSubject,
} from "./source_rows.ts";
import { title } from "./table_view.ts";

/** Lines around those that count, where a file is shown in parts. */
const AROUND = 3;

/** What is shown. */
interface SourceOptions {
  readonly subject: SourceSubject;
  readonly caption: string;
  readonly sources: PageSources;
}

/** A file with the place of its lines in the page; null where there was no room for them. */
interface Shown {
  readonly file: SourceFile;
  readonly id: string | null;
}

/** Rows that are sorted by file and line. */
export async function sourceView(
  table: ResultTable,
  { subject, caption, sources }: SourceOptions,
): Promise<Markup> {
  const files = filesOf(table, subject);
  const pages = new Map<SourceFile, { readonly id: string; readonly page: Markup }>();
  const notes = { missing: 0, cut: 0, left: 0, unlisted: 0 };
  const listed = new Set<SourceFile>();
  for (const file of byWorth(files, subject)) {
    // A row in the tree costs as much as its name and its tags.
    if (!sources.take(file.file.length + 300)) {
      notes.unlisted++;
      continue;
    }
    listed.add(file);
    const id = sources.nextId();
    const source = await sources.read?.(file.file) ?? null;
    if (sources.read && !source) notes.missing++;
    const page = pageOf(table, file, { subject, id, source: source?.lines ?? null, isWhole: true });
    if (sources.take(page.html.length)) {
      pages.set(file, { id, page });
      continue;
    }
    const parts = pageOf(table, file, { subject, id, source: source?.lines ?? null, isWhole: false });
    if (source && sources.take(parts.html.length)) {
      notes.cut++;
      pages.set(file, { id, page: parts });
    } else notes.left++;
  }
  const shown = files.filter((file) => listed.has(file)).map((file): Shown => ({
    file,
    id: pages.get(file)?.id ?? null,
  }));
  return markup`${said(notes, sources.read !== null, files.length)}${treeOf(shown, subject, caption)}
${shown.map(({ file }) => pages.get(file)?.page ?? null)}`;
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

function shareText({ part, whole }: Share, subject: SourceSubject): string {
  if (subject === "memory") return `${sizeText(Number(part))} of ${sizeText(Number(whole))} leaked`;
  // Only all is 100%.
  const percent = whole === 0n ? 100 : Math.floor(100 * Number(part) / Number(whole));
  return `${part} of ${whole} lines ran, ${percent}%`;
}

/** Folders with their files. */
function treeOf(shown: readonly Shown[], subject: SourceSubject, caption: string): Markup {
  const folders = Map.groupBy(shown, ({ file }) => folderOf(file.file));
  const most = shown.reduce((most, { file }) => file.share.whole > most ? file.share.whole : most, 1n);
  return markup`${
    [...folders].map(([folder, files]) => {
      const sum: Share = { part: 0n, whole: 0n };
      for (const { file: { share } } of files) {
        sum.part += share.part;
        sum.whole += share.whole;
      }
      const table = folderTable(files, {
        subject,
        most,
        caption: `${caption}: files${folder && ` in ${folder}`}`,
      });
      if (folders.size === 1) return table;
      return markup`<details open class="folder"><summary>${folder || "(no folder)"}: ${
        shareText(sum, subject)
      }</summary>
${table}
</details>
`;
    })
  }`;
}

function folderTable(
  files: readonly Shown[],
  { subject, most, caption }: {
    readonly subject: SourceSubject;
    readonly most: bigint;
    readonly caption: string;
  },
): Markup {
  const names = subject === "coverage" ? ["ran", "lines"] : ["leaked bytes", "bytes"];
  const bytes = (value: bigint): Markup =>
    cellMarkup({ name: subject === "coverage" ? "lines" : "bytes", type: "u64" }, value);
  const rows = files.map(({ file: { file, share }, id }) => {
    const filled = subject === "coverage"
      ? Number(share.part) / Math.max(1, Number(share.whole))
      : Number(share.whole) / Number(most);
    const percent = subject === "coverage" ? `${Math.floor(100 * filled)}%` : "";
    const name = file.replace(/^.*[\\/]/s, "");
    return markup`<tr><td class="t">${
      id === null ? name : markup`<a href="#${id}">${name}</a>`
    }</td><td class="n">${bytes(share.part)}</td><td class="n">${
      bytes(share.whole)
    }</td><td class="bar"><span class="track"><span class="fill" style="width:${
      (100 * filled).toFixed(1)
    }%"></span></span>${percent === "" ? null : markup`<span class="percent">${percent}</span>`}</td></tr>
`;
  });
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr><th scope="col">file</th>${
    names.map((each) => markup`<th scope="col" class="n">${each}</th>`)
  }<th scope="col" class="bar">${subject === "coverage" ? "share" : "bytes"}</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>`;
}

interface PageOptions {
  readonly subject: SourceSubject;
  readonly id: string;
  readonly source: readonly string[] | null;
  /** All lines, or only those around lines that count. */
  readonly isWhole: boolean;
}

/** One file: its functions and its lines. */
function pageOf(table: ResultTable, file: SourceFile, options: PageOptions): Markup {
  const { id, subject } = options;
  const functions = [...file.functions].map(([name, { first, share }]) =>
    markup`<tr><td class="t"><a href="#${id}-${first}">${
      name || "(no function)"
    }</a><td class="n">${first}<td class="t">${shareText(share, subject)}\n`
  );
  // Links lead into it, which opens it.
  return markup`<details class="file"><summary>${file.file}: ${shareText(file.share, subject)}</summary>
<div id="${id}">
<div class="scroll" tabindex="0" role="group" aria-label="Functions of ${file.file}"><table>
<caption>Functions of ${file.file}</caption>
<thead><tr><th scope="col">function</th><th scope="col" class="n">line</th><th scope="col">${
    subject === "coverage" ? "ran" : "leaked"
  }</th></tr></thead>
<tbody>
${functions}</tbody>
</table></div>
${linesOf(table, file, options)}
</div></details>
`;
}

/** Columns that are shown of each line. */
function columnsOf(table: ResultTable): string[] {
  const hidden = ["file", "line", "func", "covered", "uncovered", "both_ways"];
  return table.columns.map(({ name }) => name).filter((name) => !hidden.includes(name));
}

function linesOf(table: ResultTable, file: SourceFile, { id, source, isWhole }: PageOptions): Markup {
  const columns = columnsOf(table);
  const known = Map.groupBy(file.lines, ({ line }) => line);
  const firsts = new Set([...file.functions.values()].map(({ first }) => first));
  const wanted = linesWanted(file, source, isWhole);
  const cells = (line: SourceLine): Markup[] =>
    columns.map((name) => {
      const value = table.value(line.row, columnAt(table, name));
      if (value === null || (name === "branches" && !value)) return markup`<td>`;
      if (name === "branches") {
        return markup`<td>${table.value(
          line.row,
          columnAt(table, "both_ways"),
        ) as bigint}/${value as bigint}`;
      }
      return markup`<td>${cellMarkup(table.columns[columnAt(table, name)]!, value)}`;
    });
  const rows: Markup[] = [];
  let before = 0;
  for (const number of wanted) {
    if (source && number > before + 1) rows.push(gap(before + 1, number - 1, columns.length));
    before = number;
    const text = (source?.[number - 1] ?? "").replaceAll("\t", "    ");
    const place = firsts.has(number) ? markup` id="${id}-${number}"` : null;
    const [first, ...others] = known.get(number) ?? [];
    if (!first) rows.push(markup`<tr${place}><td>${number}${columns.map(() => markup`<td>`)}<td>${text}\n`);
    else {
      rows.push(
        markup`<tr${place}${stateClass(first)}><td>${number}${cells(first)}<td>${
          source ? text : first.func
        }\n`,
      );
    }
    // A line of a template or of inlined code has a row for each function.
    for (const line of others) {
      rows.push(
        markup`<tr${stateClass(line)}><td>${number}${cells(line)}<td>${
          source ? `  in ${line.func}` : line.func
        }\n`,
      );
    }
  }
  if (source && before < source.length) rows.push(gap(before + 1, source.length, columns.length));
  const heads = ["line", ...columns.map(title)].map((name) => markup`<th scope="col">${name}</th>`);
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="Lines of ${file.file}"><table class="lines">
<caption>Lines of ${file.file}</caption>
<thead><tr>${heads}<th scope="col">${source ? "source" : "function"}</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>`;
}

function stateClass({ state }: SourceLine): Markup | null {
  return state === "" ? null : markup` class="${state}"`;
}

function gap(from: number, to: number, columns: number): Markup {
  return markup`<tr class="gap"><td colspan="${columns + 2}">lines ${from} to ${to} left out\n`;
}

/** Numbers of the lines that are shown, in order. Rows may name lines that the text does not have: it may be another one. */
function linesWanted(file: SourceFile, source: readonly string[] | null, isWhole: boolean): number[] {
  const wanted = new Set<number>();
  if (source && isWhole) { for (let line = 1; line <= source.length; line++) wanted.add(line); }
  for (const { line, state } of file.lines) {
    if (isWhole || !source) wanted.add(line);
    else if (state !== "ran") {
      for (let near = Math.max(1, line - AROUND); near <= Math.min(source.length, line + AROUND); near++) {
        wanted.add(near);
      }
      wanted.add(line);
    }
  }
  return [...wanted].sort((a, b) => a - b);
}
