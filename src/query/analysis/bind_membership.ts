/**
 * Binds `in`, `overlaps` and `has`.
 * @module
 */

import { escapeRegex } from "../../patterns/escape_regex.ts";
import type { Expr } from "../plan/expressions.ts";
import { coerce, constant, isInteger, typeText } from "../plan/types.ts";
import { asSource } from "../syntax/as_source.ts";
import type {
  Expression,
  HasExpression,
  InExpression,
  OverlapsExpression,
  SetExpression,
} from "../syntax/ast.ts";
import { productText } from "../syntax/loose_text.ts";
import { printExpression } from "../syntax/print_expression.ts";
import { walk } from "../syntax/walk.ts";
import { compareSides } from "./bind_comparison.ts";
import { bindInQuery } from "./bind_query.ts";
import { bindBounds, bindInRange } from "./bind_range.ts";
import type { Binder } from "./binder.ts";
import { type Bounds, checkBounds, checkColumn, checkText } from "./check_values.ts";
import {
  arithmetic,
  columnExpr,
  compare,
  constantCondition,
  logical,
  negation,
  testExpr,
  textMatch,
  textMatchIn,
} from "./make_expressions.ts";
import { isPresent, numericColumns } from "./numeric_columns.ts";
import { type Scope, spanInText } from "./scope.ts";
import { bindSide } from "./comparison_sides.ts";
import { compareWithClass, hasSizeClass, sizeClass } from "./size_classes.ts";
import { expandDefinitions, isBareWord } from "./expand_definitions.ts";
import { reportUnknownColumn } from "./unknown_column.ts";
import { listFirst, plural, quote, sideName } from "./message_words.ts";

/** Binds `a [not] in choices`. */
export function bindIn(binder: Binder, node: InExpression, scope: Scope): Expr | null {
  const own = binder.membership(node, scope);
  if (own !== undefined) return own;
  const unfolded = expandDefinitions(binder, node.choices, scope);
  const isTested = unfolded !== null && "node" in unfolded && ["set", "range"].includes(unfolded.node.kind);
  binder.compared = isTested ? node.value : null;
  const operand = binder.expression(node.value, scope);
  if (operand === null || unfolded === null) return null;
  const { negated } = node;
  const span = spanInText(node.span, scope);
  if ("pipeline" in unfolded) {
    return bindInQuery(binder, operand, unfolded.pipeline, node.choices, unfolded.scope, negated);
  }
  const { node: choices, scope: inner } = unfolded;
  switch (choices.kind) {
    case "error":
      return null;
    case "subquery":
      return bindInQuery(binder, operand, choices.pipeline, choices, inner, negated);
    case "set":
      return bindInSet(binder, operand, node, choices, inner);
    case "range": {
      const test = bindInRange(binder, operand, choices, inner, sideName(node.value));
      return test && testedParts(binder, operand, test, negated, span, scope);
    }
    default:
      return bindInOther(binder, operand, node, choices, inner);
  }
}

/** Binds `size in large` and `alloc in leaks`; for other right sides, reports what was probably meant. */
function bindInOther(
  binder: Binder,
  operand: Expr,
  node: InExpression,
  choices: Expression,
  scope: Scope,
): Expr | null {
  const span = spanInText(node.span, scope);
  if (isBareWord(binder, choices, scope)) {
    const sizes = sizeClass(choices.name, binder.catalog.sizeClasses);
    if (sizes !== undefined && hasSizeClass(operand)) {
      return compareWithClass(node.negated ? "!=" : "==", operand, sizes, span);
    }
    if (binder.isSourceName(choices.name)) {
      return bindInQuery(binder, operand, asSource(choices), node.choices, scope, node.negated);
    }
    if (operand.type !== "text") return reportUnknownColumn(binder, choices, scope);
  }
  const value = printExpression(node.choices, () => "…");
  // A number is treated as a range of one value.
  if (choices.kind === "integer" && isInteger(operand.type)) {
    const number = coerce(constant(choices.value, "u64", spanInText(choices.span, scope)), operand.type);
    return number === undefined
      ? constantCondition(false, span)
      : compare(node.negated ? "!=" : "==", operand, number, span);
  }
  // The parser has already reported elements that it could not parse.
  let isBroken = false;
  walk(node, ({ kind }) => void (isBroken ||= kind === "error"));
  if (isBroken) return null;
  const right = `${printExpression(node.value, () => "…")} ${node.negated ? "!=" : "=="} ${value}`;
  const message = `${quote(value)} after "in" is neither a range, a list nor a query`;
  return binder.report("Q218", message, node.choices, scope, { fix: right, fixSpan: node.span });
}

function bindInSet(
  binder: Binder,
  operand: Expr,
  node: InExpression,
  set: SetExpression,
  scope: Scope,
): Expr | null {
  const span = spanInText(node.span, scope);
  const test = bindSet(binder, operand, set, scope, span, sideName(node.value));
  return test && testedParts(binder, operand, test, node.negated, span, scope);
}

/**
 * Returns the test, or its negation, of a value that may be spread over several columns; null satisfies
 * neither.
 */
function testedParts(
  binder: Binder,
  operand: Expr,
  test: Expr,
  negated: boolean,
  span: Expr["span"],
  scope: Scope,
): Expr {
  const parts = operand.op === "column" ? numericColumns(binder, operand, scope) : [operand];
  if (!negated || parts.length === 1) return testExpr(operand, test, negated, span);
  return logical("and", [negation(test, span), isPresent(parts, span)], span);
}

/** Binds the test whether a value is in a list, which may contain ranges and size classes. */
export function bindSet(
  binder: Binder,
  operand: Expr,
  set: SetExpression,
  scope: Scope,
  span: Expr["span"],
  what: string,
): Expr | null {
  const values: Exclude<(Expr & { readonly op: "constant" })["value"], null>[] = [];
  const tests: Expr[] = [];
  let failed = false;
  const left = { written: set, at: { node: set, scope }, word: null, expr: operand };
  for (const value of set.values) {
    const unfolded = expandDefinitions(binder, value, scope);
    const { node, scope: inner } = unfolded !== null && "node" in unfolded ? unfolded : { node: null, scope };
    let test: Expr | null;
    if (node?.kind === "range") test = bindInRange(binder, operand, node, inner, what);
    else if (node?.kind === "set") test = bindSet(binder, operand, node, inner, span, what);
    else if (node?.kind === "null") {
      const message = "A list with null never contains it";
      binder.report("Q305", message, value, scope, "test with is null");
      continue;
    } else if (node?.kind === "word" || node?.kind === "regex") {
      test = bindPatternInList(binder, operand, node, value, scope);
    } else if (operand.type === "text" && productText(value) !== null) {
      const glob = { kind: "word", text: productText(value)!, span: value.span } as const;
      test = bindPatternInList(binder, operand, glob, value, scope);
    } else {
      const right = bindSide(binder, value, scope);
      test = right && compareSides({ binder, fn: "==", node: value, scope }, left, right);
    }
    const single = test?.op === "compare" && test.left === operand && test.right.op === "constant" &&
      test.right.type === operand.type && test.right;
    if (test === null) failed = true;
    else if (single && single.value !== null) values.push(single.value);
    else tests.push(test);
  }
  if (failed) return null;
  if (values.length > 0) tests.unshift({ op: "oneOf", operand, values, type: "bool", span });
  return tests.length === 0 ? constantCondition(false, span) : logical("or", tests, span);
}

/** A glob or a regular expression in a list of values. */
type Pattern = Expression & { readonly kind: "word" | "regex" };

function bindPatternInList(
  binder: Binder,
  operand: Expr,
  pattern: Pattern,
  written: Expression,
  scope: Scope,
): Expr | null {
  const span = spanInText(written.span, scope);
  if (operand.type !== "text") {
    const what = pattern.kind === "word" ? `${quote(pattern.text)} is a glob` : "A regular expression";
    const message = `${what} in a list of values that are ${typeText(operand.type)}`;
    return binder.report("Q206", message, written, scope, "patterns only match text");
  }
  const test = pattern.kind === "word"
    ? textMatchIn(scope, "glob", operand, pattern.text, span)
    : textMatchIn(scope, "regex", operand, pattern.source, span, pattern.flags);
  checkText(binder, operand, test, "==", written, scope);
  return test;
}

/** Binds `addr [not] overlaps range`, which tests the whole block, not only its start. */
export function bindOverlaps(binder: Binder, node: OverlapsExpression, scope: Scope): Expr | null {
  const start = binder.expression(node.value, scope);
  const bounds = bindBlockRange(binder, node.range, scope);
  if (start === null || bounds === null) return null;
  const span = spanInText(node.span, scope);
  if (start.type !== "u64") {
    const message = `${sideName(node.value)} is ${typeText(start.type)}, expected an address`;
    return binder.report("Q206", message, node.value, scope);
  }
  checkColumn(binder, start, node.value, scope);
  const end = blockEnd(binder, node, start, scope);
  if (end === null) return null;
  const empty = checkBounds(binder, null, bounds, node.range, scope);
  // The end of the last block is unknown here, so only the upper bound is checked, against the first start
  // address.
  if (!empty && !node.negated) checkBounds(binder, start, { ...bounds, low: null }, node.range, scope);
  const test: Expr = { op: "overlaps", start, end, ...bounds, type: "bool", span };
  return testExpr(start, test, node.negated, span);
}

function bindBlockRange(binder: Binder, node: Expression, scope: Scope): Bounds | null {
  const unfolded = expandDefinitions(binder, node, scope);
  if (unfolded === null) return null;
  if ("node" in unfolded && unfolded.node.kind === "range") {
    return bindBounds(binder, unfolded.node, unfolded.scope, "u64");
  }
  const single = binder.expression(node, scope);
  if (single === null) return null;
  const low = isInteger(single.type) ? coerce(single, "u64") : undefined;
  if (low === undefined) {
    const message = `Right side of "overlaps" is ${typeText(single.type)}, expected a range`;
    return binder.report("Q206", message, node, scope, "for example addr overlaps 0x7f00..+64");
  }
  return { low, high: low, closed: true };
}

/** Returns the end of the block that starts at the left side. */
function blockEnd(binder: Binder, node: OverlapsExpression, start: Expr, scope: Scope): Expr | null {
  const span = spanInText(node.value.span, scope);
  const column = (name: string): Expr | undefined => {
    const index = scope.columns.findIndex((each) => each.name === name && each.type === "u64");
    return index < 0 ? undefined : columnExpr(scope, index, span);
  };
  const name = start.op === "column" ? scope.columns[start.index]!.name : "";
  const end = name === "addr" ? column("end") : undefined;
  if (end !== undefined) return end;
  const size = column("size");
  if (size !== undefined && name !== "end" && name !== "size") {
    return arithmetic("+", "u64", start, size, span);
  }
  if (scope.open) return null;
  const message = `"overlaps" needs a column "end" or "size" here`;
  const suggestion = name === "addr" ? 'did you mean "in"?' : "for example addr overlaps 0x7f00..+64";
  return binder.report("Q214", message, node.value, scope, suggestion);
}

/** Binds `context [not] has FLAG`. */
export function bindHas(binder: Binder, node: HasExpression, scope: Scope): Expr | null {
  const operand = binder.expression(node.value, scope);
  if (operand === null) return null;
  const span = spanInText(node.span, scope);
  const side = bindSide(binder, node.flag, scope);
  if (side === null) return null;
  const text = side.word ??
    (side.expr?.op === "constant" && typeof side.expr.value === "string" ? side.expr.value : null);
  if (operand.type === "text") {
    if (text === null) {
      return binder.report("Q206", 'Right side of "has" is not a word', node.flag, scope);
    }
    const match = wordMatch(operand, text, span);
    checkText(binder, operand, match, node.negated ? "!=" : "==", node.flag, scope, text);
    return testExpr(operand, match, node.negated, span);
  }
  checkColumn(binder, operand, node.value, scope);
  const bits = isInteger(operand.type) ? coerce(operand, "u64") : undefined;
  if (bits === undefined) {
    const message = `${sideName(node.value)} is ${typeText(operand.type)}, expected bits`;
    return binder.report("Q206", message, node.value, scope);
  }
  const flag = text === null ? side.expr : namedFlag(binder, operand, text, node, scope);
  if (flag === null) return null;
  const mask = isInteger(flag.type) ? coerce(flag, "u64") : undefined;
  if (mask === undefined) {
    const message = `Right side of "has" is ${typeText(flag.type)}, expected bits`;
    return binder.report("Q206", message, node.flag, scope, "for example context has 0x2");
  }
  const common = arithmetic("&", "u64", bits, mask, span);
  return testExpr(operand, compare("!=", common, constant(0n, "u64", span), span), node.negated, span);
}

/** Matches the text as a whole word inside another text. */
function wordMatch(operand: Expr, word: string, span: Expr["span"]): Expr {
  return textMatch(
    "regex",
    operand,
    `(?<![\\p{L}\\p{N}_])${escapeRegex(word)}(?![\\p{L}\\p{N}_])`,
    span,
    "u",
  );
}

function namedFlag(
  binder: Binder,
  operand: Expr,
  name: string,
  node: HasExpression,
  scope: Scope,
): Expr | null {
  const fact = operand.op === "column" ? scope.facts[operand.index] : null;
  const flags = fact ? binder.catalog.bitNames?.(fact.table, fact.column.name) : undefined;
  const value = flags?.get(name);
  if (value !== undefined) return constant(value, "u64", spanInText(node.flag.span, scope));
  if (flags === undefined || flags.size === 0) {
    const message = `Bits of ${sideName(node.value)} have no names here`;
    return binder.report("Q221", message, node.flag, scope, "write a number: context has 0x2");
  }
  const otherwise = `${plural(flags.size, "flag")}: ${listFirst(flags.keys())}`;
  return binder.reportUnknown("Q221", "flag", node.flag, scope, { name, among: flags.keys(), otherwise });
}
