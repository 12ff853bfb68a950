/**
 * Builds call trees from rows, and a flame graph in the page.
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

/** The separator used everywhere in the page. */
const SEPARATOR = ",";

/** Creates a flame graph and its element. */
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

/** Whether rows come from the stage `tree`. */
export function isTree({ columns }: RowsLine): boolean {
  return columns[0]?.name === "level" && columns[1]?.name === "func";
}

/** Builds the tree from rows of `tree`, or from rows with numbers by their other columns, outermost first. */
export function callTree(line: RowsLine): CallTree {
  return isTree(line) ? stackTree(line) : placeTree(line);
}

/** Merges two trees, with the numbers of both, restricted to the measures that both have. */
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

/** Returns the tree with those measures that are not 0 everywhere; if all are, with the first one. */
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

/** Converts digits to a bigint, which keeps all 64 bits. */
function exact(cell: WireCell | undefined): bigint {
  return typeof cell === "string" && /^-?\d+$/.test(cell) ? BigInt(cell) : 0n;
}

/**
 * Builds the tree from rows that have a level each; a function's own numbers are those of its row minus the
 * rows below it.
 */
function stackTree({ columns, cells }: RowsLine): CallTree {
  const depths = columns.findIndex(({ name }, at) => at > 1 && name === "depth");
  const numbers = columns.flatMap((
    { kind },
    at,
  ) => (at > 1 && at !== depths && (kind === "bytes" || kind === "number") ? [at] : []));
  // Put bytes first, if there are any.
  numbers.sort((a, b) => Number(columns[b]!.kind === "bytes") - Number(columns[a]!.kind === "bytes"));
  const path: { readonly level: number; readonly node: CallNode }[] = [];
  let root: CallNode | null = null;
  cells[0]!.forEach((cell, row) => {
    const level = Number(cell);
    // The name is indented by its level.
    const name = String(cells[1]![row] ?? "(unknown)").trimStart();
    // Rows may have been filtered, so the callers of the first one may be missing.
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

/** Builds the tree from rows by place, such as module, file and function. */
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
