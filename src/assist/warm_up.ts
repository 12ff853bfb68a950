/**
 * Counts values before they are needed, and values that were requested but have not been counted yet.
 * @module
 */

import type { Catalog } from "../query/analysis/catalog.ts";
import { columnExpr } from "../query/analysis/make_expressions.ts";
import { NOWHERE } from "../query/syntax/build_nodes.ts";
import { forgetAnalysis, tableScope } from "./analysis.ts";
import { deferringCatalog, type RequestedColumn } from "./deferring_catalog.ts";
import { proposeValues } from "./propose_values.ts";

/** Numeric columns that are often filtered by value. */
const USUAL_NUMBERS: ReadonlySet<string> = new Set(["thread", "size"]);

/**
 * Counts the values that completion will need, one column at a time: call `next()` between keys, and again
 * when `needsWarmUp()` returns true. Until they are counted, completion and diagnostics of long traces do
 * without values.
 */
export function* warmUp(catalog: Catalog): Generator<void> {
  const deferring = deferringCatalog(catalog);
  const main = catalog.table(catalog.mainTable, null);
  for (const column of main?.columns ?? []) {
    const { name, type, isLater } = column;
    // All names are looked up only when the user asks for them.
    if (isLater === true || column.allNull === true || (type !== "text" && !USUAL_NUMBERS.has(name))) {
      continue;
    }
    deferring.distinct(catalog.mainTable, name, Infinity);
  }
  for (let request = deferring.countNext(); request !== null; request = deferring.countNext()) {
    prepare(request, deferring);
    forgetAnalysis(catalog);
    yield;
  }
}

/** Derives from the counts what the first key press would otherwise have to wait for. */
function prepare({ table, column }: RequestedColumn, catalog: Catalog): void {
  const scope = tableScope(table, catalog);
  const index = scope?.columns.findIndex(({ name }) => name === column) ?? -1;
  if (scope === null || index < 0) return;
  const expr = columnExpr(scope, index, NOWHERE);
  const place = { form: "pattern", typed: "", quote: null, after: "", isTaken: () => false } as const;
  for (const _ of proposeValues(expr, scope, catalog, place));
}

/** Whether values were requested that have not been counted yet. */
export function needsWarmUp(catalog: Catalog): boolean {
  return deferringCatalog(catalog).hasRequests;
}
