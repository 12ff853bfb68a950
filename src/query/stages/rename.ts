/**
 * `rename`: renames columns.
 * @module
 */

import { columnIndex, project } from "../analysis/bind_group.ts";
import { columnExpr } from "../analysis/make_expressions.ts";
import { scopeOf, spanInText } from "../analysis/scope.ts";
import { quote, writtenName } from "../analysis/message_words.ts";
import type { NamedExpr } from "../plan/expressions.ts";
import type { Renaming, StageNode } from "../syntax/ast.ts";
import { printName } from "../syntax/print_expression.ts";
import { parseColumnName, parseCommaList, parseIdentifier } from "../syntax/stage_parts.ts";
import type { QueryStage } from "./stage.ts";

/** The stage `rename NEW = OLD, …`. */
interface RenameNode extends StageNode {
  readonly columns: readonly Renaming[];
}

/** The stage `rename`. */
export const rename: QueryStage<RenameNode> = {
  keyword: "rename",
  usage: "rename NEW = OLD, …",
  summary: "Renames columns",
  examples: ["leaks | by file | rename blocks = count"],
  takesOperand: true,
  declares: true,
  parse(state, { span }) {
    const columns: Renaming[] = [];
    parseCommaList(state, "NEW = OLD", () => {
      const { start } = state.peek().span;
      const to = parseIdentifier(state, "the new name of a column");
      if (!state.take("=") && !state.take("==")) {
        state.expected('"=" and the column to rename', "Q101", {
          suggestion: "for example rename bytes = size",
        });
        return;
      }
      const from = parseColumnName(state);
      if (to.kind !== "error") columns.push({ kind: "renaming", to, from, span: state.spanFrom(start) });
    });
    return { kind: "stage", keyword: "rename", columns, span };
  },
  print(node, writer) {
    const renamings = node.columns.map(({ to, from }) => `${printName(to)} = ${writer.expression(from)}`);
    return `rename ${renamings.join(", ")}`;
  },
  bind(binder, node, input, frame) {
    const renamed = new Map<number, string>();
    const poisoned = new Set(input.poisoned);
    for (const { from, to } of node.columns) {
      if (from.kind === "error") {
        poisoned.add(to.name);
        continue;
      }
      const index = columnIndex(binder, from, input, frame);
      if (index < 0) poisoned.add(to.name);
      else renamed.set(index, to.name);
    }
    for (const { from, to } of node.columns) {
      const other = input.plan.columns.findIndex((column, index) =>
        column.name === to.name && !renamed.has(index)
      );
      if (other >= 0 && from.kind === "name" && from.name !== to.name) {
        const message = `There is a column ${quote(to.name)} already`;
        binder.report("Q216", message, to, { frame }, `drop it first: drop ${writtenName(to.name)}`);
      }
    }
    const span = spanInText(node.span, { frame });
    const scope = scopeOf(input, frame);
    const list = input.plan.columns.map(({ name, display }, index): NamedExpr => ({
      name: renamed.get(index) ?? name,
      expr: columnExpr(scope, index, span),
      display,
    }));
    return project(input, list, input.facts, poisoned, span);
  },
};
