/**
 * Values of an expression in the loaded traces, with their counts: of a column, or of functions of a single
 * column. They are derived once from each list of counts that the catalog returns.
 * @module
 */

import type { Catalog, ValueCount } from "../query/analysis/catalog.ts";
import type { Scope, StoredColumnFact } from "../query/analysis/scope.ts";
import type { Expr } from "../query/plan/expressions.ts";
import { NOTHING_KNOWN } from "../query/plan/row_function.ts";
import type { Display } from "../base/result_table.ts";
import type { Constant } from "../query/plan/values.ts";
import { fuzzyMatch } from "./fuzzy.ts";
import { showValue, type ValueType } from "./value_syntax.ts";

/** A value prepared for searching. */
export interface KnownValue {
  readonly value: Exclude<Constant, null>;
  readonly label: string;
  /** The label in lower case for searching; empty if it is too long for that. */
  readonly lower: string;
  readonly count: number;
}

/** Values of an expression. */
interface KnownValues {
  readonly shape: ValueType;
  /** The values, most frequent first; undefined if they have not been counted yet. */
  readonly values: readonly KnownValue[] | undefined;
  /** The stored column that they come from. */
  readonly fact: StoredColumnFact;
  /** Whether they are the column's own values. */
  readonly isPlain: boolean;
  /** Name of the function applied to the column, if any. */
  readonly fn: string | null;
}

/** With more distinct values than this, none are suggested. */
const LONG = 500;
/** Maximum length of a value that is suggested. */
const MAX_LETTERS = 2000;
/** Maximum characters examined per request: some ten milliseconds. */
const MAX_WORK = 2_000_000;

const derived = new WeakMap<readonly ValueCount[], Map<string, readonly KnownValue[] | undefined>>();

/** The values of a bound expression over stored columns; null for anything else. */
export function knownValues(expr: Expr, scope: Scope, catalog: Catalog): KnownValues | null {
  const index = onlyColumn(expr);
  const fact = index === null ? null : scope.facts[index] ?? null;
  if (index === null || fact === null) return null;
  const isPlain = expr.op === "column";
  const fn = expr.op === "call" ? expr.fn.name : null;
  const display: Display = isPlain
    ? fact.column.display
    : fn === "page" || (fn === "bin" && fact.column.display === "hex")
    ? "hex"
    : "plain";
  const shape: ValueType = { type: expr.type, display };
  const result = { shape, fact, isPlain, fn };
  if (fact.column.allNull === true) return { ...result, values: [] };
  const counts = catalog.distinct(fact.table, fact.column.name, Infinity, fact.trace);
  if (counts === undefined) return { ...result, values: undefined };
  return { ...result, values: derive(counts, expr, index, shape) };
}

/** The best matches for the typed text, and whether there are more. */
export function findValues(
  values: readonly KnownValue[],
  typed: string,
  most: number,
): { found: KnownValue[]; more: boolean } {
  // Lists are sorted by count, so without typed text the most frequent values are the best.
  if (typed === "") return { found: firstOf(values, most), more: values.length > most };
  // In a long list, scattered characters match everywhere and are the slowest to find.
  const wanted = typed.toLowerCase();
  const near = values.length > LONG ? values.filter(({ lower }) => lower.includes(wanted)) : values;
  const fits = fitting(near.length > 0 ? near : values, typed);
  fits.sort((left, right) => right.score - left.score);
  return { found: fits.slice(0, most).map(({ value }) => value), more: fits.length > most };
}

function firstOf(values: readonly KnownValue[], most: number): KnownValue[] {
  const found: KnownValue[] = [];
  for (const value of values) {
    if (found.length >= most) break;
    if (value.lower !== "" || value.label === "") found.push(value);
  }
  return found;
}

function fitting(values: readonly KnownValue[], typed: string): { value: KnownValue; score: number }[] {
  const fits: { value: KnownValue; score: number }[] = [];
  let work = 0;
  for (const value of values) {
    // The most frequent values come first.
    if ((work += value.lower.length) > MAX_WORK) break;
    if (value.lower === "") continue;
    const fit = fuzzyMatch(typed, value.label, value.lower);
    if (fit !== null) fits.push({ value, score: fit.score });
  }
  return fits;
}

function derive(
  counts: readonly ValueCount[],
  expr: Expr,
  column: number,
  shape: ValueType,
): readonly KnownValue[] | undefined {
  let known = derived.get(counts);
  if (known === undefined) derived.set(counts, known = new Map());
  const key = describe(expr);
  if (!known.has(key)) {
    const values = expr.op === "column"
      ? counts.map((each) => ready(each, shape))
      : mapped(counts, expr, column, shape);
    known.set(key, values);
  }
  return known.get(key);
}

/** Returns counts of a function's results over all values; undefined if that takes too long while typing. */
function mapped(
  counts: readonly ValueCount[],
  expr: Expr,
  column: number,
  shape: ValueType,
): readonly KnownValue[] | undefined {
  let work = 0;
  const sums = new Map<string | bigint, number>();
  for (const { value, count } of counts) {
    work += typeof value === "string" ? value.length : 1;
    if (work > MAX_WORK) return undefined;
    let result: Constant;
    try {
      result = evaluate(expr, column, value);
    } catch {
      continue; // out of range: the query would report that
    }
    if (typeof result !== "string" && typeof result !== "bigint") continue;
    sums.set(result, (sums.get(result) ?? 0) + count);
  }
  return [...sums].map(([value, count]) => ready({ value, count }, shape)).sort((a, b) => b.count - a.count);
}

function ready({ value, count }: ValueCount, shape: ValueType): KnownValue {
  const label = showValue(value, shape);
  return { value, label, lower: label.length > MAX_LETTERS ? "" : label.toLowerCase(), count };
}

/** Index of the only column in an expression of calls and constants; null for anything else. */
function onlyColumn(expr: Expr): number | null {
  if (expr.op === "column") return expr.index;
  if (expr.op === "cast") return onlyColumn(expr.operand);
  if (expr.op !== "call") return null;
  let found: number | null = null;
  for (const arg of expr.args) {
    if (arg.op === "constant") continue;
    const index = onlyColumn(arg);
    if (index === null || (found !== null && found !== index)) return null;
    found = index;
  }
  return found;
}

function evaluate(expr: Expr, column: number, value: Constant): Constant {
  switch (expr.op) {
    case "column":
      return value;
    case "constant":
      return expr.value;
    case "cast":
      return evaluate(expr.operand, column, value);
    case "call": {
      const args = expr.args.map((arg) => evaluate(arg, column, value));
      if (expr.fn.handlesNull !== true && args.includes(null)) return null;
      return expr.fn.evaluate(args, NOTHING_KNOWN);
    }
    default:
      return null;
  }
}

/** Returns a key for an expression, which is equal for the same function of the same column. */
function describe(expr: Expr): string {
  switch (expr.op) {
    case "call":
      return `${expr.fn.name}(${expr.args.map(describe).join(",")})`;
    case "constant":
      return typeof expr.value === "string" ? JSON.stringify(expr.value) : String(expr.value);
    case "cast":
      return describe(expr.operand);
    default:
      return "";
  }
}
