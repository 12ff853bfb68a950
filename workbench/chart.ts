/**
 * A chart over records, times or frames: curves of steps that share one height, or lanes of bars with a height each, with
 * a crosshair, zoom and a brush.
 * @module
 */

import type { ColumnKind } from "../src/serve/api_types.ts";
import { canvasWith, color, fitCanvas, h, onNewLook, roomOfView } from "./dom.ts";
import { roundStep, shortNumber, timeText } from "./values.ts";

/** Steps of a chart that is as wide as a view. */
export function stepsOfView(): number {
  return stepsIn(roomOfView());
}

function stepsIn(room: number): number {
  return Math.max(100, Math.floor(room) - LEFT - 24);
}

/** One curve, or one lane. */
export interface Series {
  readonly name: string;
  readonly kind: ColumnKind;
  /** A value for each step; null keeps the one before, or is not a bar. */
  readonly values: readonly (number | null)[];
  /** Of another trace or moment: drawn without a filling, in dashes. */
  readonly isOther?: boolean;
}

/** What is drawn. */
export interface ChartData {
  /** Where each step begins, and where the last one ends. */
  readonly starts: readonly number[];
  readonly end: number;
  readonly axis: string;
  readonly axisKind: ColumnKind;
  readonly series: readonly Series[];
  /** Each series in a lane of its own, as bars. */
  readonly lanes?: boolean;
}

/** What a user does with a chart. */
interface ChartEvents {
  brush?(from: number, to: number): void;
  zoom?(from: number, to: number): void;
  pick?(at: number): void;
  clear?(): void;
}

const LEFT = 58;
const BOTTOM = 20;
const LANE = 84;
const CURVES = 240;
/** Series that a chart has colours for. */
export const MOST_SERIES = 8;

/** A stretch of the canvas with a scale of its own. */
interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly scale: number;
  readonly kind: ColumnKind;
}

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
    const { canvas, said } = canvasWith("chart", label, {
      onpointerdown: (event: PointerEvent) => this.#down(event),
      onpointermove: (event: PointerEvent) => this.#move(event),
      onpointerup: (event: PointerEvent) => this.#up(event),
      onpointerleave: () => this.#point(null),
      ondblclick: () => this.#events.clear?.(),
      onwheel: (event: WheelEvent) => this.#wheel(event),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    this.#canvas = canvas;
    this.#said = said;
    this.element = h("div", { class: "chartbox" }, this.#canvas, this.#said);
    onNewLook(this.#canvas, () => this.#draw());
  }

  /** Steps that fit: one for each pixel, as many in a chart that is not in the page yet, so that it is asked for once. */
  get steps(): number {
    return stepsIn(this.element.getBoundingClientRect().width || roomOfView());
  }

  /** Shows data, what is brushed in it, and the moment that was picked. */
  show(data: ChartData, brush: readonly [number, number] | null, moment: number | null): void {
    this.#data = data;
    this.#brush = brush;
    this.#moment = moment;
    const height = data.lanes ? Math.max(1, data.series.length) * LANE + BOTTOM : CURVES;
    this.#canvas.style.height = `${height}px`;
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

  /** Where each series is drawn. Curves that count different things have a height of their own in the same place. */
  #bands({ series, lanes }: ChartData, bottom: number): Band[] {
    const tops = series.map(({ values }) =>
      values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
    );
    if (lanes) {
      return series.map(({ kind }, at) => ({
        top: at * LANE + 16,
        bottom: (at + 1) * LANE - 4,
        scale: tops[at]!,
        kind,
      }));
    }
    return series.map(({ kind }) => {
      const alike = series.flatMap((each, at) => (each.kind === kind ? [tops[at]!] : []));
      return { top: 10, bottom, scale: Math.max(...alike), kind };
    });
  }

  #draw(): void {
    const { context, width, height } = fitCanvas(this.#canvas);
    const data = this.#data;
    if (!data || data.starts.length === 0 || data.series.length === 0) return;
    const { series, starts, end } = data;
    const bottom = height - BOTTOM;
    const bands = this.#bands(data, bottom);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    (data.lanes ? bands : bands.slice(0, 1)).forEach((band) => this.#drawScale(context, band, width));
    this.#drawAxis(context, data, width, height);
    if (this.#brush) {
      const [from, to] = this.#brush.map((value) => this.#toX(value)) as [number, number];
      const x = Math.min(width, Math.max(LEFT, from));
      context.fillStyle = color("brush");
      context.fillRect(x, 4, Math.max(1, Math.min(width, to) - x), bottom - 4);
    }
    series.forEach((each, at) => {
      if (data.lanes) this.#drawBars(context, each, bands[at]!, at);
      else this.#drawCurve(context, each, bands[at]!, at, at === 0 && !each.isOther);
    });
    context.lineWidth = 1;
    const left = starts[0]!;
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

  #drawScale(context: CanvasRenderingContext2D, { top, bottom, scale, kind }: Band, width: number): void {
    const room = bottom - top;
    const marks = room < 100 ? 3 : 4;
    const step = Math.max(kind === "float" ? 0 : 1, roundStep(scale / marks, kind));
    context.strokeStyle = color("rule");
    context.fillStyle = color("soft");
    context.textAlign = "right";
    for (let tick = 0; tick <= scale && scale > 0; tick += step) {
      const y = Math.round(bottom - room * tick / scale) + 0.5;
      context.beginPath();
      context.moveTo(LEFT, y);
      context.lineTo(width, y);
      context.stroke();
      context.fillText(shortNumber(tick, kind).replace(/\.0(?= [KMGTPE]iB$)/, ""), LEFT - 6, y);
    }
  }

  #drawAxis(context: CanvasRenderingContext2D, data: ChartData, width: number, height: number): void {
    const { starts, end } = data;
    const left = starts[0]!;
    const xStep = Math.max(1, roundStep((end - left) / Math.max(2, Math.floor(width / 130))));
    context.fillStyle = color("soft");
    context.textAlign = "center";
    for (let tick = Math.ceil(left / xStep) * xStep; tick <= end; tick += xStep) {
      const x = this.#toX(tick);
      if (x > LEFT + 12 && x < width - 30) context.fillText(this.#place(tick, xStep), x, height - 8);
    }
  }

  /** A place of the axis in words, as exactly as a step is long. */
  #place(value: number, step: number): string {
    const { axisKind } = this.#data!;
    return axisKind === "time" ? timeText(value, step) : shortNumber(value, axisKind);
  }

  #drawCurve(
    context: CanvasRenderingContext2D,
    { values, isOther }: Series,
    { top, bottom, scale }: Band,
    at: number,
    filled: boolean,
  ): void {
    const { starts, end } = this.#data!;
    const toY = (value: number): number => scale === 0 ? bottom : bottom - (bottom - top) * value / scale;
    context.beginPath();
    let before = 0;
    starts.forEach((start, row) => {
      const value = values[row] ?? before;
      before = value;
      const y = toY(value);
      if (row === 0) context.moveTo(this.#toX(start), y);
      else context.lineTo(this.#toX(start), y);
      context.lineTo(this.#toX(starts[row + 1] ?? end), y);
    });
    context.strokeStyle = color(`series${at % MOST_SERIES + 1}`);
    context.lineWidth = 1.4;
    context.setLineDash(isOther ? [5, 3] : []);
    context.stroke();
    context.setLineDash([]);
    if (!filled) return;
    context.lineTo(this.#toX(end), bottom);
    context.lineTo(this.#toX(starts[0]!), bottom);
    context.globalAlpha = 0.12;
    context.fillStyle = color("series1");
    context.fill();
    context.globalAlpha = 1;
  }

  #drawBars(
    context: CanvasRenderingContext2D,
    { name, values }: Series,
    { top, bottom, scale }: Band,
    at: number,
  ): void {
    const { starts, end } = this.#data!;
    context.fillStyle = color(`series${at % MOST_SERIES + 1}`);
    values.forEach((value, row) => {
      if (!value || scale === 0) return;
      const x = this.#toX(starts[row]!);
      const width = this.#toX(starts[row + 1] ?? end) - x;
      const tall = Math.max(1, (bottom - top) * value / scale);
      context.fillRect(x, bottom - tall, Math.max(0.7, width - (width > 4 ? 1 : 0)), tall);
    });
    context.fillStyle = color("soft");
    context.textAlign = "left";
    context.fillText(name, LEFT + 2, top - 8);
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
    const { axis, series, starts } = data;
    const part = ({ name, kind, values, isOther }: Series, at: number): HTMLElement => {
      const value = this.#at === null
        ? values.reduce<number>((most, each) => Math.max(most, each ?? 0), 0)
        : values[this.#rowAt(this.#at)] ?? 0;
      return h(
        "span",
        { class: `key key${at % MOST_SERIES + 1}${isOther ? " other" : ""}` },
        `${name} ${this.#at === null ? "at most " : ""}${shortNumber(value, kind)}`,
      );
    };
    const step = starts.length > 1 ? starts[1]! - starts[0]! : 1;
    this.#said.replaceChildren(
      h("span", { class: "soft" }, this.#at === null ? axis : `${axis} ${this.#place(this.#at, step)}`),
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
