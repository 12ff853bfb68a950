/**
 * Compares two traces or two points of one trace: what grew, shrank, appeared and disappeared. For recordings
 * of calls, shows two frames side by side.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { hasColumn, rangeFilter } from "../src/serve/picture_queries.ts";
import { rowsOf } from "./api.ts";
import { type Before, beforeOf, othersOf } from "./before.ts";
import { Chart, type ChartData, MOST_SERIES } from "./chart.ts";
import { askedLine } from "./copy.ts";
import { button, h } from "./dom.ts";
import { frameCount, framesQuery, isFrames, pointOf, recordsOf } from "./frames.ts";
import { headlineElement, headlines } from "./headline.ts";
import { signedLegend } from "./legend.ts";
import { allRowsOf, chartData } from "./results.ts";
import {
  eventsOf,
  hasLives,
  isLogarithmic,
  keptChoice,
  Latest,
  scaleKeeper,
  type Shell,
  type View,
} from "./shell.ts";
import { sideBySide } from "./side_by_side.ts";
import type { Range } from "./page_state.ts";
import { tableOf } from "./table.ts";

/** Bars of the earlier recording are grey, those of the later one are blue. */
const BEFORE = { tone: MOST_SERIES - 1 } as const;
const POINTS = ["0%", "10%", "25%", "50%", "75%", "90%", "100%", "peak"];

/** The comparison. */
export class CompareView implements View {
  readonly id = "compare";
  readonly title = "Compare";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #tools = h("div", { class: "tools" });
  readonly #chart: Chart;
  readonly #body = h("div");
  readonly #headline = h("div", { class: "headlines", "aria-live": "polite" });
  #told = "";
  readonly #latest = new Latest();

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#chart = new Chart(
      "Calls of each frame in both recordings: arrows move, Enter shows a frame side by side",
      {
        pick: (moment) => {
          shell.state.moment = Math.max(0, moment);
          shell.changed();
        },
        scaled: scaleKeeper(shell),
      },
    );
    this.element = h("section", {}, this.#tools, this.#headline, this.#chart.element, this.#body);
  }

  fits(trace: WireTrace): boolean {
    return keysOf(trace, sourcesOf(trace)[0]).length > 0 &&
      (othersOf(this.#shell, trace).length > 0 || hasLives(trace));
  }

  #choice(
    name: string,
    label: string,
    options: readonly (readonly [string, string])[],
    usual?: string,
  ): string {
    const { chosen, element } = keptChoice(this.#shell, name, label, options, usual);
    this.#tools.append(element);
    return chosen;
  }

  /**
   * Returns the two sides. Of two traces, the one that was opened first is "before", whichever is shown,
   * until the user swaps them; if there is no other trace, a quarter of this one is used.
   */
  #sides(): { readonly before: Before; readonly trace: WireTrace } {
    const { facts, trace, state } = this.#shell;
    const chosen = beforeOf(this.#shell);
    if (chosen?.kind === "moment") return { before: chosen, trace };
    const other = chosen?.trace ?? othersOf(this.#shell, trace)[0];
    if (!other) return { before: { kind: "moment", point: "25%", name: "@ 25%" }, trace };
    const pair = [other, trace].sort((left, right) =>
      facts.traces.indexOf(left) - facts.traces.indexOf(right)
    );
    if (state.more["swapped"] === "yes") pair.reverse();
    const [first, second] = pair as [WireTrace, WireTrace];
    return { before: { kind: "trace", trace: first, name: first.name }, trace: second };
  }

  /** Swaps the two sides. */
  #swap(): void {
    const { more } = this.#shell.state;
    if (more["swapped"] === "yes") delete more["swapped"];
    else more["swapped"] = "yes";
    this.#shell.changed();
  }

  /** Shows what changed between two traces, as a sentence and rows. */
  async #sayFirst(before: WireTrace, after: WireTrace): Promise<void> {
    const key = JSON.stringify([before.name, after.name]);
    if (this.#told === key) return;
    this.#told = key;
    const [change] = await headlines({ before: before.name, after: after.name });
    if (this.#told !== key) return;
    this.#headline.replaceChildren(
      ...(change ? [headlineElement(change, { take: (query) => this.#shell.take(query), named: true })] : []),
    );
  }

  async update(ahead?: boolean): Promise<void> {
    this.#tools.replaceChildren();
    const { before, trace } = this.#sides();
    const hasFrames = before.kind === "trace" && frameCount(trace) > 0 && frameCount(before.trace) > 0;
    const how = hasFrames
      ? this.#choice("how", "Compare", [["calls", "calls side by side"], ["sums", "sums"]])
      : "sums";
    this.#tools.append(h("span", { class: "soft" }, `before: ${before.name}, after: ${trace.name}`));
    if (before.kind === "trace") {
      this.#tools.append(button("Swap", () => this.#swap(), { title: "Swap before and after" }));
      if (!ahead) void this.#sayFirst(before.trace, trace).catch(() => {});
    }
    this.#chart.element.classList.toggle("hidden", how !== "calls");
    try {
      if (how === "calls" && before.kind === "trace") await this.#frames(before.trace, trace, ahead);
      else await this.#sums(before, trace, ahead);
      this.#latest.end();
    } catch (error) {
      if (!this.#latest.fails(error)) return;
      this.#body.replaceChildren(h("pre", { class: "failed", tabindex: 0 }, error.message));
    }
  }

  async #sums(before: Before, trace: WireTrace, ahead?: boolean): Promise<void> {
    const { state } = this.#shell;
    const { range, moment } = state;
    const sources = before.kind === "trace" ? sourcesOf(trace) : ["allocs"];
    const source = sources.length > 1
      ? this.#choice("of", "of", sources.map((each) => [each, each] as const))
      : sources[0];
    const key = this.#choice("key", "by", keysOf(trace, source).map((each) => [each, each] as const));
    let query: (ranges: readonly (Range | null)[]) => string;
    if (before.kind === "trace") {
      query = ([left, right]) =>
        `diff (${source}${before.trace.of}${brushStage(before.trace, source!, left!)}), ` +
        `(${source}${trace.of}${brushStage(trace, source!, right!)}) by ${key}`;
    } else {
      // The ends of the selected range can be used as points, too.
      const places = [range?.from, range && range.to - 1, moment].filter((each) => typeof each === "number");
      const points = [...POINTS, ...places.map((place) => pointOf(trace, place))];
      const to = this.#choice(
        "to",
        "with",
        [...new Set(points)].map((each) => [each, each] as const),
        "peak",
      );
      query = ([, right]) =>
        `diff (live @ ${before.point}${trace.of}${rangeFilter(right!)}), (live @ ${to}${trace.of}${
          rangeFilter(right!)
        }) by ${key}`;
    }
    const rows = this.#choice("rows", "rows", [["changed", "that changed"], ["all", "all"]]);
    const sized = [trace, before.kind === "trace" ? before.trace : trace].every((each) =>
      hasColumn(each, source === "leaks" ? "allocs" : source!, "size")
    );
    const changed = rows === "all" ? "" : ` | where count_delta != 0${sized ? " or bytes_delta != 0" : ""}`;
    const signal = this.#latest.begin(`${query([null, null])}${changed}${JSON.stringify(range)}`, ahead);
    if (!signal) return;
    const other = before.kind === "trace" ? await recordsOf(state, before.trace, signal) : null;
    const asked = query([other, await recordsOf(state, trace, signal)]) + changed;
    const line = await rowsOf(asked, 200, signal);
    this.#body.replaceChildren(
      askedLine(asked, (text) => this.#shell.take(text)),
      line.rowCount === 0
        ? h("p", { class: "soft" }, "Nothing differs")
        : h("div", {}, signedLegend(before.name), tableOf(line, eventsOf(this.#shell))),
    );
  }

  /** Shows frames of both as bars, one below the other, and the calls of one frame in two columns. */
  async #frames(other: WireTrace, trace: WireTrace, ahead?: boolean): Promise<void> {
    const { state } = this.#shell;
    const shift = Math.trunc(
      Number(this.#field("shift", `Frame number in ${trace.name} minus that in ${other.name}`)) || 0,
    );
    const { range } = state;
    const frame = state.moment ?? range?.from ?? 0;
    const isLog = isLogarithmic(this.#shell);
    const key = JSON.stringify([trace.name, other.name, shift, frame, range, this.#chart.steps, isLog]);
    const signal = this.#latest.begin(key, ahead);
    if (!signal) return;
    const count = range ? range.to - range.from : Math.max(frameCount(trace), frameCount(other));
    const step = Math.max(1, Math.ceil(count / this.#chart.steps));
    const shifted = range && { from: range.from - shift, to: range.to - shift };
    const queries = [framesQuery(other, shifted, step), framesQuery(trace, range, step)];
    const [left, right] = [await allRowsOf(queries[0]!, signal), await allRowsOf(queries[1]!, signal)];
    this.#chart.show(
      pairOf(chartData(left), chartData(right), [other.name, trace.name], shift),
      null,
      isFrames(trace) ? frame : null,
      isLog,
    );
    const aligned = await sideBySide(
      { trace: other, frame: frame - shift },
      { trace, frame },
      (text) => this.#shell.take(text),
      signal,
    );
    this.#body.replaceChildren(
      ...queries.map((query) => askedLine(query, (text) => this.#shell.take(text))),
      aligned,
    );
  }

  #field(name: string, label: string): string {
    const { more } = this.#shell.state;
    const field = h("input", {
      type: "number",
      value: more[name] ?? "0",
      onchange: () => {
        more[name] = String(Math.trunc(Number(field.value) || 0));
        this.#shell.changed();
      },
    });
    this.#tools.append(h("label", { class: "choice" }, h("span", {}, label), field));
    return more[name] ?? "0";
  }
}

/** Returns the bars of both recordings over the frames of the second one. */
function pairOf(
  left: ChartData,
  right: ChartData,
  names: readonly [string, string],
  shift: number,
): ChartData {
  const places = [...new Set([...right.starts, ...left.starts.map((start) => start + shift)])]
    .filter((start) => start >= 0).sort((a, b) => a - b);
  const [before, after] = [
    new Map(left.starts.map((start, at) => [start + shift, at])),
    new Map(right.starts.map((start, at) => [start, at])),
  ];
  const step = right.starts.length > 1 ? right.starts[1]! - right.starts[0]! : 1;
  return {
    starts: places,
    end: (places.at(-1) ?? 0) + step,
    axis: "frame",
    axisKind: "number",
    lanes: true,
    series: right.series.slice(0, 2).flatMap((series, lane) => [
      {
        ...series,
        ...BEFORE,
        sharedAxis: series.name,
        name: `${names[0]}: ${series.name}`,
        values: places.map((place) => left.series[lane]?.values[before.get(place) ?? -1] ?? 0),
      },
      {
        ...series,
        tone: 0,
        sharedAxis: series.name,
        name: `${names[1]}: ${series.name}`,
        values: places.map((place) => series.values[after.get(place) ?? -1] ?? 0),
      },
    ]),
  };
}

/**
 * Returns the filter of a source for the selected range, by a column of the source; profiles and units have
 * no order.
 */
function brushStage(trace: WireTrace, source: string, records: Range | null): string {
  if (records === null) return "";
  if (source === "calls") return rangeFilter({ from: records.from - 1, to: records.to - 1 }, "no");
  const column = ["seq", "first"].find((name) => hasColumn(trace, source, name));
  // Leaks are rows of allocs.
  return column || source === "leaks" ? rangeFilter(records, column) : "";
}

function sourcesOf(trace: WireTrace): string[] {
  if (hasLives(trace)) return ["allocs", "leaks"];
  return ["calls", "lines", "blocks", "profile", "units"].filter((name) => keysOf(trace, name).length > 0);
}

/** Returns the keys by which the rows of a source can be compared. */
function keysOf(trace: WireTrace, source: string | undefined): string[] {
  if (source === undefined) return [];
  // Leaks are rows of allocs.
  const table = source === "leaks" ? "allocs" : source;
  const names = ["func", "file", "name", "type", "module", "symbol", "unit", "size"];
  const found = names.filter((name) => hasColumn(trace, table, name));
  return found.includes("func") && hasColumn(trace, table, "line")
    ? ["func", "func, file, line", ...found.slice(1)]
    : found;
}
