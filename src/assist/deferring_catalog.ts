/**
 * A catalog that never delays typing: values of long tables are counted in idle time, and are unknown until
 * then.
 * @module
 */

import type { Catalog, ValueCount } from "../query/analysis/catalog.ts";
import { CatalogView } from "../query/analysis/catalog_view.ts";

/** Columns with at most this many rows are counted at once, which takes a few milliseconds at most. */
const SHORT = 100_000;

/** A column whose values were requested. */
export interface RequestedColumn {
  readonly table: string;
  readonly column: string;
  readonly trace: string | null;
}

/** A view of a catalog that defers counting the values of long tables. */
class PatientCatalog extends CatalogView {
  readonly #known = new Set<string>();
  readonly #wishes = new Map<string, RequestedColumn>();

  /** Whether there is something to count. */
  get hasWishes(): boolean {
    return this.#wishes.size > 0;
  }

  /** Counts one requested column; null if there is none. */
  grantOne(): RequestedColumn | null {
    const [first] = this.#wishes;
    if (first === undefined) return null;
    const [key, wish] = first;
    this.#wishes.delete(key);
    this.#known.add(key);
    super.distinct(wish.table, wish.column, Infinity, wish.trace);
    return wish;
  }

  override distinct(
    table: string,
    column: string,
    limit: number,
    trace: string | null = null,
  ): readonly ValueCount[] | undefined {
    const key = keyOf(table, column, trace);
    if (!this.#known.has(key)) {
      if ((this.rowCount(table, trace) ?? 0) > SHORT) {
        this.#wishes.set(key, { table, column, trace });
        return undefined;
      }
      this.#known.add(key);
    }
    return super.distinct(table, column, limit, trace);
  }

  override countsLater(table: string, column: string, trace: string | null): boolean {
    return this.#wishes.has(keyOf(table, column, trace)) || this.isBuiltLater(table, trace) ||
      super.countsLater(table, column, trace);
  }
}

const views = new WeakMap<Catalog, PatientCatalog>();

/** The deferring view of a catalog, one per catalog. */
export function deferringCatalog(catalog: Catalog): PatientCatalog {
  if (catalog instanceof PatientCatalog) return catalog;
  let view = views.get(catalog);
  if (view === undefined) views.set(catalog, view = new PatientCatalog(catalog));
  return view;
}

function keyOf(table: string, column: string, trace: string | null): string {
  return `${table}\u0000${column}\u0000${trace ?? ""}`;
}
