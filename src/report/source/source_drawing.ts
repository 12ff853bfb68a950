/**
 * Draws sources: lists of files and functions with their shares, and the lines of a file. A report draws
 * markup, the workbench elements.
 * @module
 */

import { fileNameOf } from "../../base/file_name_of.ts";
import { coverageTone, FAIR, GOOD } from "../../headline/coverage_tone.ts";
import { foldersOf, type SourceFolder } from "./source_folders.ts";
import {
  firstColumnOf,
  folderOf,
  numberText,
  percentOf,
  rowValueReader,
  type Share,
  shareText,
  type SourceFile,
  type SourceLine,
  type SourcePlace,
  type SourceTable,
} from "./source_lines.ts";
import type { SourceSubject } from "./source_queries.ts";

/** Draws the parts of a page of source code. */
export interface SourceDrawer<Drawn> {
  element(
    tag:
      | ("span" | "data" | "div" | "details" | "summary")
      | ("table" | "caption" | "thead" | "tbody" | "tr" | "th" | "td"),
    attributes: Readonly<Record<string, string | number | undefined>>,
    ...children: readonly (Drawn | string | null)[]
  ): Drawn;
  /** Text that links to a position, or plain text if there is none. */
  link(word: string, place: Pick<SourcePlace, "file" | "line">): Drawn | string;
  /** A bar that is filled by this percentage; its tone is a CSS class. */
  bar(percent: string, tone?: string): Drawn;
}

/** A column of lines. */
export interface LineColumn<Drawn> {
  readonly head: string;
  cell(line: SourceLine): Drawn | string | null;
  /** The CSS class of a cell. */
  kind?(line: SourceLine): string | undefined;
}

/** Which lines of a file to show, and how. */
interface LinesShown<Drawn> {
  readonly columns: readonly LineColumn<Drawn>[];
  readonly source: readonly string[] | null;
  /** Numbers of the lines to show, in order. */
  readonly wanted: readonly number[];
  /** Ids in the page of those lines that links lead to. */
  readonly ids?: ReadonlyMap<number, string>;
  /** The line to highlight. */
  readonly at?: number;
  /** Whether lines link to their file; if so, gaps between them are not marked. */
  readonly isExcerpt?: boolean;
  /** Whether lines with values link to details. */
  readonly leads?: boolean;
}

const MARKS: Readonly<Record<SourceLine["state"], string>> = {
  ran: "+",
  part: "!",
  missed: "–",
  leaks: "",
  "": "",
};

/** Text that tells whether a line ran, because colour alone is not accessible. */
export const MARK_COLUMN: LineColumn<never> = { head: "ran", cell: ({ state }) => MARKS[state] };

const NO_COLUMNS = ["file", "line", "func", "covered", "uncovered"];

/** With at most this many files, all folders of a tree are open at first. */
const ALL_OPEN = 60;

/** Explains the colours of bars. */
const TONES = `Bars are green from ${100 * GOOD} % of the lines on, amber from ${
  100 * FAIR
} %, and red below.`;

/** Draws sources for one subject, such as coverage. */
export class SourceDrawing<Drawn> {
  readonly #pen: SourceDrawer<Drawn>;
  readonly #subject: SourceSubject;
  readonly #isBytes: boolean;

  constructor(pen: SourceDrawer<Drawn>, subject: SourceSubject) {
    this.#pen = pen;
    this.#subject = subject;
    this.#isBytes = subject === "memory";
  }

  /** Draws folders with their files, as a tree. */
  files(files: readonly SourcePlace[], caption: string): Drawn[] {
    const { element } = this.#pen;
    const root = foldersOf(files, this.#subject);
    const drawn = root.folders.length === 0
      ? this.#inside(root, files, caption, false)
      : [this.#headsOfTree(), this.#folder(root, files, caption, true)];
    return this.#isBytes ? drawn : [...drawn, element("div", { class: "tones" }, TONES)];
  }

  /**
   * Draws the column headers of all tables in a tree, which are shown once; for screen readers, each table
   * repeats them.
   */
  #headsOfTree(): Drawn {
    const { element } = this.#pen;
    const spans = this.#headsOf("file").map((name, at) =>
      element("span", { class: at > 0 ? "n" : "" }, name)
    );
    return element("div", { class: "folderheads", "aria-hidden": "true" }, ...spans);
  }

  /** Returns the names of the columns of files or functions. */
  #headsOf(kind: "file" | "function"): string[] {
    const last = this.#isBytes ? ["leaked bytes", "bytes", "bytes"] : ["ran", "lines", "share"];
    return [kind, ...kind === "file" ? [] : ["line"], ...last];
  }

  #folder(folder: SourceFolder, all: readonly SourcePlace[], caption: string, isRoot = false): Drawn {
    const { element, bar } = this.#pen;
    const name = folder.name || (isRoot ? "all files" : "(no folder)");
    return element(
      "details",
      { class: "folder", open: isRoot || all.length <= ALL_OPEN ? "" : undefined },
      element(
        "summary",
        {},
        element(
          "span",
          { class: "folderline" },
          element("span", {}, `${name}: ${shareText(folder.share, this.#subject)}`),
          this.#isBytes ? null : bar(percentText(folder.share), toneOf(folder.share)),
        ),
      ),
      ...this.#inside(folder, all, caption),
    );
  }

  #inside(
    { folders, files }: SourceFolder,
    all: readonly SourcePlace[],
    caption: string,
    isNested = true,
  ): Drawn[] {
    const path = files.length === 0 ? "" : folderOf(files[0]!.file);
    return [
      ...folders.map((each) => this.#folder(each, all, caption)),
      ...files.length === 0 ? [] : [
        this.places("file", files, `${caption}: files${path && ` in ${path}`}`, { beside: all, isNested }),
      ],
    ];
  }

  /** Draws files or functions; bars of bytes are scaled to the largest one in `beside`. */
  places(
    kind: "file" | "function",
    places: readonly SourcePlace[],
    caption: string,
    { beside = places, isNested = false }: {
      readonly beside?: readonly SourcePlace[];
      /** Whether the column heads are shown above all folders. */
      readonly isNested?: boolean;
    } = {},
  ): Drawn {
    const { element, link, bar } = this.#pen;
    const most = beside.reduce((most, { share: { whole } }) => whole > most ? whole : most, 0n);
    const number = (value: Drawn | string): Drawn => element("td", { class: "n" }, value);
    const rows = places.map((place) => {
      const { file, func, line, share } = place;
      const word = kind === "file" ? fileNameOf(file) || "(unknown)" : func || "(no function)";
      const filled = this.#isBytes ? { part: share.whole, whole: most } : share;
      return element(
        "tr",
        {},
        element("td", { class: "t" }, link(word, place)),
        kind === "file" ? null : number(lineText(line)),
        ...[share.part, share.whole].map((value) => number(this.#amount(value, this.#isBytes))),
        element(
          "td",
          { class: "bar" },
          bar(percentText(filled), this.#isBytes ? undefined : toneOf(share)),
          this.#isBytes ? null : element("span", { class: "percent" }, `${percentOf(share)}%`),
        ),
      );
    });
    const names = this.#headsOf(kind);
    const heads = names.map((name, at) => {
      const kind = at === 0 ? undefined : at < names.length - 1 ? "n" : "bar";
      return element("th", { scope: "col", class: kind }, name);
    });
    return this.#table(isNested ? "places nested" : "places", caption, heads, rows);
  }

  /** Returns the columns of source lines that the rows provide. */
  columnsOf(table: SourceTable): LineColumn<Drawn>[] {
    const value = rowValueReader(table);
    const seen = firstColumnOf(table);
    const names = table.columns.map(({ name }) => name).filter((name) =>
      !NO_COLUMNS.includes(name) && name !== seen
    );
    const columns = names.map((name): LineColumn<Drawn> => ({
      head: name.replaceAll("_", " "),
      cell: ({ row }) => {
        const found = value(row, name);
        if (typeof found !== "bigint" && typeof found !== "number") return null;
        if (name !== "branches") return this.#amount(BigInt(found), name.endsWith("bytes"));
        return found ? `${seen === undefined ? "?" : value(row, seen)}/${found}` : null;
      },
    }));
    return this.#isBytes ? columns : [MARK_COLUMN, ...columns];
  }

  /** Draws the lines of a file; a line of templates or inlined code has a row for each function. */
  lines(
    { file, lines }: Pick<SourceFile, "file" | "lines">,
    { columns, source, wanted, ids, at, isExcerpt = false, leads = false }: LinesShown<Drawn>,
  ): Drawn {
    const { element, link } = this.#pen;
    const known = Map.groupBy(lines, ({ line }) => line);
    const last = source ? ["source"] : lines.some(({ func }) => func !== "") ? ["function"] : [];
    const rows: Drawn[] = [];
    const gap = (from: number, to: number): void => {
      if (!source || isExcerpt || to < from) return;
      const cell = element("td", { colspan: columns.length + 2 }, `lines ${from} to ${to} left out`);
      rows.push(element("tr", { class: "gap" }, cell));
    };
    let before = 0;
    for (const number of wanted) {
      gap(before + 1, number - 1);
      before = number;
      const said = lineText(number);
      // The text may be shorter than the version that was compiled.
      const text = source?.[number - 1]?.replaceAll("\t", "    ");
      for (const [other, line] of (known.get(number) ?? [null]).entries()) {
        const state = `${line?.state ?? ""}${number === at ? " here" : ""}`.trim() || undefined;
        const func = line?.func ?? "";
        const code = text === undefined ? func : other === 0 ? text : `  in ${func || "(no function)"}`;
        rows.push(element(
          "tr",
          { class: state, id: other === 0 ? ids?.get(number) : undefined },
          element(
            "td",
            {},
            isExcerpt || (leads && line && number > 0) ? link(said, { file, line: number }) : said,
          ),
          ...columns.map(({ cell, kind }) =>
            line ? element("td", { class: kind?.(line) }, cell(line)) : element("td", {})
          ),
          ...last.map(() => element("td", {}, code)),
        ));
      }
    }
    gap(before + 1, source?.length ?? 0);
    const heads = ["line", ...columns.map(({ head }) => head), ...last];
    return this.#table(
      "lines",
      `Lines of ${file}`,
      heads.map((head) => element("th", { scope: "col" }, head)),
      rows,
    );
  }

  #table(kind: string, caption: string, heads: readonly Drawn[], rows: readonly Drawn[]): Drawn {
    const { element } = this.#pen;
    const parts = [
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...rows),
    ];
    const around = { class: "scroll", tabindex: 0, role: "group", "aria-label": caption };
    return element("div", around, element("table", { class: kind }, ...parts));
  }

  /** Formats an amount in short form, with the exact number in its tooltip. */
  #amount(value: bigint, isBytes: boolean): Drawn | string {
    const [exact, said] = [String(value), numberText(value, isBytes)];
    return exact === said ? said : this.#pen.element("data", { value: exact, title: exact }, said);
  }
}

/** Returns the width of a bar. */
function percentText(share: Share): string {
  return (Number(percentOf(share, 100n)) / 100).toFixed(2);
}

function toneOf(share: Share): string {
  return coverageTone(Number(percentOf(share, 100n)) / 10_000);
}

/** Formats a line number; 0 means that it is unknown. */
function lineText(line: number): string {
  return line > 0 ? String(line) : "–";
}
