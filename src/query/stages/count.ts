/**
 * `count`: the number of rows.
 * @module
 */

import { bindList, countAggregate, groupRelation } from "../analysis/bind_group.ts";
import { spanInText } from "../analysis/scope.ts";
import type { StageNode } from "../syntax/ast.ts";
import type { QueryStage } from "./stage.ts";

/** The stage `count`. */
export const count: QueryStage<StageNode> = {
  keyword: "count",
  usage: "count",
  summary: "The number of rows",
  examples: ["leaks | count", "count"],
  takesOperand: false,
  hidesRowCount: true,
  parse: (_, { span }) => ({ kind: "stage", keyword: "count", span }),
  called: ["length", "len", "shape"],
  loosely(operand, reader) {
    const bare = reader.bare(operand.replace(/^\s*\(\s*\*?\s*\)/, ""));
    const keys = /^\s*by\s+([^]+)$/i.exec(bare)?.[1];
    if (keys === undefined) return bare.trim() === "" ? "count" : null;
    return `by ${reader.list(keys).map((key) => reader.named(key)).join(", ")}: count()`;
  },
  print: () => "count",
  bind(binder, node, input, frame) {
    const span = spanInText(node.span, { frame });
    const rows = groupRelation(
      input,
      bindList(binder, [], input, frame),
      [countAggregate("count", span)],
      span,
    );
    return { ...rows, open: false };
  },
};
