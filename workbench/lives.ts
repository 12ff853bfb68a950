/**
 * Lives as lines: what existed from when to when. A line for each, the names in front.
 * @module
 */

import { color, fitCanvas, h, onNewLook } from "./dom.ts";
import { grouped, roundStep, shortNumber } from "./values.ts";

/** Something that came and went. */
export interface Life {
  readonly name: string;
  readonly from: number;
  /** Null for what never went. */
  readonly to: number | null;
  readonly note: string;
}

const ROW = 15;
const AXIS = 20;

/** Lines in the page. */
export class Lives {
  readonly element: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #said = h("div", { class: "said", "aria-live": "polite" });
  readonly #open: (life: Life) => void;
  #lives: readonly Life[] = [];
  #from = 0;
  #to = 1;
  #axis = "";
  #at = -1;

  constructor(label: string, open: (life: Life) => void) {
    this.#open = open;
    this.#canvas = h("canvas", {
      class: "lives",
      tabindex: 0,
      role: "img",
      "aria-label": label,
      onpointermove: ({ offsetY }: PointerEvent) => this.#point(Math.floor((offsetY - AXIS) / ROW)),
      onclick: ({ offsetY }: MouseEvent) => this.#enter(Math.floor((offsetY - AXIS) / ROW)),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    const scroll = h("div", { class: "flamescroll" }, this.#canvas);
    this.element = h("div", { class: "chartbox" }, scroll, this.#said);
    onNewLook(this.#canvas, () => this.#draw(), scroll);
  }

  /** Shows lives from one place of the axis to another. */
  show(lives: readonly Life[], from: number, to: number, axis: string): void {
    this.#lives = lives;
    this.#from = from;
    this.#to = Math.max(to, from + 1);
    this.#axis = axis;
    this.#at = -1;
    this.#canvas.style.height = `${AXIS + Math.max(1, lives.length) * ROW + 4}px`;
    this.#draw();
    this.#said.textContent = "";
  }

  #draw(): void {
    const { context, width } = fitCanvas(this.#canvas);
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
      if (at === this.#at) {
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
      // What never went is drawn in the colour of leaks.
      context.fillStyle = color(to === null ? "mark" : "series1");
      context.fillRect(start, y + 4, Math.max(1.5, end - start), ROW - 8);
    });
  }

  #point(at: number): void {
    const life = this.#lives[at];
    if (!life || at === this.#at) return;
    this.#at = at;
    this.#draw();
    const end = life.to === null ? "never deleted" : `to ${grouped(String(life.to))}`;
    this.#said.textContent = `${life.name}: from ${this.#axis} ${grouped(String(life.from))}, ${end}${
      life.note === "" ? "" : `, ${life.note}`
    }`;
  }

  #enter(at: number): void {
    const life = this.#lives[at];
    if (life) this.#open(life);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.#lives.length - 1;
    if (event.key === "ArrowDown") this.#point(Math.min(last, this.#at + 1));
    else if (event.key === "ArrowUp") this.#point(Math.max(0, this.#at - 1));
    else if (event.key === "Home") this.#point(0);
    else if (event.key === "End") this.#point(last);
    else if (event.key === "Enter") this.#enter(this.#at);
    else return;
    event.preventDefault();
    this.#canvas.parentElement!.scrollTop = Math.max(0, this.#at * ROW - 200);
  }
}
