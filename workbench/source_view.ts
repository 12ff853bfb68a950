/**
 * Source files with what each line allocated or leaked, or whether it ran; several coverage traces as one
 * campaign, with what each run adds; possibly compared with another trace or point.
 * @module
 */

import { type LineColumn, SourceDrawing } from "../src/report/source/source_drawing.ts";
import {
  filesOf,
  keyOf,
  placesOf,
  shareText,
  shownLines,
  type SourceLine,
  type SourcePlace,
  type SourceTable,
} from "../src/report/source/source_lines.ts";
import {
  filesQuery,
  functionsQuery,
  linesQuery,
  type SourceScope,
} from "../src/report/source/source_queries.ts";
import type { SourceAnswer, WireTrace } from "../src/serve/api_types.ts";
import { hasColumn, rangeFilter } from "../src/serve/picture_queries.ts";
import { ask, type RowsLine } from "./api.ts";
import { type Before, beforeOf } from "./before.ts";
import { campaignOf, hasCode, runsOf, runsTable } from "./campaign.ts";
import { askedLine } from "./copy.ts";
import { selectionText } from "./selection.ts";
import { h } from "./dom.ts";
import { recordsOf } from "./frames.ts";
import { sourcePen, sourceTable } from "./lines.ts";
import { allRowsOf } from "./results.ts";
import { keptChoice, Latest, type Shell, type View } from "./shell.ts";

/** Maximum number of lines of a file in the page, around the line that is looked for. */
const MOST_LINES = 20_000;
const FIRST_ONLY = "Lines count as covered if they first ran within the selection";

/** The subject of the lists and lines. */
interface Scope extends SourceScope {
  readonly drawing: SourceDrawing<HTMLElement>;
  /** Runs of a campaign, those that add the most first; null for one trace. */
  readonly runs: RowsLine | null;
  /** The other side of a comparison; null if there is none. */
  readonly before: (SourceScope & { readonly name: string }) | null;
}

/** The sources view of a trace. */
export class SourceView implements View {
  readonly id = "source";
  readonly title = "Source";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #tools = h("div", { class: "tools" });
  readonly #campaign = h("div");
  readonly #files = h("div", { class: "files" });
  readonly #body = h("div", { class: "sourcebody" });
  readonly #latest = new Latest();
  #scope: Scope | null = null;
  #shownList = "";
  #shown = "";

  constructor(shell: Shell) {
    this.#shell = shell;
    this.element = h(
      "section",
      {},
      this.#tools,
      this.#campaign,
      h("div", { class: "source" }, this.#files, this.#body),
    );
  }

  fits(trace: WireTrace): boolean {
    return hasColumn(trace, "lines", "covered") || hasColumn(trace, "allocs", "file");
  }

  async update(ahead?: boolean): Promise<void> {
    const { trace, state, facts } = this.#shell;
    // A range of records of one run has no meaning for the others.
    const campaign = state.range === null ? campaignOf(facts, trace) : [];
    const list = keptChoice(this.#shell, "list", "List", [["files", "files"], ["functions", "functions"]]);
    const of = keptChoice(this.#shell, "of", "of", [
      ["all", `all ${campaign.length} runs together`],
      ["one", trace.name],
    ]);
    const isCampaign = campaign.length > 1 && of.chosen === "all";
    const before = beforeOf(this.#shell);
    const key = JSON.stringify([trace.name, state.range, isCampaign, list.chosen, before?.name]);
    const signal = this.#latest.begin(`${key}${state.more["line"] ?? ""} ${state.more["file"] ?? ""}`, ahead);
    if (!signal) return;
    try {
      if (key !== this.#shownList) {
        this.#shownList = "";
        this.#scope = await this.#scopeOf(isCampaign, before, signal);
        const { subject, firstIn, runs } = this.#scope;
        this.#tools.replaceChildren(
          list.element,
          campaign.length > 1 ? of.element : "",
          subject === "coverage" && firstIn ? h("span", { class: "soft" }, FIRST_ONLY) : "",
        );
        this.#campaign.replaceChildren(runs ? runsTable(this.#shell, runs) : "");
        const [first] = await this.#showList(this.#scope, list.chosen === "files", signal);
        this.#shownList = key;
        if (!state.more["file"] && first) state.more["file"] = first.file;
      }
      const { file } = state.more;
      if (file) await this.#showFile(this.#scope!, file, Number(state.more["line"] ?? 0), signal);
      this.#latest.end();
    } catch (error) {
      if (!this.#latest.fails(error)) return;
      this.#shownList = this.#shown = "";
      this.#body.replaceChildren(h("p", { class: "failed" }, error.message));
    }
  }

  /** Returns the subject, which is all runs or one trace, and what it is compared with. */
  async #scopeOf(isCampaign: boolean, before: Before | null, signal: AbortSignal): Promise<Scope> {
    const { trace, state } = this.#shell;
    const range = await recordsOf(state, trace, signal);
    const isCoverage = hasColumn(trace, "lines", "file");
    const rowsOf = (of: string): string => isCoverage ? `lines${of}` : `allocs${of}${rangeFilter(range)}`;
    const isCounted = isCoverage && !hasCode(trace);
    const shared: Omit<SourceScope, "rows"> = {
      subject: isCoverage ? "coverage" : "memory",
      hasFunctions: hasColumn(trace, isCoverage ? "lines" : "allocs", "func"),
      isCounted,
      firstIn: isCounted ? null : range,
    };
    const earlier = before?.kind === "trace"
      ? rowsOf(before.trace.of)
      // It is unknown what had run at a point.
      : before && !isCoverage
      ? `live @ ${before.point}${trace.of}${rangeFilter(range)}`
      : null;
    return {
      ...shared,
      rows: rowsOf(isCampaign ? "" : trace.of),
      isCampaign,
      drawing: new SourceDrawing(sourcePen((file, line) => this.#open(file, line)), shared.subject),
      runs: isCampaign ? await runsOf(signal) : null,
      before: before && earlier ? { ...shared, rows: earlier, name: before.name } : null,
    };
  }

  /** Requests files or functions, and lists them. */
  async #showList(scope: Scope, isFiles: boolean, signal: AbortSignal): Promise<SourcePlace[]> {
    const { subject, drawing } = scope;
    const query = isFiles ? filesQuery(scope) : functionsQuery(scope);
    const places = placesOf(sourceTable(await allRowsOf(query, signal)), subject);
    this.#files.replaceChildren(
      ...isFiles ? drawing.files(places, "Source") : [drawing.places("function", places, "Functions")],
      askedLine(query, (text) => this.#shell.take(text)),
    );
    return places;
  }

  #open(file: string, line: number): void {
    this.#shell.state.more["file"] = file;
    const { more } = this.#shell.state;
    if (line > 0) {
      more["line"] = String(line);
      more["selected"] = selectionText({ kind: "line", file, line: String(line) });
    } else delete more["line"];
    this.#shell.changed();
  }

  async #showFile(scope: Scope, file: string, at: number, signal: AbortSignal): Promise<void> {
    const { subject, before, runs, drawing } = scope;
    const queries = [scope, ...before ? [before] : []].map((each) => linesQuery(each, file));
    const key = `${queries.join("\n")}\n${at}`;
    if (key === this.#shown) return;
    const tables: SourceTable[] = [];
    for (const query of queries) tables.push(sourceTable(await allRowsOf(query, signal)));
    const added = runs && await addedLines(runs, file, signal);
    const { lines: source, reason } = await ask<SourceAnswer>("source", { file }, signal);
    this.#shown = key;
    const [found, foundBefore] = tables.map((table) => filesOf(table, subject)[0]);
    const lines = [...found?.lines ?? []];
    const columns = drawing.columnsOf(tables[0]!);
    if (before) {
      const known = new Map(foundBefore?.lines.map((line) => [keyOf(line), line]));
      columns.push(...drawing.columnsOf(tables[1]!).flatMap((column) => against(column, known, before.name)));
      // Lines that existed before and no longer do.
      const here = new Set(lines.map(keyOf));
      for (const [key, line] of known) if (!here.has(key)) lines.push({ ...line, row: -1, state: "" });
    }
    if (added) columns.push({ head: "added by", cell: (line) => added.get(keyOf(line)) ?? "" });
    const wanted = shownLines(lines, source, { most: MOST_LINES, at });
    this.#body.replaceChildren(
      h("h2", {}, found ? `${file}: ${shareText(found.share, subject)}` : file),
      ...queries.map((query) => askedLine(query, (text) => this.#shell.take(text))),
      reason === null ? "" : h("p", { class: "soft" }, reason),
      drawing.lines({ file, lines }, { columns, source, wanted, at, leads: true }),
    );
    if (at > 0) this.#body.querySelector(".here")?.scrollIntoView({ block: "center" });
  }
}

/**
 * Returns a column with the earlier values of lines: for memory only bytes are compared, for coverage whether
 * lines ran.
 */
function against(
  { head, cell }: LineColumn<HTMLElement>,
  known: ReadonlyMap<string, SourceLine>,
  name: string,
): LineColumn<HTMLElement>[] {
  if (head !== "ran" && !head.endsWith("bytes")) return [];
  return [{
    head: `${head} ${name}`,
    cell: (line) => {
      const before = known.get(keyOf(line));
      return before ? cell(before) : "";
    },
    kind: (line) => {
      const isSame = line.row < 0 || (known.get(keyOf(line)) ?? line).state === line.state;
      return head === "ran" && !isSame ? "differs" : undefined;
    },
  }];
}

/** Returns the run that first covers each line; runs that add the most come first. */
async function addedLines(
  { cells: [runs] }: RowsLine,
  file: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const query = `lines | where file == ${
    JSON.stringify(file)
  } and covered | by line, func, trace: n = count()`;
  const { cells: [lines, funcs, traces] } = await allRowsOf(query, signal);
  const rank = new Map(runs!.map((name, at) => [name, at]));
  const found = Map.groupBy(
    lines!.map((_, row) => row),
    (row) => keyOf({ line: Number(lines![row]), func: String(funcs![row] ?? "") }),
  );
  return new Map([...found].map(([key, rows]) => {
    const first = Math.min(...rows.map((row) => rank.get(traces![row]!) ?? runs!.length));
    return [key, `${runs![first] ?? ""}${rows.length === 1 ? " alone" : ` and ${rows.length - 1}`}`];
  }));
}
