/**
 * Two traces, or two moments of one: what grew, shrank, appeared and went; for recordings of calls, two frames side by side.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { rowsOf } from "./api.ts";
import { type Before, beforeOf, othersOf } from "./before.ts";
import { Chart, type ChartData } from "./chart.ts";
import { h, queryLine } from "./dom.ts";
import { frameCount, framesQuery, isFrames, pointOf } from "./frames.ts";
import { allRowsOf, chartData } from "./results.ts";
import { eventsOf, hasColumn, hasLives, keptChoice, Latest, type Shell, type View } from "./shell.ts";
import { sideBySide } from "./side_by_side.ts";
import { tableOf } from "./table.ts";

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
  readonly #latest = new Latest();
  #shown = "";

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#chart = new Chart(
      "Calls of each frame in both recordings: arrows move, Enter shows a frame side by side",
      {
        pick: (moment) => {
          shell.state.moment = Math.max(0, moment);
          shell.changed();
        },
      },
    );
    this.element = h("section", {}, this.#tools, this.#chart.element, this.#body);
  }

  fits(trace: WireTrace): boolean {
    return keysOf(trace).length > 0 && (othersOf(this.#shell, trace).length > 0 || hasLives(trace));
  }

  update(): void {
    void this.#draw();
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

  /** What is chosen for every view; without a choice the next trace, or a quarter of this one. */
  #before(): Before {
    const chosen = beforeOf(this.#shell);
    if (chosen) return chosen;
    const [other] = othersOf(this.#shell, this.#shell.trace);
    return other
      ? { kind: "trace", trace: other, name: other.name }
      : { kind: "moment", point: "25%", name: "@ 25%" };
  }

  async #draw(): Promise<void> {
    const { trace } = this.#shell;
    this.#tools.replaceChildren();
    const before = this.#before();
    const hasFrames = before.kind === "trace" && frameCount(trace) > 0 && frameCount(before.trace) > 0;
    const how = hasFrames
      ? this.#choice("how", "Compare", [["calls", "calls side by side"], ["sums", "sums"]])
      : "sums";
    this.#tools.append(h("span", { class: "soft" }, `${before.name} and then ${trace.name}`));
    this.#chart.element.classList.toggle("hidden", how !== "calls");
    try {
      if (how === "calls" && before.kind === "trace") await this.#frames(before.trace);
      else await this.#sums(before);
    } catch (error) {
      if ((error as Error).name === "AbortError") return;
      this.#body.replaceChildren(h("pre", { class: "failed" }, (error as Error).message));
      this.#shown = "";
    }
  }

  async #sums(before: Before): Promise<void> {
    const { trace, state } = this.#shell;
    const keys = keysOf(trace);
    const key = this.#choice("key", "by", keys.map((each) => [each, each] as const));
    let query: string;
    if (before.kind === "trace") {
      const sources = sourcesOf(trace);
      const source = this.#choice("of", "of", sources.map((each) => [each, each] as const));
      query = `diff (${source}${before.trace.of}), (${source}${trace.of}) by ${key}`;
    } else {
      const points = POINTS.map((each) => [each, each] as const);
      const picked = state.moment === null ? [] : [pointOf(trace, state.moment)];
      const to = this.#choice(
        "to",
        "with",
        [...points, ...picked.map((each) => [each, each] as const)],
        "peak",
      );
      query = `diff (live @ ${before.point}${trace.of}), (live @ ${to}${trace.of}) by ${key}`;
    }
    if (query === this.#shown) return;
    this.#shown = query;
    const line = await rowsOf(query, 200, this.#latest.next());
    this.#body.replaceChildren(
      queryLine(query, (text) => this.#shell.take(text)),
      line.rowCount === 0
        ? h("p", { class: "soft" }, "Nothing differs")
        : tableOf(line, eventsOf(this.#shell)),
    );
  }

  /** Frames of both as bars, one below the other, and the calls of one frame in two columns. */
  async #frames(other: WireTrace): Promise<void> {
    const { trace, state } = this.#shell;
    const count = Math.max(frameCount(trace), frameCount(other));
    const shift = Math.trunc(
      Number(this.#field("shift", `Frame of ${trace.name} less frame of ${other.name}`)) || 0,
    );
    const frame = state.moment ?? 0;
    const key = JSON.stringify([trace.name, other.name, shift, frame, this.#chart.steps]);
    if (key === this.#shown) return;
    this.#shown = key;
    const signal = this.#latest.next();
    const step = Math.max(1, Math.ceil(count / this.#chart.steps));
    const queries = [other, trace].map((each) => framesQuery(each, null, step));
    const [left, right] = [await allRowsOf(queries[0]!, signal), await allRowsOf(queries[1]!, signal)];
    this.#chart.show(
      pairOf(chartData(left), chartData(right), [other.name, trace.name], shift),
      null,
      isFrames(trace) ? frame : null,
    );
    const aligned = await sideBySide(
      { trace: other, frame: frame - shift },
      { trace, frame },
      (text) => this.#shell.take(text),
      signal,
    );
    this.#body.replaceChildren(
      ...queries.map((query) => queryLine(query, (text) => this.#shell.take(text))),
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

/** Both recordings over the frames of the second one. */
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
        name: `${names[0]}: ${series.name}`,
        values: places.map((place) => left.series[lane]?.values[before.get(place) ?? -1] ?? 0),
      },
      {
        ...series,
        name: `${names[1]}: ${series.name}`,
        values: places.map((place) => series.values[after.get(place) ?? -1] ?? 0),
      },
    ]),
  };
}

function sourcesOf(trace: WireTrace): string[] {
  if (hasLives(trace)) return ["allocs", "leaks"];
  return ["calls", "lines", "blocks", "profile", "units"].filter((name) => hasColumn(trace, name));
}

function keysOf(trace: WireTrace): string[] {
  const table = sourcesOf(trace)[0];
  if (table === undefined) return [];
  const names = ["func", "file", "name", "type", "module", "symbol", "unit", "size"];
  const found = names.filter((name) => hasColumn(trace, table, name));
  return found.includes("func") && hasColumn(trace, table, "line")
    ? ["func", "func, file, line", ...found.slice(1)]
    : found;
}
