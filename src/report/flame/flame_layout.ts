/**
 * Where the boxes of a flame graph are, and what is said of each: for the program and for the page.
 * @module
 */

import { groupDigits } from "../../base/group_digits.ts";
import { durationText, sizeText } from "../../render/number_text.ts";
import { type CallNode, type Measure, totals } from "./call_tree.ts";
import { shortName } from "../../names/short_name.ts";

/** A function as it is drawn. */
export interface Box {
  readonly node: CallNode;
  readonly level: number;
  /** Shares of the whole width. */
  readonly left: number;
  readonly width: number;
  readonly parent: Box | null;
}

/** Totals of each function by one measure. */
export interface Sums {
  readonly after: ReadonlyMap<CallNode, bigint>;
  readonly before: ReadonlyMap<CallNode, bigint> | null;
  /** How wide: where two runs are compared, the larger of both for each path, so that what went is seen, too. */
  readonly width: ReadonlyMap<CallNode, bigint>;
}

/** Sums of a tree. */
export function sumsOf(root: CallNode, { at, before }: Measure): Sums {
  const after = totals(root, (self) => self[at]!);
  if (before < 0) return { after, before: null, width: after };
  return {
    after,
    before: totals(root, (self) => self[before]!),
    width: totals(root, (self) => self[at]! > self[before]! ? self[at]! : self[before]!),
  };
}

/** Boxes below a function, callers first, the widest on the left; those narrower than `least` are not drawn. */
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

/** A number in readable form. */
export function amountText(value: bigint, { unit, separator }: Pick<Measure, "unit" | "separator">): string {
  const sign = value < 0n ? "−" : "";
  const size = value < 0n ? -value : value;
  if (unit === "bytes") return sign + sizeText(Number(size));
  return sign + (unit === "time" ? durationText(Number(size) / 1e9) : groupDigits(size, separator));
}

/** `parse: 12.0K, 34.5%`, or what it had before and after. */
export function boxText(node: CallNode, sums: Sums, whole: CallNode, measure: Measure): string {
  const after = sums.after.get(node)!;
  const deep = node.depth === 1 ? "" : `, recursion up to ${node.depth} deep`;
  if (!sums.before) {
    const all = Number(sums.after.get(whole)!);
    const share = all === 0 ? "" : `, ${(100 * Number(after) / all).toFixed(1)}%`;
    return `${node.name}: ${amountText(after, measure)}${share}${deep}`;
  }
  const before = sums.before.get(node)!;
  const delta = after - before;
  const change = delta === 0n ? "the same" : `${delta > 0n ? "+" : ""}${amountText(delta, measure)}`;
  return `${node.name}: ${amountText(before, measure)} before, ${
    amountText(after, measure)
  } after, ${change}${deep}`;
}

/** How a box is coloured: by its name, or by how much it grew or shrank. */
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
 * What is in a box, its short name and how deep recursion goes: where two runs are compared a sign says the change
 * without the colour.
 */
export function boxLabel(node: CallNode, sums: Sums): string {
  const name = shortName(node.name) + (node.depth === 1 ? "" : ` ×${node.depth}`);
  if (!sums.before) return name;
  const [before, after] = [sums.before.get(node)!, sums.after.get(node)!];
  return `${after > before ? "+ " : after < before ? "− " : ""}${name}`;
}

/** What a box is called where it is read aloud: what is in it, and then the full name if that says more. */
export function boxName(node: CallNode, sums: Sums, whole: CallNode, measure: Measure): string {
  const label = boxLabel(node, sums);
  const text = boxText(node, sums, whole, measure);
  return text.startsWith(`${label}:`) ? text : `${label}: ${text}`;
}
