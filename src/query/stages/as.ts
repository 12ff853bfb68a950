/**
 * `as`: names the rows for later statements.
 * @module
 */

import { isStoredSource } from "../analysis/live_sources.ts";
import { spanInText, withPlan } from "../analysis/scope.ts";
import type { Plan } from "../plan/plan.ts";
import type { ErrorNode, Identifier, StageNode } from "../syntax/ast.ts";
import { printName } from "../syntax/print_expression.ts";
import { parseIdentifier } from "../syntax/stage_parts.ts";
import type { QueryStage } from "./stage.ts";

/** `as NAME`: keeps the rows under a name for later statements. */
interface AsPlan extends Plan {
  readonly op: "as";
  readonly input: Plan;
  readonly name: string;
}

/** The syntax node of `as NAME`. */
interface AsNode extends StageNode {
  readonly name: Identifier | ErrorNode;
}

/** The stage that names the result. (`as` itself is a reserved word of TypeScript.) */
export const asStage: QueryStage<AsNode, AsPlan> = {
  keyword: "as",
  usage: "as NAME",
  summary: "Names the result",
  examples: ["leaks | as kept"],
  takesOperand: true,
  declares: true,
  hidesRowCount: true,
  parse(state, { span }) {
    return { kind: "stage", keyword: "as", name: parseIdentifier(state, "a name"), span };
  },
  print: ({ name }) => `as ${name.kind === "error" ? "<error>" : printName(name)}`,
  wants: () => [],
  resultName: ({ name }) => name.kind === "error" ? null : name,
  bind(binder, node, input, frame) {
    if (node.name.kind === "error") return input;
    const { name } = node.name;
    if (isStoredSource(name, binder.catalog)) {
      binder.report(
        "Q216",
        `Name "${name}" is already used by a table`,
        node.name,
        { frame },
        "choose another name",
      );
      return input;
    }
    const { columns } = input.plan;
    if (!input.open) binder.results.set(name, columns);
    const span = spanInText(node.span, { frame });
    return withPlan<AsPlan>(input, { op: "as", input: input.plan, name, columns, span });
  },
  step: {
    op: "as",
    print: (plan) => `as ${plan.name}`,
    run(plan, [input], context) {
      context.keep(plan.name, input!);
      return input!;
    },
  },
};
