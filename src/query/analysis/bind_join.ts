/**
 * Joins.
 * @module
 */

import type { JoinStage } from "../syntax/ast.ts";
import type { JoinPlan } from "../plan/plan.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { Binder } from "./binder.ts";
import { type ColumnFact, type Frame, openRelation, placed, type Relation } from "./scope.ts";
import { quote } from "./words.ts";
import { columnIndex } from "./bind_columns.ts";
import { NameGiver } from "./naming.ts";
import { typeWords } from "../plan/types.ts";

/** `join [kind] (pipeline) on columns`. */
export function bindJoin(binder: Binder, node: JoinStage, input: Relation, frame: Frame | null): Relation {
  const span = placed(node.span, { frame });
  const right = binder.deeper(node, { frame }, () => binder.pipeline(node.pipeline, frame)) ??
    openRelation(span);
  const on: JoinPlan["on"][number][] = [];
  let failed = node.on.length === 0;
  for (const key of node.on) {
    const name = key.right ?? key.left;
    if (key.left.kind === "error" || name.kind === "error") {
      failed = true;
      continue;
    }
    const leftIndex = columnIndex(binder, key.left, input, frame);
    const rightIndex = columnIndex(binder, name, right, frame);
    if (leftIndex < 0 || rightIndex < 0) {
      failed = true;
      continue;
    }
    const [a, b] = [input.plan.columns[leftIndex]!, right.plan.columns[rightIndex]!];
    if (a.type !== b.type || a.type === "bytes") {
      binder.report(
        "Q206",
        `Cannot join ${quote(a.name)}, which is ${typeWords(a.type)}, with ${quote(b.name)}, which is ${
          typeWords(b.type)
        }`,
        key,
        { frame },
      );
      failed = true;
      continue;
    }
    on.push({ left: leftIndex, right: rightIndex });
  }
  if (input.open || right.open) return openRelation(span);
  const kind = node.join ?? "inner";
  const { columns, facts } = joinColumns(kind, input, right, new Set(on.map((key) => key.right)));
  const poisoned = new Set([...input.poisoned, ...right.poisoned]);
  const plan: JoinPlan = { op: "join", kind, left: input.plan, right: right.plan, on, columns, span };
  return { plan, facts, table: null, open: failed, poisoned };
}

/** The columns of the left, then those of the right that are no keys. */
function joinColumns(
  kind: JoinPlan["kind"],
  left: Relation,
  right: Relation,
  keys: ReadonlySet<number>,
): { columns: PlanColumn[]; facts: (ColumnFact | null)[] } {
  const columns = [...left.plan.columns];
  const facts = [...left.facts];
  if (kind === "anti" || kind === "semi") return { columns, facts };
  const names = new NameGiver(columns.map((column) => column.name));
  const taken = new Set(columns.map((column) => column.name));
  right.plan.columns.forEach((column, index) => {
    if (keys.has(index)) return;
    const name = names.give(taken.has(column.name) ? `${column.name}_right` : column.name);
    columns.push({ ...column, name });
    facts.push(right.facts[index] ?? null);
  });
  return { columns, facts };
}
