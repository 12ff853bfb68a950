/**
 * Messages for unknown columns.
 * @module
 */

import { findAggregate } from "../aggregates/registry.ts";
import type { Expression } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import type { Scope } from "./scope.ts";
import { listFirst, namesOf, quote, writtenName } from "./message_words.ts";

/** Reports an unknown column, unless the columns of the rows are unknown. */
export function reportUnknownColumn(
  binder: Binder,
  node: { readonly name: string; readonly span: Expression["span"] },
  scope: Scope,
  otherwise?: string,
  also: readonly string[] = [],
): null {
  const { name } = node;
  if (scope.open || scope.poisoned.has(name)) return null;
  if (scope.ungrouped.some((column) => column.name === name)) {
    const message = `Column ${quote(name)} is neither a key nor in an aggregate`;
    return binder.report("Q224", message, node, scope, `for example max(${writtenName(name)}), or a key`);
  }
  const aggregate = scope.collector === null ? undefined : findAggregate(name);
  if (aggregate !== undefined && aggregate.parameters.length === 1) {
    const argument = aggregate.countsRows ? "" : "size";
    return binder.report("Q203", `Unknown column ${quote(name)}`, node, scope, {
      suggestion: `did you mean ${name}(${argument})?`,
      fix: `${writtenName(name)}(${argument})`,
    });
  }
  // If the format explains why the column is missing, that helps more than a similar name.
  const reason = scope.table === null
    ? undefined
    : binder.catalog.missingColumn?.(scope.table.name, name, null);
  if (reason !== undefined) {
    return binder.report("Q203", `Unknown column ${quote(name)}`, node, scope, reason);
  }
  const names = scope.columns.map((column) => column.name);
  return binder.reportUnknown("Q203", "column", node, scope, {
    name,
    among: namesOf(also, names, scope.frame?.params.keys() ?? [], binder.lets.keys()),
    otherwise: otherwise ?? elsewhere(binder, name) ??
      (names.length === 0 ? undefined : `columns: ${listFirst(names)}`),
  });
}

/** Suggests the tables that have a column of this name. */
function elsewhere(binder: Binder, name: string): string | undefined {
  const { catalog } = binder;
  const tables = catalog.tableNames.filter((table) =>
    catalog.table(table, null)?.columns.some((column) => column.name === name)
  );
  return tables.length === 0 ? undefined : `it is a column of ${listFirst(tables, 4)}`;
}
