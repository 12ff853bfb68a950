/**
 * The trace from its first record to its last: what is live, or what each frame does, by record or by time. A
 * selected range filters every other view, and a click shows what was live at that point.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { hasColumn } from "../src/serve/picture_queries.ts";
import { rowsOf } from "./api.ts";
import { beforeOf } from "./before.ts";
import { Chart, type ChartData, MOST_SERIES, type Series } from "./chart.ts";
import { askedLine } from "./copy.ts";
import { button, choice, h } from "./dom.ts";
import { isFrames, pointOf, wholeOf } from "./frames.ts";
import { type Drawn, drawn, FewTimes, knowsTime, showOptions, TimesGoBack } from "./series_queries.ts";
import {
  eventsOf,
  hasLives,
  isLogarithmic,
  keeper,
  Latest,
  scaleKeeper,
  type Shell,
  type View,
} from "./shell.ts";
import type { Range } from "./page_state.ts";
import { tableOf } from "./table.ts";

/** Charts with a single curve, of which several traces can be shown below one another. */
const ONE_CURVE = new Set(["live", "framelive", "frames", "new"]);

/** The timeline view of a trace. */
export class TimelineView implements View {
  readonly id = "timeline";
  readonly title = "Timeline";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #chart: Chart;
  readonly #tools = h("div", { class: "tools" });
  readonly #query = h("div");
  readonly #behind = h("div", { class: "behind" });
  readonly #said = h("p", { class: "soft", role: "status" });
  readonly #latest = new Latest();
  readonly #latestBehind = new Latest();
  #window: Range | null = null;
  #drawn: Drawn | null = null;
  #shownTrace = "";
  /** Traces whose times are not in the order of their records. */
  readonly #noTimes = new Set<string>();
  /** Traces with few distinct times: they are shown by record unless the user chooses otherwise. */
  readonly #fewTimes = new Set<string>();

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#chart = new Chart(
      "Timeline of the trace: arrows move, Shift with arrows selects, Enter shows what was live",
      {
        brush: (from, to) => this.#brush(from, to),
        zoom: (from, to) => this.#zoom(this.#toRecords(from, to)),
        pick: (at) =>
          this.#set({ moment: Math.max(isFrames(this.#shell.trace) ? 0 : 1, this.#toRecord(at)) }),
        clear: () => {
          this.#window = null;
          this.#set({ range: null, moment: null });
        },
        scaled: scaleKeeper(shell),
      },
    );
    this.element = h(
      "section",
      {},
      this.#tools,
      this.#chart.element,
      this.#said,
      this.#query,
      this.#behind,
    );
  }

  fits(trace: WireTrace): boolean {
    return hasLives(trace) || hasColumn(trace, "frames", "calls") || hasColumn(trace, "events", "seq");
  }

  async update(ahead?: boolean): Promise<void> {
    await Promise.all([this.#draw(ahead), this.#drawBehind(ahead)]);
  }

  #set(change: Partial<Pick<Shell["state"], "range" | "moment">>): void {
    Object.assign(this.#shell.state, change);
    this.#shell.changed();
  }

  #brush(from: number, to: number): void {
    const range = this.#toRecords(from, to);
    this.#set({ range: { from: range.from, to: Math.max(range.from + 1, range.to) } });
  }

  /** Converts positions on the axis to records; if the axis shows times, to complete steps. */
  #toRecords(from: number, to: number): Range {
    return { from: this.#toRecord(from), to: this.#toRecord(to) };
  }

  #toRecord(place: number): number {
    const found = this.#drawn;
    if (!found || found.records.length === 0) return place;
    const { starts } = found.data;
    let at = starts.findIndex((start) => start >= place);
    if (at < 0) at = starts.length;
    // A step without records begins where the next one does.
    while (at < starts.length && found.records[at] === null) at++;
    return found.records[at] ?? this.#shell.trace.events + 1;
  }

  #toPlace(record: number): number {
    const found = this.#drawn;
    if (!found || found.records.length === 0) return record;
    const at = found.records.findIndex((first) => first !== null && first > record);
    const { starts, end } = found.data;
    if (at === 0) return starts[0]!;
    if (at < 0) {
      return record > this.#shell.trace.events
        ? end
        : starts.findLast((_, row) => found.records[row] !== null) ?? end;
    }
    return starts.findLast((_, row) => row < at && found.records[row] !== null) ?? starts[0]!;
  }

  #zoom(range: Range | null): void {
    const whole = wholeOf(this.#shell.trace);
    if (range === null || !whole) this.#window = null;
    else {
      const from = Math.max(whole.from, range.from);
      const to = Math.min(whole.to, range.to);
      if (to - from < 4) return;
      this.#window = from === whole.from && to === whole.to ? null : { from, to };
    }
    void this.#draw();
  }

  #showTools(trace: WireTrace, show: string, isTime: boolean, all: number, isEach: boolean): void {
    const { state } = this.#shell;
    const options = showOptions(trace);
    this.#tools.replaceChildren(
      choice("Show", options, show, keeper(this.#shell, "series")),
      ...(all > 1
        ? [
          choice(
            "of",
            [["one", trace.name], [
              "each",
              all > MOST_SERIES ? `${MOST_SERIES} of ${all} traces` : `all ${all} traces`,
            ]],
            isEach ? "each" : "one",
            keeper(this.#shell, "lanes"),
          ),
        ]
        : []),
      ...(knowsTime(trace, show) && !this.#noTimes.has(trace.name)
        ? [
          choice(
            "over",
            [["time", "time"], ["record", `${trace.record}s`]],
            isTime ? "time" : "record",
            keeper(this.#shell, "axis"),
          ),
        ]
        : []),
      button("Zoom to selection", () => state.range && this.#zoom(state.range)),
      button("Whole trace", () => this.#zoom(null)),
      h("span", { class: "soft" }, "Drag to select, wheel or + and - to zoom, click to see what was live"),
    );
  }

  /**
   * Returns the traces that can be shown below one another: this one, and others that have the same kind of
   * records and the same curve.
   */
  #severalOf(show: string): readonly WireTrace[] {
    const { trace, facts } = this.#shell;
    if (!ONE_CURVE.has(show)) return [trace];
    return facts.traces.filter((each) =>
      each.record === trace.record && wholeOf(each) && showOptions(each).some(([id]) => id === show)
    );
  }

  async #draw(ahead?: boolean): Promise<void> {
    const { trace, state } = this.#shell;
    const whole = wholeOf(trace);
    const options = showOptions(trace);
    if (!whole || options.length === 0) return;
    if (this.#shownTrace !== trace.name) {
      this.#window = null;
      this.#shownTrace = trace.name;
    }
    const show = options.find(([id]) => id === state.more["series"])?.[0] ?? options[0]![0];
    const before = beforeOf(this.#shell);
    const several = this.#severalOf(show);
    const lanes = several.length > 1 && state.more["lanes"] === "each" ? several.slice(0, MOST_SERIES) : null;
    const other = !lanes && before?.kind === "trace" ? before.trace : null;
    // Two runs do not begin at the same time, so they are compared by record.
    const axis = state.more["axis"] ?? (this.#fewTimes.has(trace.name) ? "record" : "time");
    const isTime = !other && !lanes && knowsTime(trace, show) && !this.#noTimes.has(trace.name) &&
      axis === "time";
    const steps = this.#chart.steps;
    const beside = lanes ?? (other ? [other] : []);
    const names = beside.map(({ name }) => name);
    const key = JSON.stringify([trace.name, this.#window, steps, show, isTime, lanes !== null, names]);
    this.#showTools(trace, show, isTime, several.length, lanes !== null);
    const signal = this.#latest.begin(key, ahead);
    if (!signal) return this.#showChart(state.moment);
    try {
      const all = {
        from: whole.from,
        to: Math.max(whole.to, ...beside.map((each) => wholeOf(each)?.to ?? 0)),
      };
      // A range that is zoomed to has the same kind of axis as the whole trace.
      const takesFewTimes = state.more["axis"] === "time" || this.#window !== null;
      const wanted = { trace, show, isTime, takesFewTimes, window: this.#window, whole: all, steps };
      if (lanes) {
        const charts: Drawn[] = [];
        for (const each of lanes) charts.push(await drawn({ ...wanted, trace: each }, signal));
        const data = belowOneAnother(charts.map(({ data }) => data), names);
        const [{ name }] = charts[0]!.data.series as [Series];
        this.#take({
          queries: charts.flatMap(({ queries }) => queries),
          data,
          records: [],
          note: `${name} of each trace`,
        });
        return this.#latest.end();
      }
      const found = await drawn(wanted, signal);
      const against = other && showOptions(other).some(([id]) => id === show)
        ? await drawn({ ...wanted, trace: other }, signal)
        : null;
      this.#take(
        against
          ? {
            ...found,
            data: laidOver(found.data, against.data, other!.name),
            queries: [...found.queries, ...against.queries],
          }
          : found,
      );
      this.#latest.end();
    } catch (error) {
      if (!this.#latest.fails(error)) return;
      if (error instanceof TimesGoBack || error instanceof FewTimes) {
        (error instanceof FewTimes ? this.#fewTimes : this.#noTimes).add(trace.name);
        return await this.#draw(ahead);
      }
      this.#said.className = "failed";
      this.#said.textContent = error.message;
    }
  }

  #take(found: Drawn): void {
    this.#drawn = { ...found, data: withValues(found.data) };
    this.#said.className = "soft";
    this.#said.textContent = found.note;
    this.#query.replaceChildren(
      ...found.queries.map((query) => askedLine(query, (text) => this.#shell.take(text))),
    );
    this.#showChart(this.#shell.state.moment);
  }

  #showChart(moment: number | null): void {
    const { range } = this.#shell.state;
    if (!this.#drawn) return;
    this.#chart.show(
      this.#drawn.data,
      range ? [this.#toPlace(range.from), this.#toPlace(range.to)] : null,
      moment === null ? null : this.#toPlace(moment),
      isLogarithmic(this.#shell),
    );
  }

  /** Shows what was live at the selected point, or the calls of the frame. */
  async #drawBehind(ahead?: boolean): Promise<void> {
    const { trace, state } = this.#shell;
    const query = state.moment === null ? "" : momentQuery(trace, state.moment);
    const signal = this.#latestBehind.begin(`behind ${query}`, ahead);
    if (!signal) return;
    if (query === "") {
      this.#behind.replaceChildren();
      return this.#latestBehind.end();
    }
    const title = isFrames(trace) ? `Frame ${state.moment}` : `After ${trace.record} ${state.moment}`;
    try {
      const line = await rowsOf(query, 200, signal);
      this.#behind.replaceChildren(
        h("h2", {}, title),
        askedLine(query, (text) => this.#shell.take(text)),
        line.rowCount === 0 ? h("p", { class: "soft" }, "Nothing") : tableOf(line, eventsOf(this.#shell)),
      );
      this.#latestBehind.end();
    } catch (error) {
      if (!this.#latestBehind.fails(error)) return;
      this.#behind.replaceChildren(h("p", { class: "failed" }, error.message));
    }
  }
}

/** Removes curves that are 0 everywhere, unless all are, or another trace is compared. */
function withValues(data: ChartData): ChartData {
  const kept = data.series.map((each, at): Series => ({ tone: at, ...each })).filter(({ values }) =>
    values.some((value) => value !== null && value !== 0)
  );
  const isLaidOver = data.series.some(({ isOther }) => isOther);
  return kept.length === 0 || isLaidOver ? data : { ...data, series: kept };
}

/** Arranges charts of several traces as lanes with one axis: the first curve of each. */
function belowOneAnother(charts: readonly ChartData[], names: readonly string[]): ChartData {
  const [first] = charts as [ChartData];
  return {
    starts: first.starts,
    end: first.end,
    axis: first.axis,
    axisKind: first.axisKind,
    lanes: true,
    series: charts.map((chart, at): Series => {
      const [curve] = chart.series as [Series];
      const shown: Series = { ...curve, name: names[at]!, tone: 0, sharedAxis: curve.name };
      // If one trace has bars, so have all.
      if (chart.lanes) return shown;
      return { ...shown, curveSteps: curve.values.findLastIndex((value) => value !== null) + 1 };
    }),
  };
}

/** Combines two charts: the steps of the first, with the values of the second at these steps. */
function laidOver(data: ChartData, other: ChartData, name: string): ChartData {
  const series: Series[] = data.series.slice(0, MOST_SERIES / 2);
  const added = other.series.slice(0, series.length).map((each, at): Series => ({
    ...each,
    // The corresponding series is dashed; a series that only the other chart has gets a colour of its own.
    tone: placeOf(series, each.name) ?? series.length + at,
    name: `${name}: ${each.name}`,
    isOther: true,
    values: data.starts.map((start) => {
      const at = other.starts.findLastIndex((from) => from <= start);
      return at < 0 || start >= other.end ? 0 : each.values[at] ?? null;
    }),
  }));
  return {
    ...data,
    series: data.lanes
      ? series.flatMap((each, at) => {
        const sharedAxis = each.name;
        return [{ ...each, sharedAxis, tone: at }, ...added[at] ? [{ ...added[at], sharedAxis }] : []];
      })
      : [...series, ...added],
  };
}

function placeOf(series: readonly Series[], name: string): number | null {
  const at = series.findIndex((each) => each.name === name);
  return at < 0 ? null : at;
}

function momentQuery(trace: WireTrace, moment: number): string {
  if (isFrames(trace)) return `calls${trace.of} | where frame == ${moment}`;
  if (!hasLives(trace)) return `events${trace.of} | where seq >= ${moment} | take 200`;
  const places = ["func", "file", "line", "name", "type"].filter((name) => hasColumn(trace, "allocs", name));
  const by = places.length > 0 ? places.join(", ") : hasColumn(trace, "allocs", "stack") ? "stack" : "addr";
  return `live @ ${
    pointOf(trace, moment)
  }${trace.of} | by ${by}: blocks = count(), bytes = sum(size) | sort bytes desc`;
}
