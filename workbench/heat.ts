/**
 * A grid of shaded cells, with a legend above it; in comparisons, red means more and blue means less. Keys
 * reach every cell, and a line describes it.
 * @module
 */

import { color, fitCanvas } from "./dom.ts";
import { Drawing } from "./drawing.ts";
import { type Shades, shadesOf, signedLegend } from "./legend.ts";
import { SHADES } from "./shades.ts";

/** A cell that is not empty. */
export interface Spot {
  readonly row: number;
  readonly column: number;
  readonly value: number;
  /** Its earlier value, in comparisons. */
  readonly before?: number;
  /** The number of blocks, and their bytes if the value is something else. */
  readonly blocks: number;
  readonly bytes?: number;
}

/** The data of a chart. */
export interface HeatData {
  readonly rows: readonly string[];
  readonly columns: number;
  readonly left: string;
  readonly right: string;
  readonly spots: readonly Spot[];
  /** Describes a cell. */
  said(spot: Spot): string;
  /** What the shades mean, the value of the darkest one, and how values are formatted. */
  readonly scale: {
    readonly title: string;
    readonly most: number;
    readonly isWhole?: boolean;
    words(value: number): string;
  };
  /** What the background between the cells means, if anything. */
  readonly hole?: string;
  /** What it is compared with. */
  readonly against?: string;
}

const LEFT = 110;
const BOTTOM = 22;

/** A grid element. */
export class Heat {
  readonly #drawing: Drawing;
  #data: HeatData = {
    rows: [],
    columns: 0,
    left: "",
    right: "",
    spots: [],
    said: () => "",
    scale: { title: "", most: 1, words: String },
  };
  #shades: Shades | null = null;
  /** By position, the index of its cell plus one; 0 for none. */
  #places = new Uint32Array(0);

  constructor(label: string) {
    this.#drawing = new Drawing({
      kind: "map",
      label,
      keys: {
        ArrowLeft: -1,
        ArrowRight: 1,
        ArrowDown: (at) => this.#near(at, 1),
        ArrowUp: (at) => this.#near(at, -1),
        Home: -Infinity,
        End: Infinity,
      },
      count: () => this.#data.spots.length,
      draw: () => this.#draw(),
      find: (x, y) => this.#spotAt(x, y),
      words: (at) => this.#data.said(this.#data.spots[at]!),
    });
  }

  get element(): HTMLElement {
    return this.#drawing.element;
  }

  /** Shows a grid, and a sentence until the pointer is on a cell. */
  show(data: HeatData, said: string): void {
    this.#data = data;
    this.#places = new Uint32Array(data.rows.length * data.columns);
    data.spots.forEach(({ row, column }, at) => this.#places[row * data.columns + column] = at + 1);
    const height = Math.min(520, Math.max(80, data.rows.length * 18)) + BOTTOM;
    this.#drawing.canvas.style.height = `${height}px`;
    const { spots, scale, against, hole } = data;
    this.#shades = against === undefined
      ? shadesOf(spots.map(({ value }) => value), scale.most, {
        ...scale,
        ...hole === undefined ? {} : { hole },
      })
      : null;
    const legend = against === undefined ? this.#shades!.legend : signedLegend(against);
    this.#drawing.show(said, spots.length > 0 ? legend : undefined);
  }

  #cell(): readonly [width: number, height: number] {
    const { clientWidth, clientHeight } = this.#drawing.canvas;
    return [
      (clientWidth - LEFT - 4) / Math.max(1, this.#data.columns),
      Math.min(24, (clientHeight - BOTTOM) / Math.max(1, this.#data.rows.length)),
    ];
  }

  #draw(): void {
    const { context, width } = fitCanvas(this.#drawing.canvas);
    const { rows, spots, left, right } = this.#data;
    // An element outside the page has no size; when it is inserted, it is drawn with its new size.
    if (rows.length === 0 || width === 0) return;
    const [cellWidth, cellHeight] = this.#cell();
    const weight = ({ value, before }: Spot): number => Math.max(value, before ?? 0);
    const most = Math.log2(1 + spots.reduce((max, spot) => Math.max(max, weight(spot)), 0));
    // There are tens of thousands of cells, so look up each colour only once.
    const [grew, shrank, same] = ["grew", "shrank", "same"].map(color);
    const shades = Array.from({ length: SHADES }, (_, at) => color(`shade${at + 1}`));
    const styleOf = ({ value, before }: Spot): string =>
      this.#shades
        ? shades[this.#shades.shade(value) - 1]!
        : value > before!
        ? grew!
        : value < before!
        ? shrank!
        : same!;
    for (let at = 0; at < spots.length;) {
      const spot = spots[at]!, { row, column } = spot, style = styleOf(spot);
      let count = 1;
      // Adjacent cells of the same shade are drawn as one rectangle, because most of the time depends on the
      // number of rectangles.
      for (; this.#shades; count++) {
        const next = spots[at + count];
        if (next?.row !== row || next.column !== column + count || styleOf(next) !== style) break;
      }
      context.fillStyle = style;
      // If the colour shows the direction of a change, its opacity shows the amount.
      if (!this.#shades) context.globalAlpha = 0.25 + 0.75 * Math.log2(1 + weight(spot)) / Math.max(1, most);
      context.fillRect(
        LEFT + column * cellWidth,
        row * cellHeight,
        Math.max(1, count * cellWidth),
        Math.max(1, cellHeight - 0.5),
      );
      at += count;
    }
    context.globalAlpha = 1;
    context.font = "11px ui-monospace, monospace";
    context.textBaseline = "middle";
    context.fillStyle = color("soft");
    const every = Math.max(1, Math.ceil(16 / cellHeight));
    rows.forEach((name, row) => {
      if (row % every === 0) context.fillText(name, 0, Math.max(6, (row + 0.5) * cellHeight + 1), LEFT - 6);
    });
    const bottom = rows.length * cellHeight + 12;
    context.textAlign = "left";
    context.fillText(left, LEFT, bottom);
    context.textAlign = "right";
    context.fillText(right, width - 4, bottom);
    context.textAlign = "left";
    const here = spots[this.#drawing.at];
    if (!here) return;
    context.strokeStyle = color("ink");
    context.strokeRect(
      LEFT + here.column * cellWidth - 1,
      here.row * cellHeight - 1,
      cellWidth + 2,
      cellHeight + 1,
    );
  }

  #spotAt(x: number, y: number): number {
    const [cellWidth, cellHeight] = this.#cell();
    const [column, row] = [Math.floor((x - LEFT) / cellWidth), Math.floor(y / cellHeight)];
    if (column < 0 || column >= this.#data.columns) return -1;
    return (this.#places[row * this.#data.columns + column] ?? 0) - 1;
  }

  /** Returns the nearest non-empty cell of the next row, in this column or close to it. */
  #near(at: number, step: number): number {
    const { spots } = this.#data;
    const here = spots[at];
    if (!here) return 0;
    const rows = spots.map((spot, at) => ({ ...spot, at }))
      .filter(({ row }) => (step > 0 ? row > here.row : row < here.row))
      .sort((a, b) =>
        Math.abs(a.row - here.row) - Math.abs(b.row - here.row) ||
        Math.abs(a.column - here.column) - Math.abs(b.column - here.column)
      );
    return rows[0]?.at ?? at;
  }
}
