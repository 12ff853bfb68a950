/**
 * Sources of coverage: `gaps in WINDOW`, `heat in WINDOW`, `traces reaching TARGET`, and sets of runs.
 * @module
 */

import { U64_MAX } from "../../base/u64.ts";
import { globPattern } from "../../patterns/text_pattern.ts";
import { WorkMeter } from "../../patterns/work_meter.ts";
import type { CoverageSetSource, Expression, GapsSource, HeatSource, ReachingSource } from "../syntax/ast.ts";
import type { Expr } from "../plan/expressions.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Binder } from "./binder.ts";
import { listSome, quote } from "./words.ts";
import {
  computedRelation,
  emptyScope,
  type Frame,
  openRelation,
  placed,
  type Relation,
  type Scope,
} from "./scope.ts";
import { isFreeWord, unfold } from "./unfold.ts";
import { bindBounds } from "./bind_range.ts";
import { coerce, constant, isInteger, planType } from "../plan/types.ts";
import type { CoveragePlan, CoverageSetPlan } from "../plan/steps.ts";

const GAP_COLUMNS: readonly PlanColumn[] = [
  { name: "addr", type: "u64", display: "hex" },
  { name: "end", type: "u64", display: "hex" },
  { name: "size", type: "u64", display: "plain" },
];
const HEAT_COLUMNS: readonly PlanColumn[] = [
  { name: "addr", type: "u64", display: "hex" },
  { name: "end", type: "u64", display: "hex" },
  { name: "size", type: "u64", display: "plain" },
  { name: "covered", type: "u64", display: "plain" },
  { name: "strip", type: "text", display: "plain" },
  { name: "module", type: "text", display: "plain" },
  { name: "trace", type: "text", display: "plain" },
];
const REACHING_COLUMNS: readonly PlanColumn[] = [
  { name: "trace", type: "text", display: "plain" },
  { name: "module", type: "text", display: "plain" },
  { name: "addr", type: "u64", display: "hex" },
  { name: "size", type: "u64", display: "plain" },
  { name: "count", type: "u64", display: "plain" },
  { name: "first", type: "u64", display: "plain" },
];
const SET_COLUMNS: readonly PlanColumn[] = [
  { name: "addr", type: "u64", display: "hex" },
  { name: "size", type: "u64", display: "plain" },
  { name: "end", type: "u64", display: "hex" },
  { name: "module", type: "text", display: "plain" },
  { name: "op", type: "u64", display: "plain" },
  { name: "taken", type: "bool", display: "plain" },
  { name: "fallthrough", type: "bool", display: "plain" },
  { name: "fault", type: "bool", display: "plain" },
  { name: "outcome", type: "text", display: "plain" },
  { name: "runs", type: "u64", display: "plain" },
];

/** What is not covered has no state. */
const COMPLEMENT_COLUMNS: readonly PlanColumn[] = SET_COLUMNS.slice(0, 4);

/** Those of the table, where there is one. */
function gapColumns(binder: Binder): readonly PlanColumn[] {
  const table = binder.catalog.table("gaps", null);
  if (table === undefined) return GAP_COLUMNS;
  return table.columns.map(({ name, type, display }) => ({ name, type: planType(type), display }));
}

/** Binds `gaps in WINDOW`, `heat in WINDOW`, `traces reaching ADDR`, and the sets. */
export function bindCoverage(
  binder: Binder,
  node: GapsSource | HeatSource | ReachingSource | CoverageSetSource,
  frame: Frame | null,
): Relation {
  const here = { frame };
  const span = placed(node.span, here);
  const { tableNames } = binder.catalog;
  if (!tableNames.includes("ranges") && !tableNames.includes("blocks")) {
    const words = node.kind === "coverageSet"
      ? node.op
      : node.kind === "reaching"
      ? "traces reaching"
      : node.kind;
    binder.report("Q201", `${quote(words)} needs a coverage trace, and none is open`, node, here);
    return openRelation(span);
  }
  if (node.kind === "coverageSet") return bindSet(binder, node, frame);
  const { kind } = node;
  const columns = kind === "gaps" ? gapColumns(binder) : kind === "heat" ? HEAT_COLUMNS : REACHING_COLUMNS;
  const window = bindWindow(binder, kind === "reaching" ? node.target : node.within, frame, kind);
  if (window === null) return openRelation(span);
  return computedRelation<CoveragePlan>({ op: kind, ...window, columns, span });
}

/** Names of traces, each alone or as a glob over the open ones. */
function bindSet(binder: Binder, node: CoverageSetSource, frame: Frame | null): Relation {
  const { op, byOutcome } = node;
  const span = placed(node.span, { frame });
  const { traceNames } = binder.catalog;
  const lists: string[][] = [];
  for (const trace of node.traces) {
    if (trace.kind === "error") return openRelation(span);
    const written = trace.kind === "word" ? trace.text : trace.value;
    const param = trace.kind === "word" ? frame?.params.get(written)?.node : undefined;
    const name = param?.kind === "string" ? param.value : param?.kind === "name" ? param.name : written;
    const glob = globPattern(name);
    // Without open traces a script is only checked.
    const found = traceNames.includes(name) || traceNames.length === 0
      ? [name]
      : traceNames.filter((each) => glob.test(each, new WorkMeter()));
    if (found.length === 0) {
      const open = `open traces: ${listSome(traceNames)}`;
      binder.reportUnknown("Q202", "trace", name, trace, { frame }, traceNames, open);
      return openRelation(span);
    }
    lists.push(found);
  }
  const [first = [], ...rest] = lists;
  const traces = op === "difference" ? first : [...new Set(lists.flat())];
  // Alone, a run is compared with all others.
  const taken = rest.length > 0 ? rest.flat() : traceNames;
  const others = op === "difference" ? [...new Set(taken)].filter((name) => !traces.includes(name)) : [];
  const columns = op === "complement" ? COMPLEMENT_COLUMNS : SET_COLUMNS;
  return computedRelation<CoverageSetPlan>({ op, traces, others, byOutcome, columns, span });
}

/** An address range from a range, an address, or the name of a symbol or section; high is not included. */
function bindWindow(
  binder: Binder,
  node: Expression,
  frame: Frame | null,
  kind: "gaps" | "heat" | "reaching",
): { low: Expr | null; high: Expr | null; module: string | null } | null {
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
    if (!closed || high?.op !== "constant" || typeof high.value !== "bigint") {
      return { low, high, module: null };
    }
    const behind = high.value === U64_MAX ? null : constant(high.value + 1n, "u64", span);
    return { low, high: behind, module: null };
  }
  const code = codeNameOf(binder, found, inner);
  if (code !== null) {
    const { catalog } = binder;
    const range = code.what === "symbol"
      ? catalog.symbolRange?.(code.name)
      : catalog.sectionRange?.(code.name);
    if (range !== undefined) {
      const { low, high, module = null } = range;
      return { low: constant(low, "u64", span), high: constant(high, "u64", span), module };
    }
    return binder.report("Q203", `Unknown ${code.what} ${quote(code.name)}`, node, scope, {
      suggestion: `${code.what}s come from the program (--exec); an address range always works`,
    });
  }
  const value = binder.expression(found, inner);
  if (value === null) return null;
  const addr = isInteger(value.type) ? coerce(value, "u64") : undefined;
  if (addr?.op !== "constant" || typeof addr.value !== "bigint" || kind !== "reaching") {
    return binder.report(
      "Q206",
      `Expected ${kind === "reaching" ? "an address" : "an address range"} or a symbol`,
      node,
      scope,
      {
        suggestion: kind === "reaching"
          ? "for example traces reaching 0x4004"
          : `for example ${kind} in 0x1000..0x2000`,
      },
    );
  }
  const behind = addr.value === U64_MAX ? null : constant(addr.value + 1n, "u64", span);
  return { low: addr, high: behind, module: null };
}

/** `main`, `"main"`, `symbol("main")` and `section(".text")` name code. */
function codeNameOf(
  binder: Binder,
  node: Expression,
  scope: Scope,
): { readonly what: "symbol" | "section"; readonly name: string } | null {
  if (node.kind === "call") {
    const what = node.name.name, [arg] = node.args;
    if ((what !== "symbol" && what !== "section") || node.args.length !== 1) return null;
    const inner = codeNameOf(binder, arg!, scope);
    return inner === null ? null : { what, name: inner.name };
  }
  if (node.kind === "string") return { what: "symbol", name: node.value };
  if (node.kind === "word") return { what: "symbol", name: node.text };
  return isFreeWord(binder, node, scope) ? { what: "symbol", name: node.name } : null;
}
