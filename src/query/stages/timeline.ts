/**
 * `timeline`: aggregates per slice of records, or of time when the step is a duration.
 * @module
 */

import { bindAggregates } from "../analysis/bind_aggregate.ts";
import { aggregateColumns, projected } from "../analysis/bind_group.ts";
import type { Binder } from "../analysis/binder.ts";
import { columnExpr, displayOf } from "../analysis/make.ts";
import {
  computedRelation,
  type Frame,
  openRelation,
  placed,
  type Relation,
  scopeOf,
} from "../analysis/scope.ts";
import { listSome, quote } from "../analysis/words.ts";
import type { PlanStep } from "../operators/operator.ts";
import { runTimeline, type TimelinePlan } from "../operators/timeline.ts";
import type { Expr, NamedExpr } from "../plan/expressions.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Expression, NamedExpression, StageNode } from "../syntax/ast.ts";
import { parseArithmetic } from "../syntax/parse_expression.ts";
import { parseNamedList } from "../syntax/stage_parts.ts";
import { wantsExpression } from "../syntax/wants.ts";
import type { QueryStage } from "./stage.ts";

/** Columns that count records, in this order. */
const RECORD_COLUMNS = ["seq", "no", "frame"];

/** `timeline [every STEP] aggregates`. */
interface TimelineNode extends StageNode {
  readonly keyword: "timeline";
  readonly step: Expression | null;
  readonly aggregates: readonly NamedExpression[];
}

const timelineStep: PlanStep<TimelinePlan> = {
  op: "timeline",
  print(plan, printer) {
    const { columns } = plan.input;
    const every = plan.step === null ? "" : ` every ${plan.step}`;
    return `timeline ${printer.expr(plan.over, columns)}${every}: ${
      printer.aggregates(plan.aggregates, columns)
    }`;
  },
  run: (plan, [input], context) => runTimeline(plan, input!, context),
};

/** Aggregates over time. */
export const timeline: QueryStage<TimelineNode> = {
  keyword: "timeline",
  usage: "timeline [every STEP] AGGREGATES",
  summary: "Aggregates per step of the trace",
  examples: [
    "timeline max(live_bytes)",
    "timeline every 100 b = max(live_bytes), n = max(live_blocks)",
  ],
  takesOperand: true,
  words: [
    { word: "every", doc: "Length of a step: events, or a duration" },
    { word: "if", doc: "Only rows that pass a filter" },
  ],
  parse(state, { span }) {
    const step = state.takeWord("every") ? parseArithmetic(state) : null;
    const aggregates = parseNamedList(state, "an aggregate");
    return { kind: "stage", keyword: "timeline", step, aggregates, span };
  },
  print({ step, aggregates }, writer) {
    const every = step === null ? "" : `every ${writer.arithmetic(step)} `;
    return `timeline ${every}${writer.list(aggregates)}`;
  },
  wants(node, part, previous) {
    if (part === node.step) return [];
    const aggregate = wantsExpression("aggregate");
    return previous.role === "stage" ? [{ want: "words", words: ["every"] }, ...aggregate] : aggregate;
  },
  wordsAfter: (_, previous) => previous.role === "stage" ? ["every"] : ["if"],
  bind(binder, node, input, frame) {
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
    const plan: TimelinePlan = {
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
  },
  step: timelineStep,
};

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
  node: TimelineNode,
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
