/**
 * Messages for unknown tables.
 * @module
 */

import type { TableSource } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import type { CatalogTable } from "./catalog.ts";
import type { DefinitionUse } from "./scope.ts";
import { listFirst, quote } from "./message_words.ts";

/** Reports a table that does not exist at all, or not in this trace. */
export function reportUnknownTable(
  binder: Binder,
  node: TableSource,
  trace: string | null,
  frame: DefinitionUse | null,
  isLive: boolean,
): void {
  const { name } = node.name;
  const here = { frame };
  const { catalog } = binder;
  if (trace !== null && (catalog.table(name, null) !== undefined || catalog.tableNames.includes(name))) {
    const owners = catalog.traceNames.filter((each) => catalog.table(name, each) !== undefined);
    const message = `Trace ${quote(trace)} has no table ${quote(name)}`;
    const suggestion = owners.length === 0 ? undefined : `these traces have it: ${listFirst(owners)}`;
    binder.report("Q201", message, node.name, here, suggestion);
    return;
  }
  if (isLive) {
    const message = `This trace does not record lifetimes of blocks, so it has no ${quote(name)}`;
    const why = catalog.blockless ?? `tables: ${listFirst(catalog.tableNames)}`;
    binder.report("Q201", message, node.name, here, why);
    return;
  }
  const main = catalog.table(catalog.mainTable, null);
  const column = main?.columns.find((each) => each.name === name);
  if (column !== undefined && binder.nearest(name, binder.sourceNames()) === undefined) {
    const text = column.type === "text"
      ? `${name}:…`
      : column.type === "bool"
      ? `${name} == true`
      : `${name} == …`;
    const message = `${quote(name)} is a column, not a table`;
    binder.report("Q201", message, node.name, here, `a filter compares it: ${text}`);
    return;
  }
  const missing = catalog.missingTable?.(name);
  if (missing !== undefined) {
    binder.report("Q201", `No open trace has a table ${quote(name)}`, node.name, here, missing);
    return;
  }
  const meant = valueHint(binder, name, main);
  if (meant !== undefined) {
    const message = `Unknown table ${quote(name)}`;
    binder.report("Q201", message, node.name, here, { fix: meant });
    return;
  }
  const otherwise = `tables: ${listFirst(catalog.tableNames)}`;
  binder.reportUnknown("Q201", "table", node.name, here, { name, among: binder.sourceNames(), otherwise });
}

/** Suggests a filter for a word that is a value of some column: `alloc` alone means `kind:alloc`. */
function valueHint(binder: Binder, word: string, main: CatalogTable | undefined): string | undefined {
  if (main === undefined || binder.catalog.isQuiet === true) return undefined;
  for (const { name, type, allNull } of main.columns) {
    if (type !== "text" || allNull === true) continue;
    const values = binder.catalog.distinct(main.name, name, 100);
    if (values?.some(({ value }) => value === word)) return `${name}:${word}`;
  }
  return undefined;
}
