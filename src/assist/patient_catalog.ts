/**
 * A catalog that never delays typing: values of long tables are counted when there is time, and until
 * then they are unknown.
 * @module
 */

import type { Catalog, ValueCount } from "../query/analysis/catalog.ts";

/** Columns of so many rows are counted at once: that takes a few milliseconds at most. */
const SHORT = 100_000;

/** A column whose values were asked for. */
export interface Wish {
  readonly table: string;
  readonly column: string;
  readonly trace: string | null;
}

/** What is known already of a catalog, and what is wanted. */
class Patience {
  readonly #inner: Catalog;
  readonly #known = new Set<string>();
  readonly #wishes = new Map<string, Wish>();

  constructor(inner: Catalog) {
    this.#inner = inner;
  }

  get hasWishes(): boolean {
    return this.#wishes.size > 0;
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

  grantOne(): Wish | null {
    const [first] = this.#wishes;
    if (first === undefined) return null;
    const [key, wish] = first;
    this.#wishes.delete(key);
    this.#known.add(key);
    this.#inner.distinct(wish.table, wish.column, Infinity, wish.trace);
    return wish;
  }
}

/** By the catalogs themselves and by their patient views. */
const patience = new WeakMap<Catalog, Patience>();
const views = new WeakMap<Catalog, Catalog>();

/** The patient view of a catalog, always the same one. Everything but values it asks the catalog itself. */
export function patientCatalog(catalog: Catalog): Catalog {
  let view = views.get(catalog);
  if (view === undefined) {
    const state = new Patience(catalog);
    const distinct = state.distinct.bind(state);
    const asked = new Map<PropertyKey, unknown>();
    view = new Proxy(catalog, {
      get(inner, name) {
        if (name === "distinct") return distinct;
        const value: unknown = Reflect.get(inner, name, inner);
        if (typeof value !== "function") return value;
        // Methods look into private fields, which a proxy does not have.
        if (!asked.has(name)) asked.set(name, value.bind(inner));
        return asked.get(name);
      },
    });
    views.set(catalog, view);
    views.set(view, view);
    patience.set(catalog, state);
    patience.set(view, state);
  }
  return view;
}

/** Counts one column that was asked for; null when there is none. */
export function grantOne(catalog: Catalog): Wish | null {
  return patience.get(patientCatalog(catalog))!.grantOne();
}

/** Whether there is something to count. */
export function hasWishes(catalog: Catalog): boolean {
  return patience.get(patientCatalog(catalog))!.hasWishes;
}
