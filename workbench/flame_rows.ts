/**
 * Trees of calls out of rows, and a flame graph in the page.
 * @module
 */

import type { WireCell, WireColumn } from "../src/serve/api_types.ts";
import {
  addPath,
  type CallNode,
  type CallTree,
  type Measure,
  newNode,
  walk,
} from "../src/report/flame/call_tree.ts";
import type { RowsLine } from "./api.ts";
import { h } from "./dom.ts";
import { Flame, type FlameEvents } from "./flame.ts";

/** As everywhere in the page. */
const SEPARATOR = ",";

/** A flame graph and its element. */
export function flameBox(label: string, events: FlameEvents = {}): {
  readonly flame: Flame;
  readonly element: HTMLElement;
} {
  const element = h(
    "div",
    { class: "flamebox" },
    h("div", { class: "flamescroll" }, h("div", { class: "flame", "aria-label": label })),
    h("div", { class: "said" }),
  );
  return { flame: new Flame(element, events), element };
}

/** Whether rows are those of the stage `tree`. */
export function isTree({ columns }: RowsLine): boolean {
  return columns[0]?.name === "level" && columns[1]?.name === "func";
}

/** The tree of rows of `tree`, or of rows with numbers by what else they have, outermost first. */
export function callTree(line: RowsLine): CallTree {
  return isTree(line) ? stackTree(line) : placeTree(line);
}

/** Two trees as one, with the numbers of both, as far as both have them. */
export function compareTrees(before: CallTree, after: CallTree): CallTree {
  const count = after.measures.length;
  const root = newNode(after.root.name, 2 * count);
  const measures = after.measures.map((measure, at): Measure => ({ ...measure, at, before: count + at }));
  for (const { root: from, measures: own, first } of [{ ...after, first: 0 }, { ...before, first: count }]) {
    const places = after.measures.map(({ title }) => own.find((each) => each.title === title)?.at ?? -1);
    const path: CallNode[] = [];
    for (const [node, level] of walk(from)) {
      path.length = Math.max(0, level - 1);
      if (level > 0) path.push(node);
      const values = new Array<bigint>(2 * count).fill(0n);
      places.forEach((place, at) => values[first + at] = place < 0 ? 0n : node.self[place]!);
      if (values.some((value) => value !== 0n)) {
        addPath(
          root,
          path.map(({ name }) => name),
          values,
          path.map(({ depth }) => depth),
        );
      }
    }
  }
  return withNumbers({ root, measures });
}

/** The tree with those of its numbers that are not 0 everywhere; with the first one where all are. */
function withNumbers({ root, measures }: CallTree): CallTree {
  const nodes = [...walk(root)];
  const used = measures.filter(({ at, before }) =>
    nodes.some(([{ self }]) => self[at] !== 0n || (before >= 0 && self[before] !== 0n))
  );
  return { root, measures: used.length > 0 ? used : measures.slice(0, 1) };
}

/** Whether there is nothing to draw. */
export function isEmptyTree({ root }: CallTree): boolean {
  for (const [{ self }] of walk(root)) if (self.some((value) => value !== 0n)) return false;
  return true;
}

function measureOf({ name, kind }: WireColumn, at: number): Measure {
  const unit = kind === "bytes" ? "bytes" : "counts";
  return { title: name.replaceAll("_", " "), unit, at, before: -1, separator: SEPARATOR };
}

/** Digits: 64 bits stay what they are. */
function exact(cell: WireCell | undefined): bigint {
  return typeof cell === "string" && /^-?\d+$/.test(cell) ? BigInt(cell) : 0n;
}

/** Rows with a level each; a function has what its row has without the rows below it. */
function stackTree({ columns, cells }: RowsLine): CallTree {
  const depths = columns.findIndex(({ name }, at) => at > 1 && name === "depth");
  const numbers = columns.flatMap((
    { kind },
    at,
  ) => (at > 1 && at !== depths && (kind === "bytes" || kind === "number") ? [at] : []));
  // Bytes first, where there are any.
  numbers.sort((a, b) => Number(columns[b]!.kind === "bytes") - Number(columns[a]!.kind === "bytes"));
  const path: { readonly level: number; readonly node: CallNode }[] = [];
  let root: CallNode | null = null;
  cells[0]!.forEach((cell, row) => {
    const level = Number(cell);
    // The name is indented by its level.
    const name = String(cells[1]![row] ?? "(unknown)").trimStart();
    // Rows may have been filtered: what is above the first one is nowhere.
    while (path.length > 1 && path.at(-1)!.level >= level) path.pop();
    const caller = path.at(-1)?.node;
    let node = caller?.children.get(name);
    if (!node) {
      node = newNode(name, numbers.length);
      caller?.children.set(name, node);
    }
    root ??= node;
    node.depth = Math.max(node.depth, Number(cells[depths]?.[row] ?? 1));
    numbers.forEach((column, at) => {
      const value = exact(cells[column]![row]);
      node.self[at]! += value;
      if (caller) caller.self[at]! -= value;
    });
    path.push({ level, node });
  });
  const measures = numbers.map((column, at) => measureOf(columns[column]!, at));
  return withNumbers({ root: root ?? newNode("(all)", numbers.length), measures });
}

/** Rows by places, such as module, file and function. */
function placeTree({ columns, cells }: RowsLine): CallTree {
  const isNumber = ({ name }: WireColumn): boolean => name === "count" || name === "bytes";
  const numbers = ["bytes", "count"].map((wanted) => columns.findIndex(({ name }) => name === wanted))
    .filter((at) => at >= 0);
  const labels = columns.flatMap((column, at) => (isNumber(column) ? [] : [at]));
  const root = newNode("(all)", numbers.length);
  (cells[0] ?? []).forEach((_, row) => {
    const path = labels.map((label) => {
      const cell = cells[label]![row] ?? null;
      const { name } = columns[label]!;
      return cell === null
        ? `(no ${name})`
        : name === "line" || name === "thread"
        ? `${name} ${cell}`
        : String(cell);
    });
    addPath(root, path, numbers.map((column) => exact(cells[column]?.[row])));
  });
  return withNumbers({ root, measures: numbers.map((column, at) => measureOf(columns[column]!, at)) });
}
