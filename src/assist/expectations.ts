/**
 * Determines from the position of the caret in the tree what may be written there.
 * @module
 */

import { findFunction } from "../query/functions/registry.ts";
import { findSource, sourceOf } from "../language/registry.ts";
import { findStage, stageOf } from "../query/stages/registry.ts";
import type { CallExpression, Expression, Node, StageNode, TableSource } from "../query/syntax/ast.ts";
import { isPunctuation, OPERATOR_WORDS, type Token } from "../query/syntax/token.ts";
import { expectsExpression, type StageExpectation } from "../query/syntax/language.ts";
import { findWindowFunction } from "../query/windows/registry.ts";
import type { Caret } from "./caret.ts";

/** Something that may be written at a caret; several things may be possible at one position. */
export type Expectation =
  | StageExpectation
  | { readonly want: "statement" }
  | { readonly want: "stage" }
  | { readonly want: "point" }
  | { readonly want: "bit"; readonly column: string }
  | { readonly want: "trace" }
  | { readonly want: "symbol" }
  | { readonly want: "library" | "suppressions" }
  | { readonly want: "flag"; readonly of: Expression }
  | { readonly want: "argument"; readonly family: string }
  | { readonly want: "value"; readonly of: Expression; readonly form: ValueForm }
  | { readonly want: "bound"; readonly of: Expression }
  | { readonly want: "operator"; readonly of: Expression };

/** The form of a value: after a colon, between quotes or braces, or any expression. */
export type ValueForm = "pattern" | "plain" | "choices";

/** Everything that may be written at a caret. */
export function expectationsAt(caret: Caret): readonly Expectation[] {
  const previous = caret.before.at(-1);
  if (previous === undefined) return [{ want: "statement" }];
  if (isPunctuation(previous, "|")) return [{ want: "stage" }];
  return caret.inTree ? inTree(caret, previous) : afterOperand(caret, previous);
}

/** Returns what a function expects as the argument at the caret. */
function wantsOfArgument(
  { name, args }: CallExpression,
  self: Node,
): readonly StageExpectation[] | undefined {
  const at = args.findIndex((each) => each === self);
  const ofWindow = findWindowFunction(name.name);
  if (ofWindow?.takes === "aggregate" && at === 0) return expectsExpression("aggregate");
  return findFunction(name.name)?.wants?.(at);
}

/** The placeholder is part of the tree: its parents determine what it is. */
function inTree(caret: Caret, previous: Token): readonly Expectation[] {
  const { path } = caret;
  const node = path.at(-1)!;
  // A bare word is a node of its own; a table name has its identifier as a child.
  const depth = node.kind === "identifier" ? path.length - 2 : path.length - 1;
  const self = path[depth]!;
  const parent = path[depth - 1];
  if (isPunctuation(previous, "(") && parent?.kind === "in") {
    return [{ want: "source", bracket: true }, { want: "value", of: parent.value, form: "plain" }];
  }
  switch (self.kind) {
    case "table":
      if (node === self.name) return sourceWants(caret, previous);
      return node === self.trace ? [{ want: "trace" }] : [];
    case "expressionPoint":
      return [{ want: "point" }];
    case "stage":
      return stageWants(self, node, previous);
    case "use":
      return [{ want: "library" }];
    case "suppress":
      return [{ want: "suppressions" }];
    case "let":
    case "renaming":
      return [];
    case "error":
      return afterOperand(caret, previous);
    default:
  }
  if (parent === undefined) return [];
  if (parent.kind === "expressionPoint") return [{ want: "point" }];
  if (parent.kind === "use") return [{ want: "library" }];
  if (parent.kind === "suppress") return [{ want: "suppressions" }];
  if (parent.kind === "bitPoint") return [{ want: "bit", column: parent.word }];
  if (parent.kind === "columnPoint") return [];
  if (parent.kind === "table") {
    return self === parent.trace ? [{ want: "trace" }] : [{ want: "expression", use: "any" }];
  }
  return partOf(caret, self, parent, depth, previous);
}

function partOf(
  caret: Caret,
  self: Node,
  parent: Node,
  depth: number,
  previous: Token,
): readonly Expectation[] {
  const { path } = caret;
  switch (parent.kind) {
    case "match":
      return [{ want: "value", of: parent.value, form: "pattern" }];
    case "comparison":
      if (self !== parent.right) break;
      if (previous.word === "is" || previous.word === "not") return withNull([], previous);
      return [
        { want: "value", of: parent.left, form: "plain" },
        { want: "expression", use: "any", low: true, like: parent.left },
      ];
    case "in":
      if (self !== parent.choices) break;
      return [{ want: "value", of: parent.value, form: "choices" }, { want: "bound", of: parent.value }];
    case "set": {
      const around = path[depth - 2];
      if (around?.kind === "in" || around?.kind === "match") {
        return [{ want: "value", of: around.value, form: "plain" }];
      }
      return [];
    }
    case "range": {
      const around = path[depth - 2];
      if (around?.kind === "in" || around?.kind === "match" || around?.kind === "overlaps") {
        return [{ want: "bound", of: around.value }];
      }
      return around?.kind === "source" ? sourceOf(around).wants?.(around, parent, previous) ?? [] : [];
    }
    case "binary":
    case "unary": {
      // The word is part of a calculation: suggest what the whole calculation may consist of, such as
      // aggregates.
      const around = path[depth - 2];
      if (around?.kind !== "named" && around?.kind !== "binary" && around?.kind !== "unary") break;
      const wants = partOf(caret, parent, around, depth - 1, previous);
      const many = wants.some((each) =>
        each.want === "expression" && (each.use === "aggregate" || each.use === "window")
      );
      if (many) return wants;
      break;
    }
    case "overlaps":
      return self === parent.range ? [{ want: "bound", of: parent.value }] : expectsExpression("measure");
    case "has":
      return self === parent.flag ? [{ want: "flag", of: parent.value }] : expectsExpression("measure");
    case "isNull":
      return expectsExpression("any");
    case "call":
      return self.kind === "string"
        ? [{ want: "argument", family: parent.name.name }]
        : wantsOfArgument(parent, self) ?? expectsExpression("any");
    case "source": {
      const wants = sourceOf(parent).wants?.(parent, self, previous);
      if (wants === undefined) break;
      return wants;
    }
    case "stage": {
      const wants = stageWants(parent, self, previous);
      return wants.some((each) => each.want === "expression" && each.use === "filter")
        ? withNull(wants, previous)
        : wants;
    }
    case "sortKey":
    case "joinKey": {
      const stage = path[depth - 2];
      return stage?.kind === "stage" ? stageWants(stage, parent, previous) : expectsExpression("any");
    }
    case "filter":
    case "logical":
    case "not":
      return withNull(expectsExpression("filter"), previous);
    case "named":
      return namedWants(parent, path[depth - 2], previous);
    case "filtered":
      return self === parent.condition ? expectsExpression("filter") : expectsExpression("aggregate");
    case "assertComparison":
      return [];
    default:
  }
  return withNull(expectsExpression("any"), previous);
}

function withNull(wants: readonly Expectation[], previous: Token): readonly Expectation[] {
  if (previous.word === "not") return wants.length > 0 ? wants : [{ want: "words", words: ["null"] }];
  return previous.word === "is" ? [{ want: "words", words: ["null", "not null"] }] : wants;
}

/** Returns what may be written as an element of a list: a key, an aggregate, a column. */
function namedWants(named: Node, around: Node | undefined, previous: Token): readonly Expectation[] {
  if (around?.kind === "stage") return stageWants(around, named, previous);
  return around?.kind === "source"
    ? sourceOf(around).wants?.(around, named, previous) ?? []
    : expectsExpression("any");
}

/** Returns what a stage expects as one of its parts. */
function stageWants(stage: StageNode, part: Node, previous: Token): readonly StageExpectation[] {
  return stageOf(stage).wants?.(stage, part, previous) ?? expectsExpression("any");
}

/** Returns what a stage around the caret expects, if that stage takes rows of its own. */
function rowsWanted({ path }: Caret, previous: Token): readonly Expectation[] | undefined {
  for (const [at, node] of path.entries()) {
    if (node.kind !== "stage" || path[at + 1] === undefined) continue;
    const wants = stageWants(node, path[at + 1]!, previous);
    if (wants.some(({ want }) => want === "source")) return wants;
  }
}

/** Returns what may be written as a single name: a table, or the beginning of a filter. */
function sourceWants(caret: Caret, previous: Token): readonly Expectation[] {
  const ofStage = rowsWanted(caret, previous);
  if (ofStage !== undefined && previous.role === "stage") return ofStage;
  if (isPunctuation(previous, "(")) {
    return [{ want: "source", bracket: true }, { want: "expression", use: "filter", low: true }];
  }
  if (
    previous.role === "source" && findSource(previous.word) !== undefined || isPunctuation(previous, ",")
  ) {
    return [{ want: "source", bracket: false }];
  }
  if (isPunctuation(previous, "=")) {
    return [{ want: "source", bracket: false }, { want: "expression", use: "filter", low: true }];
  }
  if (previous.word === "assert") return [{ want: "source", bracket: false }, ...expectsExpression("filter")];
  return ofStage ?? [{ want: "statement" }];
}

/** Suggests what may follow a complete value. */
function afterOperand(caret: Caret, previous: Token): readonly Expectation[] {
  const path = caret.pathBefore;
  if (OPERATOR_WORDS.has(previous.word) || previous.word === "not") return afterWord(caret, previous);
  const words = wordsAfter(caret, previous);
  const operand = lastOperand(path);
  const wants: Expectation[] = words.length > 0 ? [{ want: "words", words }] : [];
  if (previous.role === "stage") {
    if (findStage(previous.word)?.takesOperand === false) wants.push({ want: "words", words: ["|"] });
    return wants;
  }
  if (operand !== null) wants.push({ want: "operator", of: operand });
  else if (!isPunctuation(previous, "@")) wants.push({ want: "words", words: ["|"] });
  return wants;
}

function afterWord(caret: Caret, previous: Token): readonly Expectation[] {
  const before = caret.before.at(-2);
  if (previous.word === "is") return [{ want: "words", words: ["null", "not null"] }];
  if (previous.word === "not" && before?.word === "is") return [{ want: "words", words: ["null"] }];
  if (previous.word === "not" && before !== undefined && endsOperand(before)) {
    return [{ want: "words", words: ["in", "contains", "startswith", "endswith", "has", "overlaps"] }];
  }
  return expectsExpression("filter");
}

function endsOperand(token: Token): boolean {
  if (token.kind === "identifier") return !OPERATOR_WORDS.has(token.word) && token.role !== "keyword";
  return token.kind !== "punctuation" || [")", "}"].includes(token.text);
}

/** Keywords that the stage or source around the caret allows here. */
function wordsAfter(caret: Caret, previous: Token): readonly string[] {
  const { pathBefore: path, before } = caret;
  const around = path.findLast((node) =>
    node.kind === "stage"
      ? stageOf(node).wordsAfter !== undefined
      : node.kind === "source"
      ? sourceOf(node).wordsAfter !== undefined
      : node.kind === "table" || node.kind === "peakPoint"
  );
  switch (around?.kind) {
    case "stage":
      return stageOf(around).wordsAfter!(around, previous, before);
    case "source":
      return sourceOf(around).wordsAfter!(around, previous, before);
    case "table": {
      const words = wordsAfterTable(around, previous);
      const parent = path[path.indexOf(around) - 1];
      const opening = before.findLast(({ span }) => span.end <= around.span.start);
      if (parent?.kind !== "source" || opening?.text === "(") return words;
      // In `diff leaks, live` the table may end here, and the source around it continues.
      return [...words, ...sourceOf(parent).wordsAfter?.(parent, previous, before) ?? []];
    }
    case "peakPoint":
      return around.of === "bytes" ? ["blocks"] : [];
    default:
      return [];
  }
}

function wordsAfterTable({ name, trace }: TableSource, previous: Token): readonly string[] {
  if (previous.span.end !== name.span.end) return trace === null ? ["of"] : [];
  return name.name === "live" ? ["@", "of"] : ["of"];
}

/** Kinds of nodes that operators can follow. */
const OPERANDS: ReadonlySet<string> = new Set(
  ("name integer float duration time string boolean null word regex range set unary binary not logical comparison in " +
    "overlaps has isNull match call subquery table").split(" "),
);

/**
 * Returns the largest expression that ends here and is not yet compared, or the comparison if it is complete.
 */
function lastOperand(path: readonly Node[]): Expression | null {
  let found: Expression | null = null;
  for (let at = path.length - 1; at >= 0; at--) {
    const node = path[at]!;
    if (node.kind === "identifier") continue;
    if (!OPERANDS.has(node.kind)) break;
    found = node as Expression;
    if (isBooleanNode(node)) break;
  }
  return found;
}

/** Whether a node is boolean. */
export function isBooleanNode(node: Node): boolean {
  return ["not", "logical", "comparison", "in", "overlaps", "has", "isNull", "match"].includes(node.kind);
}

/** Whether a position is a sort key, or a count of a stage, where comparisons make no sense. */
export function isSortKeyOrCount(path: readonly Node[], before: readonly Token[]): boolean {
  const previous = before.at(-1);
  return path.some((node, at) => {
    if (node.kind === "sortKey") return true;
    const part = path[at + 1];
    if (node.kind !== "stage" || part === undefined || previous === undefined) return false;
    return stageWants(node, part, previous).some(({ want }) => want === "count");
  });
}
