/**
 * Binds comparisons of two values: order, equality, bare words and size classes.
 * @module
 */

import type { CompareExpr, Expr } from "../plan/expressions.ts";
import { constant, isInteger, typeText } from "../plan/types.ts";
import type { ComparisonExpression, Expression } from "../syntax/ast.ts";
import { printExpression } from "../syntax/print_expression.ts";
import { argumentText } from "./bind_family.ts";
import { bindContains, bindLike } from "./bind_text.ts";
import type { Binder } from "./binder.ts";
import { checkComparison, checkText } from "./check_values.ts";
import { reportTypeMismatch } from "./type_mismatch.ts";
import { fitComparison } from "./fit_comparison.ts";
import { compareIn, constantCondition, displayOf, isByteCount } from "./make_expressions.ts";
import { anyPartPasses, numericColumns } from "./numeric_columns.ts";
import { type Scope, spanInText } from "./scope.ts";
import {
  bindSide,
  type ComparisonContext,
  type ComparisonSide,
  isColumnName,
  type Operand,
  reportUnquotedPath,
  sideAsBareWord,
} from "./comparison_sides.ts";
import { compareWithClass, hasSizeClass, SIZE_CLASS_NAMES, sizeClass } from "./size_classes.ts";
import { expandDefinitions } from "./expand_definitions.ts";
import { reportUnknownColumn } from "./unknown_column.ts";

const FLIPPED: Readonly<Record<string, CompareExpr["fn"]>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** Binds `a == b`, `a ~ b`, `a contains b`. */
export function bindComparison(binder: Binder, node: ComparisonExpression, scope: Scope): Expr | null {
  switch (node.op) {
    case "~":
    case "!~":
      return bindLike(binder, node, scope);
    case "contains":
    case "startswith":
    case "endswith":
      return bindContains(binder, node, scope);
    default:
      return bindOrder(binder, node, node.op, scope);
  }
}

function bindOrder(
  binder: Binder,
  node: ComparisonExpression,
  fn: CompareExpr["fn"],
  scope: Scope,
): Expr | null {
  const never = comparesWithNull(binder, node, scope);
  if (never !== null) return never;
  if (reportShape(binder, node, scope)) return null;
  const left = bindSide(binder, node.left, scope);
  if (left !== null && reportUnquotedPath(binder, left.expr, node.right, scope)) return null;
  const right = bindSide(binder, node.right, scope);
  if (left === null || right === null) return null;
  return compareSides({ binder, fn, node, scope }, left, right);
}

/** Compares two sides, of which at most one is a bare word. */
export function compareSides(
  at: ComparisonContext,
  left: ComparisonSide,
  right: ComparisonSide,
): Expr | null {
  const flipped = { ...at, fn: FLIPPED[at.fn] ?? at.fn };
  if (left.expr === null && right.expr === null) {
    const { node: name, scope: inner } = left.at;
    return name.kind === "name" ? reportUnknownColumn(at.binder, name, inner) : null;
  }
  if (right.expr === null) return compareWithWord(at, left.expr!, right);
  if (left.expr === null) return compareWithWord(flipped, right.expr, left);
  // `kind == alloc` means the word, although events have a column `alloc`: a number never equals a text.
  if (isText(left.expr) && right.expr.type !== "text" && isColumnName(right)) {
    return compareWithWord(at, left.expr, sideAsBareWord(right));
  }
  if (isText(right.expr) && left.expr.type !== "text" && isColumnName(left)) {
    return compareWithWord(flipped, right.expr, sideAsBareWord(left));
  }
  return compareParts(at, { ...left, expr: left.expr }, { ...right, expr: right.expr });
}

/** Whether an expression is text that is not constant. */
function isText(expr: Expr): boolean {
  return expr.type === "text" && expr.op !== "constant";
}

function compareWithWord(
  { binder, fn, node, scope }: ComparisonContext,
  operand: Expr,
  side: ComparisonSide,
): Expr | null {
  const span = spanInText(node.span, scope);
  const word = side.word!;
  // Compared with a literal, the name can only mean a column.
  if (operand.type === "text" && operand.op !== "constant") {
    const value = constant(word, "text", spanInText(side.written.span, scope));
    if (fn === "==" || fn === "!=") checkText(binder, operand, word, fn, side.written, scope);
    return compareIn(scope, fn, operand, value, span);
  }
  const sizes = sizeClass(word, binder.catalog.sizeClasses);
  if (sizes !== undefined && hasSizeClass(operand)) return compareWithClass(fn, operand, sizes, span);
  const name = side.at.node;
  if (name.kind !== "name") return null;
  if (operand.op === "constant") return reportUnknownColumn(binder, name, side.at.scope);
  const classes = hasSizeClass(operand) && isByteCount(operand, scope)
    ? `, or one of ${SIZE_CLASS_NAMES.join(", ")}`
    : "";
  const hint = operand.type === "bool"
    ? "expected true or false"
    : `expected ${typeText(operand.type)}${classes}`;
  const words = isInteger(operand.type) ? SIZE_CLASS_NAMES : [];
  return reportUnknownColumn(binder, name, side.at.scope, hint, words);
}

/**
 * Compares values that may be spread over several columns. An argument that is compared with text is read as
 * text.
 */
function compareParts(at: ComparisonContext, left: Operand, right: Operand): Expr | null {
  const span = spanInText(at.node.span, at.scope);
  const partsOf = (side: Operand, other: Operand): readonly Expr[] =>
    other.expr.type === "text" ? [side.expr] : numericColumns(at.binder, side.expr, side.at.scope);
  const rights = partsOf(right, left);
  const compareWith = (a: Expr) => (b: Expr): Expr | null =>
    compareValues(at, { ...left, expr: a }, { ...right, expr: b });
  return anyPartPasses(partsOf(left, right), span, (a) => anyPartPasses(rights, span, compareWith(a)));
}

function compareValues(at: ComparisonContext, left: Operand, right: Operand): Expr | null {
  const { binder, fn, node, scope } = at;
  const span = spanInText(node.span, scope);
  const fitted = fitNanoseconds(left, right, scope) ?? fitComparison(left.expr, right.expr) ??
    fitArgument(binder, left, right);
  if (fitted === undefined || !isComparable(fn, fitted[0])) return reportTypeMismatch(at, left, right);
  // The executor expects constants on the right.
  if (fitted[0].op === "constant" && fitted[1].op !== "constant") {
    const flipped = FLIPPED[fn] ?? fn;
    checkComparison(binder, flipped, fitted[1], fitted[0], left.written, scope);
    return compareIn(scope, flipped, fitted[1], fitted[0], span);
  }
  checkComparison(binder, fn, fitted[0], fitted[1], right.written, scope);
  warnAboutColumns(at, fitted, right);
  return compareIn(scope, fn, fitted[0], fitted[1], span);
}

/**
 * Reports hints about a number in thousands that is compared with a size, and about a word that is a column
 * but may be meant as text.
 */
function warnAboutColumns(
  { binder, fn, node, scope }: ComparisonContext,
  [left, other]: readonly [Expr, Expr],
  { at, written }: Operand,
): void {
  const right = at.node;
  if (right.kind === "integer" && right.unit === "k" && isByteCount(left, scope)) {
    const meant = right.text.replace(/k$/, "K");
    const message = `${right.text} is ${right.value}, sizes are counted in ${meant}`;
    binder.report("Q309", message, written, scope, { severity: "hint", fix: meant });
    return;
  }
  // In a list, the word is the whole comparison.
  const isElement = node === written;
  if (node.kind !== "comparison" && !isElement) return;
  if (right.kind !== "name" || right.quoted || right.name.includes(".")) return;
  if ((fn !== "==" && fn !== "!=") || left.op !== "column" || other.op !== "column" || !isText(other)) return;
  if (scope.columns[left.index]?.name.includes(".")) return;
  const meant = JSON.stringify(right.name);
  const before = node.kind === "comparison" ? `${printExpression(node.left, () => "…")} ${fn} ` : "";
  binder.report("Q310", `This compares with the column "${right.name}" of the same row`, written, scope, {
    severity: "hint",
    suggestion: `for the text write ${before}${meant}, for the column ${before}\`${right.name}\``,
    fix: meant,
  });
}

/** Converts both sides if one is a column of whole nanoseconds and the other a duration: `cpu > 10ms`. */
function fitNanoseconds(left: Operand, right: Operand, scope: Scope): readonly [Expr, Expr] | undefined {
  const isColumn = ({ expr }: Operand): boolean =>
    isInteger(expr.type) && displayOf(expr, scope) === "duration";
  const isDuration = ({ expr, at }: Operand): boolean =>
    at.node.kind === "duration" && expr.op === "constant";
  if (isColumn(left) && isDuration(right)) {
    return [left.expr, { ...right.expr, type: left.expr.type } as Expr];
  }
  if (isDuration(left) && isColumn(right)) {
    return [{ ...left.expr, type: right.expr.type } as Expr, right.expr];
  }
  return undefined;
}

/**
 * Converts both sides if one is an argument of calls and the other is text: then the argument is read as
 * text.
 */
function fitArgument(binder: Binder, left: Operand, right: Operand): readonly [Expr, Expr] | undefined {
  if (right.expr.type === "text") {
    const text = argumentText(binder, left.expr, left.at.scope);
    return text && fitComparison(text, right.expr);
  }
  const text = left.expr.type === "text" ? argumentText(binder, right.expr, right.at.scope) : undefined;
  return text && fitComparison(left.expr, text);
}

function isComparable(fn: CompareExpr["fn"], { type }: Expr): boolean {
  return type !== "bytes" && (type !== "bool" || fn === "==" || fn === "!=");
}

/**
 * Reports a comparison with something other than a single value: null, a range, a list, or a regular
 * expression.
 */
function reportShape(binder: Binder, node: ComparisonExpression, scope: Scope): boolean {
  for (const [side, other] of [[node.right, node.left], [node.left, node.right]] as const) {
    const unfolded = expandDefinitions(binder, side, scope);
    if (unfolded === null) return true;
    if ("pipeline" in unfolded) continue;
    const found = OTHER_SHAPES.get(unfolded.node.kind);
    if (found === undefined) continue;
    const { what, op, negated } = found;
    const [subject, value] = [other, side].map((each) => printExpression(each, () => "…"));
    const fix = `${subject} ${node.op === "!=" ? negated : op} ${value}`;
    binder.report("Q218", `Cannot compare with ${what} using "${node.op}"`, node, scope, { fix });
    return true;
  }
  return false;
}

/** Kinds of expressions that are not a single value, each with the operator to use instead. */
const OTHER_SHAPES = new Map<Expression["kind"], { readonly what: string; op: string; negated: string }>([
  ["range", { what: "a range", op: "in", negated: "not in" }],
  ["set", { what: "a list", op: "in", negated: "not in" }],
  ["regex", { what: "a regular expression", op: "~", negated: "!~" }],
]);

/** Reports a comparison with `null`, which is false for every row; returns null if neither side is `null`. */
function comparesWithNull(binder: Binder, node: ComparisonExpression, scope: Scope): Expr | null {
  const isNull = (side: Expression): boolean => side.kind === "null";
  const other = isNull(node.right) ? node.left : isNull(node.left) ? node.right : null;
  if (other === null) return null;
  bindSide(binder, other, scope);
  const right = `${printExpression(other, () => "…")} is ${node.op === "!=" ? "not " : ""}null`;
  binder.report("Q305", `Comparison with null is never true`, node, scope, { fix: right });
  return constantCondition(false, spanInText(node.span, scope));
}
