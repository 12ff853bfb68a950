/**
 * Source files with what each line allocated, leaked, or whether it ran; several coverage traces as one campaign, with what
 * each run adds; against another trace or moment where one is chosen.
 * @module
 */

import type { SourceAnswer, WireTrace } from "../src/serve/api_types.ts";
import { ask, type RowsLine } from "./api.ts";
import { type Before, beforeOf } from "./before.ts";
import { button, choice, h, queryLine } from "./dom.ts";
import { recordsOf, within } from "./frames.ts";
import { codeCell, linesTable } from "./lines.ts";
import { allRowsOf } from "./results.ts";
import { hasColumn, keeper, Latest, type Shell, type View } from "./shell.ts";
import { campaignOf, type Run, runsOf, runsTable } from "./campaign.ts";
import type { Range } from "./state.ts";
import { cellText, grouped, numberOf } from "./values.ts";

/** Lines of a file that stand in the page; around the one that is looked for. */
const MOST_LINES = 20_000;

/** What the lists and lines are about. */
interface Scope {
  readonly trace: WireTrace;
  readonly isCoverage: boolean;
  /** Runs of a campaign in the order in which they are worth most; empty for one trace. */
  readonly runs: readonly Run[];
  /** What stands behind a table. */
  readonly of: string;
  readonly range: Range | null;
  readonly before: Before | null;
}

/** The sources of a trace. */
export class SourceView implements View {
  readonly id = "source";
  readonly title = "Source";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #tools = h("div", { class: "tools" });
  readonly #campaign = h("div");
  readonly #list = h("div", { class: "filelist" });
  readonly #filesQuery = h("div");
  readonly #body = h("div", { class: "sourcebody" });
  readonly #latest = new Latest();
  #shownList = "";
  #shown = "";

  constructor(shell: Shell) {
    this.#shell = shell;
    this.element = h(
      "section",
      {},
      this.#tools,
      this.#campaign,
      h(
        "div",
        { class: "source" },
        h("div", { class: "files" }, this.#list, this.#filesQuery),
        this.#body,
      ),
    );
  }

  fits(trace: WireTrace): boolean {
    return hasColumn(trace, "lines", "file") || hasColumn(trace, "allocs", "file");
  }

  async update(ahead?: boolean): Promise<void> {
    const { trace, state, facts } = this.#shell;
    const campaign = campaignOf(facts, trace);
    // Records of one run are no order of all of them.
    const isCampaign = campaign.length > 1 && state.more["of"] !== "one" && state.range === null;
    const list = state.more["list"] === "functions" ? "functions" : "files";
    const before = beforeOf(this.#shell);
    const key = JSON.stringify([trace.name, state.range, isCampaign, list, before?.name]);
    const signal = this.#latest.begin(
      `${key}${JSON.stringify([state.more["file"], state.more["line"]])}`,
      ahead,
    );
    if (!signal) return;
    try {
      const scope: Scope = {
        trace,
        isCoverage: hasColumn(trace, "lines", "file"),
        runs: isCampaign ? await runsOf(campaign, signal) : [],
        of: isCampaign ? "" : trace.of,
        range: await recordsOf(state, trace, signal),
        before,
      };
      if (key !== this.#shownList) {
        this.#showTools(state.range === null ? campaign.length : 1, list, isCampaign, scope);
        this.#campaign.replaceChildren(
          ...(isCampaign ? [await runsTable(this.#shell, signal)] : []),
        );
        const query = list === "files" ? filesQuery(scope) : functionsQuery(scope);
        const line = await allRowsOf(query, signal);
        this.#showList(line, query, scope, list);
        this.#shownList = key;
        if (!state.more["file"]) state.more["file"] = String(line.cells[list === "files" ? 0 : 1]?.[0] ?? "");
      }
      const { file } = state.more;
      if (file) await this.#showFile(scope, file, Number(state.more["line"] ?? 0), signal);
      this.#latest.end();
    } catch (error) {
      if (!this.#latest.fails(error)) return;
      this.#shownList = this.#shown = "";
      this.#body.replaceChildren(h("p", { class: "failed" }, error.message));
    }
  }

  #showTools(traces: number, list: string, isCampaign: boolean, { isCoverage, range }: Scope): void {
    this.#tools.replaceChildren(
      choice("List", [["files", "files"], ["functions", "functions"]], list, keeper(this.#shell, "list")),
      ...(traces > 1
        ? [choice(
          "of",
          [["all", `all ${traces} runs together`], ["one", this.#shell.trace.name]],
          isCampaign ? "all" : "one",
          keeper(this.#shell, "of"),
        )]
        : []),
      ...(isCoverage && range
        ? [
          h(
            "span",
            { class: "soft" },
            "Lines count as covered that ran for the first time in what is brushed",
          ),
        ]
        : []),
    );
  }

  #showList(line: RowsLine, query: string, { isCoverage }: Scope, list: string): void {
    const { cells, columns } = line;
    const isFiles = list === "files";
    const at = (name: string): number => columns.findIndex((column) => column.name === name);
    const part = cells[at(isCoverage ? "covered" : "leaked")]!;
    const whole = cells[at(isCoverage ? isFiles ? "lines" : "size" : "bytes")]!;
    const most = whole.reduce((max, cell) => Math.max(max, numberOf(cell) ?? 0), 1);
    const files = cells[at("file")]!;
    this.#filesQuery.replaceChildren(queryLine(query, (text) => this.#shell.take(text)));
    const rowOf = (row: number): HTMLElement => {
      const [got, all] = [numberOf(part[row]) ?? 0, numberOf(whole[row]) ?? 0];
      const fill = h("span", { class: "fill" });
      fill.style.width = `${(100 * (isCoverage ? got / Math.max(1, all) : all / most)).toFixed(1)}%`;
      const said = isCoverage
        ? `${Math.floor(100 * got / Math.max(1, all))}%`
        : cellText(columns[at("bytes")]!, whole[row]!);
      const file = String(files[row] ?? "");
      const name = isFiles ? file.split("/").at(-1)! : String(cells[at("func")]![row] ?? "(unknown)");
      const line = isFiles ? 0 : numberOf(cells[at("line")]![row]) ?? 0;
      return h(
        "div",
        { role: "listitem", class: "filerow" },
        button(name === "" ? "(unknown)" : name, () => this.#open(file, line), {
          class: "link",
          title: file,
        }),
        h("span", { class: "bartrack" }, fill),
        h("span", { class: "n" }, said),
      );
    };
    const rows = files.map((_, row) => row);
    const folders = isFiles
      ? Map.groupBy(rows, (row) => String(files[row] ?? "").split("/").slice(0, -1).join("/"))
      : new Map([["", rows]]);
    this.#list.replaceChildren(
      ...[...folders].map(([folder, inside]) => {
        const items = h("div", { role: "list", "aria-label": folder || "Files" }, ...inside.map(rowOf));
        if (folders.size === 1 && folder === "") return items;
        const [got, all] = [part, whole].map((cells) =>
          inside.reduce((sum, row) => sum + (numberOf(cells[row]) ?? 0), 0)
        ) as [number, number];
        const said = isCoverage
          ? `${Math.floor(100 * got / Math.max(1, all))}%`
          : cellText(columns[at("bytes")]!, String(all));
        return h(
          "details",
          { open: true },
          h("summary", {}, folder || "(no folder)", h("span", { class: "soft" }, ` ${said}`)),
          items,
        );
      }),
    );
  }

  #open(file: string, line: number): void {
    this.#shell.state.more["file"] = file;
    if (line > 0) this.#shell.state.more["line"] = String(line);
    else delete this.#shell.state.more["line"];
    this.#shell.changed();
  }

  async #showFile(scope: Scope, file: string, at: number, signal: AbortSignal): Promise<void> {
    const query = linesQuery(scope, file);
    const queryBefore = beforeQuery(scope, file);
    const key = `${query}\n${queryBefore}\n${at}`;
    if (key === this.#shown) return;
    const line = await allRowsOf(query, signal);
    const before = queryBefore === null ? null : await allRowsOf(queryBefore, signal);
    const added = scope.runs.length === 0 ? null : await addedLines(scope.runs, file, signal);
    const source = await ask<SourceAnswer>("source", { file }, signal);
    this.#shown = key;
    const names = line.columns.map(({ name }) => name);
    const known = new Map<number, number>(line.cells[0]!.map((cell, row) => [numberOf(cell) ?? 0, row]));
    const knownBefore = new Map<number, number>(
      before?.cells[0]?.map((cell, row) => [numberOf(cell) ?? 0, row]) ?? [],
    );
    const last = source.lines?.length ?? 0;
    const all = source.lines
      ? source.lines.map((_, index) => index + 1)
      : [...new Set([...known.keys(), ...knownBefore.keys()])].sort((a, b) => a - b);
    const from = all.length <= MOST_LINES
      ? 0
      : Math.max(0, Math.min(all.length - MOST_LINES, at - MOST_LINES / 2));
    const wanted = all.slice(from, from + MOST_LINES);
    const covered = names.indexOf("covered");
    const both = [names.indexOf("branches"), names.indexOf("both_ways")] as const;
    const shown = names.flatMap((name, index) => ["line", "covered"].includes(name) ? [] : [index]);
    const rows = wanted.map((number) => {
      const row = known.get(number);
      const rowBefore = knownBefore.get(number);
      const state = row === undefined || covered < 0
        ? ""
        : line.cells[covered]![row] === true
        ? numberOf(line.cells[both[0]]![row])! > numberOf(line.cells[both[1]]![row])! ? " ran" : " ran both"
        : " missed";
      const wentOrCame = before && covered >= 0 && row !== undefined && rowBefore !== undefined &&
        before.cells[1]![rowBefore] !== line.cells[covered]![row];
      return h(
        "tr",
        { class: `line${state}${number === at ? " here" : ""}` },
        h("td", { class: "n soft" }, String(number)),
        // Colours alone tell nobody who does not see them.
        ...(covered >= 0
          ? [h("td", { class: "state" }, row === undefined ? "" : MARKS[state.trim()] ?? "")]
          : []),
        ...shown.map((index) =>
          h(
            "td",
            { class: "n" },
            row === undefined ? "" : cellText(line.columns[index]!, line.cells[index]![row]!),
          )
        ),
        ...(before
          ? before.columns.slice(1).map((column, index) =>
            h(
              "td",
              { class: `n${wentOrCame ? " differs" : ""}` },
              rowBefore === undefined ? "" : cellText(column, before.cells[index + 1]![rowBefore]!),
            )
          )
          : []),
        ...(added ? [h("td", { class: "added" }, added.get(number) ?? "")] : []),
        codeCell(source, number),
      );
    });
    const heads = [
      "line",
      ...(covered >= 0 ? ["ran"] : []),
      ...shown.map((index) => names[index]!.replaceAll("_", " ")),
      ...(before
        ? before.columns.slice(1).map(({ name }) => `${name.replaceAll("_", " ")} ${scope.before!.name}`)
        : []),
      ...(added ? ["added by"] : []),
      source.lines ? "source" : "",
    ];
    this.#body.replaceChildren(
      h("h2", {}, file),
      queryLine(query, (text) => this.#shell.take(text)),
      ...(queryBefore === null ? [] : [queryLine(queryBefore, (text) => this.#shell.take(text))]),
      source.reason !== null && h("p", { class: "soft" }, source.reason) || "",
      wanted.length < all.length
        ? h(
          "p",
          { class: "soft" },
          `Lines ${grouped(String(wanted[0]!))} to ${grouped(String(wanted.at(-1)!))}`,
        )
        : "",
      linesTable(file, heads, rows),
    );
    if (at > 0 && last > 0) this.#body.querySelector(".here")?.scrollIntoView({ block: "center" });
  }
}

const MARKS: Readonly<Record<string, string>> = { "ran both": "+", ran: "!", missed: "–" };

/** The run that each line is covered by first, runs in the order in which they add most. */
async function addedLines(
  runs: readonly Run[],
  file: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const query = `lines | where file == ${JSON.stringify(file)} and covered | by line, trace: n = count()`;
  const line = await allRowsOf(query, signal);
  const rank = new Map(runs.map(({ name }, at) => [name, at]));
  const found = new Map<number, { at: number; count: number }>();
  line.cells[0]!.forEach((cell, row) => {
    const number = Number(cell);
    const at = rank.get(String(line.cells[1]![row])) ?? runs.length;
    const known = found.get(number);
    found.set(number, { at: Math.min(at, known?.at ?? at), count: (known?.count ?? 0) + 1 });
  });
  return new Map([...found].map(([number, { at, count }]) => [
    number,
    `${runs[at]?.name ?? ""}${count === 1 ? " alone" : ` and ${count - 1}`}`,
  ]));
}

function filesQuery({ isCoverage, of, range, runs }: Scope): string {
  if (isCoverage) {
    return runs.length > 0
      ? `lines${of} | by file, line: ran = max(covered) | by file: covered = count() if ran, lines = count() | sort file`
      : `lines${of} | by file: covered = count() if ${ranIn(range)}, lines = count() | sort file`;
  }
  return `allocs${of}${within(range)} | where file is not null | by file: leaked = sum(size) if leaked, ` +
    "bytes = sum(size) | sort bytes desc";
}

/** The test of a line that counts as covered. */
function ranIn(range: Range | null): string {
  return range === null ? "covered" : `first >= ${range.from} and first < ${range.to}`;
}

function functionsQuery({ isCoverage, of, range, runs }: Scope): string {
  if (isCoverage && range) {
    return `lines${of} | where func is not null | by func, file: line = min(line), ` +
      `covered = count() if ${ranIn(range)}, size = count() | sort file, line`;
  }
  if (isCoverage) {
    // Bytes that several runs cover are no sum of theirs; lines are counted once.
    return runs.length > 0
      ? `lines${of} | where func is not null | by func, file, line: ran = max(covered) | ` +
        "by func, file: line = min(line), covered = count() if ran, size = count() | sort file, line"
      : `functions${of} | where file is not null | select func, file, line, covered, size | sort file, line`;
  }
  return `allocs${of}${within(range)} | where file is not null | by func, file: line = min(line), ` +
    "leaked = sum(size) if leaked, bytes = sum(size) | sort bytes desc";
}

function linesQuery({ isCoverage, of, range, runs }: Scope, file: string): string {
  const name = JSON.stringify(file);
  if (!isCoverage) {
    return `allocs${of}${within(range)} | where file == ${name} | by line: blocks = count(), ` +
      "bytes = sum(size), leaked = sum(size) if leaked | sort line";
  }
  const values =
    "covered = max(covered), count = sum(count), branches = max(branches), both_ways = max(both_ways)";
  return runs.length > 0
    ? `lines${of} | where file == ${name} | by line: ${values}, runs = distinct(trace) if covered | sort line`
    : range
    ? `lines${of} | where file == ${name} | by line: covered = count() if ${
      ranIn(range)
    }, first = min(first), ` +
      "branches = sum(branches), both_ways = sum(both_ways) | extend covered = covered > 0 | sort line"
    : `lines${of} | where file == ${name} | by line: covered = max(covered), count = max(count), ` +
      "branches = sum(branches), both_ways = sum(both_ways) | sort line";
}

/** What the lines had in the other trace, or at the other moment; null where nothing is compared. */
function beforeQuery({ isCoverage, before, trace, range }: Scope, file: string): string | null {
  const name = JSON.stringify(file);
  if (before === null) return null;
  if (before.kind === "moment") {
    return isCoverage
      ? null
      : `live @ ${before.point}${trace.of}${
        within(range)
      } | where file == ${name} | by line: bytes = sum(size) | sort line`;
  }
  const { of } = before.trace;
  return isCoverage
    ? `lines${of} | where file == ${name} | by line: ran = count() if ${ranIn(range)} | ` +
      "extend covered = ran > 0 | select line, covered | sort line"
    : `allocs${of}${
      within(range)
    } | where file == ${name} | by line: bytes = sum(size), leaked = sum(size) if leaked | sort line`;
}
