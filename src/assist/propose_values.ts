/**
 * Suggestions of values from the loaded traces, with their row counts.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Scope, StoredColumnFact } from "../query/analysis/scope.ts";
import { SIZE_CLASS_NAMES, sizeClass } from "../query/analysis/size_classes.ts";
import type { Expr } from "../query/plan/expressions.ts";
import type { Candidate } from "./candidates.ts";
import { findValues, type KnownValue, knownValues } from "./known_values.ts";
import { pathParts } from "./path_parts.ts";
import {
  rowsInWords,
  showValue,
  type ValueType,
  writePattern,
  writeStringContent,
  writeStringTail,
  writeValue,
} from "./value_syntax.ts";
import type { ValueForm } from "./expectations.ts";

/** Maximum values in a list. */
const MAX_VALUES = SHOW_LIMITS.suggestedValues.most;
/** Columns whose values are paths. */
const PATH_COLUMN = /(?:^|\.)(?:file|module|path)$/;

/** How and where a value is inserted. */
export interface ValuePosition {
  readonly form: ValueForm;
  readonly typed: string;
  /** The open quote around the caret. */
  readonly quote: string | null;
  /** The text after the word. */
  readonly after: string;
  /** Whether a bare word has another meaning. */
  readonly isTaken: (word: string) => boolean;
}

/** Suggests the values of an expression; returns whether there are more. */
export function* proposeValues(
  expr: Expr,
  scope: Scope,
  catalog: Catalog,
  place: ValuePosition,
): Generator<Candidate, boolean> {
  const known = knownValues(expr, scope, catalog);
  if (known?.isPlain && known.shape.type === "u64" && /size$|^size/.test(known.fact.column.name)) {
    yield* proposeSizes(known.fact, known.values, catalog, place);
  }
  if (expr.type === "bool") {
    for (const word of ["true", "false"]) yield { label: word, kind: "value", type: "bool", weight: 60 };
    return false;
  }
  if (expr.op === "family") return yield* proposeSymbols(expr.table, expr.family, catalog, place);
  if (known === null || known.values === undefined) return false;
  const { shape, values, fact, isPlain } = known;
  let more = false;
  if (isPlain && shape.type === "text" && PATH_COLUMN.test(fact.column.name)) {
    more = yield* proposePathParts(values, shape, place);
  }
  const { found, more: moreValues } = findValues(values, place.typed, MAX_VALUES);
  const most = values[0]?.count ?? 1;
  for (const each of found) {
    // Frequent values are more likely meant, but never before better matches.
    const weight = 30 + 30 * Math.sqrt(each.count / most);
    const doc = known.fn === "bucket" ? bucketDoc(each.value) : undefined;
    const insert = writtenText(each.value, shape, place);
    yield { label: each.label, insert, kind: "value", type: shape.type, ...counted(each.count, doc), weight };
  }
  return more || moreValues;
}

/**
 * Suggests symbols of enumerations: which argument has which symbol is not known before its values are read.
 */
function* proposeSymbols(
  table: string,
  family: string,
  catalog: Catalog,
  place: ValuePosition,
): Generator<Candidate, boolean> {
  const symbols = catalog.familySymbols?.(table, family);
  if (symbols === undefined) return false;
  const shape = { type: "text", display: "plain" } as const;
  const { found, more } = findValues(asValues(symbols), place.typed, MAX_VALUES);
  for (const { value, label } of found) {
    const insert = writtenText(value, shape, place);
    yield { label, insert, kind: "value", type: "text", detail: "symbol", weight: 40 };
  }
  return more;
}

const symbolValues = new WeakMap<readonly string[], readonly KnownValue[]>();

function asValues(symbols: readonly string[]): readonly KnownValue[] {
  let values = symbolValues.get(symbols);
  if (values === undefined) {
    values = symbols.map((label) => ({ value: label, label, lower: label.toLowerCase(), count: 0 }));
    symbolValues.set(symbols, values);
  }
  return values;
}

/** Suggests the smallest and largest value of a column, for the ends of ranges. */
export function* proposeBounds(expr: Expr, scope: Scope, catalog: Catalog): Generator<Candidate> {
  const fact = expr.op === "column" ? scope.facts[expr.index] ?? null : null;
  if (fact === null) return;
  const bounds = catalog.minMax(fact.table, fact.column.name, fact.trace);
  if (bounds === undefined) return;
  const shape = { type: expr.type, display: fact.column.display };
  // A column has too many addresses and times to suggest them.
  const weight = fact.column.display === "plain" ? 50 : 66;
  const [min, max] = [showValue(bounds.min, shape), showValue(bounds.max, shape)];
  const common = { kind: "value", type: expr.type } as const;
  yield { label: min, ...common, detail: "smallest", weight };
  yield { label: max, ...common, detail: "largest", weight: weight - 1 };
  yield { label: `${min}..=${max}`, ...common, detail: "all of them", weight: weight - 2 };
}

function writtenText(value: KnownValue["value"], shape: ValueType, place: ValuePosition): string {
  const { quote, form } = place;
  if (quote !== null) return writeStringTail(String(value), quote, place.after);
  if (form === "pattern") return writePattern(value, shape);
  const text = writeValue(value, shape, place.isTaken);
  return form === "choices" ? `{${text}}` : text;
}

function counted(count: number, doc?: string): { count: number; detail: string; doc?: string | undefined } {
  return { count, detail: rowsInWords(count), doc };
}

/** Folders and file names of paths. */
function* proposePathParts(
  values: readonly KnownValue[],
  shape: ValueType,
  place: ValuePosition,
): Generator<Candidate, boolean> {
  // Inside quotes after "==", only full paths make sense; a folder is a step towards a path.
  const { folders, names, more } = pathParts(values, place.typed);
  for (const { label, count } of folders) {
    const insert = place.quote === null ? label : writeStringContent(label, place.quote);
    if (place.quote === null && (place.form !== "pattern" || writePattern(label, shape) !== label)) continue;
    yield { label, insert, kind: "folder", type: "text", ...counted(count, "Folder"), weight: 62 };
  }
  if (place.form === "pattern" && place.quote === null) {
    for (const { label, count } of names) {
      const insert = writePattern(label, shape);
      if (insert !== label) continue;
      const shown = counted(count, "Files of this name in any folder");
      yield { label, insert, kind: "value", type: "text", ...shown, weight: 55 };
    }
  }
  return more;
}

/** Size classes, and powers of two with their row counts. */
function* proposeSizes(
  { column }: StoredColumnFact,
  values: readonly KnownValue[] | undefined,
  catalog: Catalog,
  place: ValuePosition,
): Generator<Candidate> {
  const rows = values === undefined ? [] : classRows(values, catalog);
  if (place.quote !== null) return;
  if (place.form !== "choices") {
    for (const [at, name] of SIZE_CLASS_NAMES.entries()) {
      const { low, high } = sizeClass(name, catalog.sizeClasses)!;
      const range = low === null ? `up to ${high}` : high === null ? `${low} and more` : `${low} to ${high}`;
      const count = rows[at];
      const detail = count === undefined ? range : `${range} · ${rowsInWords(count)}`;
      const doc = `Size class: ${range}`;
      yield { label: name, kind: "value", type: "u64", detail, doc, count, weight: 64 - at };
    }
  }
  if (place.form === "plain") return;
  for (const { low, high, count } of bucketsOf(values)) {
    const doc = `${column.name} from ${low} to below ${high}: bucket ${bucketNumber(low)}`;
    yield { label: `${low}..${high}`, kind: "value", type: "u64", ...counted(count, doc), weight: 50 };
  }
}

const classes = new WeakMap<readonly KnownValue[], readonly number[]>();

function classRows(values: readonly KnownValue[], { sizeClasses }: Catalog): readonly number[] {
  let rows = classes.get(values);
  if (rows === undefined) {
    rows = SIZE_CLASS_NAMES.map((name) => {
      const { low, high } = sizeClass(name, sizeClasses)!;
      let sum = 0;
      for (const { value, count } of values) {
        const size = value as bigint;
        if ((low === null || size >= low) && (high === null || size <= high)) sum += count;
      }
      return sum;
    });
    classes.set(values, rows);
  }
  return rows;
}

interface SizeBucket {
  readonly low: bigint;
  readonly high: bigint;
  readonly count: number;
}

const buckets = new WeakMap<readonly KnownValue[], readonly SizeBucket[]>();

/** Powers of two that have rows, smallest first. */
function bucketsOf(values: readonly KnownValue[] | undefined): readonly SizeBucket[] {
  if (values === undefined) return [];
  let known = buckets.get(values);
  if (known === undefined) {
    const counts = new Map<number, number>();
    for (const { value, count } of values) {
      const bucket = bucketNumber(value as bigint);
      counts.set(bucket, (counts.get(bucket) ?? 0) + count);
    }
    known = [...counts].sort(([a], [b]) => a - b).map(([bucket, count]) => ({
      low: bucket === 0 ? 0n : 1n << BigInt(bucket),
      high: 2n << BigInt(bucket),
      count,
    }));
    buckets.set(values, known);
  }
  return known;
}

function bucketNumber(size: bigint): number {
  return size === 0n ? 0 : size.toString(2).length - 1;
}

function bucketDoc(value: KnownValue["value"]): string | undefined {
  if (typeof value !== "bigint" || value > 63n) return undefined;
  return `From ${value === 0n ? 0n : 1n << value} to ${(2n << value) - 1n}`;
}
