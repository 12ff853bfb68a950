/**
 * `drop`: removes columns.
 * @module
 */

import { columnIndex, project } from "../analysis/bind_group.ts";
import { columnExpr } from "../analysis/make_expressions.ts";
import { scopeOf, spanInText } from "../analysis/scope.ts";
import type { NamedExpr } from "../plan/expressions.ts";
import type { ErrorNode, NameExpression, StageNode } from "../syntax/ast.ts";
import { parseColumnName, parseCommaList } from "../syntax/stage_parts.ts";
import { expectsExpression } from "../syntax/language.ts";
import type { QueryStage } from "./stage.ts";

/** The stage `drop columns`. */
interface DropNode extends StageNode {
  readonly columns: readonly (NameExpression | ErrorNode)[];
}

/** The stage `drop`. */
export const drop: QueryStage<DropNode> = {
  keyword: "drop",
  usage: "drop COLUMNS",
  summary: "Removes columns",
  examples: ["leaks | drop time, age, context, type"],
  takesOperand: true,
  elsewhere: [{ word: "remove" }],
  called: ["exclude", "project-away", "omit"],
  loosely: (operand, reader) =>
    `drop ${reader.list(reader.bare(operand)).map((each) => reader.value(each)).join(", ")}`,
  parse(state, { span }) {
    const columns = parseCommaList(state, "a column", () => parseColumnName(state));
    return { kind: "stage", keyword: "drop", columns, span };
  },
  print: (node, writer) => `drop ${node.columns.map((column) => writer.expression(column)).join(", ")}`,
  wants: () => expectsExpression("column"),
  bind(binder, node, input, frame) {
    const dropped = new Set<number>();
    const poisoned = new Set(input.poisoned);
    for (const column of node.columns) {
      if (column.kind === "error") continue;
      const index = columnIndex(binder, column, input, frame);
      if (index >= 0) dropped.add(index);
      poisoned.delete(column.name);
    }
    if (dropped.size === 0) return input;
    const span = spanInText(node.span, { frame });
    const scope = scopeOf(input, frame);
    const kept = input.plan.columns.map((_, index) => index).filter((index) => !dropped.has(index));
    if (kept.length === 0 && !input.open) {
      binder.report("Q225", "Every column is dropped", node, { frame });
      return { ...input, open: true };
    }
    const list = kept.map((index): NamedExpr => {
      const { name, display } = input.plan.columns[index]!;
      return { name, expr: columnExpr(scope, index, span), display };
    });
    return project(input, list, kept.map((index) => input.facts[index] ?? null), poisoned, span);
  },
};
