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

/** A view of a catalog that counts the values of long tables only on `countNext`. */
class DeferringCatalog extends CatalogView {
  readonly #known = new Set<string>();
  readonly #requests = new Map<string, RequestedColumn>();

  /** Whether any column waits to be counted. */
  get hasRequests(): boolean {
    return this.#requests.size > 0;
  }

  /** Counts the values of the column that was requested first, and returns it; null if there is none. */
  countNext(): RequestedColumn | null {
    const [first] = this.#requests;
    if (first === undefined) return null;
    const [key, request] = first;
    this.#requests.delete(key);
    this.#known.add(key);
    super.distinct(request.table, request.column, Infinity, request.trace);
    return request;
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
        this.#requests.set(key, { table, column, trace });
        return undefined;
      }
      this.#known.add(key);
    }
    return super.distinct(table, column, limit, trace);
  }

  override countsLater(table: string, column: string, trace: string | null): boolean {
    return this.#requests.has(keyOf(table, column, trace)) || this.isBuiltLater(table, trace) ||
      super.countsLater(table, column, trace);
  }
}

const views = new WeakMap<Catalog, DeferringCatalog>();

/** The deferring view of a catalog, one per catalog. */
export function deferringCatalog(catalog: Catalog): DeferringCatalog {
  if (catalog instanceof DeferringCatalog) return catalog;
  let view = views.get(catalog);
  if (view === undefined) views.set(catalog, view = new DeferringCatalog(catalog));
  return view;
}

function keyOf(table: string, column: string, trace: string | null): string {
  return `${table}\u0000${column}\u0000${trace ?? ""}`;
}
