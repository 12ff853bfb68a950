/**
 * Assertions: a pipeline whose single value is compared, or is true, or that has no rows.
 * @module
 */

import type { CompareExpr } from "../plan/expressions.ts";
import type { BoundStatement } from "../plan/statement.ts";
import { typeWords } from "../plan/types.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { AssertStatement } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { fitComparison } from "./fit_comparison.ts";
import { emptyScope } from "./scope.ts";
import { plural, quote } from "./words.ts";

type Assertion = Extract<BoundStatement, { kind: "assert" }>;

/** Binds an assertion; null after a report. */
export function bindAssert(binder: Binder, node: AssertStatement): Assertion | null {
  binder.hopesForNone = true;
  const { plan, open } = binder.pipeline(node.pipeline, null);
  binder.hopesForNone = false;
  const message = node.message?.value ?? null;
  if (node.comparison === null) {
    return open ? null : { kind: "assert", plan, comparison: null, message, span: node.span };
  }
  const comparison = bindExpected(binder, node, open ? null : plan.columns);
  return open || comparison === null ? null : { kind: "assert", plan, comparison, message, span: node.span };
}

function bindExpected(
  binder: Binder,
  node: AssertStatement,
  columns: readonly PlanColumn[] | null,
): Assertion["comparison"] {
  const { op, expected } = node.comparison!;
  const scope = emptyScope(null);
  const fn = ["==", "!=", "<", "<=", ">", ">="].includes(op) ? op as CompareExpr["fn"] : null;
  if (fn === null) {
    const message = `An assert cannot compare by "${op}"`;
    const suggestion = "use it in a filter, then compare the count";
    return binder.report("Q206", message, node.comparison!, null, suggestion);
  }
  const value = binder.expression(expected, scope);
  if (value === null || columns === null) return null;
  if (value.op !== "constant") {
    return binder.report("Q210", "Expected a value that is known before running", expected, null);
  }
  const [first] = columns;
  if (columns.length !== 1 || first === undefined) {
    const message = `Query has ${plural(columns.length, "column")}, expected a single value to compare`;
    return binder.report("Q220", message, node.pipeline, null, "end it with count, summarize or select");
  }
  const left = { op: "column", index: 0, type: first.type, span: node.pipeline.span } as const;
  const fitted = fitComparison(left, value);
  if (fitted?.[1].op !== "constant") {
    const message = `Cannot compare ${quote(first.name)}, which is ${typeWords(first.type)}, with ${
      typeWords(value.type)
    }`;
    return binder.report("Q206", message, expected, null);
  }
  return { fn, expected: fitted[1].value };
}
