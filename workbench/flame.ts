/**
 * A flame graph: boxes as wide as what they hold, with zoom, search and keys. Canvas, since a tree may have tens of
 * thousands of boxes.
 * @module
 */

import type { ColumnKind } from "../src/serve/api_types.ts";
import { button, canvasWith, color, fillOf, fitCanvas, h, onNewLook } from "./dom.ts";
import { shortNumber } from "./values.ts";

/** A function with what was called from it. */
export interface FlameNode {
  readonly name: string;
  value: number;
  /** Value of the run before, where two are compared. */
  before?: number;
  readonly children: FlameNode[];
}

interface Box {
  readonly node: FlameNode;
  readonly depth: number;
  readonly from: number;
  readonly width: number;
  readonly parent: Box | null;
}

const ROW = 18;

/** A tree of rows with a level each, as the stage `tree` gives them. */
export function treeOf(
  rows: readonly { readonly level: number; readonly name: string; readonly value: number }[],
): FlameNode {
  const root: FlameNode = { name: rows[0]?.name ?? "(all)", value: rows[0]?.value ?? 0, children: [] };
  const path: FlameNode[] = [root];
  for (const { level, name, value } of rows.slice(1)) {
    const node: FlameNode = { name, value, children: [] };
    path.length = level;
    path[level - 1]?.children.push(node);
    path.push(node);
  }
  return root;
}

/** A tree of rows of names, outermost first. */
export function nestedTree(
  rows: readonly { readonly path: readonly string[]; readonly value: number }[],
): FlameNode {
  const root: FlameNode = { name: "(all)", value: 0, children: [] };
  for (const { path, value } of rows) {
    root.value += value;
    let node = root;
    for (const name of path) {
      let next = node.children.find((each) => each.name === name);
      if (!next) node.children.push(next = { name, value: 0, children: [] });
      next.value += value;
      node = next;
    }
  }
  const sort = (node: FlameNode): void => {
    node.children.sort((a, b) => b.value - a.value);
    node.children.forEach(sort);
  };
  sort(root);
  return root;
}

/** Two trees as one: the second as wide as it is, with what the first had. */
export function compareTrees(before: FlameNode | undefined, after: FlameNode | undefined): FlameNode {
  const names = new Set([...after?.children ?? [], ...before?.children ?? []].map(({ name }) => name));
  const child = (node: FlameNode | undefined, name: string): FlameNode | undefined =>
    node?.children.find((each) => each.name === name);
  return {
    name: (after ?? before)!.name,
    value: after?.value ?? 0,
    before: before?.value ?? 0,
    children: [...names].map((name) => compareTrees(child(before, name), child(after, name)))
      .sort((a, b) => b.value - a.value),
  };
}

/** A flame graph in the page. */
export class Flame {
  readonly element: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #said: HTMLElement;
  readonly #path: HTMLElement;
  readonly #tools: HTMLElement;
  readonly #found: HTMLElement;
  #root: FlameNode = { name: "", value: 0, children: [] };
  #zoom: FlameNode[] = [];
  #boxes: Box[] = [];
  /** The width that boxes are laid out for. */
  #laidOut = 0;
  #at: Box | null = null;
  #pattern = "";
  #kind: ColumnKind = "bytes";
  #unit = "";

  constructor(label: string) {
    const { canvas, said } = canvasWith("flame", label, {
      onpointermove: ({ offsetX, offsetY }: PointerEvent) => this.#point(this.#boxAt(offsetX, offsetY)),
      onpointerleave: () => this.#point(null),
      onclick: ({ offsetX, offsetY }: MouseEvent) => this.#enter(this.#boxAt(offsetX, offsetY)),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    this.#canvas = canvas;
    this.#said = said;
    this.#path = h("div", { class: "crumbs" });
    this.#found = h("span", { class: "soft" });
    const search = h("input", {
      type: "search",
      placeholder: "Find functions",
      "aria-label": "Find functions",
      oninput: () => {
        this.#pattern = search.value.toLowerCase();
        this.#draw();
      },
    });
    this.#tools = h("div", { class: "tools" }, search, this.#found);
    const scroll = h("div", { class: "flamescroll" }, this.#canvas);
    this.element = h("div", { class: "flamebox" }, this.#tools, this.#path, scroll, this.#said);
    onNewLook(this.#canvas, () => this.#draw(), scroll);
  }

  /** Shows a tree. */
  show(root: FlameNode, kind: ColumnKind, unit: string): void {
    this.#root = root;
    this.#kind = kind;
    this.#unit = unit;
    this.#zoom = [root];
    this.#at = null;
    this.#draw();
    this.#tell();
  }

  get #top(): FlameNode {
    return this.#zoom.at(-1) ?? this.#root;
  }

  #weight(node: FlameNode): number {
    return node.before === undefined ? node.value : Math.max(node.value, node.before);
  }

  #layOut(width: number): void {
    // Keys go from a box to those beside it: they stay the same ones as long as the picture does.
    if (this.#boxes[0]?.node === this.#top && this.#laidOut === width) return;
    this.#boxes = [];
    this.#at = null;
    this.#laidOut = width;
    const visit = (node: FlameNode, depth: number, from: number, room: number, parent: Box | null): void => {
      const box: Box = { node, depth, from, width: room, parent };
      this.#boxes.push(box);
      const whole = Math.max(
        this.#weight(node),
        node.children.reduce((sum, each) => sum + this.#weight(each), 0),
      );
      let x = from;
      for (const child of node.children) {
        const part = whole > 0 ? room * this.#weight(child) / whole : 0;
        // Narrower ones are not seen.
        if (part >= 0.6) visit(child, depth + 1, x, part, box);
        x += part;
      }
    };
    visit(this.#top, 0, 0, width, null);
  }

  #draw(): void {
    const width = this.#canvas.parentElement!.clientWidth;
    if (width === 0) return;
    this.#layOut(width);
    const depth = Math.max(...this.#boxes.map((box) => box.depth)) + 1;
    this.#canvas.style.height = `${depth * ROW + 2}px`;
    const { context } = fitCanvas(this.#canvas);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const ink = color("flameink");
    let found = 0;
    for (const box of this.#boxes) {
      const { node, from, width } = box;
      const y = box.depth * ROW;
      const isFound = this.#pattern !== "" && node.name.toLowerCase().includes(this.#pattern);
      if (isFound && !hasAncestor(box, ({ name }) => name.toLowerCase().includes(this.#pattern))) {
        found += node.value;
      }
      context.globalAlpha = this.#pattern !== "" && !isFound ? 0.35 : 1;
      context.fillStyle = isFound ? color("found") : fillOf(node.name, node.value, node.before);
      context.fillRect(from, y, Math.max(0.5, width - 0.6), ROW - 1);
      if (box === this.#at) {
        context.strokeStyle = color("ink");
        context.strokeRect(from + 0.5, y + 0.5, Math.max(0, width - 1.6), ROW - 2);
      }
      if (width > 26) {
        context.fillStyle = ink;
        context.fillText(fitted(context, node.name, width - 8), from + 4, y + ROW / 2);
      }
    }
    context.globalAlpha = 1;
    const share = this.#top.value > 0 ? ` (${(100 * found / this.#top.value).toFixed(1)}%)` : "";
    this.#found.textContent = this.#pattern === ""
      ? ""
      : `Found in ${shortNumber(found, this.#kind)}${share}`;
    this.#path.replaceChildren(
      ...this.#zoom.slice(0, -1).map((node, at) =>
        button(node.name, () => {
          this.#zoom = this.#zoom.slice(0, at + 1);
          this.#draw();
        })
      ),
    );
  }

  #boxAt(x: number, y: number): Box | null {
    const depth = Math.floor(y / ROW);
    return this.#boxes.find((box) => box.depth === depth && box.from <= x && x < box.from + box.width) ??
      null;
  }

  #point(box: Box | null): void {
    if (box === this.#at) return;
    this.#at = box;
    this.#draw();
    this.#tell();
  }

  #tell(): void {
    const node = this.#at?.node ?? this.#top;
    const share = this.#root.value > 0 ? `, ${(100 * node.value / this.#root.value).toFixed(1)}%` : "";
    const before = node.before === undefined ? "" : `, before ${shortNumber(node.before, this.#kind)}`;
    this.#said.textContent = `${node.name}: ${shortNumber(node.value, this.#kind)}${
      this.#unit === "" ? "" : ` ${this.#unit}`
    }${share}${before}`;
  }

  #enter(box: Box | null): void {
    if (!box || box.parent === null) return;
    const path: FlameNode[] = [];
    for (let at: Box | null = box; at?.parent; at = at.parent) path.unshift(at.node);
    this.#zoom.push(...path);
    this.#at = null;
    this.#draw();
    this.#tell();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = this.#at ?? this.#boxes[0] ?? null;
    if (!here) return;
    const siblings = this.#boxes.filter(({ depth }) => depth === here.depth);
    const at = siblings.indexOf(here);
    const child = this.#boxes.find(({ parent }) => parent === here);
    if (event.key === "ArrowDown") this.#point(child ?? here);
    else if (event.key === "ArrowUp") this.#point(here.parent ?? here);
    else if (event.key === "ArrowRight") this.#point(siblings[at + 1] ?? here);
    else if (event.key === "ArrowLeft") this.#point(siblings[at - 1] ?? here);
    else if (event.key === "Enter") this.#enter(here);
    else if (event.key === "Escape" || event.key === "Backspace") {
      if (this.#zoom.length > 1) this.#zoom.pop();
      this.#at = null;
      this.#draw();
    } else return;
    event.preventDefault();
  }
}

function hasAncestor(box: Box, test: (node: FlameNode) => boolean): boolean {
  for (let at = box.parent; at; at = at.parent) if (test(at.node)) return true;
  return false;
}

/** The beginning of a text that fits. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  let length = Math.floor(text.length * room / context.measureText(text).width);
  while (length > 0 && context.measureText(text.slice(0, length) + "…").width > room) length--;
  return length === 0 ? "" : text.slice(0, length) + "…";
}
