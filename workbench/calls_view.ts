/**
 * A recording of calls: its frames as bars, the calls of a frame as a tree, and the redundant calls of each
 * frame.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { hasColumn } from "../src/serve/picture_queries.ts";
import { rowsOf } from "./api.ts";
import { CallBranches } from "./call_branches.ts";
import { Chart } from "./chart.ts";
import { askedLine } from "./copy.ts";
import { select } from "./details.ts";
import { button, h } from "./dom.ts";
import { frameCount, framesQuery } from "./frames.ts";
import { allRowsOf, chartData } from "./results.ts";
import { eventsOf, isLogarithmic, Latest, scaleKeeper, type Shell, type View } from "./shell.ts";
import { tableOf } from "./table.ts";
import { Tree } from "./tree.ts";
import { grouped, numberOf } from "./values.ts";

/** The view of frames and calls. */
export class CallsView implements View {
  readonly id = "calls";
  readonly title = "Calls";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #chart: Chart;
  readonly #chartQuery = h("div");
  readonly #head = h("div", { class: "tools" });
  readonly #query = h("div");
  readonly #said = h("p", { class: "soft", role: "status" });
  readonly #tree: Tree;
  readonly #repeats = h("div");
  readonly #latest = new Latest();
  readonly #latestFrame = new Latest();

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#chart = new Chart(
      "Frames: arrows move, Shift with arrows selects, Enter shows the calls of a frame",
      {
        brush: (from, to) => this.#set({ range: { from, to: Math.max(from + 1, to) } }),
        pick: (moment) => this.#set({ moment }),
        clear: () => this.#set({ range: null }),
        scaled: scaleKeeper(shell),
      },
    );
    this.#tree = new Tree(
      "Calls of the frame: arrows move, right opens, left closes",
      (error) => this.#fail(error),
    );
    this.element = h(
      "section",
      {},
      this.#chart.element,
      this.#chartQuery,
      this.#head,
      this.#query,
      this.#said,
      this.#tree.element,
      this.#repeats,
    );
  }

  fits(trace: WireTrace): boolean {
    return hasColumn(trace, "frames", "calls") && hasColumn(trace, "calls", "frame");
  }

  async update(ahead?: boolean): Promise<void> {
    await Promise.all([this.#drawChart(ahead), this.#drawFrame(ahead)]);
  }

  #set(change: Partial<Pick<Shell["state"], "range" | "moment">>): void {
    Object.assign(this.#shell.state, change);
    this.#shell.changed();
  }

  #fail(error: Error): void {
    this.#said.className = "failed";
    this.#said.textContent = error.message;
  }

  async #drawChart(ahead?: boolean): Promise<void> {
    const { trace, state } = this.#shell;
    const count = frameCount(trace);
    this.#chart.element.classList.toggle("hidden", count < 2);
    const query = framesQuery(trace, null, Math.max(1, Math.ceil(count / this.#chart.steps)));
    const brush = state.range ? [state.range.from, state.range.to] as const : null;
    const isLog = isLogarithmic(this.#shell);
    const key = `${query}\n${brush}\n${state.moment}\n${isLog}`;
    const signal = this.#latest.begin(key, ahead);
    if (!signal) return;
    try {
      const line = await allRowsOf(query, signal);
      this.#chart.show({ ...chartData(line), axis: "frame", lanes: true }, brush, state.moment, isLog);
      this.#chartQuery.replaceChildren(askedLine(query, (text) => this.#shell.take(text)));
      this.#latest.end();
    } catch (error) {
      if (this.#latest.fails(error)) this.#fail(error);
    }
  }

  async #drawFrame(ahead?: boolean): Promise<void> {
    const { trace, state } = this.#shell;
    const count = frameCount(trace);
    const frame = Math.min(Math.max(0, state.moment ?? state.range?.from ?? 0), Math.max(0, count - 1));
    const key = `${trace.name}\n${frame}`;
    const signal = this.#latestFrame.begin(key, ahead);
    if (!signal) return;
    const field = h("input", {
      type: "number",
      min: 0,
      max: count - 1,
      value: frame,
      "aria-label": "Number of the frame",
      onchange: () => this.#set({ moment: Number(field.value) }),
    });
    this.#head.replaceChildren(
      h("h2", {}, "Frame "),
      button("‹", () => this.#set({ moment: Math.max(0, frame - 1) }), { "aria-label": "Previous frame" }),
      field,
      button("›", () => this.#set({ moment: Math.min(count - 1, frame + 1) }), {
        "aria-label": "Next frame",
      }),
      h("span", { class: "soft" }, `of ${grouped(String(count))}, from 0`),
    );
    this.#said.className = "soft";
    this.#said.textContent = "Running";
    const { of } = trace;
    try {
      const found = await rowsOf(`frames${of} | where frame == ${frame}`, 1, signal);
      const cell = (name: string): number =>
        numberOf(found.cells[found.columns.findIndex((column) => column.name === name)]?.[0]) ?? 0;
      if (found.rowCount === 0) {
        this.#said.textContent = "The trace has no such frame";
        return await this.#tree.show([]);
      }
      const branches = new CallBranches(
        trace,
        { frame, first: cell("first"), last: cell("last") },
        (no) => select(this.#shell, { kind: "call", no }),
      );
      const roots = await branches.roots(signal);
      this.#query.replaceChildren(askedLine(branches.query, (text) => this.#shell.take(text)));
      this.#said.textContent = ["calls", "draws", "uploads"].map((name) =>
        `${grouped(String(cell(name)))} ${name}`
      )
        .join(", ");
      await this.#tree.show(roots);
      await this.#showRepeats(trace, frame, signal);
      this.#latestFrame.end();
    } catch (error) {
      if (this.#latestFrame.fails(error)) this.#fail(error);
    }
  }

  async #showRepeats({ of }: WireTrace, frame: number, signal: AbortSignal): Promise<void> {
    const query = `calls${of} | where frame == ${frame} | by name: calls = count(), ` +
      "redundant = count() if redundant, bytes = sum(blob_bytes) | sort calls desc";
    this.#repeats.replaceChildren();
    const line = await rowsOf(query, 200, signal);
    this.#repeats.replaceChildren(
      h("h2", {}, "Functions of the frame; redundant calls repeat the one before"),
      askedLine(query, (text) => this.#shell.take(text)),
      tableOf(line, eventsOf(this.#shell)),
    );
  }
}
