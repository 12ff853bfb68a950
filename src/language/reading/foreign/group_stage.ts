/**
 * Writes groups and computed columns of other languages as stages: `by`, `summarize`, `extend` and `window`.
 * @module
 */

import { writtenName } from "../../../query/analysis/message_words.ts";
import type { ReadingContext } from "../reading_context.ts";
import { type Foreign, type ForeignSortKey, someNode } from "./parse.ts";
import { expressionKey, ForeignWriter, hasAggregate, isWindowCall } from "./write.ts";

/** An expression with its alias, if it has one: `sum(size) as total`. */
export interface ForeignItem {
  readonly value: Foreign;
  readonly name: string | undefined;
}

/** A query, and its columns that contain computed expressions, by the keys of these expressions. */
export interface ComputedRows {
  readonly query: string;
  readonly computed: ReadonlyMap<string, string>;
}

/** Separates an expression from its alias. */
export function foreignItem(node: Foreign): ForeignItem {
  return node.kind === "named" ? { value: node.value, name: node.name } : { value: node, name: undefined };
}

/** Adds a stage to a query. An empty query stands for the main table. */
export function withStageText(query: string, stage: string): string {
  return query === "" ? stage : `${query} | ${stage}`;
}

/** Writes an item as `name = value`; null if the value cannot be translated. */
export function writtenItem({ value, name }: ForeignItem, writer: ForeignWriter): string | null {
  const text = writer.text(value);
  if (text === null) return null;
  return name === undefined || text === name ? text : `${writtenName(name)} = ${text}`;
}

/** Adds `by …`, or `summarize …` if there are no keys; null if a part cannot be translated. */
export function grouped(
  world: ReadingContext,
  query: string,
  keys: readonly ForeignItem[],
  aggregates: readonly ForeignItem[],
): ComputedRows | null {
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
  const computed = new Map(all.map(({ value }, at) => [expressionKey(value), columns[at]?.name ?? ""]));
  for (const [at, { name }] of all.entries()) {
    if (name !== undefined) computed.set(expressionKey({ kind: "name", name }), columns[at]?.name ?? "");
  }
  return { query: next, computed };
}

/**
 * Adds computed columns with `extend`, or with `window` if they contain window functions or aggregates. Windows
 * without keys of their own are divided by `keys`.
 */
export function extended(
  world: ReadingContext,
  start: ComputedRows,
  items: readonly ForeignItem[],
  keys: readonly Foreign[] = [],
): ComputedRows | null {
  let { query } = start;
  const computed = new Map(start.computed);
  for (const item of items) {
    const rows = world.rows(query === "" ? world.catalog.mainTable : query);
    if (rows === null) return null;
    const writer = new ForeignWriter(world, rows, computed);
    // An aggregate in a computed column is that of all rows, so it needs a window.
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
    computed.set(expressionKey(item.value), column);
    if (item.name !== undefined) computed.set(expressionKey({ kind: "name", name: item.name }), column);
  }
  return { query, computed };
}

/** Writes ` by … order …` for the window that an expression names with `over`, or else for the pending keys. */
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

/** Writes a key to sort by; null if it cannot be translated. */
export function writtenSortKey(
  { value, isDescending }: ForeignSortKey,
  writer: ForeignWriter,
): string | null {
  const text = writer.text(value);
  return text === null ? null : `${text}${isDescending ? " desc" : ""}`;
}

/** Rewrites `size - lag(size)` as `delta(size, lag(size))`: sizes are unsigned, but a change may be negative. */
function signedDifference(node: Foreign): Foreign {
  if (node.kind !== "binary" || node.sign !== "-" || !isWindowCall(node.right)) return node;
  if (node.left.kind === "name" && /time/i.test(node.left.name)) return node;
  return { kind: "call", name: "delta", args: [node.left, node.right] };
}
