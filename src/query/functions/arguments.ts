/**
 * Checks of arguments that functions share.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { ConstantExpr, Expr } from "../plan/expressions.ts";
import { coerce, typeWords, unify } from "../plan/types.ts";
import type { FunctionResult, QueryFunction, ReportArgument } from "./function.ts";

/** Reports a mistake of a call; null, so that a check can return it. */
export function refuse(
  report: ReportArgument,
  code: `Q${number}`,
  message: string,
  span: Span,
  suggestion?: string,
): null {
  report({ severity: "error", code, message, span, ...(suggestion === undefined ? {} : { suggestion }) });
  return null;
}

/** The argument as one of these types, the first that it can have; null after a report. */
export function wantType(
  expr: Expr,
  types: readonly ColumnType[],
  what: string,
  report: ReportArgument,
): Expr | null {
  if (types.includes(expr.type)) return expr;
  for (const type of types) {
    const cast = coerce(expr, type);
    // A fraction never becomes a whole number by itself.
    if (cast !== undefined && (expr.type !== "f64" || type === "f64")) return cast;
  }
  const wanted = [...new Set(types.map(typeWords))].join(" or ");
  return refuse(report, "Q206", `${what} is ${typeWords(expr.type)}, expected ${wanted}`, expr.span);
}

/** A constant, and not null; null after a report. */
export function wantConstant(expr: Expr, what: string, report: ReportArgument): ConstantExpr | null {
  if (expr.op === "constant" && expr.value !== null) return expr;
  return refuse(report, "Q210", `${what} differs from row to row, expected a constant`, expr.span);
}

/** Arguments with one type for all; null after a report. */
export function wantSame(args: readonly Expr[], report: ReportArgument): FunctionResult | null {
  const same = unify(args);
  if (same !== undefined) return { type: same.type, args: same.exprs };
  const [first] = args;
  const other = args.find((arg) => unify([first!, arg]) === undefined) ?? args.at(-1)!;
  const message = `Arguments of different types: ${typeWords(first!.type)} and ${typeWords(other.type)}`;
  return refuse(report, "Q206", message, other.span);
}

/** Checks the only argument of a function, which gives a type: that of the argument unless one is said. */
export function bindOne(
  name: string,
  types: readonly ColumnType[],
  gives?: ColumnType,
  shown: Pick<FunctionResult, "display"> = {},
): QueryFunction["bind"] {
  return ([arg], _, report) => {
    const bound = wantType(arg!, types, `Argument of ${name}()`, report);
    return bound && { type: gives ?? bound.type, ...shown, args: [bound] };
  };
}

/** A function of one text that gives a text. */
export function mapText(
  name: string,
  parameter: string,
  summary: string,
  examples: readonly string[],
  map: (text: string) => string,
): QueryFunction {
  return {
    name,
    usage: `${name}(${parameter})`,
    summary,
    examples,
    parameters: [parameter],
    bind: bindOne(name, ["text"]),
    evaluate: ([text]) => map(String(text)),
  };
}
