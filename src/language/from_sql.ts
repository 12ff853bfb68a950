/**
 * Translates a `select` of SQL that reads a single table into a pipeline.
 * @module
 */

import { AGGREGATES } from "../query/aggregates/registry.ts";

/** Matches a complete statement. */
export const SELECT_STATEMENT: RegExp = /^\s*select\s[^|]+\sfrom\s[^|]+$/i;

/** Keywords that begin the clauses, in their order. */
const CLAUSES = ["select", "from", "where", "group by", "having", "order by", "limit"];
const BEFORE_CLAUSE = /\s+(?=(?:from|where|group\s+by|having|order\s+by|limit)\s)/i;
const CLAUSE = /^(group\s+by|order\s+by|\w+)\s+([^]*)$/i;

const AGGREGATE = new RegExp(`\\b(?:${AGGREGATES.map(({ name }) => name).join("|")})\\s*\\(`, "i");

/** An expression that is selected, grouped by or sorted by. */
interface Item {
  readonly value: string;
  /** The alias after `as`. */
  readonly name: string | undefined;
}

/**
 * The pipeline for a statement; null if it has other clauses. The clauses are searched one after the other: a
 * single expression for all of them would try each keyword against each other one.
 */
export function pipelineOf(statement: string, restore: (text: string) => string): string | null {
  const clauses: string[] = [];
  let last = -1;
  for (const piece of statement.trim().split(BEFORE_CLAUSE)) {
    const [, word = "", text = ""] = CLAUSE.exec(piece) ?? [];
    const at = CLAUSES.indexOf(word.toLowerCase().replace(/\s+/, " "));
    if (at <= last) return null;
    clauses[last = at] = text;
  }
  const [selected = "", table = "", filter, keys, having, order, count] = clauses;
  if (!/^\w+$/.test(table) || (count !== undefined && !/^\d+$/.test(count))) return null;
  const distinct = /^distinct\s+/i.exec(selected)?.[0];
  const columns = selected.slice(distinct?.length ?? 0);
  const items = columns === "*" ? [] : listOf(columns).map(itemOf);
  const groups = listOf(keys).map((key) => items[Number(key) - 1] ?? named(items, key) ?? itemOf(key));
  const sums = items.filter(({ value }) => AGGREGATE.test(value));
  const stages = [table];
  if (filter !== undefined) stages.push(`where ${condition(filter, restore)}`);
  if (sums.length > 0) {
    stages.push(`${groups.length > 0 ? `by ${written(groups)}:` : "summarize"} ${written(sums)}`);
  } else if (groups.length > 0 || distinct !== undefined) {
    stages.push(`distinct ${written(groups.length > 0 ? groups : items)}`);
  }
  if (having !== undefined) stages.push(`where ${columnNames(items, condition(having, restore))}`);
  if (order !== undefined) {
    stages.push(`sort ${listOf(order).map((key) => sortKey(items, key)).join(", ")}`);
  }
  if (count !== undefined) stages.push(`take ${count}`);
  if (stages.every((stage) => !/^(?:by|summarize|distinct) /.test(stage)) && items.length > 0) {
    stages.push(`select ${written(items)}`);
  }
  return stages.join(" | ");
}

/** Splits a list at its commas outside parentheses. */
function listOf(list = ""): string[] {
  return [...list.matchAll(/(?:\([^()]*\)|[^,(])+/g)].map(([piece]) => piece.trim());
}

function itemOf(text: string): Item {
  const [, value, name] = /^(.+?)(?:\s+as\s+(\w+))?$/i.exec(text)!;
  return { name, value: calls(value!) };
}

/** Renames aggregates as they are called in this language. */
function calls(text: string): string {
  return text.replace(/\bcount\s*\(\s*distinct\s+/gi, "distinct(").replace(
    /\bcount\s*\(\s*(?:\*|1)\s*\)/gi,
    "count()",
  )
    .replace(/\b\w+(?=\s*\()/g, (name) => name.toLowerCase());
}

function named(items: readonly Item[], name: string): Item | undefined {
  return items.find((item) => item.name === name);
}

function written(items: readonly Item[]): string {
  return items.map(({ value, name }) => name === undefined ? value : `${name} = ${value}`).join(", ");
}

/** The name that a column has in the result. */
function columnOf({ value, name }: Item): string {
  return name ?? value.replace(/^(\w+)\((\w*)\)$/, (_, fn, of) => of === "" ? fn : `${fn}_${of}`);
}

function sortKey(items: readonly Item[], key: string): string {
  const [, value, direction = ""] = /^(.+?)(\s+(?:asc|desc))?$/i.exec(key)!;
  const item = items[Number(value) - 1];
  return `${item ? columnOf(item) : columnNames(items, calls(value!))}${direction.toLowerCase()}`;
}

/** Replaces calls in a text by the names of the result columns that contain them. */
function columnNames(items: readonly Item[], text: string): string {
  return items.filter(({ value }) => AGGREGATE.test(value))
    .reduce((known, item) => known.replaceAll(item.value, columnOf(item)), calls(text));
}

/** A condition with the operators and lists of this language. */
export function condition(text: string, restore: (text: string) => string): string {
  return text.replace(/<>/g, "!=")
    .replace(/\bin\s*\(([^()]*)\)/gi, "in {$1}")
    .replace(/\bbetween\s+(\S+)\s+and\s+(\S+)/gi, "in $1..=$2")
    .replace(/\b(not\s+)?like\s+("[^"]*"|'[^']*')/gi, (_, not, pattern) => {
      const glob = restore(pattern).replaceAll("%", "*").replaceAll("_", "?");
      return `${not === undefined ? "~" : "!~"} ${glob}`;
    });
}
