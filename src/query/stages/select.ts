/**
 * `select`: keeps only the listed columns, in this order.
 * @module
 */

import { bindList, project } from "../analysis/bind_group.ts";
import { spanInText } from "../analysis/scope.ts";
import { runProject } from "../operators/columns/project.ts";
import type { ProjectPlan } from "../plan/steps.ts";
import type { NamedExpression, StageNode } from "../syntax/ast.ts";
import { parseNamedList, skipStar } from "../syntax/stage_parts.ts";
import { beginsOperand, isPunctuation } from "../syntax/token.ts";
import type { QueryStage } from "./stage.ts";

/** `select columns`; a column may be `NAME = expr`. */
interface SelectNode extends StageNode {
  readonly columns: readonly NamedExpression[];
}

/** The stage `select`. */
export const select: QueryStage<SelectNode, ProjectPlan> = {
  keyword: "select",
  usage: "select COLUMNS",
  summary: "Keeps these columns, in this order",
  examples: [
    "leaks | select addr, size, func",
    "events | select seq, kind, pages = size / 4K | take 5",
  ],
  takesOperand: true,
  elsewhere: [{ word: "project" }, { word: "columns" }, { word: "fields" }],
  called: ["table", "pick", "keep", "cols"],
  loosely(operand, reader) {
    const list = reader.list(reader.bare(operand)).filter((each) => each !== "+");
    return list.length === 0 ? null : `select ${list.map((each) => reader.named(each)).join(", ")}`;
  },
  begins: (next) => isPunctuation(next, "*") ? true : undefined,
  parse(state, { span }) {
    if (skipStar(state) && !beginsOperand(state.peek())) return { kind: "error", span };
    const columns = parseNamedList(state, "a column");
    const from = state.peek();
    if (from.word === "from" && !state.startsLine(from)) {
      const message = 'Unexpected "from" after columns';
      state.report("Q113", message, from.span, "begin with the table: events | where … | select …");
      state.skipToPipe();
    }
    return { kind: "stage", keyword: "select", columns, span };
  },
  print: (node, writer) => `select ${writer.list(node.columns)}`,
  bind(binder, node, input, frame) {
    const bound = bindList(binder, node.columns, input, frame);
    return project(
      input,
      bound.list,
      bound.facts,
      bound.poisoned,
      spanInText(node.span, { frame }),
      node.columns.length === 0,
    );
  },
  step: {
    op: "project",
    print: (plan, printer) => `project ${printer.list(plan.list, plan.input.columns)}`,
    run: (plan, [input], context) => runProject(plan, input!, context),
    // Columns are computed lazily, so everything known about the rows still holds.
    forecast: (plan, [input], context) => ({
      rows: input!.rows,
      names: [],
      relation: input!.relation && runProject(plan, input!.relation, context),
    }),
  },
};
