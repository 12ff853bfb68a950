/**
 * A catalog that never delays typing: values of long tables are counted when there is time, and until
 * then they are unknown.
 * @module
 */

import type { Catalog, CatalogTable, MinMax, SizeClasses, ValueCount } from "../query/analysis/catalog.ts";
import type { NamedCode } from "../query/operators/extension.ts";

/** Columns of so many rows are counted at once: that takes a few milliseconds at most. */
const SHORT = 100_000;

/** A column whose values were asked for. */
export interface Wish {
  readonly table: string;
  readonly column: string;
  readonly trace: string | null;
}

/** A view of a catalog, which it asks everything but values of long tables. */
class PatientCatalog implements Required<Catalog> {
  readonly #inner: Catalog;
  readonly #known = new Set<string>();
  readonly #wishes = new Map<string, Wish>();

  constructor(inner: Catalog) {
    this.#inner = inner;
  }

  /** Whether there is something to count. */
  get hasWishes(): boolean {
    return this.#wishes.size > 0;
  }

  /** Counts one column that was asked for; null when there is none. */
  grantOne(): Wish | null {
    const [first] = this.#wishes;
    if (first === undefined) return null;
    const [key, wish] = first;
    this.#wishes.delete(key);
    this.#known.add(key);
    this.#inner.distinct(wish.table, wish.column, Infinity, wish.trace);
    return wish;
  }

  distinct(
    table: string,
    column: string,
    limit: number,
    trace: string | null = null,
  ): readonly ValueCount[] | undefined {
    const key = keyOf(table, column, trace);
    if (!this.#known.has(key)) {
      if ((this.#inner.rowCount?.(table, trace) ?? 0) > SHORT) {
        this.#wishes.set(key, { table, column, trace });
        return undefined;
      }
      this.#known.add(key);
    }
    return this.#inner.distinct(table, column, limit, trace);
  }

  countsLater(table: string, column: string, trace: string | null): boolean {
    return this.#wishes.has(keyOf(table, column, trace));
  }

  get mainTable(): string {
    return this.#inner.mainTable;
  }

  get traceNames(): readonly string[] {
    return this.#inner.traceNames;
  }

  get tableNames(): readonly string[] {
    return this.#inner.tableNames;
  }

  get sizeClasses(): SizeClasses {
    return this.#inner.sizeClasses;
  }

  table(...asked: Parameters<Catalog["table"]>): CatalogTable | undefined {
    return this.#inner.table(...asked);
  }

  minMax(...asked: Parameters<Catalog["minMax"]>): MinMax | undefined {
    return this.#inner.minMax(...asked);
  }

  rowCount(...asked: Asked<"rowCount">): Answer<"rowCount"> {
    return this.#inner.rowCount?.(...asked);
  }

  bitNames(...asked: Asked<"bitNames">): Answer<"bitNames"> {
    return this.#inner.bitNames?.(...asked);
  }

  familyType(...asked: Asked<"familyType">): Answer<"familyType"> {
    return this.#inner.familyType?.(...asked);
  }

  familyArguments(...asked: Asked<"familyArguments">): Answer<"familyArguments"> {
    return this.#inner.familyArguments?.(...asked);
  }

  familySymbols(...asked: Asked<"familySymbols">): Answer<"familySymbols"> {
    return this.#inner.familySymbols?.(...asked);
  }

  readList(...asked: Asked<"readList">): Answer<"readList"> {
    return this.#inner.readList?.(...asked);
  }

  missingTable(...asked: Asked<"missingTable">): Answer<"missingTable"> {
    return this.#inner.missingTable?.(...asked);
  }

  missingColumn(...asked: Asked<"missingColumn">): Answer<"missingColumn"> {
    return this.#inner.missingColumn?.(...asked);
  }

  symbolRange(...asked: Asked<"symbolRange">): NamedCode | undefined {
    return this.#inner.symbolRange?.(...asked);
  }

  sectionRange(...asked: Asked<"sectionRange">): NamedCode | undefined {
    return this.#inner.sectionRange?.(...asked);
  }
}

type Asked<Name extends keyof Catalog> = Parameters<Extract<Catalog[Name], (...args: never[]) => unknown>>;
type Answer<Name extends keyof Catalog> = ReturnType<Extract<Catalog[Name], (...args: never[]) => unknown>>;

const views = new WeakMap<Catalog, PatientCatalog>();

/** The patient view of a catalog, always the same one. */
export function patientCatalog(catalog: Catalog): PatientCatalog {
  if (catalog instanceof PatientCatalog) return catalog;
  let view = views.get(catalog);
  if (view === undefined) views.set(catalog, view = new PatientCatalog(catalog));
  return view;
}

function keyOf(table: string, column: string, trace: string | null): string {
  return `${table}\u0000${column}\u0000${trace ?? ""}`;
}
