/**
 * `hist`: a histogram of a value.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { sizeExpr } from "../analysis/bind_group.ts";
import { bindNumber } from "../analysis/bind_order.ts";
import { displayOf, isByteCount } from "../analysis/make_expressions.ts";
import { computedRelation, openRelation, scopeOf, spanInText } from "../analysis/scope.ts";
import { type HistPlan, runHist } from "../operators/slice/hist.ts";
import type { Expr } from "../plan/expressions.ts";
import { isMeasure, typeText } from "../plan/types.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Expression, StageNode } from "../syntax/ast.ts";
import { parseArithmetic } from "../syntax/parse_expression.ts";
import { reportMissingPart } from "../syntax/stage_parts.ts";
import { expectsExpression } from "../syntax/language.ts";
import type { QueryStage } from "./stage.ts";

/** Number of bins for values that do not spread over powers of two. */
const DEFAULT_BINS = 20;
/** Maximum number of bins: a histogram with more would not be readable. */
const MAX_BINS = QUERY_LIMITS.bins.most;

/** `hist expr [bins N]`. */
export interface HistNode extends StageNode {
  readonly value: Expression;
  readonly bins: Expression | null;
}

/**
 * A histogram. By default there is one bin per power of two, or 20 bins for values that are not distributed
 * like that.
 */
export const hist: QueryStage<HistNode, HistPlan> = {
  keyword: "hist",
  usage: "hist EXPR [bins N]",
  summary: "A histogram of a value; empty bins have count 0 and bytes 0",
  examples: [
    "hist size",
    "allocs | hist life bins 10",
    "leaks | hist bucket(size)",
  ],
  takesOperand: true,
  elsewhere: [{ word: "histogram" }],
  called: ["histo", "distribution", "density"],
  loosely(operand, reader) {
    const value = reader.bare(operand.replace(/^\s*(?:of|by|on|over)\b/i, ""));
    return value === "" ? null : `hist ${reader.value(value)}`;
  },
  words: [{ word: "bins", doc: "Number of bins" }],
  parse(state, { span }) {
    const value = state.atOperand() ? parseArithmetic(state) : reportMissingPart(state, "a column");
    const bins = state.takeWord("bins") ? parseArithmetic(state) : null;
    return { kind: "stage", keyword: "hist", value, bins, span };
  },
  print({ value, bins }, writer) {
    return `hist ${writer.arithmetic(value)}${bins === null ? "" : ` bins ${writer.arithmetic(bins)}`}`;
  },
  wants: (node, part) => part === node.bins ? [{ want: "count" }] : expectsExpression("measure"),
  wordsAfter: (node, previous) => node.bins === null && previous.role !== "stage" ? ["bins"] : [],
  bind(binder, node, input, frame) {
    const scope = scopeOf(input, frame);
    const span = spanInText(node.span, { frame });
    const value = binder.expression(node.value, scope);
    const given = node.bins === null ? undefined : bindNumber(binder, node.bins, scope, 1);
    if (value === null || given === null) return openRelation(span);
    if (!isMeasure(value.type)) {
      const message = `A histogram needs numbers or times, found ${typeText(value.type)}`;
      binder.report("Q206", message, node.value, scope, `count values with by instead`);
      return openRelation(span);
    }
    if (given !== undefined && given > MAX_BINS) {
      binder.report("Q211", `Expected at most ${MAX_BINS} bins, found ${given}`, node.bins!, scope);
      return openRelation(span);
    }
    const bins = given ?? (growsByPowers(value, scope.columns) ? 0 : DEFAULT_BINS);
    const display = isByteCount(value, scope) ? "bytes" : displayOf(value, scope);
    const columns: PlanColumn[] = [
      { name: "from", type: value.type, display },
      { name: "to", type: value.type, display },
      { name: "count", type: "u64", display: "plain" },
    ];
    const size = sizeExpr(input, span);
    if (size !== null) columns.push({ name: "bytes", type: size.type, display: "plain" });
    return computedRelation<HistPlan>({ op: "hist", input: input.plan, value, bins, columns, span });
  },
  step: {
    op: "hist",
    print(plan, printer) {
      const value = printer.expr(plan.value, plan.input.columns);
      return `hist ${value} ${plan.bins === 0 ? "by powers of two" : `bins ${plan.bins}`}`;
    },
    run: (plan, [input], context) => runHist(plan, input!, context),
  },
};

/**
 * Whether values are distributed over powers of two: sizes and counts extend over many orders of magnitude;
 * addresses, positions and classes do not.
 */
function growsByPowers(value: Expr, columns: readonly PlanColumn[]): boolean {
  if (value.op !== "column" || value.type !== "u64") return false;
  const { name, display } = columns[value.index]!;
  return (display === "plain" || display === "bytes") && /(?:^|_)(?:size|bytes|life|count|calls)$/.test(name);
}
