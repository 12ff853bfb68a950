/**
 * A function of the query language: its documentation, the check of its arguments, and how its values are
 * computed; also checks that functions share. To add a function, export it from a new file or from the file
 * of related functions, and list it in `registry.ts`.
 * @module
 */

import type { Diagnostic, Span } from "../../base/diagnostic.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { fractionOf } from "../plan/integer_comparison.ts";
import type { ConstantExpr, Expr } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import type { RowFunction } from "../plan/row_function.ts";
import type { Display } from "../../base/result_table.ts";
import type { CallDoc } from "../syntax/operators.ts";
import type { StageExpectation } from "../syntax/language.ts";
import { castExactly, castToCommon, coerce, isInteger, isNumber, typeText } from "../plan/types.ts";

/** The result type of a call, and its arguments with casts. */
export interface FunctionResult {
  readonly type: ColumnType;
  readonly display?: Display;
  /** Arguments with casts inserted. */
  readonly args: readonly Expr[];
}

/** Reports an error at an argument. */
export type ReportArgument = (diagnostic: Diagnostic) => void;

/** One function of the query language. Help, completion, hover, binder and executor use these objects. */
export interface QueryFunction extends RowFunction, CallDoc {
  /** Returns what completion suggests for a parameter (from 0); undefined for any expression. */
  wants?(parameter: number): readonly StageExpectation[] | undefined;
  /** The parameter (from 0) that may be a regular expression, which is passed as a constant with flags. */
  readonly patternAt?: number;
  /**
   * Exists only on tables whose columns it selects, so completion suggests it there and not among the other functions.
   */
  readonly isOfTables?: true;
  /** If the last argument is left out, the pattern that the script sets with `mine` is used. */
  readonly takesMine?: true;
  /** Receives the active suppression files as an additional last argument. */
  readonly takesSuppressions?: true;
  /** Checks the types of the arguments. Returns the result type and the arguments; null after reporting an error. */
  bind(args: readonly Expr[], span: Span, report: ReportArgument): FunctionResult | null;
}

/** Reports an error in a call and returns null, so that a check can return it. */
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

/** Casts an argument to the first of these types that fits; null after reporting an error. */
export function castArgument(
  expr: Expr,
  types: readonly ColumnType[],
  what: string,
  report: ReportArgument,
): Expr | null {
  if (types.includes(expr.type)) return expr;
  for (const type of types) {
    const cast = coerce(expr, type);
    // A fraction is never cast to a whole number implicitly.
    if (cast !== undefined && (expr.type !== "f64" || type === "f64")) return cast;
  }
  // Say how the numbers differ, since the names of both types are "a number" in messages.
  const isFraction = expr.type === "f64" && types.some(isInteger);
  const found = isFraction ? "a number with decimals" : typeText(expr.type);
  const wanted = [
    ...new Set(types.map((type) => isFraction && isInteger(type) ? "a whole number" : typeText(type))),
  ];
  return refuse(report, "Q206", `${what} is ${found}, expected ${wanted.join(" or ")}`, expr.span);
}

/** Requires a constant that is not null; null after reporting an error. */
export function requireConstant(expr: Expr, what: string, report: ReportArgument): ConstantExpr | null {
  if (expr.op === "constant" && expr.value !== null) return expr;
  return refuse(report, "Q210", `${what} differs from row to row, expected a constant`, expr.span);
}

/**
 * Casts arguments to a common type without changing values, unless `as` rounds them; null after reporting an
 * error.
 */
export function castToCommonType(
  args: readonly Expr[],
  report: ReportArgument,
  as: typeof coerce = castExactly,
): FunctionResult | null {
  const same = castToCommon(args, as);
  if (same !== undefined) return { type: same.type, args: same.exprs };
  const [first] = args;
  const other = args.find((arg) => castToCommon([first!, arg]) === undefined) ?? args.at(-1)!;
  if (castToCommon(args) !== undefined) {
    const long = args.find((arg) => arg.op === "constant" && castExactly(arg, "f64") === undefined) ?? other;
    return refuse(report, "Q206", "No fraction is exactly this whole number", long.span);
  }
  const message = `Arguments of different types: ${typeText(first!.type)} and ${typeText(other.type)}`;
  return refuse(report, "Q206", message, other.span);
}

/**
 * Checks arguments that are compared. Numbers of different types are not cast, since a cast could change
 * them. `typeOf` returns the result type for a mix of signed and unsigned whole numbers. Null after reporting
 * an error.
 */
export function requireComparable(
  args: readonly Expr[],
  report: ReportArgument,
  typeOf: (args: readonly Expr[]) => "u64" | "i64",
): FunctionResult | null {
  const same = castToCommon(args, castExactly);
  const kept = same?.exprs.every((each, at) => each.op === "constant" || each === args[at]);
  if (same !== undefined && kept) return { type: same.type, args: same.exprs };
  if (!args.every(({ type }) => isNumber(type))) return castToCommonType(args, report);
  return { type: args.some(({ type }) => type === "f64") ? "f64" : typeOf(args), args };
}

/**
 * Converts the chosen value to the result type: if fractions are among the values, a whole number becomes the
 * equal fraction.
 */
export function asFractionIfNeeded(value: Constant, among: readonly Constant[]): Constant {
  if (typeof value !== "bigint" || !among.some((each) => typeof each === "number")) return value;
  const fraction = fractionOf(value);
  if (fraction === undefined) throw new RangeError(`no fraction is exactly ${value}`);
  return fraction;
}

/** Checks the only argument of a function. The result has the type of the argument unless `gives` is set. */
export function bindOnlyArgument(
  name: string,
  types: readonly ColumnType[],
  gives?: ColumnType,
  shown: Pick<FunctionResult, "display"> = {},
): QueryFunction["bind"] {
  return ([arg], _, report) => {
    const bound = castArgument(arg!, types, `Argument of ${name}()`, report);
    return bound && { type: gives ?? bound.type, ...shown, args: [bound] };
  };
}

/** Defines a function that maps one text to another. */
export function mapText(
  name: string,
  parameter: string,
  summary: string,
  examples: readonly string[],
  map: (text: string) => string,
  asciiRule?: RowFunction["asciiRule"],
): QueryFunction {
  return {
    name,
    usage: `${name}(${parameter})`,
    summary,
    examples,
    parameters: [parameter],
    bind: bindOnlyArgument(name, ["text"]),
    evaluate: ([text]) => map(String(text)),
    ...asciiRule ? { asciiRule } : {},
  };
}
