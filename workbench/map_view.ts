/**
 * Memory by address: where blocks lie, and when. Each row of the picture is a stretch of addresses that has blocks, each
 * column a stretch of the trace; the darker, the more bytes were allocated there and then.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { type RowsLine, rowsOf } from "./api.ts";
import { color, fitCanvas, h, onNewLook, queryLine } from "./dom.ts";
import { allRows } from "./results.ts";
import { hasColumn, hasLives, Latest, rangeStage, type Shell, type View } from "./shell.ts";
import { grouped, numberOf, sizeText } from "./values.ts";

const ROWS = 160;
const COLUMNS = 240;
const LEFT = 110;

interface Spot {
  readonly row: number;
  readonly column: number;
  readonly bytes: number;
  readonly blocks: number;
}

/** The memory map of a trace. */
export class MapView implements View {
  readonly id = "map";
  readonly title = "Memory map";
  readonly element: HTMLElement;
  readonly #shell: Shell;
  readonly #canvas: HTMLCanvasElement;
  readonly #query = h("div");
  readonly #said = h("div", { class: "said", "aria-live": "polite" });
  readonly #latest = new Latest();
  #shown = "";
  #addresses: string[] = [];
  #seqs: number[] = [];
  #spots: Spot[] = [];
  #at = -1;

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#canvas = h("canvas", {
      class: "map",
      tabindex: 0,
      role: "img",
      "aria-label": "Bytes by address and record: arrows move from spot to spot",
      onpointermove: ({ offsetX, offsetY }: PointerEvent) => this.#point(this.#spotAt(offsetX, offsetY)),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.preventDefault();
        this.#point(
          Math.max(0, Math.min(this.#spots.length - 1, this.#at + (event.key === "ArrowLeft" ? -1 : 1))),
        );
      },
    });
    this.element = h("section", {}, this.#query, this.#canvas, this.#said);
    onNewLook(this.#canvas, () => this.#draw());
  }

  fits(trace: WireTrace): boolean {
    return hasLives(trace) && hasColumn(trace, "allocs", "addr");
  }

  update(): void {
    void this.#load();
  }

  async #load(): Promise<void> {
    const { trace, state } = this.#shell;
    const key = `${trace.name} ${JSON.stringify(state.range)}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.#said.textContent = "Running";
    try {
      const signal = this.#latest.next();
      const stage = rangeStage(state);
      // Addresses lie in few places far apart: pages that have blocks are counted first.
      const pages = await rowsOf(
        `allocs${trace.of}${stage} | summarize pages = distinct(bin(addr, 4096))`,
        1,
        signal,
      );
      const count = Math.max(1, numberOf(pages.cells[0]![0]) ?? 1);
      const width = 2 ** Math.max(8, Math.min(40, 12 + Math.ceil(Math.log2(count / ROWS))));
      const { from, to } = state.range ?? { from: 1, to: trace.events + 1 };
      const step = Math.max(1, Math.ceil((to - from) / COLUMNS));
      const query = `allocs${trace.of}${stage} | where addr is not null | by place = bin(addr, ${width}), ` +
        `since = bin(seq, ${step}): blocks = count(), bytes = sum(size) | sort place, since`;
      this.#query.replaceChildren(queryLine(query, (text) => this.#shell.take(text)));
      this.#take(await allRows(await rowsOf(query, 10_000, signal)));
    } catch (error) {
      if ((error as Error).name === "AbortError") return;
      this.#said.textContent = (error as Error).message;
      this.#shown = "";
    }
  }

  #take({ cells }: RowsLine): void {
    const [places, since, blocks, bytes] = cells as [string[], string[], string[], string[]];
    this.#addresses = [...new Set(places)];
    this.#seqs = [...new Set(since.map(Number))].sort((a, b) => a - b);
    const rows = new Map(this.#addresses.map((address, at) => [address, at]));
    const columns = new Map(this.#seqs.map((seq, at) => [seq, at]));
    this.#spots = places.map((place, at) => ({
      row: rows.get(place)!,
      column: columns.get(Number(since[at]))!,
      blocks: Number(blocks[at]),
      bytes: numberOf(bytes[at]) ?? 0,
    }));
    this.#at = -1;
    this.#draw();
    this.#said.textContent = `${
      grouped(String(this.#addresses.length))
    } stretches of addresses with blocks, ${grouped(String(this.#seqs.length))} of the trace`;
  }

  #cell(): readonly [width: number, height: number] {
    const { clientWidth, clientHeight } = this.#canvas;
    return [
      (clientWidth - LEFT - 4) / Math.max(1, this.#seqs.length),
      Math.min(24, (clientHeight - 22) / Math.max(1, this.#addresses.length)),
    ];
  }

  #draw(): void {
    const { context, width } = fitCanvas(this.#canvas);
    if (this.#spots.length === 0) return;
    const [cellWidth, cellHeight] = this.#cell();
    const most = Math.log2(1 + Math.max(...this.#spots.map(({ bytes }) => bytes)));
    context.fillStyle = color("series1");
    for (const { row, column, bytes } of this.#spots) {
      context.globalAlpha = 0.15 + 0.85 * Math.log2(1 + bytes) / Math.max(1, most);
      context.fillRect(
        LEFT + column * cellWidth,
        row * cellHeight,
        Math.max(1, cellWidth),
        Math.max(1, cellHeight - 0.5),
      );
    }
    context.globalAlpha = 1;
    context.font = "11px ui-monospace, monospace";
    context.textBaseline = "middle";
    context.fillStyle = color("soft");
    const every = Math.max(1, Math.ceil(16 / cellHeight));
    this.#addresses.forEach((address, row) => {
      if (row % every === 0) context.fillText(address, 0, Math.max(6, (row + 0.5) * cellHeight + 1));
    });
    const bottom = this.#addresses.length * cellHeight + 12;
    context.textAlign = "left";
    context.fillText(`record ${this.#seqs[0]}`, LEFT, bottom);
    context.textAlign = "right";
    context.fillText(String(this.#seqs.at(-1)), width - 4, bottom);
    context.textAlign = "left";
    const here = this.#spots[this.#at];
    if (here) {
      context.strokeStyle = color("ink");
      context.strokeRect(
        LEFT + here.column * cellWidth - 1,
        here.row * cellHeight - 1,
        cellWidth + 2,
        cellHeight + 1,
      );
    }
  }

  #spotAt(x: number, y: number): number {
    const [cellWidth, cellHeight] = this.#cell();
    const [column, row] = [Math.floor((x - LEFT) / cellWidth), Math.floor(y / cellHeight)];
    return this.#spots.findIndex((spot) => spot.row === row && spot.column === column);
  }

  #point(at: number): void {
    if (at === this.#at || at < 0) return;
    this.#at = at;
    this.#draw();
    const spot = this.#spots[at]!;
    this.#said.textContent = `${this.#addresses[spot.row]}, from record ${
      this.#seqs[spot.column]
    }: ${spot.blocks} blocks, ${sizeText(spot.bytes)}`;
  }
}
