/**
 * Plans as text, one line per step, beginning with the source: what `explain` shows and what tests compare.
 * @module
 */

import { hex } from "../../base/u64.ts";
import type { BoundAggregate, Expr, NamedExpr } from "./expressions.ts";
import { inputsOf, type Plan } from "./plan.ts";
import type { SortPlan } from "./steps.ts";
import type { Constant, PlanColumn } from "./values.ts";

/** How the printer prints a step. */
interface PrintedStep {
  /** Set for a source, whose inputs are printed below it. */
  readonly isSource?: true;
  /** Prints the step on one line, without its inputs. */
  print(plan: Plan, printer: PlanPrinter): string;
}

/** Prints plans; steps are looked up by name. */
export class PlanPrinter {
  readonly #find: (op: string) => PrintedStep;

  constructor(find: (op: string) => PrintedStep) {
    this.#find = find;
  }

  /** Prints one step without its inputs. */
  step(plan: Plan): string {
    return this.#find(plan.op).print(plan, this);
  }

  /** Prints a plan, inputs first; inputs other than the first are indented. */
  lines(root: Plan): string[] {
    const lines: string[] = [];
    // Use an explicit stack: a plan is a chain as long as its pipeline, with a few side branches.
    const open: (string | { readonly plan: Plan; readonly indent: string })[] = [{ plan: root, indent: "" }];
    while (open.length > 0) {
      const next = open.pop()!;
      if (typeof next === "string") {
        lines.push(next);
        continue;
      }
      const { plan, indent } = next;
      const inner = inputsOf(plan).map((plan) => ({ plan, indent: indent + "  " }));
      const first = this.#find(plan.op).isSource ? undefined : inner.shift();
      // This is a stack, so the line that is printed last is pushed first.
      open.push(...inner.reverse(), indent + this.step(plan));
      if (first !== undefined) open.push({ ...first, indent });
    }
    return lines;
  }

  /** Prints an expression over the columns of a relation. */
  expr(expr: Expr, columns: readonly PlanColumn[]): string {
    const print = (operand: Expr): string => this.expr(operand, columns);
    switch (expr.op) {
      case "column":
        return columnName(columns, expr.index);
      case "constant":
        return expr.flags === undefined
          ? printConstant(expr.value, expr.type)
          : `/${expr.value}/${expr.flags}`;
      case "arithmetic":
        return `(${print(expr.left)} ${expr.fn} ${print(expr.right)})`;
      case "unary":
        return `${expr.fn}${print(expr.operand)}`;
      case "cast":
        return `${expr.type}(${print(expr.operand)})`;
      case "compare": {
        const shown = this.#constantsLike(expr.left, expr.right, columns);
        return `${shown(expr.left)} ${expr.fn} ${shown(expr.right)}`;
      }
      case "between": {
        const isHex = displayedHex(expr.operand, columns);
        return `${print(expr.operand)} in ${this.bounds(expr.low, expr.high, expr.closed, columns, isHex)}`;
      }
      case "overlaps": {
        const bounds = this.bounds(expr.low, expr.high, expr.closed, columns, true);
        return `[${print(expr.start)}, ${print(expr.end)}) overlaps ${bounds}`;
      }
      case "oneOf":
        return `${print(expr.operand)} in {${
          expr.values.map((value) => printConstant(value, expr.operand.type)).join(", ")
        }}`;
      case "match": {
        const pattern = expr.how === "regex"
          ? `/${expr.pattern}/${expr.flags}`
          : JSON.stringify(expr.pattern);
        return `${print(expr.operand)} ${expr.how === "equal" ? "==" : expr.how} ${pattern}`;
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
        return `${print(expr.operand)} in (${this.lines(expr.plan).join(" | ")})`;
      case "scalarPlan":
        return `(${this.lines(expr.plan).join(" | ")})`;
    }
  }

  /** Prints computed columns; a column named like its expression is printed without a name. */
  list(list: readonly NamedExpr[], columns: readonly PlanColumn[]): string {
    return list.map(({ name, expr }) => {
      const text = this.expr(expr, columns);
      return text === name ? name : `${name} = ${text}`;
    }).join(", ");
  }

  /** Formats sort keys. */
  sortKeys(keys: SortPlan["keys"], columns: readonly PlanColumn[]): string {
    return keys.map(({ expr, descending, nullsFirst }) =>
      `${this.expr(expr, columns)}${descending ? " desc" : ""}${nullsFirst ? " nulls first" : ""}`
    ).join(", ");
  }

  /** Aggregates with their names. */
  aggregates(aggregates: readonly BoundAggregate[], columns: readonly PlanColumn[]): string {
    return aggregates.map((each) => `${each.name} = ${this.aggregate(each, columns)}`).join(", ");
  }

  /** An aggregate without its name. */
  aggregate(
    { fn, arg, order, parameter, condition }: BoundAggregate,
    columns: readonly PlanColumn[],
  ): string {
    const args = [
      ...(arg === null ? [] : [this.expr(arg, columns)]),
      ...(order === undefined ? [] : [this.expr(order, columns)]),
      ...(parameter === null ? [] : [`${parameter}`]),
    ];
    const filter = condition === null ? "" : ` if ${this.expr(condition, columns)}`;
    return `${fn.name}(${args.join(", ")})${filter}`;
  }

  /** A range; a missing bound leaves it open. */
  bounds(
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
      return this.expr(bound, columns);
    };
    return `${print(low)}${closed ? "..=" : ".."}${print(high)}`;
  }

  /** Prints constants of a comparison; those compared with an address are printed in hexadecimal. */
  #constantsLike(left: Expr, right: Expr, columns: readonly PlanColumn[]): (expr: Expr) => string {
    const isHex = displayedHex(left, columns) || displayedHex(right, columns);
    return (expr) =>
      isHex && expr.op === "constant" && typeof expr.value === "bigint" && expr.value >= 0n
        ? hex(expr.value)
        : this.expr(expr, columns);
  }
}

function displayedHex(expr: Expr, columns: readonly PlanColumn[]): boolean {
  return expr.op === "column" && columns[expr.index]?.display === "hex";
}

function printConstant(value: Constant, type: string): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (type === "time" && typeof value === "bigint") return `${value}ns`;
  // A double that is a whole number keeps its ".0", so that it does not look like an integer.
  if (typeof value === "number" && Number.isInteger(value)) return `${value}.0`;
  return String(value);
}

/** Returns the name of a column, or its number if it has no name. */
export function columnName(columns: readonly PlanColumn[], index: number): string {
  return columns[index]?.name ?? `#${index}`;
}
