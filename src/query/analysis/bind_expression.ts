/**
 * Binds expressions by kind of node. Null means that an error has been reported, here or by the parser.
 * @module
 */

import { I64_MIN } from "../../base/u64.ts";
import { calculateExactly } from "../functions/arithmetic.ts";
import type { Expr } from "../plan/expressions.ts";
import {
  castToCommon,
  coerce,
  constant,
  integer,
  isInteger,
  isNumber,
  mixedIntegers,
  typeText,
} from "../plan/types.ts";
import type {
  BinaryExpression,
  Expression,
  LogicalExpression,
  NameExpression,
  UnaryExpression,
} from "../syntax/ast.ts";
import { bindCall, bindStackFrame } from "./bind_call.ts";
import { bindComparison } from "./bind_comparison.ts";
import { bindFamily } from "./bind_family.ts";
import { bindFilter } from "./bind_filter.ts";
import { bindMatch } from "./bind_match.ts";
import { bindHas, bindIn, bindOverlaps } from "./bind_membership.ts";
import { bindScalarQuery } from "./bind_query.ts";
import type { Binder } from "./binder.ts";
import { arithmetic, columnExpr, logical, negation } from "./make_expressions.ts";
import { warnGuessedValues, warnMissingNumbers } from "./numeric_columns.ts";
import { type Scope, spanInText } from "./scope.ts";
import { expandDefinitions } from "./expand_definitions.ts";
import { reportUnknownColumn } from "./unknown_column.ts";

/** Binds an expression that has a value; called through `binder.expression()`. */
export function bindExpression(binder: Binder, node: Expression, scope: Scope): Expr | null {
  const span = spanInText(node.span, scope);
  switch (node.kind) {
    case "error":
      return null;
    case "name":
      return bindName(binder, node, scope);
    case "integer":
      return integer(node.value, span);
    case "float":
      return constant(node.value, "f64", span);
    case "duration":
    case "time":
      return constant(node.nanoseconds, "time", span);
    case "string":
      return constant(node.value, "text", span);
    case "word":
      return constant(node.text, "text", span);
    case "boolean":
      return constant(node.value, "bool", span);
    case "null":
      return constant(null, "u64", span);
    case "percent":
      return notAValue(binder, node, scope, "A share", `percentages are points: live @ ${node.text}`);
    case "regex":
      return notAValue(
        binder,
        node,
        scope,
        "A regular expression",
        `it follows "~": func ~ /${node.source}/`,
      );
    case "range":
      return notAValue(binder, node, scope, "A range", 'it follows "in": size in 1K..4K');
    case "set":
      return notAValue(binder, node, scope, "A list", 'it follows "in": thread in {1, 2}');
    case "unary":
      return bindUnary(binder, node, scope);
    case "binary":
      return bindBinary(binder, node, scope);
    case "not": {
      const operand = bindFilter(binder, node.operand, scope);
      return operand && negation(operand, span);
    }
    case "logical":
      return bindLogical(binder, node, scope);
    case "comparison":
      return bindComparison(binder, node, scope);
    case "in":
      return bindIn(binder, node, scope);
    case "overlaps":
      return bindOverlaps(binder, node, scope);
    case "has":
      return bindHas(binder, node, scope);
    case "isNull": {
      const operand = binder.expression(node.value, scope);
      if (operand === null) return null;
      const test: Expr = { op: "isNull", operand, type: "bool", span };
      return node.negated ? negation(test, span) : test;
    }
    case "match":
      return bindMatch(binder, node, scope);
    case "call":
      return bindCall(binder, node, scope);
    case "filtered": {
      if (scope.collector !== null) return scope.collector.add(node, scope);
      bindFilter(binder, node.condition, scope);
      const message = '"if" follows something that is not an aggregate';
      const suggestion = "for example sum(size) if kind == alloc, in by or summarize";
      return binder.report("Q208", message, node.value, scope, suggestion);
    }
    case "subquery":
      return bindScalarQuery(binder, node.pipeline, scope, node);
  }
}

function notAValue(binder: Binder, node: Expression, scope: Scope, what: string, suggestion: string): null {
  return binder.report("Q218", `${what} is not a single value`, node, scope, suggestion);
}

function bindLogical(binder: Binder, node: LogicalExpression, scope: Scope): Expr | null {
  // Bind every operand, so that all errors are reported.
  const operands = node.operands.map((operand) => bindFilter(binder, operand, scope));
  if (operands.includes(null)) return null;
  return logical(node.op, operands as Expr[], spanInText(node.span, scope));
}

/** Binds a name: a column, a parameter or a definition; anything else is reported. */
function bindName(binder: Binder, node: NameExpression, scope: Scope): Expr | null {
  const unfolded = expandDefinitions(binder, node, scope);
  if (unfolded === null) return null;
  if ("pipeline" in unfolded) return bindScalarQuery(binder, unfolded.pipeline, unfolded.scope, node);
  if (unfolded.node !== node) return binder.expression(unfolded.node, unfolded.scope);
  const index = scope.columns.findIndex((column) => column.name === node.name);
  if (index >= 0) {
    warnMissingNumbers(binder, node, scope, index);
    warnGuessedValues(binder, node, scope, index);
    return columnExpr(scope, index, spanInText(node.span, scope));
  }
  const family = bindFamily(binder, node.name, "", node, scope);
  if (family !== undefined) return family;
  const place = bindStackFrame(binder, node, scope);
  if (place !== undefined) return place;
  return reportUnknownColumn(binder, node, scope);
}

function bindUnary(binder: Binder, node: UnaryExpression, scope: Scope): Expr | null {
  const span = spanInText(node.span, scope);
  const operand = binder.expression(node.operand, scope);
  if (operand === null) return null;
  const wanted = node.op === "~" ? isInteger(operand.type) : isNumber(operand.type);
  if (!wanted) {
    const message = `Operand of "${node.op}" is ${typeText(operand.type)}`;
    return binder.report("Q206", message, node.operand, scope, "expected a number");
  }
  if (operand.op === "constant" && typeof operand.value === "bigint") {
    const value = node.op === "-" ? -operand.value : BigInt.asUintN(64, ~operand.value);
    if (value < I64_MIN) {
      return binder.report("Q211", `${value} does not fit in 64 bits`, node, scope);
    }
    return integer(value, span);
  }
  if (operand.op === "constant" && typeof operand.value === "number") {
    return constant(-operand.value, "f64", span);
  }
  const type = node.op === "~" ? "u64" : operand.type === "f64" ? "f64" : "i64";
  // The operand of a negation stays unsigned: 9223372036854775808 does not fit in i64, but its negation does.
  const fitted = node.op === "-" && isInteger(type) ? operand : coerce(operand, type)!;
  return { op: "unary", fn: node.op, operand: fitted, type, span };
}

function bindBinary(binder: Binder, node: BinaryExpression, scope: Scope): Expr | null {
  const left = binder.expression(node.left, scope);
  const right = binder.expression(node.right, scope);
  if (left === null || right === null) return null;
  const span = spanInText(node.span, scope);
  try {
    return foldIntegers(node.op, left, right, span) ?? bindArithmetic(binder, node, [left, right], scope);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return binder.report("Q211", `Result is out of range: ${error.message}`, node, scope);
  }
}

/** Binds arithmetic on operands whose types fit; throws `RangeError` if two constants overflow. */
function bindArithmetic(
  binder: Binder,
  node: BinaryExpression,
  [left, right]: readonly [Expr, Expr],
  scope: Scope,
): Expr | null {
  const fitted = fitOperands(node.op, left, right);
  if (typeof fitted !== "string") {
    return arithmetic(node.op, fitted.type, fitted.left, fitted.right, spanInText(node.span, scope));
  }
  const at = isNumber(left.type) || left.type === "time" ? node.right : node.left;
  const message = `Cannot calculate ${typeText(left.type)} ${node.op} ${typeText(right.type)}`;
  return binder.report("Q206", message, at, scope, fitted);
}

/** Folds two whole-number literals before they get a type: 1 - 2 is signed, but 2 - 1 need not be. */
function foldIntegers(
  op: BinaryExpression["op"],
  left: Expr,
  right: Expr,
  span: Expr["span"],
): Expr | undefined {
  if (left.op !== "constant" || right.op !== "constant" || !isInteger(left.type) || !isInteger(right.type)) {
    return;
  }
  const [{ value: a }, { value: b }] = [left, right];
  if (op === "&" || op === "^" || op === "<<" || op === ">>") return;
  if (typeof a !== "bigint" || typeof b !== "bigint") return;
  const value = calculateExactly(op, a, b);
  return value === null ? constant(null, "u64", span) : integer(value, span);
}

interface Fitted {
  readonly type: Expr["type"];
  readonly left: Expr;
  readonly right: Expr;
}

/** Returns the operands with casts, or a text that says what was expected. */
function fitOperands(op: BinaryExpression["op"], left: Expr, right: Expr): Fitted | string {
  if (left.type === "time" || right.type === "time") return fitTimes(op, left, right);
  if (!isNumber(left.type) || !isNumber(right.type)) return "expected numbers on both sides";
  if (["&", "^", "<<", ">>"].includes(op)) {
    const [a, b] = [coerce(left, "u64"), coerce(right, "u64")];
    const whole = isInteger(left.type) && isInteger(right.type);
    return whole && a && b
      ? { type: "u64", left: a, right: b }
      : "bit operators take whole numbers from 0 on";
  }
  const mixed = mixedIntegers(left, right);
  // The sum of a signed and an unsigned number is signed. It is computed exactly; only the result has to fit.
  if (mixed !== undefined) return { type: "i64", left: mixed[0], right: mixed[1] };
  const same = castToCommon([left, right]);
  if (same === undefined) return "expected numbers on both sides";
  return { type: same.type, left: same.exprs[0]!, right: same.exprs[1]! };
}

function fitTimes(op: BinaryExpression["op"], left: Expr, right: Expr): Fitted | string {
  const both = left.type === "time" && right.type === "time";
  if (both && (op === "+" || op === "-" || op === "%")) return { type: "time", left, right };
  if (both && op === "/") {
    const [a, b] = [left, right].map((operand): Expr => toDouble(operand));
    return { type: "f64", left: a!, right: b! };
  }
  const number = left.type === "time" ? right : left;
  const scaling = op === "/" || op === "%" ? left.type === "time" : op === "*";
  if (!both && scaling && isInteger(number.type)) {
    const as = (operand: Expr): Expr => operand.type === "u64" ? retyped(operand) : operand;
    return { type: "time", left: as(left), right: as(right) };
  }
  return both ? "times are added, subtracted and divided" : "durations have a unit: 250ms, 3s";
}

/** Returns a whole number with the type time, for `time / 2`. */
function retyped(operand: Expr): Expr {
  if (operand.op === "constant") return { ...operand, type: "time" };
  return { op: "cast", operand, type: "time", span: operand.span };
}

function toDouble(operand: Expr): Expr {
  if (operand.op === "constant") {
    const value = typeof operand.value === "bigint" ? Number(operand.value) : null;
    return constant(value, "f64", operand.span);
  }
  return { op: "cast", operand, type: "f64", span: operand.span };
}
