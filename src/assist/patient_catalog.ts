/**
 * A catalog that never lets somebody who types wait: values of long tables are counted when there is time, and until
 * then nobody knows them.
 * @module
 */

import type { Catalog, CatalogTable, MinMax, SizeClasses, ValueCount } from "../query/analysis/catalog.ts";
import type { PlanColumn } from "../query/plan/plan.ts";

/** Columns of so many rows are counted at once: that takes a few milliseconds at most. */
const SHORT = 100_000;

/** A column whose values somebody asked for. */
export interface Wish {
  readonly table: string;
  readonly column: string;
  readonly trace: string | null;
}

/** What is known already of another catalog. */
export class PatientCatalog implements Catalog {
  readonly #inner: Catalog;
  readonly #known = new Set<string>();
  readonly #wishes = new Map<string, Wish>();

  /** Knows nothing yet of the values. */
  constructor(inner: Catalog) {
    this.#inner = inner;
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

  /** Whether there is something to count. */
  get hasWishes(): boolean {
    return this.#wishes.size > 0;
  }

  table(name: string, trace: string | null): CatalogTable | undefined {
    return this.#inner.table(name, trace);
  }

  rowCount(table: string, trace: string | null): number | undefined {
    return this.#inner.rowCount?.(table, trace);
  }

  distinct(
    table: string,
    column: string,
    limit: number,
    trace: string | null = null,
  ): readonly ValueCount[] | undefined {
    const key = `${table}\u0000${column}\u0000${trace ?? ""}`;
    if (!this.#known.has(key)) {
      if ((this.#inner.rowCount?.(table, trace) ?? 0) > SHORT) {
        this.#wishes.set(key, { table, column, trace });
        return undefined;
      }
      this.#known.add(key);
    }
    return this.#inner.distinct(table, column, limit, trace);
  }

  minMax(table: string, column: string, trace: string | null = null): MinMax | undefined {
    return this.#inner.minMax(table, column, trace);
  }

  flags(table: string, column: string): ReadonlyMap<string, bigint> | undefined {
    return this.#inner.flags?.(table, column);
  }

  familyType(table: string, family: string, argument: string): PlanColumn["type"] | null | undefined {
    return this.#inner.familyType?.(table, family, argument);
  }

  familyArguments(table: string, family: string): readonly string[] | undefined {
    return this.#inner.familyArguments?.(table, family);
  }

  readList(name: string): string | undefined {
    return this.#inner.readList?.(name);
  }

  symbolRange(name: string): { readonly low: bigint; readonly high: bigint } | undefined {
    return this.#inner.symbolRange?.(name);
  }

  /** Counts one column that somebody asked for; null when there is none. */
  grantOne(): Wish | null {
    const [first] = this.#wishes;
    if (first === undefined) return null;
    const [key, wish] = first;
    const { table, column, trace } = wish;
    this.#wishes.delete(key);
    this.#known.add(key);
    this.#inner.distinct(table, column, Infinity, trace);
    return wish;
  }
}

const patients = new WeakMap<Catalog, PatientCatalog>();

/** The patient view of a catalog, always the same one. */
export function patientCatalog(catalog: Catalog): PatientCatalog {
  if (catalog instanceof PatientCatalog) return catalog;
  let patient = patients.get(catalog);
  if (patient === undefined) patients.set(catalog, patient = new PatientCatalog(catalog));
  return patient;
}
