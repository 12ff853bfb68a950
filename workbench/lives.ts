/**
 * Lifetimes as lines, with their names on the left.
 * @module
 */

import { color, fitCanvas } from "./dom.ts";
import { Drawing } from "./drawing.ts";
import { grouped, roundStep, shortNumber } from "./values.ts";

/** Something with a lifetime. */
export interface Life {
  readonly name: string;
  readonly from: number;
  /** The end; null for something that never ended. */
  readonly to: number | null;
  readonly note: string;
}

const ROW = 15;
const AXIS = 20;

/** A drawing of lifetimes. */
export class Lives {
  readonly #drawing: Drawing;
  #lives: readonly Life[] = [];
  #from = 0;
  #to = 1;
  #axis = "";

  constructor(label: string, open: (life: Life) => void) {
    this.#drawing = new Drawing({
      kind: "lives",
      label,
      keys: { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity },
      count: () => this.#lives.length,
      draw: () => this.#draw(),
      find: (_, y) => Math.floor((y - AXIS) / ROW),
      words: (at) => this.#wordsOf(this.#lives[at]!),
      open: (at) => open(this.#lives[at]!),
      top: (at) => at * ROW,
    });
  }

  get element(): HTMLElement {
    return this.#drawing.element;
  }

  /** Shows lifetimes between two positions of the axis. */
  show(lives: readonly Life[], from: number, to: number, axis: string): void {
    this.#lives = lives;
    this.#from = from;
    this.#to = Math.max(to, from + 1);
    this.#axis = axis;
    this.#drawing.canvas.style.height = `${AXIS + Math.max(1, lives.length) * ROW + 4}px`;
    this.#drawing.show("");
  }

  #draw(): void {
    const { context, width } = fitCanvas(this.#drawing.canvas);
    if (width === 0) return;
    const left = Math.min(220, width * 0.35);
    const toX = (value: number): number =>
      left + (width - left - 6) * Math.min(1, Math.max(0, (value - this.#from) / (this.#to - this.#from)));
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.textAlign = "center";
    context.fillStyle = color("soft");
    context.strokeStyle = color("rule");
    const step = Math.max(
      1,
      roundStep((this.#to - this.#from) / Math.max(2, Math.floor((width - left) / 110))),
    );
    for (let tick = Math.ceil(this.#from / step) * step; tick <= this.#to; tick += step) {
      const x = Math.round(toX(tick)) + 0.5;
      if (x < width - 20) context.fillText(shortNumber(tick, "number"), x, 8);
      context.beginPath();
      context.moveTo(x, 16);
      context.lineTo(x, AXIS + this.#lives.length * ROW);
      context.stroke();
    }
    context.textAlign = "left";
    this.#lives.forEach(({ name, from, to }, at) => {
      const y = AXIS + at * ROW;
      if (at === this.#drawing.at) {
        context.fillStyle = color("here");
        context.fillRect(0, y, width, ROW);
      }
      context.save();
      context.beginPath();
      context.rect(0, y, left - 6, ROW);
      context.clip();
      context.fillStyle = color("ink");
      context.fillText(name, 2, y + ROW / 2);
      context.restore();
      const [start, end] = [toX(from), toX(to ?? this.#to)];
      // A lifetime that never ended is drawn in the colour of leaks.
      context.fillStyle = color(to === null ? "mark" : "series1");
      context.fillRect(start, y + 4, Math.max(1.5, end - start), ROW - 8);
    });
  }

  #wordsOf({ name, from, to, note }: Life): string {
    const end = to === null ? "never deleted" : `to ${grouped(String(to))}`;
    return `${name}: from ${this.#axis} ${grouped(String(from))}, ${end}${note === "" ? "" : `, ${note}`}`;
  }
}
