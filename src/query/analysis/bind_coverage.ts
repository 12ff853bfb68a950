/**
 * Sources of coverage: `gaps in WINDOW` and `traces reaching TARGET`.
 * @module
 */

import type { Expression, GapsSource, ReachingSource } from "../syntax/ast.ts";
import type { Expr, PlanColumn } from "../plan/plan.ts";
import { type Binder, placed, quote, unfold } from "./binder.ts";
import { bindExpression, isFreeWord } from "./bind_expression.ts";
import { bindBounds } from "./bind_range.ts";
import { computedRelation, emptyScope, type Frame, openRelation, type Relation } from "./scope.ts";
import { coerce, constant, isInteger, planType } from "./types.ts";

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
export function bindCoverage(
  binder: Binder,
  node: GapsSource | ReachingSource,
  frame: Frame | null,
): Relation {
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
