/**
 * Rewrites plans to do less work for the same rows: filters are pushed below joins, sorts and groups; totals
 * drop sorts; counts drop sums and pairs; numbers are grouped before they are formatted. An expression is
 * never moved to a step where it could fail on additional rows.
 * @module
 */

import { cannotFail, columnsIn, dependsOnValues, mapColumns } from "../../plan/columns_in.ts";
import type { BoundAggregate, Expr, NamedExpr } from "../../plan/expressions.ts";
import { chainOf, isStep, type Plan, withInput } from "../../plan/plan.ts";
import {
  type AggregatePlan,
  type ExtendPlan,
  type FilterPlan,
  onlyCounts,
  type ProjectPlan,
  type ScanPlan,
  type SortPlan,
} from "../../plan/steps.ts";
import { WORD_TYPES } from "../../plan/values.ts";
import type { JoinPlan } from "../join/join_pairs.ts";

/** Maximum number of steps through which a filter is pushed down. */
const FARTHEST = 64;

/** The rewritten plan of a pipeline, from the source up. */
export function rewritePlan(plan: Plan): Plan {
  const steps = chainOf(plan);
  let made = steps.pop()!;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const whole = withInput(step, made);
    made = isStep<FilterPlan>(whole, "filter")
      ? pushDownFilter(whole)
      : isStep<AggregatePlan>(whole, "aggregate")
      ? deferFormatting(pruneForCount(withoutSorts(whole)))
      : whole;
  }
  return made;
}

/** Pushes the parts of a filter's condition down as far as possible. */
function pushDownFilter(filter: FilterPlan): Plan {
  const { condition } = filter;
  const parts = condition.op === "and" ? condition.operands : [condition];
  let input = filter.input;
  const staying: Expr[] = [];
  for (const part of parts) {
    const below = dependsOnValues(part) ? pushBelow(part, input, filter.span, 0) : undefined;
    if (below) input = below;
    else staying.push(part);
  }
  if (staying.length === parts.length) return filter;
  if (staying.length === 0) return input;
  const left: Expr = staying.length === 1 ? staying[0]! : { ...condition, operands: staying } as Expr;
  return { ...filter, input, condition: left } as FilterPlan;
}

/** Pushes a condition below an expensive step; undefined if there is none below. */
function pushBelow(condition: Expr, plan: Plan, span: FilterPlan["span"], depth: number): Plan | undefined {
  if (depth > FARTHEST) return undefined;
  const over = (input: Plan, next: Expr): Plan =>
    pushBelow(next, input, span, depth + 1) ?? filterOver(input, next, span);
  if (isStep<SortPlan>(plan, "sort")) {
    const keysAreSafe = plan.keys.every(({ expr }) => isSafe(expr, plan.input));
    if (plan.limit !== null || !keysAreSafe) return undefined;
    return { ...plan, input: marked(over(plan.input, condition), "sort") } as SortPlan;
  }
  if (isStep<FilterPlan>(plan, "filter")) {
    if (!isSafe(condition, plan.input)) return undefined;
    const input = pushBelow(condition, plan.input, span, depth + 1);
    return input && { ...plan, input } as FilterPlan;
  }
  if (isStep<JoinPlan>(plan, "join")) return pushIntoJoin(condition, plan, over);
  const list = columnMapping(plan);
  if (list === undefined) return undefined;
  const used = [...columnsIn(condition)];
  if (used.some((index) => list(index) === undefined)) return undefined;
  const moved = mapColumns(condition, (index) => list(index)!);
  const { input } = plan as ProjectPlan;
  if (!isStep<AggregatePlan>(plan, "aggregate")) {
    const below = pushBelow(moved, input, span, depth + 1);
    return below && withInput(plan, below);
  }
  if (plan.keys.length === 0 || !isSafe(moved, input)) return undefined;
  return { ...plan, input: marked(over(input, moved), "groups") } as AggregatePlan;
}

/** Pushes a condition into one side of a join. */
function pushIntoJoin(
  condition: Expr,
  plan: JoinPlan,
  over: (input: Plan, next: Expr) => Plan,
): Plan | undefined {
  const { left, right, kind } = plan;
  const used = [...columnsIn(condition)];
  const lefts = left.columns.length;
  if (used.length > 0 && used.every((index) => index < lefts)) {
    if (!isSafe(condition, left)) return undefined;
    return { ...plan, left: marked(over(left, condition), "join") } as JoinPlan;
  }
  // An as-of join would pick another partner if right rows were missing.
  if (kind !== "inner" || "asOf" in plan || used.length === 0 || used.some((index) => index < lefts)) {
    return undefined;
  }
  const keys = new Set(plan.on.map((each) => each.right));
  const seen = right.columns.map((_, index) => index).filter((index) => !keys.has(index));
  const moved = mapColumns(condition, (index) => seen[index - lefts]!);
  if (!isSafe(moved, right)) return undefined;
  return { ...plan, right: marked(over(right, moved), "join") } as JoinPlan;
}

function filterOver(input: Plan, condition: Expr, span: FilterPlan["span"]): FilterPlan {
  return { op: "filter", input, condition, columns: input.columns, span };
}

/** Records in a pushed-down filter the step it was moved below. */
function marked(plan: Plan, before: string): Plan {
  return isStep<FilterPlan>(plan, "filter") ? { ...plan, before } as FilterPlan : plan;
}

/** Maps the columns of a step that keeps or groups its rows to those of its input. */
function columnMapping(plan: Plan): ((index: number) => number | undefined) | undefined {
  const through = (list: readonly NamedExpr[]) => (index: number): number | undefined => {
    const expr = list[index]?.expr;
    return expr?.op === "column" ? expr.index : undefined;
  };
  if (isStep<ProjectPlan>(plan, "project")) return through(plan.list);
  if (isStep<AggregatePlan>(plan, "aggregate")) return through(plan.keys);
  if (!isStep<ExtendPlan>(plan, "extend")) return undefined;
  const added = new Set(plan.added.map(({ name }) => name));
  return (index) => added.has(plan.columns[index]!.name) ? undefined : index;
}

/** Whether an expression cannot fail on any row of a plan, whatever their values. */
function isSafe(expr: Expr, plan: Plan): boolean {
  return cannotFail(expr) && [...columnsIn(expr)].every((index) => isSafeColumn(plan, index));
}

/**
 * Whether reading a column cannot fail, because it is stored, or computed from such columns without failing.
 */
function isSafeColumn(plan: Plan, index: number): boolean {
  let at = plan, column = index;
  for (let depth = 0; depth < FARTHEST; depth++) {
    if (isStep<ScanPlan>(at, "scan")) return at.kept !== true;
    if (isStep<AggregatePlan>(at, "aggregate")) return true;
    if (isStep<FilterPlan>(at, "filter") || isStep<SortPlan>(at, "sort")) at = at.input;
    else if (isStep<JoinPlan>(at, "join")) {
      if (column >= at.left.columns.length) return false;
      at = at.left;
    } else {
      const found = isStep<ProjectPlan>(at, "project") || isStep<ExtendPlan>(at, "extend")
        ? columnMapping(at)!(column)
        : undefined;
      if (found === undefined) return false;
      [at, column] = [(at as ProjectPlan).input, found];
    }
  }
  return false;
}

/** Drops sorts below totals that do not depend on row order. With keys, the order of groups would change. */
function withoutSorts(plan: AggregatePlan): AggregatePlan {
  if (plan.keys.length > 0 || !plan.aggregates.every((each) => isOrderIndependent(each, plan.input))) {
    return plan;
  }
  let { input } = plan;
  for (let depth = 0; depth < FARTHEST && isStep<SortPlan>(input, "sort"); depth++) {
    const { keys, limit, input: below } = input;
    if (limit !== null || !keys.every(({ expr }) => isSafe(expr, below))) break;
    input = below;
  }
  return input === plan.input ? plan : { ...plan, input };
}

/**
 * Whether an aggregate is independent of row order. Sums of fractions round row by row; of texts that read
 * alike, the first is kept; of failing rows, the first is reported.
 */
function isOrderIndependent({ fn, arg, order, condition }: BoundAggregate, rows: Plan): boolean {
  if (fn.ofCounts === undefined || order) return false;
  const isWord = !arg || fn.gives === "count" || WORD_TYPES.has(arg.type);
  return isWord && [arg, condition].every((each) => !each || isSafe(each, rows));
}

/** Drops sums of groups and pairs of joins if only rows are counted. */
function pruneForCount(plan: AggregatePlan): AggregatePlan {
  if (!onlyCounts(plan)) return plan;
  let { input } = plan;
  if (isStep<AggregatePlan>(input, "aggregate") && input.keys.length > 0) {
    const { keys, columns } = input;
    input = { ...input, aggregates: [], columns: columns.slice(0, keys.length) } as AggregatePlan;
  } else if (isStep<JoinPlan>(input, "join") && !("asOf" in input)) {
    const hasPairs = input.kind === "inner" || input.kind === "left";
    if (hasPairs) input = { ...input, counts: true } as JoinPlan;
  }
  return input === plan.input ? plan : { ...plan, input };
}

/** Groups by numbers instead of their text, and formats the groups afterwards. */
function deferFormatting(plan: AggregatePlan): Plan {
  const numbers = plan.keys.map(({ expr }) =>
    expr.op === "call" && expr.fn.tellsApart ? expr.args[0]! : expr
  );
  if (numbers.every((expr, at) => expr === plan.keys[at]!.expr)) return plan;
  const keys = plan.keys.map((key, at) => ({ ...key, expr: numbers[at]! }));
  const columns = plan.columns.map((column, at) => ({ ...column, type: numbers[at]?.type ?? column.type }));
  const groups = { ...plan, keys, columns } as AggregatePlan;
  const list = plan.columns.map(({ name, display }, index): NamedExpr => {
    const column = { op: "column", index, type: columns[index]!.type } as Expr;
    const written = plan.keys[index]?.expr;
    const expr = written?.op === "call" && written.fn.tellsApart ? { ...written, args: [column] } : column;
    return { name, expr, display };
  });
  return { op: "project", input: groups, list, columns: plan.columns, span: plan.span } as ProjectPlan;
}
