/**
 * `extend`: adds columns.
 * @module
 */

import { displayOf } from "../analysis/make_expressions.ts";
import { type BoundRelation, scopeOf, spanInText, withColumns } from "../analysis/scope.ts";
import { runExtend } from "../operators/columns/project.ts";
import type { NamedExpr } from "../plan/expressions.ts";
import type { ExtendPlan } from "../plan/steps.ts";
import type { NamedExpression, StageNode } from "../syntax/ast.ts";
import { parseNamedList } from "../syntax/stage_parts.ts";
import { isPunctuation } from "../syntax/token.ts";
import { walk } from "../syntax/walk.ts";
import { expectsExpression } from "../syntax/language.ts";
import type { QueryStage } from "./stage.ts";

/** The syntax node of `extend NAME = expr, …`. A missing name is null, with a diagnostic. */
interface ExtendNode extends StageNode {
  readonly columns: readonly NamedExpression[];
}

/** Adds columns; a later one may use an earlier one of the same stage. */
export const extend: QueryStage<ExtendNode, ExtendPlan> = {
  keyword: "extend",
  usage: "extend NAME = EXPR, …",
  summary: "Adds columns",
  examples: ["allocs | extend kb = size / 1024.0, site = base(file) | take 5"],
  takesOperand: true,
  elsewhere: [{ word: "let" }, { word: "eval" }, { word: "mutate" }, { word: "derive" }],
  called: ["assign", "calculate", "compute", "set"],
  loosely: (operand, reader) =>
    `extend ${reader.list(reader.bare(operand)).map((each) => reader.named(each)).join(", ")}`,
  declares: true,
  parse(state, { span }) {
    const columns = parseNamedList(state, "NAME = expression");
    for (const column of columns) {
      if (column.name !== null || column.value.kind === "error") continue;
      const message = "Expected a name for the new column";
      state.report("Q124", message, column.span, "for example extend kb = size / 1024");
    }
    return { kind: "stage", keyword: "extend", columns, span };
  },
  print: (node, writer) => `extend ${writer.list(node.columns)}`,
  wants(_, part, previous) {
    // The name of a new column is free, so there is nothing to suggest.
    return part.kind === "named" && part.name === null && !isPunctuation(previous, "=")
      ? []
      : expectsExpression("any");
  },
  bind(binder, node, input, frame) {
    let relation = input;
    let waiting: NamedExpr[] = [];
    const span = spanInText(node.span, { frame });
    const addWaiting = (): void => {
      relation = addColumns(relation, waiting, span);
      waiting = [];
    };
    for (const column of node.columns) {
      if (waiting.length > 0 && usesAny(column, new Set(waiting.map(({ name }) => name)))) addWaiting();
      const scope = { ...scopeOf(relation, frame), quiet: true };
      const expr = binder.expression(column.value, scope);
      const name = column.name?.name;
      if (name === undefined) continue;
      if (expr === null) relation = { ...relation, poisoned: new Set([...relation.poisoned, name]) };
      else waiting.push({ name, expr, display: displayOf(expr, scope) });
    }
    addWaiting();
    return relation;
  },
  step: {
    op: "extend",
    print: (plan, printer) => `extend ${printer.list(plan.added, plan.input.columns)}`,
    run: (plan, [input], context) => runExtend(plan, input!, context),
    // Columns are computed lazily, so everything known about the rows still holds.
    forecast: (plan, [input], context) => ({
      rows: input!.rows,
      names: [],
      relation: input!.relation && runExtend(plan, input!.relation, context),
    }),
  },
};

/** Whether the expression, or a definition that it uses, may use one of the names. */
function usesAny({ name, value }: NamedExpression, names: ReadonlySet<string>): boolean {
  let found = name !== null && names.has(name.name);
  walk(value, (node) => {
    if (node.kind === "call") found = true;
    if (node.kind === "name" && names.has(node.name)) found = true;
    return !found;
  });
  return found;
}

function addColumns(
  input: BoundRelation,
  added: readonly NamedExpr[],
  span: NamedExpr["expr"]["span"],
): BoundRelation {
  if (added.length === 0) return input;
  const { columns, facts } = withColumns(
    input,
    added.map(({ name, expr, display }) => {
      const fact = expr.op === "column" ? input.facts[expr.index] ?? null : null;
      return [{ name, type: expr.type, display }, fact];
    }),
  );
  const poisoned = input.poisoned.difference(new Set(added.map(({ name }) => name)));
  const plan: ExtendPlan = { op: "extend", input: input.plan, added, columns, span };
  return { ...input, plan, facts, poisoned };
}
