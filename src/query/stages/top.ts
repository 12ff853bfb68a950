/**
 * `top`: the rows with the largest key.
 * @module
 */

import { bindKey, bindNumber, type Key, sorted } from "../analysis/bind_order.ts";
import { columnExpr } from "../analysis/make.ts";
import { placed, type Relation, scopeOf } from "../analysis/scope.ts";
import { isMeasure } from "../plan/types.ts";
import type { Expression, SortKey, StageNode } from "../syntax/ast.ts";
import { parseRowCount, parseSortKey } from "../syntax/stage_parts.ts";
import { wantsExpression } from "../syntax/wants.ts";
import { DIRECTIONS, directionsAfter } from "./directions.ts";
import type { QueryStage } from "./stage.ts";

/** Columns that `top` without a key means, in this order. */
const TOP_COLUMNS = ["bytes", "count", "size"];

/** `top N [by key]`. */
interface TopNode extends StageNode {
  readonly keyword: "top";
  readonly count: Expression;
  readonly key: SortKey | null;
}

/** The largest first. */
export const top: QueryStage<TopNode> = {
  keyword: "top",
  usage: "top N [by KEY]",
  summary: "The N rows with the largest key",
  examples: [
    "allocs | top 10 by size",
    "leaks | by file, line | top 10 by bytes",
    "allocs | top 3 by life asc",
  ],
  takesOperand: true,
  words: [{ word: "by", doc: "Key" }, ...DIRECTIONS],
  parse(state, { span }) {
    const count = parseRowCount(state, "top 10 by size");
    const key = state.takeWord("by") ? parseSortKey(state) : null;
    return { kind: "stage", keyword: "top", count, key, span };
  },
  print(node, writer) {
    const key = node.key === null ? "" : ` by ${writer.sortKey(node.key)}`;
    return `top ${writer.arithmetic(node.count)}${key}`;
  },
  wants: (node, part) => part === node.count ? [{ want: "count" }] : wantsExpression("any"),
  wordsAfter: (node, previous) => node.key === null ? ["by"] : directionsAfter(previous),
  bind(binder, node, input, frame) {
    const limit = bindNumber(binder, node.count, scopeOf(input, frame), 0);
    const span = placed(node.span, { frame });
    let key: Key | null;
    if (node.key !== null) {
      const expr = bindKey(binder, node.key, input, frame);
      key = expr && { expr, descending: node.key.direction !== "asc" };
    } else {
      const index = defaultKey(input);
      if (index < 0 && !input.open) {
        binder.report("Q214", "There is no number to sort by here", node, { frame }, {
          suggestion: "write top N by KEY, or take N",
        });
      }
      key = index < 0 ? null : { expr: columnExpr(input.plan, index, span), descending: true };
    }
    if (limit === null || key === null) return input;
    return sorted(binder, input, [key], limit, span);
  },
};

function defaultKey(input: Relation): number {
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
