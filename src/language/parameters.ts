/**
 * Finds the definitions of a script whose values can be replaced, by `--set` or by a caller of the library.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import type { LetStatement } from "../query/syntax/ast.ts";
import { printString } from "../query/syntax/print_expression.ts";
import { parseScript } from "./script.ts";

/** Names of the kinds of values. A definition of another kind accepts any expression. */
const KINDS: Readonly<Record<string, string>> = {
  integer: "a number",
  float: "a number",
  duration: "a time",
  time: "a time",
  percent: "a share",
  string: "a text",
  boolean: "true or false",
  regex: "a regular expression",
};

/** The definitions of a script whose values can be replaced, in the order of the script. */
export function parametersOf(text: string): LetStatement[] {
  return parseScript(text).script.statements.filter((each): each is LetStatement =>
    each.kind === "let" && each.params.length === 0 && each.value.kind !== "pipeline"
  );
}

/** The name of a kind of values. */
export function valueKindText(kind: string): string {
  return KINDS[kind] ?? "an expression";
}

/**
 * Writes a value as an expression of this kind; undefined if the value does not fit. A text may be given
 * without quotes.
 */
export function valueAsExpression(value: string, kind: string): string | undefined {
  const wanted = KINDS[kind];
  const { script: { statements: [statement, more] }, diagnostics } = parseScript(`let x = ${value}`);
  const given = statement?.kind === "let" && more === undefined && diagnostics.length === 0
    ? statement.value.kind
    : undefined;
  if (kind === "string" && given !== "string") return printString(value);
  if (given === undefined || given === "pipeline") return undefined;
  return wanted === undefined || KINDS[given] === undefined || KINDS[given] === wanted ? value : undefined;
}

/** A text that replaces a span. */
export interface Replacement {
  readonly span: Span;
  readonly text: string;
}

/** Applies replacements to a text. They must be in the order of the text and must not overlap. */
export function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let result = "";
  let from = 0;
  for (const { span, text: inPlace } of replacements) {
    result += text.slice(from, span.start) + inPlace;
    from = span.end;
  }
  return result + text.slice(from);
}
