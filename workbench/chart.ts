/**
 * A chart over records, times or frames: a panel of curves for each unit, or lanes of bars, with a crosshair,
 * zoom and range selection. Each panel and lane has its own axis, linear or logarithmic.
 * @module
 */

import type { ColumnKind } from "../src/serve/api_types.ts";
import { type Axis, axisOf } from "./axis.ts";
import { button, canvasWith, color, fitCanvas, h, onNewLook, roomOfView } from "./dom.ts";
import { axisNumber, roundStep, shortNumber, timeText } from "./values.ts";

/** Returns the number of steps of a chart that is as wide as a view. */
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
  /** A value for each step; null repeats the previous value of a curve, or omits a bar. */
  readonly values: readonly (number | null)[];
  /** Belongs to another trace or point: drawn dashed and without filling. */
  readonly isOther?: boolean;
  /** The number of its colour, from 0; by default its index among the series. */
  readonly tone?: number;
  /** Lanes with the same name here share an axis, so that they can be compared. */
  readonly sharedAxis?: string;
  /** Drawn as a curve in its lane instead of bars; it has this many steps, while others may have more. */
  readonly curveSteps?: number;
}

/** The data of a chart. */
export interface ChartData {
  /** Where each step begins; an additional entry is the end of the last one. */
  readonly starts: readonly number[];
  readonly end: number;
  readonly axis: string;
  readonly axisKind: ColumnKind;
  readonly series: readonly Series[];
  /** Draw each series as bars in its own lane. */
  readonly lanes?: boolean;
  /** The range that is described when no position is selected; by default the ends of the steps. */
  readonly ends?: readonly [number, number];
  /** What is counted, if the series are kinds of it: `events in each step`. */
  readonly counted?: string;
}

/** Actions of the user on a chart. */
interface ChartEvents {
  brush?(from: number, to: number): void;
  zoom?(from: number, to: number): void;
  pick?(at: number): void;
  clear?(): void;
  /**
   * Called when the user switches between linear and logarithmic axes; if absent, the chart stores this
   * itself.
   */
  scaled?(isLogarithmic: boolean): void;
}

const LEFT = 58;
const BOTTOM = 20;
/** Space for the title of a panel. */
const TITLE = 18;
const LANE = 84;
/** Height of the first panel of curves, and of each further one. */
const CURVES = 210;
const MORE_CURVES = 130;
/**
 * Maximum number of curves that are named above a panel; if there are more, the title says what they count.
 */
const MOST_NAMED = 2;
/** Maximum number of series for which a chart has colours. */
export const MOST_SERIES = 8;

/** A part of the canvas with an axis of its own. */
interface Panel {
  readonly top: number;
  readonly bottom: number;
  readonly axis: Axis;
  readonly kind: ColumnKind;
  readonly title: string;
  /** Indexes of the series that it shows. */
  readonly shown: readonly number[];
}

/** A chart element. */
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
  #isLogarithmic = false;
  readonly #scale: HTMLButtonElement;
  /**
   * Whether this is the curve above all views, which has no axis, and is dimmed where nothing is selected.
   */
  readonly #isOverview: boolean;

  constructor(label: string, events: ChartEvents, { isOverview = false } = {}) {
    this.#events = events;
    this.#isOverview = isOverview;
    const { canvas, said } = canvasWith(isOverview ? "range" : "chart", label, {
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
    this.#scale = button("Logarithmic", () => this.#rescale(), {
      title: "Logarithmic or linear axes (l)",
      "aria-pressed": "false",
    });
    this.element = h(
      "div",
      { class: "chartbox" },
      this.#canvas,
      isOverview ? null : h("div", { class: "chartfoot" }, this.#said, this.#scale),
    );
    onNewLook(this.#canvas, () => this.#draw());
  }

  /** The element that describes the position under the pointer; an overview puts it elsewhere. */
  get said(): HTMLElement {
    return this.#said;
  }

  /**
   * Number of steps that fit: one per pixel. A chart that is not in the page yet returns the same number, so
   * that its data is requested only once.
   */
  get steps(): number {
    return stepsIn(this.element.getBoundingClientRect().width || roomOfView());
  }

  /** Shows data, the selected range, and the selected point. */
  show(
    data: ChartData,
    brush: readonly [number, number] | null,
    moment: number | null,
    isLogarithmic = this.#isLogarithmic,
  ): void {
    this.#data = data;
    this.#brush = brush;
    this.#moment = moment;
    this.#isLogarithmic = isLogarithmic;
    this.#scale.setAttribute("aria-pressed", String(isLogarithmic));
    const height = data.lanes
      ? Math.max(1, data.series.length) * LANE
      : CURVES + (Math.max(1, unitsOf(data).length) - 1) * MORE_CURVES;
    if (!this.#isOverview) this.#canvas.style.height = `max(${height + BOTTOM}px, var(--roomforchart))`;
    this.#draw();
    this.#tell();
  }

  #rescale(): void {
    this.#isLogarithmic = !this.#isLogarithmic;
    this.#scale.setAttribute("aria-pressed", String(this.#isLogarithmic));
    if (this.#events.scaled) this.#events.scaled(this.#isLogarithmic);
    this.#draw();
  }

  get #left(): number {
    return this.#isOverview ? 0 : LEFT;
  }

  #width(): number {
    return Math.max(1, this.#canvas.clientWidth - this.#left - (this.#isOverview ? 0 : 8));
  }

  #toX(value: number): number {
    const { starts, end } = this.#data!;
    const left = starts[0] ?? 0;
    return this.#left + this.#width() * (value - left) / Math.max(end - left, Number.MIN_VALUE);
  }

  #toValue(x: number): number {
    const { starts, end } = this.#data!;
    const left = starts[0] ?? 0;
    const share = Math.min(1, Math.max(0, (x - this.#left) / this.#width()));
    return Math.round(left + share * (end - left));
  }

  /** Determines where each series is drawn: series with different units have different axes. */
  #panels(data: ChartData, bottom: number): Panel[] {
    const { series, lanes, counted } = data;
    const tops = series.map(({ values }) =>
      values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
    );
    const axis = (shown: readonly number[], room: number): Axis => {
      const most = Math.max(0, ...shown.map((at) => tops[at]!));
      return axisOf(most, series[shown[0]!]!.kind, {
        marks: room < 90 ? 3 : 4,
        isLogarithmic: this.#isLogarithmic,
      });
    };
    if (this.#isOverview) {
      return [{ top: 3, bottom: bottom - 1, axis: axis([0], bottom), kind: "number", title: "", shown: [0] }];
    }
    if (lanes) {
      const tall = bottom / series.length;
      return series.map(({ kind, name, sharedAxis }, at) => {
        const alike = series.flatMap((each, other) =>
          other === at || (sharedAxis !== undefined && each.sharedAxis === sharedAxis) ? [other] : []
        );
        return {
          top: at * tall + TITLE,
          bottom: (at + 1) * tall - 4,
          axis: axis(alike, tall - TITLE),
          kind,
          title: name,
          shown: [at],
        };
      });
    }
    const units = unitsOf(data);
    // The first panel is higher, as far as the others leave space.
    const more = bottom * MORE_CURVES / (CURVES + (units.length - 1) * MORE_CURVES);
    const first = bottom - (units.length - 1) * more;
    return units.map(([kind, shown], at) => {
      const own = shown.filter((each) => !series[each]!.isOther).map((each) => series[each]!.name);
      const ends = first + at * more;
      const top = (at === 0 ? 0 : ends - more) + TITLE;
      const title = own.length <= MOST_NAMED ? own.join(", ") : counted ?? (kind === "bytes" ? "bytes" : "");
      return { top, bottom: ends - 4, axis: axis(shown, ends - 4 - top), kind, title, shown };
    });
  }

  #draw(): void {
    const { context, width, height } = fitCanvas(this.#canvas);
    const data = this.#data;
    if (!data || data.starts.length === 0 || data.series.length === 0) return;
    const { series, starts, end } = data;
    const bottom = this.#isOverview ? height : height - BOTTOM;
    const panels = this.#panels(data, bottom);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    if (!this.#isOverview) {
      for (const panel of panels) this.#drawScale(context, panel, width);
      this.#drawAxis(context, data, width, height);
    }
    if (this.#brush && !this.#isOverview) {
      const [from, to] = this.#brush.map((value) => this.#toX(value)) as [number, number];
      const x = Math.min(width, Math.max(LEFT, from));
      context.fillStyle = color("brush");
      context.fillRect(x, 4, Math.max(1, Math.min(width, to) - x), bottom - 4);
    }
    for (const panel of panels) {
      panel.shown.forEach((at, place) => {
        const each = series[at]!;
        const isBars = data.lanes && each.curveSteps === undefined && !this.#isOverview;
        if (isBars) this.#drawBars(context, each, panel, at);
        else this.#drawCurve(context, each, panel, at, place === 0 && !each.isOther);
      });
      const isNamed = !data.lanes && !this.#isOverview && panel.shown.length <= MOST_NAMED;
      if (isNamed) this.#drawPeak(context, panel, width);
    }
    if (this.#brush && this.#isOverview) this.#drawVeil(context, this.#brush, width, bottom);
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

  /** Dims the part that is not selected. */
  #drawVeil(
    context: CanvasRenderingContext2D,
    brush: readonly [number, number],
    width: number,
    bottom: number,
  ): void {
    const [from, to] = brush.map((value) => Math.max(0, Math.min(width, this.#toX(value)))) as [
      number,
      number,
    ];
    context.fillStyle = color("card");
    context.globalAlpha = 0.65;
    context.fillRect(0, 0, from, bottom);
    context.fillRect(to, 0, width - to, bottom);
    context.globalAlpha = 1;
    context.strokeStyle = color("accent");
    context.lineWidth = 1;
    context.strokeRect(from + 0.5, 0.5, Math.max(1, to - from - 1), bottom - 1);
  }

  #drawScale(
    context: CanvasRenderingContext2D,
    { top, bottom, axis, kind, title }: Panel,
    width: number,
  ): void {
    context.strokeStyle = color("rule");
    context.fillStyle = color("soft");
    context.textAlign = "right";
    for (const tick of axis.ticks) {
      const y = Math.round(bottom - (bottom - top) * axis.share(tick)) + 0.5;
      context.beginPath();
      context.moveTo(LEFT, y);
      context.lineTo(width, y);
      context.stroke();
      context.fillText(axisNumber(tick, kind), LEFT - 6, y);
    }
    context.textAlign = "left";
    context.fillText(title, LEFT + 2, top - 10);
  }

  /** Marks the maximum of the first curve of a panel. */
  #drawPeak(
    context: CanvasRenderingContext2D,
    { top, bottom, axis, kind, shown }: Panel,
    width: number,
  ): void {
    const { series, starts, end } = this.#data!;
    const [at] = shown;
    const { values } = series[at!]!;
    const row = values.reduce<number>(
      (best, value, row) => (value ?? 0) > (values[best] ?? 0) ? row : best,
      0,
    );
    const most = values[row] ?? 0;
    if (most <= 0) return;
    const x = this.#toX((starts[row]! + (starts[row + 1] ?? end)) / 2);
    const y = bottom - (bottom - top) * axis.share(most);
    context.fillStyle = color("mark");
    context.beginPath();
    context.moveTo(x - 4, y - 7);
    context.lineTo(x + 4, y - 7);
    context.lineTo(x, y - 1);
    context.fill();
    context.fillStyle = color("ink");
    const isRight = x > width - 110;
    context.textAlign = isRight ? "right" : "left";
    context.fillText(`peak ${shortNumber(most, kind)}`, x + (isRight ? -8 : 8), Math.max(8, y - 6));
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

  /** Describes a position on the axis, as precisely as the length of a step allows. */
  #place(value: number, step: number): string {
    const { axisKind } = this.#data!;
    return axisKind === "time" ? timeText(value, step) : shortNumber(value, axisKind);
  }

  #drawCurve(
    context: CanvasRenderingContext2D,
    { values, isOther, tone, curveSteps }: Series,
    { top, bottom, axis }: Panel,
    at: number,
    filled: boolean,
  ): void {
    const { starts: all, end: last } = this.#data!;
    const starts = all.slice(0, curveSteps);
    const end = all[starts.length] ?? last;
    const toY = (value: number): number => bottom - (bottom - top) * axis.share(value);
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
    const drawnIn = color(`series${(tone ?? at) % MOST_SERIES + 1}`);
    context.strokeStyle = drawnIn;
    context.lineWidth = 1.4;
    context.setLineDash(isOther ? [5, 3] : []);
    context.stroke();
    context.setLineDash([]);
    if (!filled) return;
    context.lineTo(this.#toX(end), bottom);
    context.lineTo(this.#toX(starts[0]!), bottom);
    context.globalAlpha = 0.12;
    context.fillStyle = drawnIn;
    context.fill();
    context.globalAlpha = 1;
  }

  #drawBars(
    context: CanvasRenderingContext2D,
    { values, tone }: Series,
    { top, bottom, axis }: Panel,
    at: number,
  ): void {
    const { starts, end } = this.#data!;
    context.fillStyle = color(`series${(tone ?? at) % MOST_SERIES + 1}`);
    values.forEach((value, row) => {
      if (!value) return;
      const x = this.#toX(starts[row]!);
      const width = this.#toX(starts[row + 1] ?? end) - x;
      const tall = Math.max(1, (bottom - top) * axis.share(value));
      context.fillRect(x, bottom - tall, Math.max(0.7, width - (width > 4 ? 1 : 0)), tall);
    });
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

  /** Shows the values at the crosshair, or the maxima. */
  #tell(): void {
    const data = this.#data;
    if (!data) return;
    const { axis, series, starts } = data;
    const part = ({ name, kind, values, isOther, tone }: Series, at: number): HTMLElement => {
      const value = this.#at === null
        ? values.reduce<number>((most, each) => Math.max(most, each ?? 0), 0)
        : values[this.#rowAt(this.#at)] ?? 0;
      return h(
        "span",
        { class: `key key${(tone ?? at) % MOST_SERIES + 1}${isOther ? " other" : ""}` },
        `${name} ${this.#at === null ? "at most " : ""}${shortNumber(value, kind)}`,
      );
    };
    const step = starts.length > 1 ? starts[1]! - starts[0]! : 1;
    if (this.#isOverview && this.#at === null) {
      const ends = (data.ends ?? [starts[0]!, data.end]).map((end) => this.#place(end, step));
      this.#said.replaceChildren(h("span", { class: "soft" }, `${axis} ${ends.join(" – ")}`));
      return;
    }
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
    else if (event.key === "l") this.#rescale();
    else if (event.key === "Escape") this.#events.clear?.();
    else return;
    event.preventDefault();
  }
}

/** Returns the units of curves in order of appearance, with the series of each unit. */
function unitsOf({ series }: ChartData): (readonly [ColumnKind, readonly number[]])[] {
  return [...Map.groupBy(series.map((_, at) => at), (at) => series[at]!.kind)];
}
