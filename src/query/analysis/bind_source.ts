/**
 * Sources: tables, sets of live blocks, differences, and what earlier statements have defined.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import type { Span } from "../../base/diagnostic.ts";
import { asSource } from "../syntax/as_source.ts";
import type {
  DiffSource,
  Expression,
  GapsSource,
  ReachingSource,
  Source,
  TableSource,
} from "../syntax/ast.ts";
import type { BoundPoint, Expr, NamedExpr, Plan, PlanColumn } from "../plan/plan.ts";
import { findFunction } from "../functions/registry.ts";
import { type Binder, listSome, placed, quote, unfold } from "./binder.ts";
import { bindExpression, bindFilter, isFreeWord } from "./bind_expression.ts";
import { bindPipeline } from "./bind_pipeline.ts";
import { bindPoint } from "./bind_point.ts";
import { bindBounds } from "./bind_range.ts";
import type { CatalogTable } from "./catalog.ts";
import { LIVE_SOURCES } from "./live_sources.ts";
import { displayOf } from "./make.ts";
import { NameGiver, nameOf } from "./naming.ts";
import { computedRelation, emptyScope, type Frame, openRelation, type Relation, scopeOf } from "./scope.ts";
import { coerce, constant, isInteger, isNumber, planType, typeWords } from "./types.ts";

const LIVE_TABLE = "allocs";

/** Binds a source to rows. */
export function bindSource(binder: Binder, node: Source, frame: Frame | null): Relation {
  const rows = bindSourceKind(binder, node, frame);
  binder.observer?.source(node, rows);
  return rows;
}

function bindSourceKind(binder: Binder, node: Source, frame: Frame | null): Relation {
  switch (node.kind) {
    case "table":
      return bindTable(binder, node, frame);
    case "filter": {
      const rows = bindMainTable(binder, node, frame);
      binder.noteScope(node.span, rows, frame);
      const condition = bindFilter(binder, node.condition, scopeOf(rows, frame));
      return filtered(rows, condition, placed(node.span, { frame }));
    }
    case "pipeline":
      return binder.deeper(node, { frame }, () => bindPipeline(binder, node, frame)) ??
        openRelation(node.span);
    case "diff":
      return bindDiff(binder, node, frame);
    case "gaps":
    case "reaching":
      return bindCoverage(binder, node, frame);
    case "error":
      return openRelation(node.span);
  }
}

/** The table that a query without a source asks. */
export function bindMainTable(binder: Binder, at: { readonly span: Span }, frame: Frame | null): Relation {
  const name = binder.catalog.mainTable;
  const table = binder.catalog.table(name, null);
  if (table === undefined) {
    binder.report("Q201", `No open trace has a table ${quote(name)}`, at, { frame });
    return openRelation(at.span);
  }
  return scan(table, null, null, placed(at.span, { frame }));
}

/** Rows that pass; a filter that is a mistake lets all rows pass, since its statement will not run. */
export function filtered(rows: Relation, condition: Expr | null, span: Span): Relation {
  if (condition === null) return rows;
  return { ...rows, plan: { op: "filter", input: rows.plan, condition, columns: rows.plan.columns, span } };
}

function scan(table: CatalogTable, trace: string | null, point: BoundPoint | null, span: Span): Relation {
  const columns = table.columns.map(({ name, type, display }): PlanColumn => ({
    name,
    type: planType(type),
    display,
  }));
  const plan: Plan = { op: "scan", table: table.name, trace, point, columns, span };
  const facts = table.columns.map((column) => ({ table: table.name, trace, column }));
  return { plan, facts, table, open: false, poisoned: new Set() };
}

function bindTable(binder: Binder, node: TableSource, frame: Frame | null): Relation {
  const { name } = node.name;
  const here = { frame };
  const span = placed(node.span, here);
  const trace = bindTraceName(binder, node, frame);
  const param = frame?.params.get(name);
  if (param !== undefined && node.args.length === 0) {
    refusePoint(binder, node, frame);
    return bindSource(binder, asSource(param.node), param.frame);
  }
  const definition = binder.definition(name);
  if (definition !== undefined) {
    refusePoint(binder, node, frame);
    const inner = binder.enter(name, definition, node.args, node.name, frame);
    if (inner === null) return openRelation(span);
    return bindDefinition(binder, node, definition.node.value, inner) ?? openRelation(span);
  }
  if (node.args.length > 0 && findFunction(name) !== undefined) {
    // A call alone is a filter: in_stack(stack, "net_*").
    const { args, span } = node;
    return bindSource(binder, {
      kind: "filter",
      condition: { kind: "call", name: node.name, args, span },
      span,
    }, frame);
  }
  if (node.args.length > 0) {
    binder.reportUnknown(
      "Q201",
      "definition",
      name,
      node.name,
      here,
      binder.lets.keys(),
      "tables take no arguments",
    );
    return openRelation(span);
  }
  const kept = binder.results.get(name);
  if (kept !== undefined) {
    refusePoint(binder, node, frame);
    const plan: Plan = { op: "scan", table: name, trace: null, point: null, kept: true, columns: kept, span };
    return computedRelation(plan);
  }
  if (trace === undefined) return openRelation(span);
  return bindStored(binder, node, trace, frame);
}

/** A table of a trace, or the live blocks at a moment. */
function bindStored(binder: Binder, node: TableSource, trace: string | null, frame: Frame | null): Relation {
  const { name } = node.name;
  const here = { frame };
  const span = placed(node.span, here);
  const { catalog } = binder;
  const own = catalog.table(name, trace);
  const livePoint = own === undefined ? LIVE_SOURCES.find((each) => each.name === name)?.point ?? null : null;
  const table = livePoint === null ? own : catalog.table(LIVE_TABLE, trace);
  if (table === undefined) {
    reportUnknownTable(binder, node, trace, frame, livePoint !== null);
    return openRelation(span);
  }
  if (node.point === null) return scan(table, trace, livePoint, span);
  if (name !== "live") {
    const fixSpan = node.name.span;
    const canLive = name === LIVE_TABLE || livePoint !== null;
    binder.report("Q212", `Table ${quote(name)} is the same at every moment`, node.point, here, {
      suggestion: canLive ? 'did you mean "live"?' : "points belong to live: live @ 50%",
      ...(canLive ? { fix: "live", fixSpan } : {}),
    });
    return scan(table, trace, livePoint, span);
  }
  const point = bindPoint(binder, node.point, frame);
  return scan(table, trace, point ?? livePoint, span);
}

function refusePoint(binder: Binder, node: TableSource, frame: Frame | null): void {
  if (node.point !== null) {
    binder.report("Q212", `${quote(node.name.name)} is no table, and has no moments`, node.point, { frame }, {
      suggestion: 'put the point after "live" inside of the definition',
    });
  }
  if (node.trace !== null && node.trace.kind !== "error") {
    binder.report("Q212", `${quote(node.name.name)} is no table of a trace`, node.trace, { frame }, {
      suggestion: 'put "of" after the table inside of the definition',
    });
  }
}

/** Name after `of`; null without one, undefined after a report. */
function bindTraceName(binder: Binder, node: TableSource, frame: Frame | null): string | null | undefined {
  if (node.trace === null) return null;
  if (node.trace.kind === "error") return undefined;
  const written = node.trace.kind === "word" ? node.trace.text : node.trace.value;
  const param = node.trace.kind === "word" ? frame?.params.get(written)?.node : undefined;
  const name = param?.kind === "string" ? param.value : param?.kind === "name" ? param.name : written;
  const { traceNames } = binder.catalog;
  if (traceNames.includes(name)) return name;
  binder.reportUnknown(
    "Q202",
    "trace",
    name,
    node.trace,
    { frame },
    traceNames,
    `open are: ${listSome(traceNames)}`,
  );
  return undefined;
}

function reportUnknownTable(
  binder: Binder,
  node: TableSource,
  trace: string | null,
  frame: Frame | null,
  isLive: boolean,
): void {
  const { name } = node.name;
  const here = { frame };
  const { catalog } = binder;
  if (trace !== null && (catalog.table(name, null) !== undefined || catalog.tableNames.includes(name))) {
    const owners = catalog.traceNames.filter((each) => catalog.table(name, each) !== undefined);
    binder.report("Q201", `Trace ${quote(trace)} has no table ${quote(name)}`, node.name, here, {
      suggestion: owners.length === 0 ? undefined : `it is in: ${listSome(owners)}`,
    });
    return;
  }
  if (isLive) {
    binder.report(
      "Q201",
      `No lives of blocks are in this trace, so there is no ${quote(name)}`,
      node.name,
      here,
      {
        suggestion: `tables: ${listSome(catalog.tableNames)}`,
      },
    );
    return;
  }
  const names = [...binder.sourceNames()];
  const main = catalog.table(catalog.mainTable, null);
  const column = main?.columns.find((each) => each.name === name);
  if (column !== undefined && didYouMean(name, names) === undefined) {
    const text = column.type === "text"
      ? `${name}:…`
      : column.type === "bool"
      ? `${name} == true`
      : `${name} == …`;
    binder.report("Q201", `${quote(name)} is a column and no table`, node.name, here, {
      suggestion: `a filter compares it: ${text}`,
    });
    return;
  }
  const meant = valueHint(binder, name, main);
  if (meant !== undefined) {
    binder.report("Q201", `Unknown table ${quote(name)}`, node.name, here, {
      suggestion: `did you mean ${meant}?`,
      fix: meant,
    });
    return;
  }
  const tables = `tables: ${listSome(catalog.tableNames)}`;
  binder.reportUnknown("Q201", "table", name, node.name, here, names, tables);
}

/** A word that is a value of some column: `alloc` alone means `kind:alloc`. */
function valueHint(binder: Binder, word: string, main: CatalogTable | undefined): string | undefined {
  if (main === undefined) return undefined;
  for (const { name, type, allNull } of main.columns) {
    if (type !== "text" || allNull === true) continue;
    const values = binder.catalog.distinct(main.name, name, 100);
    if (values?.some(({ value }) => value === word)) return `${name}:${word}`;
  }
  return undefined;
}

/** What a definition stands for, where rows are expected. */
function bindDefinition(
  binder: Binder,
  node: TableSource,
  value: Source | Expression,
  frame: Frame,
): Relation | null {
  if (value.kind === "pipeline") return bindSource(binder, value, frame);
  const source = asSource(value as Expression);
  if (source.kind === "filter" && isPlainValue(source.condition)) {
    return binder.report("Q217", `Definition ${quote(node.name.name)} is a value, and not rows`, node.name, {
      frame: null,
    }, {
      suggestion: "use it inside of a filter",
    });
  }
  return bindSource(binder, source, frame);
}

function isPlainValue(node: Expression): boolean {
  return !["comparison", "in", "overlaps", "has", "isNull", "match", "not", "logical", "error"].includes(
    node.kind,
  );
}

/** The rows before and after, and what differs between them. */
function bindDiff(binder: Binder, node: DiffSource, frame: Frame | null): Relation {
  const before = bindSource(binder, node.before, frame);
  const after = bindSource(binder, node.after, frame);
  const span = placed(node.span, { frame });
  const beforeKeys: NamedExpr[] = [];
  const afterKeys: NamedExpr[] = [];
  const names = new NameGiver(["count_before", "count_after", "count_delta"]);
  let failed = node.keys.length === 0;
  for (const key of node.keys) {
    const expr = bindExpression(binder, key.value, scopeOf(before, frame));
    // The same mistake on the other side is found at the same place, and so is reported once.
    const other = bindExpression(binder, key.value, scopeOf(after, frame));
    if (expr === null || other === null) {
      failed = true;
      continue;
    }
    const same = coerce(other, expr.type);
    if (same === undefined) {
      binder.report("Q206", `Key is ${typeWords(expr.type)} before and ${typeWords(other.type)} after`, key, {
        frame,
      });
      failed = true;
      continue;
    }
    const name = names.give(key.name?.name ?? nameOf(key.value));
    beforeKeys.push({ name, expr, display: displayOf(expr, before.plan) });
    afterKeys.push({ name, expr: same, display: displayOf(same, after.plan) });
  }
  if (failed || before.open || after.open) return openRelation(span);
  const measures = sizeColumn(before) && sizeColumn(after) ? ["count", "bytes"] : ["count"];
  const columns: PlanColumn[] = beforeKeys.map(({ name, expr, display }) => ({
    name,
    type: expr.type,
    display,
  }));
  for (const measure of measures) {
    columns.push(
      { name: `${measure}_before`, type: "u64", display: "plain" },
      { name: `${measure}_after`, type: "u64", display: "plain" },
      { name: `${measure}_delta`, type: "i64", display: "plain" },
    );
  }
  return computedRelation({
    op: "diff",
    before: before.plan,
    after: after.plan,
    keys: beforeKeys,
    afterKeys,
    columns,
    span,
  });
}

function sizeColumn(relation: Relation): boolean {
  return relation.plan.columns.some(({ name, type }) => name === "size" && isNumber(type));
}

const GAP_COLUMNS: readonly PlanColumn[] = [
  { name: "addr", type: "u64", display: "hex" },
  { name: "end", type: "u64", display: "hex" },
  { name: "size", type: "u64", display: "plain" },
];
const REACHING_COLUMNS: readonly PlanColumn[] = [
  { name: "trace", type: "text", display: "plain" },
  { name: "addr", type: "u64", display: "hex" },
  { name: "size", type: "u64", display: "plain" },
  { name: "count", type: "u64", display: "plain" },
];

/** Those of the table, where there is one. */
function gapColumns(binder: Binder): readonly PlanColumn[] {
  const table = binder.catalog.table("gaps", null);
  if (table === undefined) return GAP_COLUMNS;
  return table.columns.map(({ name, type, display }) => ({ name, type: planType(type), display }));
}

/** `gaps in WINDOW` and `traces reaching ADDR`. */
function bindCoverage(binder: Binder, node: GapsSource | ReachingSource, frame: Frame | null): Relation {
  const here = { frame };
  const span = placed(node.span, here);
  const columns = node.kind === "gaps" ? gapColumns(binder) : REACHING_COLUMNS;
  const window = bindWindow(binder, node.kind === "gaps" ? node.within : node.target, frame, node.kind);
  if (window === null) return openRelation(span);
  if (!binder.catalog.tableNames.includes("ranges") && !binder.catalog.tableNames.includes("blocks")) {
    const words = node.kind === "gaps" ? "gaps" : "traces reaching";
    binder.report("Q201", `${quote(words)} needs a coverage trace, and none is open`, node, here);
  }
  return computedRelation({ op: node.kind, ...window, columns, span });
}

/** An address range from a range, an address, or the name of a symbol; high is not included. */
function bindWindow(
  binder: Binder,
  node: Expression,
  frame: Frame | null,
  kind: "gaps" | "reaching",
): { low: Expr | null; high: Expr | null } | null {
  const scope = emptyScope(frame);
  const unfolded = unfold(binder, node, scope);
  if (unfolded === null) return null;
  const found = "node" in unfolded ? unfolded.node : node;
  const inner = unfolded.scope;
  const span = placed(node.span, scope);
  if (found.kind === "range") {
    const bounds = bindBounds(binder, found, inner, "u64");
    if (bounds === null) return null;
    const { low, high, closed } = bounds;
    const isConstant = (bound: Expr | null): boolean => bound === null || bound.op === "constant";
    if (!isConstant(low) || !isConstant(high)) {
      return binder.report("Q210", "Window is not constant", node, scope);
    }
    if (!closed || high?.op !== "constant" || typeof high.value !== "bigint") return { low, high };
    return { low, high: high.value === (1n << 64n) - 1n ? null : constant(high.value + 1n, "u64", span) };
  }
  const symbol = found.kind === "string"
    ? found.value
    : found.kind === "word"
    ? found.text
    : isFreeWord(binder, found, inner)
    ? found.name
    : null;
  if (symbol !== null) {
    const range = binder.catalog.symbolRange?.(symbol);
    if (range !== undefined) {
      return { low: constant(range.low, "u64", span), high: constant(range.high, "u64", span) };
    }
    return binder.report("Q203", `Unknown symbol ${quote(symbol)}`, node, scope, {
      suggestion: "symbols are known when the program is opened too; an address range always works",
    });
  }
  const value = bindExpression(binder, found, inner);
  if (value === null) return null;
  const addr = isInteger(value.type) ? coerce(value, "u64") : undefined;
  if (addr?.op !== "constant" || typeof addr.value !== "bigint" || kind === "gaps") {
    return binder.report(
      "Q206",
      `Expected ${kind === "gaps" ? "an address range" : "an address"} or a symbol`,
      node,
      scope,
      {
        suggestion: kind === "gaps"
          ? "for example gaps in 0x1000..0x2000"
          : "for example traces reaching 0x4004",
      },
    );
  }
  return { low: addr, high: addr.value === (1n << 64n) - 1n ? null : constant(addr.value + 1n, "u64", span) };
}
