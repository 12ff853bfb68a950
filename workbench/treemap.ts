/**
 * Nested boxes whose areas are the amounts that they hold: files, and in each file its functions.
 * @module
 */

import { color, fillOf, fitCanvas } from "./dom.ts";
import { Drawing } from "./drawing.ts";
import { sizeText } from "./values.ts";

/** A function of a file. */
export interface Leaf {
  readonly outer: string;
  readonly inner: string;
  readonly value: number;
  readonly before?: number;
  readonly said: string;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const HEAD = 15;

/** A treemap element. */
export class Treemap {
  readonly #drawing: Drawing;
  #leaves: readonly Leaf[] = [];
  #boxes: (readonly [Leaf, Box])[] = [];

  constructor(label: string, open: (leaf: Leaf) => void) {
    this.#drawing = new Drawing({
      kind: "map",
      label,
      keys: { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 },
      count: () => this.#boxes.length,
      draw: () => this.#draw(),
      find: (x, y) => this.#boxAt(x, y),
      words: (at) => this.#boxes[at]![0].said,
      open: (at) => open(this.#boxes[at]![0]),
    });
  }

  get element(): HTMLElement {
    return this.#drawing.element;
  }

  /** Shows boxes, largest first, and a sentence until the pointer is on one. */
  show(leaves: readonly Leaf[], said: string, legend?: HTMLElement): void {
    this.#leaves = leaves;
    this.#drawing.show(said, legend);
  }

  #draw(): void {
    const { context, width, height } = fitCanvas(this.#drawing.canvas);
    if (width === 0) return;
    const weight = ({ value, before }: Leaf): number => Math.max(value, before ?? 0);
    const groups = Map.groupBy(this.#leaves.filter((leaf) => weight(leaf) > 0), ({ outer }) => outer);
    const outers = [...groups].map(([name, leaves]) => ({
      name,
      leaves: leaves.toSorted((a, b) => weight(b) - weight(a)),
      value: leaves.reduce((sum, leaf) => sum + weight(leaf), 0),
    })).sort((a, b) => b.value - a.value);
    this.#boxes = [];
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    squarified(outers.map(({ value }) => value), { x: 0, y: 0, width, height }).forEach((box, at) => {
      const { name, leaves, value } = outers[at]!;
      const hasHead = box.height > 30 && box.width > 40;
      context.fillStyle = color("track");
      context.fillRect(box.x, box.y, box.width - 1, box.height - 1);
      if (hasHead) this.#write(context, `${name} ${sizeText(value)}`, { ...box, height: HEAD }, "ink");
      const inside = hasHead
        ? { x: box.x + 1, y: box.y + HEAD, width: box.width - 3, height: box.height - HEAD - 2 }
        : box;
      squarified(leaves.map(weight), inside).forEach((each, index) => {
        const leaf = leaves[index]!;
        this.#boxes.push([leaf, each]);
        context.fillStyle = fillOf(leaf.inner, leaf.value, leaf.before);
        context.fillRect(each.x, each.y, Math.max(0.5, each.width - 1), Math.max(0.5, each.height - 1));
        if (each.height > 13) {
          this.#write(context, leaf.inner, { ...each, height: Math.min(each.height, 16) }, "ink");
        }
      });
    });
    const here = this.#boxes[this.#drawing.at]?.[1];
    if (!here) return;
    context.strokeStyle = color("ink");
    context.lineWidth = 2;
    context.strokeRect(here.x + 1, here.y + 1, Math.max(1, here.width - 3), Math.max(1, here.height - 3));
    context.lineWidth = 1;
  }

  #write(context: CanvasRenderingContext2D, text: string, box: Box, ink: string): void {
    if (box.width < 24) return;
    context.save();
    context.beginPath();
    context.rect(box.x, box.y, box.width - 4, box.height);
    context.clip();
    context.fillStyle = color(ink);
    context.fillText(text, box.x + 3, box.y + box.height / 2);
    context.restore();
  }

  #boxAt(x: number, y: number): number {
    return this.#boxes.findIndex(([, box]) =>
      box.x <= x && x < box.x + box.width && box.y <= y && y < box.y + box.height
    );
  }
}

/**
 * Arranges boxes for values, largest first, as close to squares as possible: rows along the shorter side,
 * each as long as its boxes improve.
 */
export function squarified(values: readonly number[], { x, y, width, height }: Box): Box[] {
  const whole = values.reduce((sum, value) => sum + value, 0);
  const boxes: Box[] = [];
  if (whole <= 0 || width <= 0 || height <= 0) return values.map(() => ({ x, y, width: 0, height: 0 }));
  const scale = width * height / whole;
  let from = 0;
  while (from < values.length) {
    const side = Math.min(width, height);
    const worst = (sum: number, least: number, most: number): number =>
      Math.max(side * side * most / (sum * sum), sum * sum / (side * side * least));
    let to = from;
    let sum = 0;
    let before = Infinity;
    while (to < values.length) {
      const area = values[to]! * scale;
      const next = worst(sum + area, Math.max(area, Number.MIN_VALUE), values[from]! * scale);
      if (to > from && next > before) break;
      before = next;
      sum += area;
      to++;
    }
    const thick = side > 0 ? sum / side : 0;
    let along = 0;
    for (let at = from; at < to; at++) {
      const long = thick > 0 ? values[at]! * scale / thick : 0;
      boxes.push(
        width >= height
          ? { x, y: y + along, width: thick, height: long }
          : { x: x + along, y, width: long, height: thick },
      );
      along += long;
    }
    if (width >= height) x += thick, width -= thick;
    else y += thick, height -= thick;
    from = to;
  }
  return boxes;
}
