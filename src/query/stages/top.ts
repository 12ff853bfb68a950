/**
 * `top`: keeps the rows with the largest key.
 * @module
 */

import {
  bindKey,
  bindNumber,
  type BoundSortKey,
  keyOf,
  reorderRows,
  sortRelation,
} from "../analysis/bind_order.ts";
import type { Binder } from "../analysis/binder.ts";
import { columnExpr } from "../analysis/make_expressions.ts";
import { type BoundRelation, type DefinitionUse, scopeOf, spanInText } from "../analysis/scope.ts";
import { runTopPer, type TopPerPlan } from "../operators/top/top_per_group.ts";
import type { Expr } from "../plan/expressions.ts";
import { isMeasure } from "../plan/types.ts";
import type { Expression, SortKey, StageNode } from "../syntax/ast.ts";
import { integerNode, NOWHERE } from "../syntax/build_nodes.ts";
import { parseExpression } from "../syntax/parse_expression.ts";
import { parseCommaList, parseRowCount, parseSortKey } from "../syntax/stage_parts.ts";
import { expectsExpression } from "../syntax/language.ts";
import { DIRECTIONS, nextDirectionWords } from "./sort.ts";
import type { QueryStage } from "./stage.ts";

/** Columns by which `top` sorts if no key is given; the first of them that the rows have is used. */
const TOP_COLUMNS = ["bytes", "count", "size"];

/** `top N [by key] [per groups]`. */
interface TopNode extends StageNode {
  readonly count: Expression;
  readonly key: SortKey | null;
  /** Groups; if empty, the top rows are taken from all rows. */
  readonly per: readonly Expression[];
}

/** Creates the syntax node of `top`: the first rows by an expression, largest first. */
export function topNode(count: bigint, by: Expression): StageNode {
  const key: SortKey = { kind: "sortKey", value: by, direction: null, nulls: null, span: NOWHERE };
  const node: TopNode = {
    kind: "stage",
    keyword: "top",
    count: integerNode(count),
    key,
    per: [],
    span: NOWHERE,
  };
  return node;
}

/** Keeps the rows with the largest key. */
export const top: QueryStage<TopNode, TopPerPlan> = {
  keyword: "top",
  usage: "top N [by KEY] [per GROUPS]",
  summary: "The N rows with the largest key, of all rows or of each group",
  examples: [
    "allocs | top 10 by size",
    "leaks | by file, line | top 10 by bytes",
    "allocs | top 3 by life asc",
    "allocs | top 3 by size per func",
  ],
  takesOperand: true,
  called: ["nlargest", "topk", "largest"],
  loosely(operand, reader) {
    const count = reader.number(operand) ?? "10";
    const rest = reader.bare(operand).replace(/\b(?:limit\s*=\s*)?\d+\s*,?/i, "").trim();
    const [, direction = ""] = /\s(asc|desc)$/i.exec(rest) ?? [];
    const key = rest.replace(/^by\s+/i, "").replace(/\s+(?:asc|desc)$/i, "");
    if (key === "") return `top ${count}`;
    const keys = reader.list(key).map((each) => reader.value(each));
    // If the values are not numbers, `top` means the most frequent ones.
    if (keys.length === 1 && (/^by\s/i.test(rest) || !reader.isText(keys[0]!))) {
      return `top ${count} by ${keys[0]}${direction.toLowerCase() === "asc" ? " asc" : ""}`;
    }
    return `by ${keys.join(", ")}: count() | top ${count} by count`;
  },
  words: [{ word: "by", doc: "Key" }, ...DIRECTIONS, {
    word: "per",
    doc: "At most this many rows of each group",
  }],
  parse(state, { span }) {
    const count = parseRowCount(state, "top 10 by size");
    const key = state.takeWord("by") ? parseSortKey(state) : null;
    const per = state.takeWord("per")
      ? parseCommaList(state, "a column to group by", () => parseExpression(state))
      : [];
    return { kind: "stage", keyword: "top", count, key, per, span };
  },
  print(node, writer) {
    const key = node.key === null ? "" : ` by ${writer.sortKey(node.key, node.per.length > 0)}`;
    const per = node.per.length === 0
      ? ""
      : ` per ${node.per.map((each) => writer.expression(each)).join(", ")}`;
    return `top ${writer.arithmetic(node.count)}${key}${per}`;
  },
  wants: (node, part) => part === node.count ? [{ want: "count" }] : expectsExpression("any"),
  wordsAfter(node, previous) {
    if (node.per.length > 0) return [];
    return node.key === null
      ? previous.role === "stage" ? [] : ["by", "per"]
      : [...nextDirectionWords(previous), "per"];
  },
  bind(binder, node, input, frame) {
    const limit = bindNumber(binder, node.count, scopeOf(input, frame), 0);
    const span = spanInText(node.span, { frame });
    let key: BoundSortKey | null;
    if (node.key !== null) {
      const expr = bindKey(binder, node.key, input, frame);
      key = expr && keyOf(expr, node.key, node.key.direction !== "asc");
    } else {
      const index = defaultKey(input);
      if (index < 0 && !input.open) {
        const message = "These rows have no number to sort by";
        binder.report("Q214", message, node, { frame }, "write top N by KEY, or take N");
      }
      key = index < 0 ? null : { expr: columnExpr(input.plan, index, span), descending: true };
    }
    const per = bindGroups(binder, node, input, frame);
    if (limit === null || key === null || per === null) return input;
    if (per.length === 0) return sortRelation(binder, input, [key], limit, span);
    const { columns } = input.plan;
    const plan: TopPerPlan = { op: "topPer", input: input.plan, key, per, limit, columns, span };
    return reorderRows(binder, input, plan);
  },
  step: {
    op: "topPer",
    print({ key, per, limit, input: { columns } }, printer) {
      const groups = per.map((each) => printer.expr(each, columns)).join(", ");
      return `top ${limit} by ${printer.sortKeys([key], columns)} per ${groups}`;
    },
    run: (plan, [input], context) => runTopPer(plan, input!, context),
  },
};

/** Binds the groups; null after reporting an error. */
function bindGroups(
  binder: Binder,
  { per }: TopNode,
  input: BoundRelation,
  frame: DefinitionUse | null,
): Expr[] | null {
  const scope = { ...scopeOf(input, frame), quiet: true };
  const bound = per.map((each) => binder.expression(each, scope));
  return bound.includes(null) ? null : bound as Expr[];
}

function defaultKey(input: BoundRelation): number {
  const { columns } = input.plan;
  for (const name of TOP_COLUMNS) {
    const index = columns.findIndex((column) => column.name === name && isMeasure(column.type));
    if (index >= 0) return index;
  }
  const plain = columns.findIndex(({ type, display }) =>
    isMeasure(type) && (display === "plain" || display === "bytes")
  );
  return plain >= 0 ? plain : columns.findIndex(({ type }) => isMeasure(type));
}
