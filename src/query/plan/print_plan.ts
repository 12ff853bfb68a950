/**
 * Plans as text, one line per step, the source first: what `explain` shows and what tests compare.
 * @module
 */

import { inputsOf } from "./families.ts";
import { hex } from "../../base/u64.ts";
import type { BoundAggregate, BoundPoint, BoundStatement, Expr, NamedExpr, Plan } from "./plan.ts";
import type { Constant, PlanColumn } from "./values.ts";

/** Prints a statement: its plan, and what an assertion claims. */
export function printStatement(statement: BoundStatement): string {
  const plan = printPlan(statement.plan);
  if (statement.kind === "query") return plan;
  const { comparison, message } = statement;
  const claim = comparison === null
    ? "true or empty"
    : `${comparison.fn} ${printConstant(comparison.expected, "plain")}`;
  return `${plan}\nassert ${claim}${message === null ? "" : ` : ${JSON.stringify(message)}`}`;
}

/** Prints a plan, inputs before what reads them; inputs that are not the only one are indented. */
function printPlan(plan: Plan): string {
  return planLines(plan).join("\n");
}

function planLines(root: Plan): string[] {
  const lines: string[] = [];
  // A plan is a chain as long as its pipeline, with a few side branches.
  const open: (string | { readonly plan: Plan; readonly indent: string })[] = [{ plan: root, indent: "" }];
  while (open.length > 0) {
    const next = open.pop()!;
    if (typeof next === "string") {
      lines.push(next);
      continue;
    }
    const { plan, indent } = next;
    const line = indent + printStep(plan);
    const deeper = indent + "  ";
    // What is printed last is put there first.
    if (plan.op === "join") {
      open.push({ plan: plan.right, indent: deeper }, line, { plan: plan.left, indent });
    } else if (plan.op === "diff") {
      open.push({ plan: plan.after, indent: deeper }, { plan: plan.before, indent: deeper }, line);
    } else open.push(line, ...inputsOf(plan).map((input) => ({ plan: input, indent })));
  }
  return lines;
}

/** Prints one step without what it reads. */
export function printStep(plan: Plan): string {
  switch (plan.op) {
    case "scan": {
      const point = plan.point === null ? "" : ` @ ${printPoint(plan.point)}`;
      const trace = plan.trace === null ? "" : ` of ${JSON.stringify(plan.trace)}`;
      return `${plan.kept === true ? "kept" : "scan"} ${plan.table}${point}${trace}`;
    }
    case "filter":
      return `filter ${printExpr(plan.condition, plan.input.columns)}`;
    case "extend":
      return `extend ${printList(plan.added, plan.input.columns)}`;
    case "project":
      return `project ${printList(plan.list, plan.input.columns)}`;
    case "aggregate": {
      const keys = plan.keys.length === 0 ? "" : ` by ${printList(plan.keys, plan.input.columns)}`;
      const aggregates = printAggregates(plan.aggregates, plan.input.columns);
      return `aggregate${aggregates === "" ? "" : " " + aggregates}${keys}`;
    }
    case "sort": {
      const keys = plan.keys.map(({ expr, descending }) =>
        `${printExpr(expr, plan.input.columns)}${descending ? " desc" : ""}`
      );
      return `sort ${keys.join(", ")}${plan.limit === null ? "" : ` limit ${plan.limit}`}`;
    }
    case "take":
    case "skip":
    case "tail":
    case "sample":
      return `${plan.op} ${plan.count}`;
    case "context":
      return `context before ${plan.before} after ${plan.after}`;
    case "join": {
      const on = plan.on.map(({ left, right }) =>
        `${columnName(plan.left.columns, left)} = ${columnName(plan.right.columns, right)}`
      );
      return `join ${plan.kind} on ${on.join(", ")}`;
    }
    case "hist":
      return `hist ${printExpr(plan.value, plan.input.columns)} ${
        plan.bins === 0 ? "by powers of two" : `bins ${plan.bins}`
      }`;
    case "timeline": {
      const every = plan.step === null ? "" : ` every ${plan.step}`;
      const over = printExpr(plan.over, plan.input.columns);
      return `timeline ${over}${every}: ${printAggregates(plan.aggregates, plan.input.columns)}`;
    }
    case "diff":
      return `${plan.inOrder ? "changes" : "diff"} by ${printList(plan.keys, plan.before.columns)}`;
    case "unwind":
      return `unwind ${columnName(plan.input.columns, plan.stack)}`;
    case "through":
    case "callers":
      return `${plan.op} ${
        plan.pattern === null ? "" : `${plan.pattern.how} ${JSON.stringify(plan.pattern.pattern)} `
      }` +
        `in ${columnName(plan.input.columns, plan.stack)}`;
    case "tree":
      return `tree ${plan.direction} of ${columnName(plan.input.columns, plan.stack)}`;
    case "explain":
      return "explain";
    case "as":
      return `as ${plan.name}`;
    case "gaps":
    case "heat":
    case "reaching": {
      const module = plan.module === null ? "" : ` of ${JSON.stringify(plan.module)}`;
      return `${plan.op} ${printBounds(plan.low, plan.high, false, [])}${module}`;
    }
    case "union":
    case "intersection":
    case "difference":
    case "complement": {
      const others = plan.others.length === 0 ? "" : ` without ${plan.others.join(", ")}`;
      return `${plan.op} of ${plan.traces.join(", ")}${others}${plan.byOutcome ? " by outcome" : ""}`;
    }
  }
}

/** Prints an expression over the columns of a relation. */
function printExpr(expr: Expr, columns: readonly PlanColumn[]): string {
  const print = (operand: Expr): string => printExpr(operand, columns);
  switch (expr.op) {
    case "column":
      return columnName(columns, expr.index);
    case "constant":
      return printConstant(expr.value, expr.type);
    case "arithmetic":
      return `(${print(expr.left)} ${expr.fn} ${print(expr.right)})`;
    case "unary":
      return `${expr.fn}${print(expr.operand)}`;
    case "cast":
      return `${expr.type}(${print(expr.operand)})`;
    case "compare": {
      const shown = constantsLike(expr.left, expr.right, columns);
      return `${shown(expr.left)} ${expr.fn} ${shown(expr.right)}`;
    }
    case "between": {
      const isHex = displayedHex(expr.operand, columns);
      return `${print(expr.operand)} in ${printBounds(expr.low, expr.high, expr.closed, columns, isHex)}`;
    }
    case "overlaps": {
      const bounds = printBounds(expr.low, expr.high, expr.closed, columns, true);
      return `[${print(expr.start)}, ${print(expr.end)}) overlaps ${bounds}`;
    }
    case "oneOf":
      return `${print(expr.operand)} in {${
        expr.values.map((value) => printConstant(value, expr.operand.type)).join(", ")
      }}`;
    case "match": {
      const pattern = expr.how === "regex" ? `/${expr.pattern}/${expr.flags}` : JSON.stringify(expr.pattern);
      return `${print(expr.operand)} ${expr.how} ${pattern}`;
    }
    case "isNull":
      return `${print(expr.operand)} is null`;
    case "and":
    case "or":
      return `(${expr.operands.map(print).join(` ${expr.op} `)})`;
    case "not":
      return expr.operand.op === "and" || expr.operand.op === "or"
        ? `not ${print(expr.operand)}`
        : `not (${print(expr.operand)})`;
    case "call":
      return `${expr.fn.name}(${expr.args.map(print).join(", ")})`;
    case "family":
      return `${expr.family}(${JSON.stringify(expr.argument)})`;
    case "inPlan":
      return `${print(expr.operand)} in (${planLines(expr.plan).join(" | ")})`;
    case "scalarPlan":
      return `(${planLines(expr.plan).join(" | ")})`;
  }
}

function printList(list: readonly NamedExpr[], columns: readonly PlanColumn[]): string {
  return list.map(({ name, expr }) => {
    const text = printExpr(expr, columns);
    return text === name ? name : `${name} = ${text}`;
  }).join(", ");
}

function printAggregates(aggregates: readonly BoundAggregate[], columns: readonly PlanColumn[]): string {
  return aggregates.map(({ name, fn, arg, parameter, condition }) => {
    const args = [
      ...(arg === null ? [] : [printExpr(arg, columns)]),
      ...(parameter === null ? [] : [`${parameter}`]),
    ];
    const filter = condition === null ? "" : ` if ${printExpr(condition, columns)}`;
    return `${name} = ${fn.name}(${args.join(", ")})${filter}`;
  }).join(", ");
}

function printBounds(
  low: Expr | null,
  high: Expr | null,
  closed: boolean,
  columns: readonly PlanColumn[],
  isHex = true,
): string {
  const print = (bound: Expr | null): string => {
    if (bound === null) return "";
    if (isHex && bound.op === "constant" && typeof bound.value === "bigint" && bound.type === "u64") {
      return hex(bound.value);
    }
    return printExpr(bound, columns);
  };
  return `${print(low)}${closed ? "..=" : ".."}${print(high)}`;
}

/** Prints both sides of a comparison, numbers beside an address as addresses. */
function constantsLike(left: Expr, right: Expr, columns: readonly PlanColumn[]): (expr: Expr) => string {
  const isHex = displayedHex(left, columns) || displayedHex(right, columns);
  return (expr) =>
    isHex && expr.op === "constant" && typeof expr.value === "bigint" && expr.value >= 0n
      ? hex(expr.value)
      : printExpr(expr, columns);
}

function displayedHex(expr: Expr, columns: readonly PlanColumn[]): boolean {
  return expr.op === "column" && columns[expr.index]?.display === "hex";
}

function printConstant(value: Constant, type: string): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (type === "time" && typeof value === "bigint") return `${value}ns`;
  // A float that is whole is still no integer.
  if (typeof value === "number" && Number.isInteger(value)) return `${value}.0`;
  return String(value);
}

function printPoint(point: BoundPoint): string {
  switch (point.at) {
    case "no":
      return `no ${point.value}`;
    case "seq":
      return `#${point.value}`;
    case "time":
    case "elapsed":
      return `${point.at} ${point.value}ns`;
    case "frame":
      return `frame ${point.value}`;
    case "share":
      return `${point.percent}%`;
    case "context":
      return `context ${JSON.stringify(point.name)}`;
    default:
      return point.at;
  }
}

function columnName(columns: readonly PlanColumn[], index: number): string {
  return columns[index]?.name ?? `#${index}`;
}
