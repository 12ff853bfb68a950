/**
 * Binds `column:pattern`. After the colon, a bare word is a glob; without wildcards it must equal the whole
 * text. A word without "/" also matches the last part of a path, so that `file:alloc.c` finds `src/alloc.c`.
 * Quoted text is compared literally.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import { constant, typeText } from "../plan/types.ts";
import type { Expression, MatchExpression } from "../syntax/ast.ts";
import { productText } from "../syntax/loose_text.ts";
import { compareSides } from "./bind_comparison.ts";
import { bindSet } from "./bind_membership.ts";
import { bindInQuery } from "./bind_query.ts";
import { bindInRange } from "./bind_range.ts";
import type { Binder } from "./binder.ts";
import { checkText } from "./check_values.ts";
import {
  compare,
  compareIn,
  constantCondition,
  logical,
  textMatch,
  textMatchIn,
} from "./make_expressions.ts";
import { type Scope, spanInText } from "./scope.ts";
import { bindSide } from "./comparison_sides.ts";
import { compareWithClass, hasSizeClass, SIZE_CLASS_NAMES, sizeClass } from "./size_classes.ts";
import { expandDefinitions, isBareWord, type ScopedExpression } from "./expand_definitions.ts";
import { reportUnknownColumn } from "./unknown_column.ts";
import { namesOf, quote, sideName } from "./message_words.ts";

/** Columns whose values are paths. */
const PATH_COLUMN = /(?:^|\.)(?:file|module|path)$/;

/** The column to match, with the scope and the expression it belongs to. */
interface Matching {
  readonly binder: Binder;
  readonly operand: Expr;
  readonly node: MatchExpression;
}

/** Binds `column:pattern`. */
export function bindMatch(binder: Binder, node: MatchExpression, scope: Scope): Expr | null {
  binder.compared = node.value;
  const operand = binder.expression(node.value, scope);
  // If the column is unknown, bind the pattern anyway to find its errors; bare words are not errors.
  return operand && matchPattern({ binder, operand, node }, node.pattern, scope);
}

function matchPattern(of: Matching, written: Expression, scope: Scope): Expr | null {
  const { binder, operand, node } = of;
  const named = asName(of, written, scope);
  const unfolded = named === null ? { node: written, scope } : expandDefinitions(binder, named, scope);
  if (unfolded === null) return null;
  if ("pipeline" in unfolded) {
    return bindInQuery(binder, operand, unfolded.pipeline, written, unfolded.scope, false);
  }
  const { node: pattern, scope: inner } = unfolded;
  const span = spanInText(node.span, scope);
  const what = sideName(node.value);
  switch (pattern.kind) {
    case "error":
      return null;
    case "null":
      return { op: "isNull", operand, type: "bool", span };
    case "word":
      return matchWord(of, pattern.text, unfolded);
    case "range":
      return bindInRange(binder, operand, pattern, inner, what);
    case "set": {
      const here = spanInText(node.span, inner);
      if (operand.type !== "text") return bindSet(binder, operand, pattern, inner, here, what);
      const tests = pattern.values.map((value) => matchPattern(of, asWord(value), inner));
      if (tests.includes(null)) return null;
      return tests.length === 0 ? constantCondition(false, span) : logical("or", tests as Expr[], here);
    }
    case "subquery":
      return bindInQuery(binder, operand, pattern.pipeline, pattern, inner, false);
    case "regex": {
      if (operand.type === "text") {
        const test = textMatchIn(inner, "regex", operand, pattern.source, span, pattern.flags);
        checkText(binder, operand, test, "==", written, scope);
        return test;
      }
      const message = `${what} is ${typeText(operand.type)}, but regular expressions need text`;
      return binder.report("Q206", message, pattern, inner);
    }
    case "name":
      // A parameter may stand for a bare word of the caller.
      if (isBareWord(binder, pattern, inner)) return matchWord(of, pattern.name, unfolded);
      break;
    case "integer":
    case "float":
    case "duration":
    case "time":
    case "percent":
      if (operand.type === "text") return matchText(of, pattern.text, written, scope);
      break;
    default:
  }
  const right = bindSide(binder, pattern, inner);
  const left = { written: node.value, at: { node: node.value, scope }, word: null, expr: operand };
  return right && compareSides({ binder, fn: "==", node, scope }, left, { ...right, written });
}

/** Returns the pattern as a name if it is a parameter, or a definition that cannot be meant as text. */
function asName({ binder, operand }: Matching, pattern: Expression, scope: Scope): Expression | null {
  if (pattern.kind === "name" || pattern.kind === "call") return pattern;
  if (pattern.kind !== "word") return null;
  const { text: name, span } = pattern;
  const isParameter = scope.frame?.params.has(name) === true;
  const isDefinition = operand.type !== "text" && binder.definition(name) !== undefined;
  return isParameter || isDefinition ? { kind: "name", name, quoted: false, span } : null;
}

function matchWord(of: Matching, word: string, at: ScopedExpression): Expr | null {
  const { binder, operand, node } = of;
  const span = spanInText(node.span, at.scope);
  if (word === "null") return { op: "isNull", operand, type: "bool", span };
  if (operand.type === "text") return matchText(of, word, at.node, at.scope);
  if (operand.type === "bool" && (word === "true" || word === "false")) {
    return compare("==", operand, constant(word === "true", "bool", span), span);
  }
  const sizes = sizeClass(word, binder.catalog.sizeClasses);
  if (sizes !== undefined && hasSizeClass(operand)) return compareWithClass("==", operand, sizes, span);
  const what = sideName(node.value);
  if (operand.type === "bool") {
    return binder.report("Q206", `${what} is true or false, found ${quote(word)}`, at.node, at.scope);
  }
  if (operand.type === "time") {
    const suggestion = "times are written 12:31:05.250, durations 250ms";
    return binder.report("Q206", `${what} is a time, found ${quote(word)}`, at.node, at.scope, suggestion);
  }
  if (at.node.kind === "name") return reportUnknownColumn(binder, at.node, at.scope);
  const among = namesOf(SIZE_CLASS_NAMES, binder.lets.keys());
  const otherwise = `${what} is ${typeText(operand.type)}`;
  return binder.reportUnknown("Q206", "number", at.node, at.scope, { name: word, among, otherwise });
}

/**
 * Converts a name in a list, such as `a` in `func:(a, b)`, to a word. The parser creates words only directly
 * after the colon.
 */
function asWord(node: Expression): Expression {
  const product = productText(node);
  if (product !== null) return { kind: "word", text: product, span: node.span };
  return node.kind === "name" && !node.quoted ? { kind: "word", text: node.name, span: node.span } : node;
}

function matchText(
  { binder, operand, node }: Matching,
  word: string,
  written: Expression,
  scope: Scope,
): Expr {
  const span = spanInText(node.span, scope);
  const name = node.value.kind === "name" ? node.value.name : "";
  const test = wordTest(scope, operand, word, PATH_COLUMN.test(name) && !word.includes("/"), span);
  checkText(binder, operand, test, "==", written, scope);
  return test;
}

/**
 * Compares the whole text with `word`, which may be a glob. With `lastPart`, the part after the last "/" may
 * match instead.
 */
function wordTest(scope: Scope, operand: Expr, word: string, lastPart: boolean, span: Expr["span"]): Expr {
  if (!/[*?[{\\]/.test(word)) {
    const whole = compareIn(scope, "==", operand, constant(word, "text", span), span);
    return lastPart ? logical("or", [whole, textMatch("endswith", operand, `/${word}`, span)], span) : whole;
  }
  // "*" also matches a path without folders; a glob that begins with "**" already does.
  const glob = lastPart && !word.startsWith("**") ? `**/${word}` : word;
  return textMatchIn(scope, "glob", operand, glob, span);
}
