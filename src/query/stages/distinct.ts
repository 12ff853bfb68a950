/**
 * `distinct`: keeps one row of each combination of values.
 * @module
 */

import { bindList, groupRelation } from "../analysis/bind_group.ts";
import { spanInText } from "../analysis/scope.ts";
import type { NamedExpression, StageNode } from "../syntax/ast.ts";
import { parseNamedList, skipStar } from "../syntax/stage_parts.ts";
import { beginsOperand, isPunctuation } from "../syntax/token.ts";
import type { QueryStage } from "./stage.ts";

/** The stage `distinct columns`; a column may be `NAME = expr`. */
interface DistinctNode extends StageNode {
  readonly columns: readonly NamedExpression[];
}

/** Keeps distinct combinations of columns. */
export const distinct: QueryStage<DistinctNode> = {
  keyword: "distinct",
  usage: "distinct COLUMNS",
  summary: "The distinct combinations of these columns",
  examples: [
    "events | distinct func, file",
    "allocs | distinct size_class = bucket(size)",
  ],
  takesOperand: true,
  elsewhere: [{ word: "unique" }, { word: "uniq" }],
  called: ["dedup", "unique_by", "drop_duplicates"],
  loosely(operand, reader) {
    const list = reader.list(reader.bare(operand));
    return list.length === 0 ? null : `distinct ${list.map((each) => reader.named(each)).join(", ")}`;
  },
  begins: (next) => isPunctuation(next, "*") ? true : isPunctuation(next, "(") ? next.spaced : undefined,
  parse(state, { span }) {
    if (skipStar(state) && !beginsOperand(state.peek())) return { kind: "error", span };
    return { kind: "stage", keyword: "distinct", columns: parseNamedList(state, "a column"), span };
  },
  print: (node, writer) => `distinct ${writer.list(node.columns)}`,
  bind(binder, node, input, frame) {
    const keys = bindList(binder, node.columns, input, frame);
    const rows = groupRelation(input, keys, [], spanInText(node.span, { frame }));
    return { ...rows, open: input.open || node.columns.length === 0 };
  },
};
