/**
 * Computes the boxes of a flame graph and their labels, for the program and for the page.
 * @module
 */

import { groupDigits } from "../../base/group_digits.ts";
import { durationText, sizeText } from "../../render/number_text.ts";
import { type CallNode, type Measure, totals } from "./call_tree.ts";
import { shortName } from "../../names/short_name.ts";

/** A function as a box of the graph. */
export interface Box {
  readonly node: CallNode;
  readonly level: number;
  /** Position and width as fractions of the total width. */
  readonly left: number;
  readonly width: number;
  readonly parent: Box | null;
}

/** Totals of each function by one measure. */
export interface Sums {
  readonly after: ReadonlyMap<CallNode, bigint>;
  readonly before: ReadonlyMap<CallNode, bigint> | null;
  /**
   * The width of each node. If two runs are compared, it is the larger of both numbers, so that removed paths
   * are visible too.
   */
  readonly width: ReadonlyMap<CallNode, bigint>;
}

/** The totals of a tree. */
export function sumsOf(root: CallNode, { at, before }: Measure): Sums {
  const after = totals(root, (self) => self[at]!);
  if (before < 0) return { after, before: null, width: after };
  return {
    after,
    before: totals(root, (self) => self[before]!),
    width: totals(root, (self) => self[at]! > self[before]! ? self[at]! : self[before]!),
  };
}

/**
 * Computes the boxes below a function, callers first, the widest on the left; boxes narrower than `least` are
 * left out.
 */
export function layOut(
  top: CallNode,
  { width }: Sums,
  { least, levels = Infinity }: { readonly least: number; readonly levels?: number },
): Box[] {
  const boxes: Box[] = [];
  const left: Box[] = [{ node: top, level: 0, left: 0, width: 1, parent: null }];
  while (left.length > 0) {
    const box = left.pop()!;
    boxes.push(box);
    const whole = Number(width.get(box.node)!);
    if (whole === 0 || box.level + 1 >= levels) continue;
    const children = [...box.node.children.values()].sort((a, b) => {
      const [first, second] = [width.get(a)!, width.get(b)!];
      return first < second ? 1 : first > second ? -1 : a.name < b.name ? -1 : 1;
    });
    let at = box.left;
    const next: Box[] = [];
    for (const node of children) {
      const room = box.width * Number(width.get(node)!) / whole;
      if (room >= least) next.push({ node, level: box.level + 1, left: at, width: room, parent: box });
      at += room;
    }
    left.push(...next.reverse());
  }
  return boxes;
}

/** Formats a number of a measure. */
export function measureText(value: bigint, { unit, separator }: Pick<Measure, "unit" | "separator">): string {
  const sign = value < 0n ? "−" : "";
  const size = value < 0n ? -value : value;
  if (unit === "bytes") return sign + sizeText(Number(size));
  return sign + (unit === "time" ? durationText(Number(size) / 1e9) : groupDigits(size, separator));
}

/** The label `parse: 12.0K, 34.5%`, or the numbers of both runs. */
export function boxText(node: CallNode, sums: Sums, whole: CallNode, measure: Measure): string {
  const after = sums.after.get(node)!;
  const deep = node.depth === 1 ? "" : `, recursion up to ${node.depth} deep`;
  if (!sums.before) {
    const all = Number(sums.after.get(whole)!);
    const share = all === 0 ? "" : `, ${(100 * Number(after) / all).toFixed(1)}%`;
    return `${node.name}: ${measureText(after, measure)}${share}${deep}`;
  }
  const before = sums.before.get(node)!;
  const delta = after - before;
  const change = delta === 0n ? "the same" : `${delta > 0n ? "+" : ""}${measureText(delta, measure)}`;
  return `${node.name}: ${measureText(before, measure)} before, ${
    measureText(after, measure)
  } after, ${change}${deep}`;
}

/** Returns the CSS class of a box, which is coloured by its name or by its growth. */
export function boxClass(node: CallNode, sums: Sums): string {
  if (sums.before) {
    const [before, after] = [Number(sums.before.get(node)!), Number(sums.after.get(node)!)];
    if (before === after) return "same";
    const degree = Math.ceil(3 * Math.abs(after - before) / Math.max(after, before));
    return `${after > before ? "grew" : "shrank"}${degree}`;
  }
  let hash = 0;
  for (let at = 0; at < node.name.length; at++) hash = (hash * 31 + node.name.charCodeAt(at)) | 0;
  return `f${(hash >>> 0) % 6 + 1}`;
}

/**
 * Returns the text in a box: the short name and the recursion depth; in comparisons, a sign shows the change
 * without relying on colour.
 */
export function boxLabel(node: CallNode, sums: Sums): string {
  const name = shortName(node.name) + (node.depth === 1 ? "" : ` ×${node.depth}`);
  if (!sums.before) return name;
  const [before, after] = [sums.before.get(node)!, sums.after.get(node)!];
  return `${after > before ? "+ " : after < before ? "− " : ""}${name}`;
}

/** Returns the accessible name of a box: its text, followed by the full name if that differs. */
export function boxName(node: CallNode, sums: Sums, whole: CallNode, measure: Measure): string {
  const label = boxLabel(node, sums);
  const text = boxText(node, sums, whole, measure);
  return text.startsWith(`${label}:`) ? text : `${label}: ${text}`;
}
