/**
 * The open traces as a catalog for the binder.
 * @module
 */

import type { QuestionPhrase, TableSynonyms, TraceSubject } from "../events/question_phrases.ts";
import type { ColumnDoc } from "../events/table_doc.ts";
import { formatNamed } from "../formats/registry.ts";
import { readListFile } from "../ingest/list_file.ts";
import {
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  DEFAULT_SIZE_CLASSES,
  type MinMax,
  type SizeClasses,
  type ValueCount,
} from "../query/analysis/catalog.ts";
import { codeNames } from "../language/code_names.ts";
import { EXTENSIONS } from "../language/registry.ts";
import type { CodeNames, NamedCode } from "../query/operators/extension.ts";
import type { PlanColumn } from "../query/plan/values.ts";
import { NullMode } from "../tables/block.ts";
import { CachedColumn } from "../tables/cached_column.ts";
import { type Column, ConstantColumn } from "../tables/column.ts";
import { StoredColumn } from "../tables/stored_column.ts";
import { displayOf } from "../tables/row_stager.ts";
import { DeferredColumn } from "../tables/deferred_column.ts";
import type { Table } from "../tables/table.ts";
import { absenceReason, lacksColumn, lacksTable, READ_FROM_PIPE } from "./absent_columns.ts";
import { STACKS_COLUMNS, TRACES_COLUMNS } from "./built_in_tables.ts";
import { bitNames } from "./bit_names.ts";
import { DERIVED_TABLES, derivedTable, isOnDemand } from "./derived_tables.ts";
import { agreedType } from "./family_types.ts";
import type { OpenTrace } from "./open_trace.ts";
import { tableDocOfFormat } from "./table_docs.ts";

/** Counts the values of a column; implemented by the session, which can run queries. */
type CountValues = (
  table: string,
  column: string,
  trace: string | null,
) => readonly ValueCount[] | undefined;

/** The column that every table has. */
const TRACE_COLUMN = {
  name: "trace",
  type: "text",
  display: "plain",
  doc: "name under which the file was opened",
} as const;

/** Extension tables that cover all traces together. */
const EXTENSION_TABLES = EXTENSIONS.flatMap(({ tables }) => tables);

/** A column without its memory, for the binder. */
function planColumn(
  column: { name: string; type: PlanColumn["type"]; display?: PlanColumn["display"] },
): PlanColumn {
  const { name, type } = column;
  return { name, type: type === "u32" ? "u64" : type, display: column.display ?? displayOf({ name, type }) };
}

/** The catalog of a session. */
export class SessionCatalog implements Catalog {
  readonly #traces: readonly OpenTrace[];
  readonly #countValues: CountValues;
  readonly #names: CodeNames;
  readonly #known = new Map<string, CatalogTable | undefined>();
  readonly #words = new Map<string, readonly string[]>();

  /** A catalog of these traces; create a new one when they change. */
  constructor(traces: readonly OpenTrace[], countValues: CountValues) {
    this.#traces = traces;
    this.#names = codeNames(traces);
    this.#countValues = countValues;
  }

  get mainTable(): string {
    return this.#traces[0]?.trace.header.mainTable ?? "events";
  }

  get traceNames(): readonly string[] {
    return this.#traces.map((each) => each.name);
  }

  get tableNames(): readonly string[] {
    const names = new Set<string>();
    for (const open of this.#traces) {
      for (const name of open.trace.tables.keys()) names.add(name);
      for (const name of open.trace.makers.keys()) names.add(name);
    }
    for (const { name } of DERIVED_TABLES) if (this.table(name, null)) names.add(name);
    names.add("traces");
    for (const { name } of EXTENSION_TABLES) if (this.table(name, null)) names.add(name);
    if (this.table("stacks", null)) names.add("stacks");
    return [...names];
  }

  get sizeClasses(): SizeClasses {
    for (const { trace } of this.#traces) {
      const { sizeClasses = [] } = formatNamed(trace.header.format) ?? {};
      const [small, medium, large] = sizeClasses.map((name) => trace.stats.get(name));
      if (small === undefined || medium === undefined || large === undefined) continue;
      return { small: BigInt(small), medium: BigInt(medium), large: BigInt(large) };
    }
    return DEFAULT_SIZE_CLASSES;
  }

  warnsAboutTraces(table: string): boolean {
    // Some tables cover all traces together.
    if (table === "traces" || table === "stacks" || EXTENSION_TABLES.some(({ name }) => name === table)) {
      return false;
    }
    // Runs of the same program are merged on purpose: a line has run if it ran in one of them.
    return this.#traces.some(({ name, trace }) =>
      this.table(table, name) !== undefined &&
      formatNamed(trace.header.format)?.has.includes("programs") !== true
    );
  }

  table(name: string, trace: string | null): CatalogTable | undefined {
    const key = `${name}\u0000${trace ?? ""}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#describe(name, trace));
    return this.#known.get(key);
  }

  distinct(
    table: string,
    column: string,
    limit: number,
    trace: string | null = null,
  ): readonly ValueCount[] | undefined {
    const values = this.#countValues(table, column, trace);
    return values && values.length <= limit ? values : undefined;
  }

  rowCount(table: string, trace: string | null): number | undefined {
    let rows: number | undefined;
    for (const open of this.#named(trace)) {
      const stored = open.trace.tables.get(table);
      if (stored) rows = (rows ?? 0) + stored.rowCount;
    }
    return rows;
  }

  isBuiltLater(table: string, trace: string | null): boolean {
    return this.#named(trace).some((open) => !open.trace.tables.has(table) && isOnDemand(open, table));
  }

  minMax(table: string, column: string, trace: string | null = null): MinMax | undefined {
    let found: MinMax | undefined;
    for (const open of this.#named(trace)) {
      const stored = open.trace.tables.get(table);
      // The table is filled on demand, so its values in this trace, and therefore in all traces, are not
      // known yet.
      if (!stored && isOnDemand(open, table)) return undefined;
      const bounds = columnBounds(stored, column);
      if (bounds === undefined) return undefined;
      if (bounds === null) continue;
      found = found ? together(found, bounds) : bounds;
    }
    return found;
  }

  bitNames(_table: string, column: string): ReadonlyMap<string, bigint> | undefined {
    const names = new Map(this.#traces.flatMap(({ trace }) => [...bitNames(trace, column)]));
    return names.size > 0 ? names : undefined;
  }

  familyType(
    table: string,
    family: string,
    argument: string,
    trace: string | null = null,
  ): PlanColumn["type"] | null | undefined {
    const families = this.#named(trace).flatMap((open) =>
      open.trace.families.get(`${table}.${family}`) ?? []
    );
    return families.length === 0 ? undefined : agreedType(families, argument);
  }

  familyArguments(table: string, family: string): readonly string[] | undefined {
    return this.#familyWords(table, family, "names");
  }

  familySymbols(table: string, family: string): readonly string[] | undefined {
    return this.#familyWords(table, family, "symbols");
  }

  #familyWords(table: string, family: string, what: "names" | "symbols"): readonly string[] | undefined {
    const key = `${table}.${family} ${what}`;
    const known = this.#words.get(key);
    if (known) return known;
    const all = new Set<string>();
    for (const { trace } of this.#traces) {
      for (const word of trace.familyWords?.get(`${table}.${family}`)?.[what] ?? []) all.add(word);
    }
    if (all.size === 0) return undefined;
    const words = [...all].sort();
    this.#words.set(key, words);
    return words;
  }

  readList(name: string): string | undefined {
    return readListFile(name);
  }

  get blockless(): string | undefined {
    const reasons = this.#traces.map(({ trace }) => formatNamed(trace.header.format)?.blockless);
    return reasons.find((each) => each !== undefined);
  }

  missingTable(name: string): string | undefined {
    const reasons = this.#traces.flatMap(({ trace }) =>
      EXTENSIONS.flatMap((each) => each.missingTable(trace, name) ?? [])
    );
    if (reasons.length > 0) return reasons[0];
    return this.#traces.some((open) => lacksTable(open, name)) ? READ_FROM_PIPE : undefined;
  }

  missingColumn(table: string, column: string, trace: string | null): string | undefined {
    // Tables about the file have columns unlike those of its records.
    if (table === "tags" || table === "problems") return undefined;
    const having = this.#named(trace).filter((open) => this.#columnsOf(open, table) !== undefined);
    if (having.some((open) => lacksColumn(open, table, column))) return READ_FROM_PIPE;
    return absenceReason(having.map((open) => open.trace.header), column);
  }

  tableWords(table: string): TableSynonyms | undefined {
    for (const { trace } of this.#traces) {
      const words = tableDocOfFormat(table, trace.header.format)?.words;
      if (words) return words;
    }
    return undefined;
  }

  get asked(): readonly QuestionPhrase[] {
    const names = new Set(this.#traces.map(({ trace }) => trace.header.format));
    return [...new Set([...names].flatMap((name) => formatNamed(name)?.asked ?? []))];
  }

  get subject(): TraceSubject | undefined {
    const [first] = this.#traces;
    return first && formatNamed(first.trace.header.format)?.subject;
  }

  symbolRange(name: string): NamedCode | undefined {
    return this.#names.symbolRange(name);
  }

  sectionRange(name: string): NamedCode | undefined {
    return this.#names.sectionRange(name);
  }

  #named(trace: string | null): readonly OpenTrace[] {
    return trace === null ? this.#traces : this.#traces.filter((each) => each.name === trace);
  }

  #describe(name: string, trace: string | null): CatalogTable | undefined {
    const own = EXTENSION_TABLES.find((each) => each.name === name);
    if (own) return own.isThere(this.#traces) ? builtIn(name, own.doc, own.columns) : undefined;
    if (name === "traces") return builtIn("traces", "one row per open trace", TRACES_COLUMNS);
    const columns = new Map<string, CatalogColumn>();
    const families = new Set<string>();
    const lazyColumns = new Map<string, ColumnDoc>();
    let doc = "";
    let found = false;
    // The rows of one trace have all columns of the table; those that only other traces fill are null.
    // Formats may have different tables with the same name; these have different descriptions.
    const others = trace === null ? [] : this.#traces.filter((each) => each.name !== trace);
    for (const open of [...this.#named(trace), ...others]) {
      const mine = !others.includes(open);
      if (!mine && !found) break;
      const here = this.#columnsOf(open, name);
      if (!here || (!mine && here.doc !== doc)) continue;
      found = true;
      doc ||= here.doc;
      for (const column of here.columns) {
        const before = columns.get(column.name);
        // A column counts as empty only if it is empty in every trace that is queried.
        const known = mine ? column : { ...column, allNull: true };
        if (before?.isLater || (before && column.isLater)) columns.set(column.name, ofBoth(before, known));
        else if (!before || (before.allNull && !known.allNull)) columns.set(column.name, known);
        else if (mine && (column.rest !== undefined || column.guessed !== undefined)) {
          const { rest = before.rest, guessed = before.guessed } = column;
          columns.set(column.name, { ...before, ...(rest ? { rest } : {}), ...(guessed ? { guessed } : {}) });
        }
      }
      if (!mine) continue;
      for (const [key, column] of open.trace.families) {
        if (!key.startsWith(`${name}.`)) continue;
        const family = key.slice(name.length + 1);
        families.add(family);
        if (column("") === null) continue;
        const words = tableDocOfFormat(name, open.trace.header.format)?.onDemand?.find((each) =>
          each.name === family
        );
        if (words) lazyColumns.set(family, words);
      }
    }
    if (found) {
      return {
        name,
        doc,
        columns: [...columns.values()],
        families: [...families],
        lazyColumns: [...lazyColumns.values()],
      };
    }
    if (name === "stacks" && this.#named(trace).some((open) => open.trace.pools.stacks.held.length > 0)) {
      return builtIn("stacks", "one row per distinct backtrace", STACKS_COLUMNS);
    }
    return undefined;
  }

  #columnsOf(open: OpenTrace, name: string): { doc: string; columns: CatalogColumn[] } | undefined {
    const words = tableDocOfFormat(name, open.trace.header.format);
    const doc = words?.doc ?? "";
    const docs = new Map(words?.columns.map((each) => [each.name, each.doc]));
    const table = open.trace.tables.get(name);
    if (table) {
      const columns = [...table.columns].map((column): CatalogColumn => {
        const known = {
          ...planColumn(column),
          doc: docs.get(column.name) ?? (column.name === "trace" ? TRACE_COLUMN.doc : ""),
          ...guessOf(open, name, column.name),
        };
        return column.later
          ? laterColumn(known, () => isEmpty(column, table))
          : { ...known, allNull: isEmpty(column, table) };
      });
      return { doc, columns };
    }
    const maker = open.trace.makers.get(name);
    if (maker) {
      const columns: CatalogColumn[] = maker.columns.map((spec) => ({
        ...planColumn(spec),
        doc: docs.get(spec.name) ?? "",
        ...(spec.rest === undefined ? {} : { rest: spec.rest }),
        ...(EXTENSIONS.some((each) => each.isEmptyColumn(open.trace, spec.name)) ? { allNull: true } : {}),
      }));
      columns.push(TRACE_COLUMN);
      return { doc, columns };
    }
    const derived = derivedTable(open, name);
    if (!derived) return undefined;
    const source = this.#columnsOf(open, "events")?.columns.find((each) => each.name === derived.column);
    if (!source || source.allNull) return undefined;
    const number = (name: string): CatalogColumn => ({
      name,
      type: "u64",
      display: "plain",
      doc: derived.docs[name] ?? "",
    });
    const key = { ...source, doc: derived.docs[derived.column] ?? "" };
    return { doc: derived.doc, columns: [key, number("count"), number("bytes"), TRACE_COLUMN] };
  }
}

/** Descriptions of columns, for the binder. */
export function withDescriptions(
  columns: readonly { name: string; type: CatalogColumn["type"]; doc: string }[],
): CatalogColumn[] {
  return columns.map((each) => ({ ...planColumn(each), doc: each.doc }));
}

function builtIn(name: string, doc: string, columns: Parameters<typeof withDescriptions>[0]): CatalogTable {
  return { name, doc, columns: withDescriptions(columns), families: [] };
}

/**
 * Returns a column whose names are looked up. Even finding out whether it has any needs lookups, so that
 * happens only on request.
 */
function laterColumn(column: CatalogColumn, isEmpty: () => boolean): CatalogColumn {
  return Object.defineProperty({ ...column, isLater: true }, "allNull", { enumerable: false, get: isEmpty });
}

/** Merges the descriptions of a column in two traces, at least one of which looks up names. */
function ofBoth(one: CatalogColumn, other: CatalogColumn): CatalogColumn {
  return laterColumn(one.isLater ? one : other, () => one.allNull === true && other.allNull === true);
}

/** Merges the bounds of two ranges. */
function together(one: MinMax, other: MinMax): MinMax {
  return {
    min: one.min < other.min ? one.min : other.min,
    max: one.max > other.max ? one.max : other.max,
  };
}

/**
 * Whether a column contains no names. They are looked up when rows are read; some are looked up to answer
 * this.
 */
function isEmptyDeferred(column: DeferredColumn, table: Table): boolean {
  return (column.others === undefined || isEmpty(column.others, table)) && column.isEmpty;
}

/** Whether a column contains no values, as far as this is known without reading it. */
function isEmpty(column: Column, table: Table): boolean {
  if (table.rowCount === 0) return false;
  if (column instanceof ConstantColumn) return column.isNull;
  const origin = column.dictionary ? column.dictionary.codes : column.origin;
  if (origin instanceof ConstantColumn) return origin.isNull;
  if (origin instanceof DeferredColumn) return isEmptyDeferred(origin, table);
  if (!(origin instanceof StoredColumn) || origin.blockCount === 0) return false;
  for (let block = 0; block < origin.blockCount; block++) {
    if (origin.stored(block)!.nullMode !== NullMode.All) return false;
  }
  return true;
}

/**
 * The bounds of a column by its zone maps; null if it has no values, undefined if they are unknown without
 * reading.
 */
function columnBounds(table: Table | undefined, name: string): MinMax | null | undefined {
  const given = table?.column(name);
  if (!table || !given) return null;
  if (given.type === "text") return undefined;
  // Tests of lines must know which lines exist, because they warn if no row can match.
  const isLater = given instanceof CachedColumn && given.behind instanceof DeferredColumn;
  const column = isLater ? given.finish() : given;
  if (!(column instanceof StoredColumn)) return undefined;
  let found: MinMax | null = null;
  for (let block = 0; block < column.blockCount; block++) {
    const stored = column.stored(block)!;
    if (stored.nullMode === NullMode.All) continue;
    found = found ? together(found, stored) : { min: stored.min, max: stored.max };
  }
  return found;
}

/** Returns the catalog's note about a column whose values a reader guesses. */
function guessOf({ trace }: OpenTrace, table: string, column: string): Pick<CatalogColumn, "guessed"> {
  const { columns = [], why = "" } = formatNamed(trace.header.format)?.guessed ?? {};
  if (columns.includes(`${table}.${column}`)) return { guessed: { why, amongLive: false } };
  return table === "allocs" && columns.includes(`live.${column}`)
    ? { guessed: { why, amongLive: true } }
    : {};
}
