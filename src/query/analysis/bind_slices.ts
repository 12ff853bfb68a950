/**
 * Stages that cut values or the trace into slices: `hist` and `timeline`.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { Expression, HistStage, TimelineStage } from "../syntax/ast.ts";
import type { Expr, NamedExpr, Plan } from "../plan/plan.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Binder } from "./binder.ts";
import { listSome, quote } from "./words.ts";
import { computedRelation, type Frame, openRelation, placed, type Relation, scopeOf } from "./scope.ts";
import { bindAggregates } from "./bind_aggregate.ts";
import { aggregateColumns, projected, sizeExpr } from "./bind_group.ts";
import { bindNumber } from "./bind_order.ts";
import { columnExpr, displayOf } from "./make.ts";
import { isMeasure, typeWords } from "../plan/types.ts";

/** Bins of values that do not grow by powers. */
const DEFAULT_BINS = 20;
/** More would be no picture. */
const MAX_BINS = QUERY_LIMITS.bins.most;
/** Columns that count records, in this order. */
const RECORD_COLUMNS = ["seq", "no", "frame"];

/** `hist expr [bins N]`; without a number of bins one per power of two, or 20 where powers mean nothing. */
export function bindHist(binder: Binder, node: HistStage, input: Relation, frame: Frame | null): Relation {
  const scope = scopeOf(input, frame);
  const span = placed(node.span, { frame });
  const value = binder.expression(node.value, scope);
  const given = node.bins === null ? undefined : bindNumber(binder, node.bins, scope, 1);
  if (value === null || given === null) return openRelation(span);
  if (!isMeasure(value.type)) {
    binder.report(
      "Q206",
      `A histogram needs numbers or times, found ${typeWords(value.type)}`,
      node.value,
      scope,
      {
        suggestion: `count values with by instead`,
      },
    );
    return openRelation(span);
  }
  if (given !== undefined && given > MAX_BINS) {
    binder.report("Q211", `Expected at most ${MAX_BINS} bins, found ${given}`, node.bins!, scope);
    return openRelation(span);
  }
  const bins = given ?? (growsByPowers(value, scope.columns) ? 0 : DEFAULT_BINS);
  const display = displayOf(value, scope);
  const columns: PlanColumn[] = [
    { name: "from", type: value.type, display },
    { name: "to", type: value.type, display },
    { name: "count", type: "u64", display: "plain" },
  ];
  const size = sizeExpr(input, span);
  if (size !== null) columns.push({ name: "bytes", type: size.type, display: "plain" });
  return computedRelation({ op: "hist", input: input.plan, value, bins, columns, span });
}

/** Sizes and counts spread over many orders of magnitude; addresses, positions and classes do not. */
function growsByPowers(value: Expr, columns: readonly PlanColumn[]): boolean {
  if (value.op !== "column" || value.type !== "u64") return false;
  const { name, display } = columns[value.index]!;
  return display === "plain" && /(?:^|_)(?:size|bytes|life|count|calls)$/.test(name);
}

/** `timeline [every STEP] aggregates`: slices of records, or of time when the step is a duration. */
export function bindTimeline(
  binder: Binder,
  node: TimelineStage,
  input: Relation,
  frame: Frame | null,
): Relation {
  const scope = scopeOf(input, frame);
  const span = placed(node.span, { frame });
  const step = node.step === null ? null : bindStep(binder, node.step, frame);
  const over = step === undefined ? null : bindOver(binder, node, step?.type === "time", input, frame);
  const edgeType = over?.type ?? "u64";
  const display = over === null ? "plain" : displayOf(over, scope);
  const edges: PlanColumn[] = [
    { name: "from", type: edgeType, display },
    { name: "to", type: edgeType, display },
  ];
  const bound = bindAggregates(binder, node.aggregates, edges, scope);
  if (over === null || step === undefined) return openRelation(span);
  const columns = [...edges, ...aggregateColumns(bound.aggregates)];
  const plan: Plan = {
    op: "timeline",
    input: input.plan,
    over,
    step: step?.value ?? null,
    aggregates: bound.aggregates,
    columns,
    span,
  };
  const list: readonly NamedExpr[] | null = bound.list;
  const relation = computedRelation(list === null ? plan : projected(plan, list, span), bound.poisoned);
  return { ...relation, open: input.open || node.aggregates.length === 0 };
}

interface Step {
  readonly value: bigint;
  readonly type: "u64" | "time";
}

/** The length of a slice; undefined after a report. */
function bindStep(binder: Binder, node: Expression, frame: Frame | null): Step | undefined {
  const scope = scopeOf(openRelation(node.span), frame);
  const bound = binder.expression(node, { ...scope, open: false });
  if (bound === null) return undefined;
  const { type } = bound;
  if (bound.op === "constant" && typeof bound.value === "bigint" && (type === "u64" || type === "time")) {
    if (bound.value > 0n) return { value: bound.value, type };
    binder.report("Q211", "Step is not above 0", node, scope);
    return undefined;
  }
  binder.report("Q210", "Step is neither a number of records nor a duration", node, scope, {
    suggestion: "for example every 1000, every 250ms",
  });
  return undefined;
}

/** What is sliced; null after a report. */
function bindOver(
  binder: Binder,
  node: TimelineStage,
  byTime: boolean,
  input: Relation,
  frame: Frame | null,
): Expr | null {
  const { columns } = input.plan;
  const names = byTime ? ["time"] : RECORD_COLUMNS;
  const wanted = byTime ? "time" : "u64";
  for (const name of names) {
    const index = columns.findIndex((column) => column.name === name && column.type === wanted);
    if (index < 0) continue;
    if (input.facts[index]?.column.allNull === true) {
      binder.report("Q301", `Column ${quote(name)} is null in every row: there is nothing to divide`, node, {
        frame,
      }, {
        severity: "warning",
        suggestion: byTime ? "this trace has no times; use a number of records: every 1000" : undefined,
      });
    }
    return columnExpr(input.plan, index, placed(node.span, { frame }));
  }
  if (input.open) return null;
  return binder.report(
    "Q214",
    byTime ? 'A timeline by time needs a column "time"' : 'A timeline needs a column "seq" or "no"',
    byTime && node.step !== null ? node.step : node,
    { frame },
    { suggestion: `columns: ${listSome(columns.map((column) => column.name))}` },
  );
}
