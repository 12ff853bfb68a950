/**
 * Draws single blocks: the addresses and the time range of each, with its neighbours.
 * @module
 */

import { color, fitCanvas } from "./dom.ts";
import { Drawing } from "./drawing.ts";
import { legendOf } from "./legend.ts";
import { grouped, roundStep, shortNumber, sizeText } from "./values.ts";

/** A block. */
export interface Block {
  readonly addr: bigint;
  readonly size: number;
  readonly from: number;
  /** Record of the free; null if the block is never freed. */
  readonly to: number | null;
  readonly who: string;
}

const LEFT = 110;
const BOTTOM = 22;
/** Gaps are drawn as if they had at most this many bytes. */
const GAP = 1024n;

/** A drawing of blocks. */
export class BlockMap {
  readonly #drawing: Drawing;
  #blocks: readonly Block[] = [];
  #tops: number[] = [];
  #tall = 1;
  #from = 0;
  #to = 1;

  /** `open` is called with the record of a block that is clicked. */
  constructor(label: string, open: (record: number) => void) {
    this.#drawing = new Drawing({
      kind: "map",
      label,
      keys: { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity },
      count: () => this.#blocks.length,
      draw: () => this.#draw(),
      find: (x, y) => this.#blockAt(x, y),
      words: (at) => this.#wordsOf(at),
      open: (at) => open(this.#blocks[at]!.from),
    });
  }

  get element(): HTMLElement {
    return this.#drawing.element;
  }

  /** Shows blocks, lowest address first, between two records. */
  show(blocks: readonly Block[], from: number, to: number, said: string): void {
    this.#blocks = blocks;
    this.#from = from;
    this.#to = Math.max(from + 1, to);
    this.#tops = [];
    let top = 0n;
    let end = blocks[0]?.addr ?? 0n;
    let highest = 0;
    for (const { addr, size } of blocks) {
      if (addr > end) top += addr - end > GAP ? GAP : addr - end;
      else top -= end - addr;
      this.#tops.push(Number(top));
      const length = BigInt(Math.max(1, Math.round(size)));
      // Continue from the end of the block that extends furthest.
      if (addr + length > end || addr > end) {
        top += length;
        end = addr + length;
      } else top += end - addr;
      highest = Math.max(highest, Number(top));
    }
    this.#tall = Math.max(1, highest);
    this.#drawing.show(said, legendOf("", [["freed", "freed"], ["kept", "never freed"], ["hole", "hole"]]));
  }

  #toX(value: number): number {
    const room = this.#drawing.canvas.clientWidth - LEFT - 4;
    return LEFT + room * Math.min(1, Math.max(0, (value - this.#from) / (this.#to - this.#from)));
  }

  #toY(bytes: number): number {
    return (this.#drawing.canvas.clientHeight - BOTTOM) * bytes / this.#tall;
  }

  #boxOf(at: number): readonly [x: number, y: number, width: number, height: number] {
    const { from, to, size } = this.#blocks[at]!;
    const x = this.#toX(from);
    const y = this.#toY(this.#tops[at]!);
    return [x, y, Math.max(1, this.#toX(to ?? this.#to) - x), Math.max(1, this.#toY(size))];
  }

  #draw(): void {
    const { context, width, height } = fitCanvas(this.#drawing.canvas);
    if (width === 0 || this.#blocks.length === 0) return;
    const [kept, freed] = ["mark", "series1"].map(color);
    this.#blocks.forEach(({ to }, at) => {
      context.fillStyle = (to === null ? kept : freed)!;
      context.globalAlpha = at === this.#drawing.at ? 1 : 0.6;
      const [x, y, wide, tall] = this.#boxOf(at);
      // A background line below each block separates adjacent blocks.
      context.fillRect(x, y, wide, tall > 3 ? tall - 1 : tall);
    });
    context.globalAlpha = 1;
    context.font = "11px ui-monospace, monospace";
    context.textBaseline = "middle";
    context.fillStyle = color("soft");
    let last = -Infinity;
    this.#blocks.forEach(({ addr }, at) => {
      const y = Math.max(6, this.#toY(this.#tops[at]!) + 1);
      if (y < last + 16 || y > height - BOTTOM) return;
      last = y;
      context.fillText(`0x${addr.toString(16)}`, 0, y, LEFT - 6);
    });
    context.textAlign = "center";
    const step = Math.max(
      1,
      roundStep((this.#to - this.#from) / Math.max(2, Math.floor((width - LEFT) / 130))),
    );
    for (let tick = Math.ceil(this.#from / step) * step; tick <= this.#to; tick += step) {
      const x = this.#toX(tick);
      if (x < width - 20) context.fillText(shortNumber(tick, "number"), x, height - 8);
    }
    context.textAlign = "left";
    if (this.#drawing.at < 0) return;
    context.strokeStyle = color("ink");
    const [x, y, wide, tall] = this.#boxOf(this.#drawing.at);
    context.strokeRect(x - 1, y - 1, wide + 2, tall + 2);
  }

  #blockAt(x: number, y: number): number {
    return this.#blocks.findLastIndex((_, at) => {
      const [left, top, width, height] = this.#boxOf(at);
      return left <= x && x <= left + width && top <= y && y <= top + height;
    });
  }

  /** Describes a block, its lifetime, and its neighbours. */
  #wordsOf(at: number): string {
    const block = this.#blocks[at]!;
    const lives = block.to === null ? "never freed" : `freed at ${grouped(String(block.to))}`;
    const beside = [this.#neighbour(at, -1), this.#neighbour(at, 1)]
      .flatMap((each, side) => each ? [`${side === 0 ? "below it" : "above it"} ${words(each)}`] : []);
    return `${words(block)}, allocated at ${grouped(String(block.from))}, ${lives}${
      beside.length > 0 ? `; ${beside.join(", ")}` : ""
    }`;
  }

  /** Returns the nearest block that was live when this one was allocated. */
  #neighbour(at: number, step: number): Block | null {
    const { from } = this.#blocks[at]!;
    for (let next = at + step; this.#blocks[next]; next += step) {
      const each = this.#blocks[next]!;
      if (each.from <= from && (each.to === null || each.to > from)) return each;
    }
    return null;
  }
}

function words({ addr, size, who }: Block): string {
  return `0x${addr.toString(16)} ${sizeText(size)}${who === "" ? "" : ` of ${who}`}`;
}
