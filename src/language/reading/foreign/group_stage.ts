/**
 * Writes groups and computed columns of other languages as stages: aggregates, functions of ordered rows, and
 * expressions that contain several of them.
 * @module
 */

import { writtenName } from "../../../query/analysis/message_words.ts";
import type { ReadingContext } from "../reading_context.ts";
import { type Foreign, type ForeignSortKey, someNode } from "./parse.ts";
import { ForeignWriter, hasAggregate, isWindowCall, keyOf } from "./write.ts";

/** An expression and the name that it gets; undefined if it has none. */
export interface ForeignItem {
  readonly value: Foreign;
  readonly name: string | undefined;
}

/** A query with the columns that stand for expressions it has computed. */
export interface MadeRows {
  readonly query: string;
  readonly made: ReadonlyMap<string, string>;
}

/** Separates the name of an item from its value. */
export function foreignItem(node: Foreign): ForeignItem {
  return node.kind === "named" ? { value: node.value, name: node.name } : { value: node, name: undefined };
}

/** Adds a stage to a query, which is empty for the main table. */
export function withStageText(query: string, stage: string): string {
  return query === "" ? stage : `${query} | ${stage}`;
}

/** Writes an item as `name = value`; null if it has no counterpart. */
export function writtenItem({ value, name }: ForeignItem, writer: ForeignWriter): string | null {
  const text = writer.text(value);
  if (text === null) return null;
  return name === undefined || text === name ? text : `${writtenName(name)} = ${text}`;
}

/** Adds `by keys: aggregates`, or `summarize aggregates`; null if a part has no counterpart. */
export function grouped(
  world: ReadingContext,
  query: string,
  keys: readonly ForeignItem[],
  aggregates: readonly ForeignItem[],
): MadeRows | null {
  const rows = world.rows(query === "" ? world.catalog.mainTable : query);
  if (rows === null) return null;
  const writer = new ForeignWriter(world, rows);
  const [by, sums] = [keys, aggregates].map((list) => list.map((item) => writtenItem(item, writer)));
  if (by!.includes(null) || sums!.includes(null)) return null;
  const stage = keys.length === 0
    ? `summarize ${sums!.join(", ")}`
    : `by ${by!.join(", ")}${sums!.length === 0 ? "" : `: ${sums!.join(", ")}`}`;
  const next = withStageText(query, stage);
  const columns = world.rows(next)?.columns;
  if (columns === undefined) return null;
  const all = [...keys, ...aggregates];
  const made = new Map(all.map(({ value }, at) => [keyOf(value), columns[at]?.name ?? ""]));
  for (const [at, { name }] of all.entries()) {
    if (name !== undefined) made.set(keyOf({ kind: "name", name }), columns[at]?.name ?? "");
  }
  return { query: next, made };
}

/** Adds computed columns: `extend`, or `window` for those of ordered rows. `keys` are those of pending groups. */
export function extended(
  world: ReadingContext,
  start: MadeRows,
  items: readonly ForeignItem[],
  keys: readonly Foreign[] = [],
): MadeRows | null {
  let { query } = start;
  const made = new Map(start.made);
  for (const item of items) {
    const rows = world.rows(query === "" ? world.catalog.mainTable : query);
    if (rows === null) return null;
    const writer = new ForeignWriter(world, rows, made);
    // An aggregate beside the values of single rows is that of all rows.
    const isWindow = someNode(item.value, isWindowCall) || hasAggregate(item.value);
    const value = signedDifference(item.value);
    const text = writtenItem({ ...item, value }, writer);
    if (text === null) return null;
    const stage = isWindow ? `window${windowOf(item.value, keys, writer)}: ${text}` : `extend ${text}`;
    query = withStageText(query, stage);
    const columns = world.rows(query)?.columns;
    if (columns === undefined) return null;
    const before = new Set(rows.columns.map((column) => column.name));
    const column = item.name ?? columns.find((each) => !before.has(each.name))?.name;
    if (column === undefined) return null;
    made.set(keyOf(item.value), column);
    if (item.name !== undefined) made.set(keyOf({ kind: "name", name: item.name }), column);
  }
  return { query, made };
}

/** ` by keys order keys` of the window that an item names, or of pending groups. */
function windowOf(value: Foreign, pending: readonly Foreign[], writer: ForeignWriter): string {
  let keys = pending;
  let order: readonly ForeignSortKey[] = [];
  someNode(value, (node) => {
    if (node.kind === "call" && node.over) ({ keys, order } = node.over);
    return false;
  });
  const by = keys.map((key) => writer.text(key)).filter((text) => text !== null);
  const sorted = order.flatMap((key) => writtenSortKey(key, writer) ?? []);
  return `${by.length === 0 ? "" : ` by ${by.join(", ")}`}${
    sorted.length === 0 ? "" : ` order ${sorted.join(", ")}`
  }`;
}

/** Writes a key to sort by; null if it has no counterpart. */
export function writtenSortKey(
  { value, isDescending }: ForeignSortKey,
  writer: ForeignWriter,
): string | null {
  const text = writer.text(value);
  return text === null ? null : `${text}${isDescending ? " desc" : ""}`;
}

/** Sizes are unsigned, so that `size - lag(size)` must be written as `delta(size, lag(size))`. */
function signedDifference(node: Foreign): Foreign {
  if (node.kind !== "binary" || node.sign !== "-" || !isWindowCall(node.right)) return node;
  if (node.left.kind === "name" && /time/i.test(node.left.name)) return node;
  return { kind: "call", name: "delta", args: [node.left, node.right] };
}
