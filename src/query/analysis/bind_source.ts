/**
 * Binds sources: tables, sets of live blocks, differences, and names defined by earlier statements.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import { findFunction } from "../functions/registry.ts";
import type { BoundPoint } from "../plan/statement.ts";
import type { ScanPlan } from "../plan/steps.ts";
import { planType } from "../plan/types.ts";
import type { PlanColumn } from "../plan/values.ts";
import { asSource } from "../syntax/as_source.ts";
import type { Expression, Source, TableSource } from "../syntax/ast.ts";
import { bindStackFrame } from "./bind_call.ts";
import { bindFilter } from "./bind_filter.ts";
import { bindPoint } from "./bind_point.ts";
import type { Binder } from "./binder.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import { LIVE_SOURCES } from "./live_sources.ts";
import {
  type BoundRelation,
  computedRelation,
  type DefinitionUse,
  filtered,
  openRelation,
  scopeOf,
  spanInText,
} from "./scope.ts";
import { reportUnknownTable } from "./unknown_table.ts";
import { listFirst, quote } from "./message_words.ts";

const LIVE_TABLE = "allocs";

/** Binds a source to rows; called through `binder.source()`. */
export function bindSource(binder: Binder, node: Source, frame: DefinitionUse | null): BoundRelation {
  switch (node.kind) {
    case "table":
      return bindTable(binder, node, frame);
    case "filter": {
      // The condition of some filters determines which table is filtered.
      const named = binder.tableOfFilter(node.condition);
      const table = named === undefined ? undefined : binder.catalog.table(named, null);
      const rows = table === undefined
        ? bindMainTable(binder, node, frame)
        : scan(table, null, null, spanInText(node.span, { frame }));
      const condition = bindFilter(binder, node.condition, scopeOf(rows, frame));
      return filtered(rows, condition, spanInText(node.span, { frame }));
    }
    case "pipeline":
      return binder.deeper(node, { frame }, () => binder.pipeline(node, frame)) ??
        openRelation(node.span);
    case "source":
      return binder.special(node, frame);
    case "error":
      return openRelation(node.span);
  }
}

/** Returns the main table, for a query without a source. */
export function bindMainTable(
  binder: Binder,
  at: { readonly span: Span },
  frame: DefinitionUse | null,
): BoundRelation {
  const name = binder.catalog.mainTable;
  const table = binder.catalog.table(name, null);
  if (table === undefined) {
    binder.report("Q201", `No open trace has a table ${quote(name)}`, at, { frame });
    return openRelation(at.span);
  }
  return scan(table, null, null, spanInText(at.span, { frame }));
}

function scan(
  table: CatalogTable,
  trace: string | null,
  point: BoundPoint | null,
  span: Span,
): BoundRelation {
  const columns = table.columns.map(({ name, type, display }): PlanColumn => ({
    name,
    type: planType(type),
    display,
  }));
  const plan: ScanPlan = { op: "scan", table: table.name, trace, point, columns, span };
  const facts = table.columns.map((column) => ({
    table: table.name,
    trace,
    column: column.guessed?.amongLive && point === null ? withoutGuess(column) : column,
  }));
  return { plan, facts, table, open: false, poisoned: new Set() };
}

function withoutGuess({ guessed: _, ...column }: CatalogColumn): CatalogColumn {
  return column;
}

function bindTable(binder: Binder, node: TableSource, frame: DefinitionUse | null): BoundRelation {
  const { name } = node.name;
  const here = { frame };
  const span = spanInText(node.span, here);
  const trace = bindTraceName(binder, node, frame);
  const param = frame?.params.get(name);
  if (param !== undefined && node.args.length === 0) {
    refusePoint(binder, node, frame);
    return binder.source(asSource(param.node), param.frame);
  }
  const definition = binder.definition(name);
  if (definition !== undefined) {
    refusePoint(binder, node, frame);
    const inner = binder.enter(name, definition, node.args, node.name, frame);
    if (inner === null) return openRelation(span);
    return bindDefinition(binder, node, definition.node.value, inner) ?? openRelation(span);
  }
  if (node.args.length > 0 && findFunction(name) !== undefined) {
    // A single call is a filter: in_stack(stack, "net_*").
    const { args, span } = node;
    const condition = { kind: "call", name: node.name, args, span } as const;
    return binder.source({ kind: "filter", condition, span }, frame);
  }
  if (node.args.length > 0) {
    const otherwise = "tables take no arguments";
    binder.reportUnknown("Q201", "definition", node.name, here, {
      name,
      among: binder.lets.keys(),
      otherwise,
    });
    return openRelation(span);
  }
  const kept = binder.results.get(name);
  if (kept !== undefined) {
    refusePoint(binder, node, frame);
    const place = { table: name, trace: null, point: null };
    return computedRelation<ScanPlan>({ op: "scan", ...place, kept: true, columns: kept, span });
  }
  if (trace === undefined) return openRelation(span);
  return bindStored(binder, node, trace, frame);
}

/** Binds a table of a trace, or the blocks that are live at a point. */
function bindStored(
  binder: Binder,
  node: TableSource,
  trace: string | null,
  frame: DefinitionUse | null,
): BoundRelation {
  const { name } = node.name;
  const here = { frame };
  const span = spanInText(node.span, here);
  const { catalog } = binder;
  const own = catalog.table(name, trace);
  const livePoint = own === undefined ? LIVE_SOURCES.find((each) => each.name === name)?.point ?? null : null;
  const table = livePoint === null ? own : catalog.table(LIVE_TABLE, trace);
  if (table === undefined) {
    reportUnknownTable(binder, node, trace, frame, livePoint !== null);
    return openRelation(span);
  }
  if (node.point === null) {
    const rows = scan(table, trace, livePoint, span);
    return name === "leaks" && own === undefined ? withoutSuppressed(binder, rows, trace, span) : rows;
  }
  if (name !== "live") {
    const fixSpan = node.name.span;
    const canLive = name === LIVE_TABLE || livePoint !== null;
    binder.report("Q212", `Table ${quote(name)} is the same at every point`, node.point, here, {
      suggestion: canLive ? 'did you mean "live"?' : "points belong to live: live @ 50%",
      ...(canLive ? { fix: "live", fixSpan } : {}),
    });
    return scan(table, trace, livePoint, span);
  }
  const point = bindPoint(binder, node.point, frame, trace);
  return scan(table, trace, point ?? livePoint, span);
}

/** Removes the leaks that match a suppression rule. */
function withoutSuppressed(
  binder: Binder,
  rows: BoundRelation,
  trace: string | null,
  span: Span,
): BoundRelation {
  if (binder.suppressions.length === 0 || binder.showsSuppressed) return rows;
  const rule = bindStackFrame(binder, { name: "suppressed", span }, scopeOf(rows, null));
  if (!rule) return rows;
  binder.leavesOut.add(trace);
  return filtered(rows, { op: "isNull", operand: rule, type: "bool", span }, span);
}

function refusePoint(binder: Binder, node: TableSource, frame: DefinitionUse | null): void {
  if (node.point !== null) {
    const message = `${quote(node.name.name)} is not a table and has no points`;
    binder.report("Q212", message, node.point, { frame }, 'put the point after "live" in the definition');
  }
  if (node.trace !== null && node.trace.kind !== "error") {
    const message = `${quote(node.name.name)} is not a table of a trace`;
    binder.report("Q212", message, node.trace, { frame }, 'put "of" after the table in the definition');
  }
}

/** Returns the trace name after `of`; null if there is none, undefined after reporting an error. */
function bindTraceName(
  binder: Binder,
  node: TableSource,
  frame: DefinitionUse | null,
): string | null | undefined {
  if (node.trace === null) return null;
  if (node.trace.kind === "error") return undefined;
  const written = node.trace.kind === "word" ? node.trace.text : node.trace.value;
  const param = node.trace.kind === "word" ? frame?.params.get(written)?.node : undefined;
  const name = param?.kind === "string" ? param.value : param?.kind === "name" ? param.name : written;
  const { traceNames } = binder.catalog;
  if (traceNames.includes(name)) return name;
  const otherwise = `open traces: ${listFirst(traceNames)}`;
  binder.reportUnknown("Q202", "trace", node.trace, { frame }, { name, among: traceNames, otherwise });
  return undefined;
}

/** Binds a definition that is used as a source. */
function bindDefinition(
  binder: Binder,
  node: TableSource,
  value: Source | Expression,
  frame: DefinitionUse,
): BoundRelation | null {
  if (value.kind === "pipeline") return binder.source(value, frame);
  const source = asSource(value as Expression);
  if (source.kind === "filter" && isPlainValue(source.condition)) {
    const message = `Definition ${quote(node.name.name)} is a value, not rows`;
    return binder.report("Q217", message, node.name, { frame: null }, "use it in a filter");
  }
  return binder.source(source, frame);
}

function isPlainValue(node: Expression): boolean {
  return !["comparison", "in", "overlaps", "has", "isNull", "match", "not", "logical", "error"].includes(
    node.kind,
  );
}
