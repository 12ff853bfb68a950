/**
 * Differences between two sources, group by group.
 * @module
 */

import type { DiffSource } from "../syntax/ast.ts";
import type { NamedExpr } from "../plan/expressions.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Binder } from "./binder.ts";
import { computedRelation, type Frame, openRelation, placed, type Relation, scopeOf } from "./scope.ts";
import { displayOf } from "./make.ts";
import { NameGiver, nameOf } from "./naming.ts";
import { coerce, isNumber, typeWords } from "../plan/types.ts";
import type { DiffPlan } from "../operators/diff.ts";

const COUNT_NAMES = ["count_before", "count_after", "count_delta"];
const CHANGE_COLUMNS: readonly PlanColumn[] = [
  { name: "hunk", type: "u64", display: "plain" },
  { name: "change", type: "text", display: "plain" },
  { name: "before", type: "u64", display: "plain" },
  { name: "after", type: "u64", display: "plain" },
];

/** The rows before and after, and what differs between them. */
export function bindDiff(binder: Binder, node: DiffSource, frame: Frame | null): Relation {
  const before = binder.source(node.before, frame);
  const after = binder.source(node.after, frame);
  const span = placed(node.span, { frame });
  const beforeKeys: NamedExpr[] = [];
  const afterKeys: NamedExpr[] = [];
  const names = new NameGiver(node.inOrder ? CHANGE_COLUMNS.map(({ name }) => name) : COUNT_NAMES);
  let failed = node.keys.length === 0;
  for (const key of node.keys) {
    const expr = binder.expression(key.value, scopeOf(before, frame));
    // The same mistake on the other side is found at the same place, and so is reported once.
    const other = binder.expression(key.value, scopeOf(after, frame));
    if (expr === null || other === null) {
      failed = true;
      continue;
    }
    const same = coerce(other, expr.type);
    if (same === undefined) {
      binder.report("Q206", `Key is ${typeWords(expr.type)} before and ${typeWords(other.type)} after`, key, {
        frame,
      });
      failed = true;
      continue;
    }
    const name = names.give(key.name?.name ?? nameOf(key.value));
    beforeKeys.push({ name, expr, display: displayOf(expr, before.plan) });
    afterKeys.push({ name, expr: same, display: displayOf(same, after.plan) });
  }
  if (failed || before.open || after.open) return openRelation(span);
  const keyColumns = beforeKeys.map(({ name, expr, display }) => ({ name, type: expr.type, display }));
  const plans = { before: before.plan, after: after.plan, keys: beforeKeys, afterKeys, span };
  if (node.inOrder) {
    return computedRelation<DiffPlan>({
      op: "diff",
      inOrder: true,
      ...plans,
      columns: [...CHANGE_COLUMNS, ...keyColumns],
    });
  }
  const measures = sizeColumn(before) && sizeColumn(after) ? ["count", "bytes"] : ["count"];
  const columns: PlanColumn[] = [...keyColumns];
  for (const measure of measures) {
    columns.push(
      { name: `${measure}_before`, type: "u64", display: "plain" },
      { name: `${measure}_after`, type: "u64", display: "plain" },
      { name: `${measure}_delta`, type: "i64", display: "plain" },
    );
  }
  return computedRelation<DiffPlan>({ op: "diff", ...plans, columns });
}

function sizeColumn(relation: Relation): boolean {
  return relation.plan.columns.some(({ name, type }) => name === "size" && isNumber(type));
}
