/**
 * The trace from its first record to its last: what is live, or what each frame does. A brush filters every other view, a
 * click shows what was live then.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { rowsOf } from "./api.ts";
import { Chart } from "./chart.ts";
import { button, h, queryLine } from "./dom.ts";
import { allRows, chartData } from "./results.ts";
import { hasColumn, hasLives, Latest, type Shell, type View } from "./shell.ts";
import type { Range } from "./state.ts";
import { tableOf } from "./table.ts";

/** The timeline of a trace. */
export class TimelineView implements View {
  readonly id = "timeline";
  readonly title = "Timeline";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #chart: Chart;
  readonly #query: HTMLElement;
  readonly #behind: HTMLElement;
  readonly #said: HTMLElement;
  readonly #latest = new Latest();
  readonly #latestBehind = new Latest();
  #window: Range | null = null;
  #shown = "";
  #shownBehind = "";

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#chart = new Chart(
      "Timeline of the trace: arrows move, Shift with arrows brushes, Enter shows a moment",
      {
        brush: (from, to) => this.#set({ range: { from, to: Math.max(from + 1, to) } }),
        zoom: (from, to) => this.#zoom({ from, to }),
        pick: (moment) => this.#set({ moment }),
        clear: () => {
          this.#window = null;
          this.#set({ range: null, moment: null });
        },
      },
    );
    this.#query = h("div");
    this.#behind = h("div", { class: "behind" });
    this.#said = h("p", { class: "failed", role: "status" });
    this.element = h(
      "section",
      {},
      h(
        "div",
        { class: "tools" },
        button("Zoom to brush", () => shell.state.range && this.#zoom(shell.state.range)),
        button("Whole trace", () => this.#zoom(null)),
        h(
          "span",
          { class: "soft" },
          "Drag to brush, wheel or + and - to zoom, click for what was there then",
        ),
      ),
      this.#chart.element,
      this.#query,
      this.#said,
      this.#behind,
    );
  }

  fits(trace: WireTrace): boolean {
    return hasLives(trace) || hasColumn(trace, "frames", "calls") || hasColumn(trace, "events", "seq");
  }

  update(): void {
    void this.#draw();
    void this.#drawBehind();
  }

  #set(change: Partial<Pick<Shell["state"], "range" | "moment">>): void {
    Object.assign(this.#shell.state, change);
    this.#shell.changed();
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

  async #draw(): Promise<void> {
    const { trace, state } = this.#shell;
    const whole = wholeOf(trace);
    if (!whole) return;
    if (this.#shown !== "" && !this.#shown.startsWith(`${trace.name}\n`)) this.#window = null;
    const { from, to } = this.#window ?? whole;
    // One step for each pixel of the chart, and whole numbers of records.
    const width = Math.max(200, this.#chart.element.clientWidth - 70);
    const step = Math.max(1, Math.ceil((to - from) / width));
    const query = timelineQuery(trace, this.#window, step);
    const brush = state.range ? [state.range.from, state.range.to] as const : null;
    const key = `${trace.name}\n${query}\n${brush}\n${state.moment}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.#query.replaceChildren(queryLine(query, (text) => this.#shell.take(text)));
    try {
      const line = await allRows(await rowsOf(query, 4000, this.#latest.next()));
      this.#said.textContent = "";
      this.#chart.show(
        { ...chartData(line), axis: isFrames(trace) ? "frame" : trace.record },
        brush,
        state.moment,
      );
    } catch (error) {
      if ((error as Error).name === "AbortError") return;
      this.#said.textContent = (error as Error).message;
      this.#shown = "";
    }
  }

  /** What was live at the moment that was picked, or the calls of the frame. */
  async #drawBehind(): Promise<void> {
    const { trace, state } = this.#shell;
    const query = state.moment === null ? "" : momentQuery(trace, state.moment);
    if (query === this.#shownBehind) return;
    this.#shownBehind = query;
    if (query === "") return this.#behind.replaceChildren();
    const title = isFrames(trace) ? `Frame ${state.moment}` : `After ${trace.record} ${state.moment}`;
    try {
      const line = await rowsOf(query, 200, this.#latestBehind.next());
      this.#behind.replaceChildren(
        h("h2", {}, title),
        queryLine(query, (text) => this.#shell.take(text)),
        line.rowCount === 0 ? h("p", { class: "soft" }, "Nothing") : tableOf(line, {
          open: (text) => this.#shell.take(text),
          showSource: (file, at) => this.#shell.showSource(file, at),
        }),
      );
    } catch (error) {
      if ((error as Error).name !== "AbortError") {
        this.#behind.replaceChildren(h("p", { class: "failed" }, (error as Error).message));
      }
    }
  }
}

/** Recordings of calls have frames, where they have more than one. */
function isFrames(trace: WireTrace): boolean {
  const frames = trace.tables.find(({ name }) => name === "frames");
  return frames !== undefined && hasColumn(trace, "frames", "calls") && (frames.rows ?? 2) > 1;
}

/** All of a trace, in what its timeline counts. */
function wholeOf(trace: WireTrace): Range | null {
  if (isFrames(trace)) {
    const rows = trace.tables.find(({ name }) => name === "frames")?.rows;
    return { from: 0, to: rows ?? 1000 };
  }
  return trace.events > 0 ? { from: 1, to: trace.events + 1 } : null;
}

/** The query of the curve. */
function timelineQuery(trace: WireTrace, range: Range | null, step: number): string {
  const within = (column: string): string =>
    range ? ` | where ${column} >= ${range.from} and ${column} < ${range.to}` : "";
  if (isFrames(trace)) {
    return `frames${trace.of}${within("frame")} | by frame = bin(frame, ${step}): ` +
      "calls = max(calls), draws = max(draws), bytes = max(bytes) | sort frame";
  }
  const values = hasColumn(trace, "events", "live_bytes")
    ? "live_bytes = max(live_bytes), live_blocks = max(live_blocks)"
    : "records = count()";
  return `events${trace.of}${within("seq")} | timeline every ${step} ${values}`;
}

function momentQuery(trace: WireTrace, moment: number): string {
  if (isFrames(trace)) return `calls${trace.of} | where frame == ${moment}`;
  if (!hasLives(trace)) return `events${trace.of} | where seq >= ${moment} | take 200`;
  const places = ["func", "file", "line", "name", "type"].filter((name) => hasColumn(trace, "allocs", name));
  const by = places.length > 0 ? places.join(", ") : hasColumn(trace, "allocs", "stack") ? "stack" : "addr";
  return `live @ #${moment}${trace.of} | by ${by}: blocks = count(), bytes = sum(size) | sort bytes desc`;
}
