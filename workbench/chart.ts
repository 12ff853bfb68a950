/**
 * A chart of steps: one or more series over records, times or frames, with a crosshair, zoom and a brush.
 * @module
 */

import type { ColumnKind } from "../src/serve/api_types.ts";
import { color, fitCanvas, h, onNewLook } from "./dom.ts";
import { roundStep, shortNumber } from "./values.ts";

/** One curve. */
interface Series {
  readonly name: string;
  readonly kind: ColumnKind;
  /** A value for each step; null keeps the one before. */
  readonly values: readonly (number | null)[];
}

/** What is drawn. */
export interface ChartData {
  /** Where each step begins, and where the last one ends. */
  readonly starts: readonly number[];
  readonly end: number;
  readonly axis: string;
  readonly axisKind: ColumnKind;
  readonly series: readonly Series[];
}

/** What a person does with a chart. */
interface ChartEvents {
  brush?(from: number, to: number): void;
  zoom?(from: number, to: number): void;
  pick?(at: number): void;
  clear?(): void;
}

const LEFT = 58;
const BOTTOM = 20;
const COLORS = ["series1", "series2", "series3", "series4"];

/** A chart in the page. */
export class Chart {
  readonly element: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #said: HTMLElement;
  readonly #events: ChartEvents;
  #data: ChartData | null = null;
  #at: number | null = null;
  #brush: readonly [number, number] | null = null;
  #moment: number | null = null;
  #from: number | null = null;

  constructor(label: string, events: ChartEvents) {
    this.#events = events;
    this.#canvas = h("canvas", {
      class: "chart",
      tabindex: 0,
      role: "img",
      "aria-label": label,
      onpointerdown: (event: PointerEvent) => this.#down(event),
      onpointermove: (event: PointerEvent) => this.#move(event),
      onpointerup: (event: PointerEvent) => this.#up(event),
      onpointerleave: () => this.#point(null),
      ondblclick: () => this.#events.clear?.(),
      onwheel: (event: WheelEvent) => this.#wheel(event),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    this.#said = h("div", { class: "said", "aria-live": "polite" });
    this.element = h("div", { class: "chartbox" }, this.#canvas, this.#said);
    onNewLook(this.#canvas, () => this.#draw());
  }

  /** Shows data, what is brushed in it, and the moment that was picked. */
  show(data: ChartData, brush: readonly [number, number] | null, moment: number | null): void {
    this.#data = data;
    this.#brush = brush;
    this.#moment = moment;
    this.#draw();
    this.#tell();
  }

  #width(): number {
    return Math.max(1, this.#canvas.clientWidth - LEFT - 8);
  }

  #toX(value: number): number {
    const { starts, end } = this.#data!;
    const left = starts[0] ?? 0;
    return LEFT + this.#width() * (value - left) / Math.max(end - left, Number.MIN_VALUE);
  }

  #toValue(x: number): number {
    const { starts, end } = this.#data!;
    const left = starts[0] ?? 0;
    const share = Math.min(1, Math.max(0, (x - LEFT) / this.#width()));
    return Math.round(left + share * (end - left));
  }

  #draw(): void {
    const { context, width, height } = fitCanvas(this.#canvas);
    if (!this.#data || this.#data.starts.length === 0) return;
    const { series, axisKind, starts, end } = this.#data;
    const bottom = height - BOTTOM;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const tops = series.map(({ values }) => Math.max(0, ...values.map((value) => value ?? 0)));
    const isShared = new Set(series.map(({ kind }) => kind)).size === 1;
    const most = Math.max(...tops, 0);
    const room = bottom - 10;
    const toY = (value: number, top: number): number => bottom - (top === 0 ? 0 : room * value / top);
    // Marks of the first series; others have their own height when they count something else.
    const scale = isShared ? most : tops[0] ?? 0;
    const kind = series[0]!.kind;
    const step = Math.max(kind === "float" ? 0 : 1, roundStep(scale / 4, kind));
    context.strokeStyle = color("rule");
    context.fillStyle = color("soft");
    context.textAlign = "right";
    for (let tick = 0; tick <= scale && scale > 0; tick += step) {
      const y = Math.round(toY(tick, scale)) + 0.5;
      context.beginPath();
      context.moveTo(LEFT, y);
      context.lineTo(width, y);
      context.stroke();
      context.fillText(shortNumber(tick, kind).replace(/\.0(?=[KMGTPE]$)/, ""), LEFT - 6, y);
    }
    const left = starts[0]!;
    const xStep = Math.max(1, roundStep((end - left) / Math.max(2, Math.floor(width / 130))));
    context.textAlign = "center";
    for (let tick = Math.ceil(left / xStep) * xStep; tick <= end; tick += xStep) {
      const x = this.#toX(tick);
      if (x > LEFT + 12 && x < width - 24) context.fillText(shortNumber(tick, axisKind), x, height - 8);
    }
    if (this.#brush) {
      const [from, to] = this.#brush.map((value) => this.#toX(value)) as [number, number];
      context.fillStyle = color("brush");
      context.fillRect(
        Math.max(LEFT, from),
        4,
        Math.max(1, Math.min(width, to) - Math.max(LEFT, from)),
        bottom - 4,
      );
    }
    series.forEach(({ values }, at) => {
      const top = isShared ? most : tops[at]!;
      context.beginPath();
      let before = 0;
      starts.forEach((start, row) => {
        const value = values[row] ?? before;
        before = value;
        const y = toY(value, top);
        if (row === 0) context.moveTo(this.#toX(start), y);
        else context.lineTo(this.#toX(start), y);
        context.lineTo(this.#toX(starts[row + 1] ?? end), y);
      });
      context.strokeStyle = color(COLORS[at % COLORS.length]!);
      context.lineWidth = 1.4;
      context.stroke();
      if (at === 0) {
        context.lineTo(this.#toX(end), bottom);
        context.lineTo(this.#toX(left), bottom);
        context.globalAlpha = 0.12;
        context.fillStyle = color(COLORS[0]!);
        context.fill();
        context.globalAlpha = 1;
      }
    });
    context.lineWidth = 1;
    for (const [value, name] of [[this.#moment, "mark"], [this.#at, "soft"]] as const) {
      if (value === null || value < left || value > end) continue;
      const x = Math.round(this.#toX(value)) + 0.5;
      context.strokeStyle = color(name);
      context.beginPath();
      context.moveTo(x, 2);
      context.lineTo(x, bottom);
      context.stroke();
    }
  }

  #rowAt(value: number): number {
    const { starts } = this.#data!;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Says the values at the crosshair, or the largest ones. */
  #tell(): void {
    const data = this.#data;
    if (!data) return;
    const { axis, axisKind, series } = data;
    const part = ({ name, kind, values }: Series, at: number): HTMLElement => {
      const value = this.#at === null
        ? Math.max(0, ...values.map((each) => each ?? 0))
        : values[this.#rowAt(this.#at)] ?? 0;
      return h(
        "span",
        { class: `key key${at % COLORS.length + 1}` },
        `${name.replaceAll("_", " ")} ${this.#at === null ? "at most " : ""}${shortNumber(value, kind)}`,
      );
    };
    this.#said.replaceChildren(
      h("span", { class: "soft" }, this.#at === null ? axis : `${axis} ${shortNumber(this.#at, axisKind)}`),
      ...series.map(part),
    );
  }

  #point(at: number | null): void {
    this.#at = at;
    this.#draw();
    this.#tell();
  }

  #down(event: PointerEvent): void {
    if (!this.#data || event.button !== 0) return;
    this.#from = event.offsetX;
    this.#canvas.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    if (!this.#data) return;
    if (this.#from !== null && Math.abs(event.offsetX - this.#from) > 3 && this.#events.brush) {
      const ends = [this.#toValue(this.#from), this.#toValue(event.offsetX)].sort((a, b) => a - b);
      this.#brush = [ends[0]!, ends[1]!];
    }
    this.#point(this.#toValue(event.offsetX));
  }

  #up(event: PointerEvent): void {
    if (this.#from === null || !this.#data) return;
    const moved = Math.abs(event.offsetX - this.#from) > 3;
    this.#from = null;
    if (moved && this.#brush) this.#events.brush?.(...this.#brush);
    else if (!moved) this.#events.pick?.(this.#toValue(event.offsetX));
  }

  #wheel(event: WheelEvent): void {
    if (!this.#data || !this.#events.zoom || event.deltaY === 0) return;
    event.preventDefault();
    this.#zoom(event.deltaY < 0 ? 0.5 : 2, this.#toValue(event.offsetX));
  }

  #zoom(factor: number, around: number): void {
    const { starts, end } = this.#data!;
    const left = starts[0]!;
    this.#events.zoom?.(
      Math.round(around - (around - left) * factor),
      Math.round(around + (end - around) * factor),
    );
  }

  #key(event: KeyboardEvent): void {
    const data = this.#data;
    if (!data || event.ctrlKey || event.metaKey || event.altKey) return;
    const { starts, end } = data;
    const at = this.#at ?? starts[0]!;
    const step = Math.max(1, Math.round((end - starts[0]!) / 100));
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const next = Math.min(end, Math.max(starts[0]!, at + (event.key === "ArrowLeft" ? -step : step)));
      if (event.shiftKey && this.#events.brush) {
        const [from, to] = this.#brush ?? [at, at];
        const fixed = at === from ? to : from;
        this.#brush = next < fixed ? [next, fixed] : [fixed, next];
      }
      this.#point(next);
    } else if (event.key === "Enter") {
      if (this.#brush && event.shiftKey) this.#events.brush?.(...this.#brush);
      else this.#events.pick?.(at);
    } else if (event.key === "+" || event.key === "-") this.#zoom(event.key === "+" ? 0.5 : 2, at);
    else if (event.key === "Escape") this.#events.clear?.();
    else return;
    event.preventDefault();
  }
}
