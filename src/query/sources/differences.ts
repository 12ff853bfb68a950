/**
 * Comparisons of two sources: `diff` group by group, `changes` row by row.
 * @module
 */

import { sizeColumnIndex } from "../analysis/bind_group.ts";
import type { Binder } from "../analysis/binder.ts";
import { displayOf, nameOf, UniqueNames } from "../analysis/make_expressions.ts";
import {
  type BoundRelation,
  computedRelation,
  type DefinitionUse,
  openRelation,
  scopeOf,
  spanInText,
} from "../analysis/scope.ts";
import { runChanges } from "../operators/difference/changes.ts";
import { type DiffPlan, runDiff } from "../operators/difference/diff.ts";
import type { Expr, NamedExpr } from "../plan/expressions.ts";
import { castExactly, castToCommon, coerce, isNumber, typeText } from "../plan/types.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { NamedExpression, Source, SourceNode } from "../syntax/ast.ts";
import type { ParseState } from "../syntax/parse_state.ts";
import { parseNamedList } from "../syntax/stage_parts.ts";
import { beginsOperand, isPunctuation, type Token } from "../syntax/token.ts";
import { expectsExpression } from "../syntax/language.ts";
import type { QuerySource } from "./source.ts";

const CHANGE_COLUMNS: readonly PlanColumn[] = [
  { name: "hunk", type: "u64", display: "plain" },
  { name: "change", type: "text", display: "plain" },
  { name: "before", type: "u64", display: "plain" },
  { name: "after", type: "u64", display: "plain" },
];

/** `diff before, after by keys`, or `changes before, after by keys`. */
export interface DifferenceNode extends SourceNode {
  readonly before: Source;
  readonly after: Source;
  readonly keys: readonly NamedExpression[];
}

/** Groups that differ between two sources. */
export const diff: QuerySource<DifferenceNode, DiffPlan> = {
  ...difference("diff", "Compares two sources group by group", [
    "diff (live @ 25%), (live @ 75%) by func",
    "diff leaks of a, leaks of b by func, file | sort bytes_delta desc",
  ]),
  step: {
    op: "diff",
    isSource: true,
    print(plan, printer) {
      return `${plan.inOrder ? "changes" : "diff"} by ${printer.list(plan.keys, plan.before.columns)}`;
    },
    run(plan, [before, after], context) {
      return plan.inOrder
        ? runChanges(plan, before!, after!, context)
        : runDiff(plan, before!, after!, context);
    },
  },
};

/** Rows that differ between two sources, in order. */
export const changes: QuerySource<DifferenceNode, DiffPlan> = difference(
  "changes",
  "Compares two sources row by row, in order: what only one of them has, and where",
  [
    "changes calls of a, calls of b by normal",
    "changes events of a, events of b by kind, func, size | by change, func",
  ],
);

function difference(
  keyword: "diff" | "changes",
  summary: string,
  examples: readonly string[],
): QuerySource<DifferenceNode, DiffPlan> {
  return {
    keyword,
    usage: `${keyword} SOURCE, SOURCE by KEYS`,
    summary,
    examples,
    opening: keyword,
    begins: beginsDifference,
    parse: (state, parseSource) => parseDifference(state, parseSource, keyword),
    print({ before, after, keys }, writer) {
      return `${keyword} ${writer.source(before)}, ${writer.source(after, true)} by ${writer.list(keys)}`;
    },
    wants: (_, part) =>
      part.kind === "named" ? expectsExpression("column") : [{ want: "source", bracket: false }],
    wordsAfter: ({ keys }, _, before) =>
      keys.length > 0 ? [] : before.some((token) => isPunctuation(token, ",")) ? ["by"] : [","],
    bind: bindDifference,
  };
}

/** Whether `diff` or `changes` begins a source here. They may also be names of columns; then no operand follows. */
function beginsDifference(next: Token): boolean {
  return (beginsOperand(next) && !isPunctuation(next, "-") && !isPunctuation(next, "~")) ||
    next.kind === "end";
}

function parseDifference(
  state: ParseState,
  parseSource: (state: ParseState) => Source,
  keyword: "diff" | "changes",
): Source {
  const start = state.advance("source").span.start;
  return state.nested(() => {
    const before = parseSource(state);
    const after = state.take(",") ? parseSource(state) : state.missing('"," and a second source');
    let keys: NamedExpression[] = [];
    if (state.takeWord("by")) keys = parseNamedList(state, "a column to compare by");
    else state.expected('"by" and the columns to compare by');
    const node: DifferenceNode = {
      kind: "source",
      keyword,
      before,
      after,
      keys,
      span: state.spanFrom(start),
    };
    return node;
  });
}

/** Converts a key of both sides to a common type that preserves all values. */
function sameKeys(before: Expr, after: Expr): readonly [Expr, Expr] | undefined {
  if (before.type === after.type) return [before, after];
  if (isNumber(before.type) && isNumber(after.type)) {
    const [one, other] = castToCommon([before, after], castExactly)?.exprs ?? [];
    return one && other && [one, other];
  }
  const same = coerce(after, before.type);
  return same && [before, same];
}

/** Binds both sides and the step that compares them. */
function bindDifference(binder: Binder, node: DifferenceNode, frame: DefinitionUse | null): BoundRelation {
  const inOrder = node.keyword === "changes";
  const before = binder.source(node.before, frame);
  const after = binder.source(node.after, frame);
  const span = spanInText(node.span, { frame });
  const beforeKeys: NamedExpr[] = [];
  const afterKeys: NamedExpr[] = [];
  const added = inOrder ? CHANGE_COLUMNS : measureColumns(before, after);
  const names = new UniqueNames(added.map(({ name }) => name));
  let failed = node.keys.length === 0;
  for (const key of node.keys) {
    const expr = binder.expression(key.value, scopeOf(before, frame));
    // An error in both sides has one position, so it is reported once.
    const other = binder.expression(key.value, scopeOf(after, frame));
    if (expr === null || other === null) {
      failed = true;
      continue;
    }
    const pair = sameKeys(expr, other);
    if (pair === undefined) {
      const message = `Key is ${typeText(expr.type)} before and ${typeText(other.type)} after`;
      binder.report("Q206", message, key, { frame });
      failed = true;
      continue;
    }
    const name = names.give(key.name?.name ?? nameOf(key.value));
    const [one, two] = pair;
    beforeKeys.push({ name, expr: one, display: displayOf(one, before.plan) });
    afterKeys.push({ name, expr: two, display: displayOf(two, after.plan) });
  }
  if (failed || before.open || after.open) return openRelation(span);
  const keyColumns = beforeKeys.map(({ name, expr, display }) => ({ name, type: expr.type, display }));
  const plans = { before: before.plan, after: after.plan, keys: beforeKeys, afterKeys, span };
  if (inOrder) {
    return computedRelation<DiffPlan>({
      op: "diff",
      inOrder: true,
      ...plans,
      columns: [...added, ...keyColumns],
    });
  }
  return computedRelation<DiffPlan>({ op: "diff", ...plans, columns: [...keyColumns, ...added] });
}

/** The columns that `diff` adds to its keys: numbers of rows, and of bytes if both sides have sizes. */
function measureColumns(before: BoundRelation, after: BoundRelation): PlanColumn[] {
  const hasSizes = sizeColumnIndex(before) >= 0 && sizeColumnIndex(after) >= 0;
  return ["count", ...hasSizes ? ["bytes"] : []].flatMap((measure): PlanColumn[] => [
    { name: `${measure}_before`, type: "u64", display: "plain" },
    { name: `${measure}_after`, type: "u64", display: "plain" },
    { name: `${measure}_delta`, type: "i64", display: "plain" },
  ]);
}
