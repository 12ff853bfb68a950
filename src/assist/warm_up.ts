/**
 * Counting values before somebody asks for them.
 * @module
 */

import { forget } from "./analysis.ts";
import type { Catalog } from "../query/analysis/catalog.ts";

/**
 * Asks for the values that completion will want, one column at a time: call `next()` while nobody types.
 * Without this the first letter after a colon waits for the count.
 */
export function* warmUp(catalog: Catalog): Generator<void> {
  const main = catalog.table(catalog.mainTable, null);
  for (const { name, type, allNull } of main?.columns ?? []) {
    if (allNull === true || (type !== "text" && name !== "thread")) continue;
    catalog.distinct(catalog.mainTable, name, Infinity);
    forget(catalog);
    yield;
  }
}
