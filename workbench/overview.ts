/**
 * The overview of the trace above every view: its headline, and its curve, in which the user selects the
 * range for all views.
 * @module
 */

import { beforeOptions } from "./before.ts";
import { Chart, stepsOfView } from "./chart.ts";
import { button, choice, h } from "./dom.ts";
import { isFrames, wholeOf } from "./frames.ts";
import { headlineElement } from "./headline.ts";
import { separatorOf } from "./panes.ts";
import { type Drawn, drawn, showOptions } from "./series_queries.ts";
import { Latest, type Shell } from "./shell.ts";
import { grouped, shortNumber } from "./values.ts";

/** Text shown next to a range. */
const GUESSED = "which blocks of a stretch are leaked or live is a guess in this trace";

/** The overview of the current trace. */
export class Overview {
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #chart: Chart;
  readonly #headline = h("div", { "aria-live": "polite" });
  readonly #asked = h("span", { class: "asked" });
  readonly #chips = h("div", { class: "brushed", "aria-live": "polite" });
  readonly #latest = new Latest();
  readonly #latestHeadline = new Latest();
  #drawn: Drawn | null = null;

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#chart = new Chart(
      "Overview of the trace: arrows move, Shift with arrows selects, Shift-Enter applies the selection, Escape clears it",
      {
        brush: (from, to) => this.#set({ from, to: Math.max(from + 1, to) }),
        clear: () => this.#set(null),
      },
      { isOverview: true },
    );
    this.element = h(
      "section",
      { class: "overview headline", id: "overview", "aria-label": "Overview" },
      this.#headline,
      this.#chart.element,
      h("div", { class: "overviewfoot" }, this.#chart.said, this.#asked, this.#chips),
      separatorOf({
        name: "curve",
        label: "Height of the overview",
        controls: "overview",
        usual: 56,
        least: 0,
        isAbove: true,
      }),
    );
  }

  #set(range: Shell["state"]["range"]): void {
    this.#shell.state.range = range;
    this.#shell.changed();
  }

  /** Shows the trace, the selected range and what it is compared with. */
  update(): void {
    this.#showChips();
    void this.#sayHeadline();
    void this.#draw();
  }

  async #sayHeadline(): Promise<void> {
    const { facts, trace } = this.#shell;
    const signal = this.#latestHeadline.begin(trace.name);
    if (!signal) return;
    try {
      const all = await this.#shell.headlines();
      if (signal.aborted) return;
      const own = all.find(({ traces }) => traces.length === 1 && traces[0] === trace.name);
      this.#headline.replaceChildren(
        ...own
          ? [headlineElement(own, {
            take: (query) => this.#shell.take(query),
            shows: "sentence",
            named: facts.traces.length > 1,
          })]
          : [],
      );
      this.#latestHeadline.end();
    } catch (error) {
      // If the server is lost, the user is told when running a query.
      this.#latestHeadline.fails(error);
    }
  }

  async #draw(): Promise<void> {
    const { trace } = this.#shell;
    const whole = wholeOf(trace);
    const [first] = showOptions(trace);
    const isThere = whole !== null && first !== undefined;
    this.element.classList.toggle("plain", !isThere);
    if (!isThere) return;
    const signal = this.#latest.begin(trace.name);
    if (!signal) return this.#showChart();
    try {
      // Use as many steps as the timeline, so that both send the same request.
      const wanted = { trace, show: first[0], isTime: false, takesFewTimes: true, window: null, whole };
      this.#drawn = await drawn({ ...wanted, steps: stepsOfView() }, signal);
      this.#showChart();
      this.#latest.end();
    } catch (error) {
      if (this.#latest.fails(error)) {
        this.#asked.replaceChildren(h("span", { class: "failed" }, error.message));
      }
    }
  }

  #showChart(): void {
    if (!this.#drawn) return;
    const { data, queries } = this.#drawn;
    const { range } = this.#shell.state;
    const [first] = data.series;
    const whole = wholeOf(this.#shell.trace);
    this.#chart.show(
      {
        ...data,
        series: first ? [{ ...first, tone: 0 }] : [],
        ...whole && { ends: [whole.from, whole.to - 1] },
      },
      range ? [range.from, range.to] : null,
      this.#shell.state.moment,
    );
    if (!first) return;
    const most = first.values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
    const text = `${first.name}, at most ${shortNumber(most, first.kind)}`;
    this.#asked.replaceChildren(
      button(text, () => this.#shell.take(queries[0]!), { class: "link", title: queries[0]! }),
    );
  }

  #showChips(): void {
    const shell = this.#shell;
    const { state, trace } = shell;
    const { range, moment } = state;
    const options = beforeOptions(shell);
    const what = isFrames(trace) ? "frame" : trace.record;
    const chosen = state.more["before"] ?? "";
    this.#chips.replaceChildren(
      ...(range
        ? [button(`${what}s ${grouped(String(range.from))} – ${grouped(String(range.to - 1))} ✕`, () => {
          this.#set(null);
        }, { title: "Show the whole trace again" })]
        : []),
      // Within a range, it matters which one of several equal blocks is live.
      ...(range && trace.guessed ? [h("span", { class: "warning", title: trace.guessed }, GUESSED)] : []),
      ...(moment !== null
        ? [button(`${what} ${grouped(String(moment))} ✕`, () => {
          state.moment = null;
          shell.changed();
        }, { title: "Clear this point" })]
        : []),
      ...(options.length > 1
        ? [choice(
          "compared with",
          options,
          options.some(([value]) => value === chosen) ? chosen : "",
          (value) => {
            if (value === "") delete state.more["before"];
            else state.more["before"] = value;
            shell.changed();
          },
        )]
        : []),
    );
  }
}
