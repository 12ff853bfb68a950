/**
 * Code shared by stages that work on backtraces.
 * @module
 */

import type { TextMatchExpr } from "../plan/expressions.ts";
import { constant, typeText } from "../plan/types.ts";
import type { Expression, StageNode } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { textMatch } from "./make_expressions.ts";
import { type BoundRelation, type DefinitionUse, emptyScope, spanInText } from "./scope.ts";
import { expandDefinitions, isBareWord } from "./expand_definitions.ts";

/** Returns the index of the column with backtraces; -1 after reporting an error. */
export function stackColumn(
  binder: Binder,
  node: StageNode,
  input: BoundRelation,
  frame: DefinitionUse | null,
): number {
  // The table `stacks` contains the backtraces themselves, with `id` as their key.
  const names = input.table?.name === "stacks" ? ["stack", "id"] : ["stack"];
  const { columns } = input.plan;
  const index = columns.findIndex(({ name, type }) => names.includes(name) && type === "u64");
  if (index >= 0) {
    if (input.facts[index]?.column.allNull === true) {
      const message = 'Column "stack" is null in every row: this trace has no backtraces';
      binder.report("Q301", message, node, { frame });
    }
    return index;
  }
  if (!input.open) {
    const message = `Stage "${node.keyword}" needs a column "stack"`;
    binder.report("Q214", message, node, { frame }, "put it before the stage that drops the column");
  }
  return -1;
}

/** Creates a match on function names. */
function nameMatch(...test: Parameters<typeof textMatch>): TextMatchExpr {
  return { ...textMatch(...test), ofNames: true };
}

/** Binds the pattern for functions of a stack; null after reporting an error. */
export function bindFunctionPattern(
  binder: Binder,
  written: Expression,
  example: string,
  frame: DefinitionUse | null,
): TextMatchExpr | null {
  const scope = emptyScope(frame);
  const isParameter = written.kind === "word" && frame?.params.has(written.text) === true;
  const name = isParameter
    ? { kind: "name", name: written.text, quoted: false, span: written.span } as const
    : written;
  const unfolded = expandDefinitions(binder, name, scope);
  if (unfolded === null || !("node" in unfolded)) return null;
  const { node: pattern, scope: inner } = unfolded;
  const span = spanInText(written.span, scope);
  const operand = constant(null, "text", span);
  if (pattern.kind === "word") return nameMatch("glob", operand, pattern.text, span);
  if (pattern.kind === "regex") return nameMatch("regex", operand, pattern.source, span, pattern.flags);
  if (isBareWord(binder, pattern, inner)) return nameMatch("glob", operand, pattern.name, span);
  const bound = binder.expression(pattern, inner);
  if (bound === null) return null;
  if (bound.op === "constant" && typeof bound.value === "string") {
    return nameMatch("glob", operand, bound.value, span);
  }
  const message = `Pattern is ${typeText(bound.type)}, expected the name of a function`;
  return binder.report("Q206", message, written, scope, `for example ${example}`);
}
