/**
 * A function: what is said of it, a check of its arguments, and its values; and the checks that functions share. To add
 * one, write a file that exports it, or put it beside those of its family, and add it to `registry.ts`.
 * @module
 */

import type { Diagnostic, Span } from "../../base/diagnostic.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import { fractionOf } from "../plan/beside_fractions.ts";
import type { ConstantExpr, Expr } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import type { RowFunction } from "../plan/row_function.ts";
import type { Display } from "../../base/result_table.ts";
import type { CallDoc } from "../syntax/operators.ts";
import type { StageWant } from "../syntax/language.ts";
import { coerce, convert, isNumber, typeWords, unify } from "../plan/types.ts";

/** What a function makes of its arguments' types. */
export interface FunctionResult {
  readonly type: ColumnType;
  readonly display?: Display;
  /** Arguments with casts inserted. */
  readonly args: readonly Expr[];
}

/** Reports an error at an argument. */
export type ReportArgument = (diagnostic: Diagnostic) => void;

/** One function of the query language; help, completion, hover, binder and executor read it. */
export interface QueryFunction extends RowFunction, CallDoc {
  /** What completion suggests for a parameter, counted from 0; any expression where nothing is said. */
  wants?(parameter: number): readonly StageWant[] | undefined;
  /** The parameter, counted from 0, that may be a regular expression: it comes as a constant with flags. */
  readonly patternAt?: number;
  /** Tables have it, under the names that they suggest. */
  readonly isOfTables?: true;
  /** Without its last argument it takes the text that a script has named `mine`. */
  readonly takesMine?: true;
  /** After its last argument it takes which files of suppressions hold. */
  readonly takesSuppressions?: true;
  /** Checks the arguments; null after reporting an error. */
  bind(args: readonly Expr[], span: Span, report: ReportArgument): FunctionResult | null;
}

/** Reports an error of a call; null, so that a check can return it. */
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

/** Arguments with one type for all, in which they keep their values unless `as` rounds them; null after a report. */
export function wantSame(
  args: readonly Expr[],
  report: ReportArgument,
  as: typeof coerce = convert,
): FunctionResult | null {
  const same = unify(args, as);
  if (same !== undefined) return { type: same.type, args: same.exprs };
  const [first] = args;
  const other = args.find((arg) => unify([first!, arg]) === undefined) ?? args.at(-1)!;
  if (unify(args) !== undefined) {
    const long = args.find((arg) => arg.op === "constant" && convert(arg, "f64") === undefined) ?? other;
    return refuse(report, "Q206", "No fraction is exactly this whole number", long.span);
  }
  const message = `Arguments of different types: ${typeWords(first!.type)} and ${typeWords(other.type)}`;
  return refuse(report, "Q206", message, other.span);
}

/**
 * Arguments that are compared: numbers of different types as they are, since converted ones could be others. `typeOf` says
 * which type a result has that is one of whole numbers of both kinds. Null after a report.
 */
export function requireComparable(
  args: readonly Expr[],
  report: ReportArgument,
  typeOf: (args: readonly Expr[]) => "u64" | "i64",
): FunctionResult | null {
  const same = unify(args, convert);
  const kept = same?.exprs.every((each, at) => each.op === "constant" || each === args[at]);
  if (same !== undefined && kept) return { type: same.type, args: same.exprs };
  if (!args.every(({ type }) => isNumber(type))) return wantSame(args, report);
  return { type: args.some(({ type }) => type === "f64") ? "f64" : typeOf(args), args };
}

/** One of several values as the function gives it: a whole number among fractions as the fraction that it is. */
export function amongFractions(value: Constant, among: readonly Constant[]): Constant {
  if (typeof value !== "bigint" || !among.some((each) => typeof each === "number")) return value;
  const fraction = fractionOf(value);
  if (fraction === undefined) throw new RangeError(`no fraction is exactly ${value}`);
  return fraction;
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
