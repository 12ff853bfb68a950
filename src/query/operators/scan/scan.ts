/**
 * Scans: the rows of stored tables.
 * @module
 */

import { relationRows } from "../../execution/relation.ts";
import type { BoundPoint } from "../../plan/statement.ts";
import type { ScanPlan } from "../../plan/steps.ts";
import type { PlanStep } from "../operator.ts";

/** The step that reads a table. */
export const scanStep: PlanStep<ScanPlan> = {
  op: "scan",
  print(plan) {
    const point = plan.point === null ? "" : ` @ ${printPoint(plan.point)}`;
    const trace = plan.trace === null ? "" : ` of ${JSON.stringify(plan.trace)}`;
    return `${plan.kept === true ? "kept" : "scan"} ${plan.table}${point}${trace}`;
  },
  run: (plan, _, context) => context.tables.scan(plan, context),
  // No column is read.
  forecast(plan, _, context) {
    const relation = context.tables.scan(plan, context);
    return { rows: relationRows(relation), names: [], relation };
  },
};

function printPoint(point: BoundPoint): string {
  switch (point.at) {
    case "no":
      return `no ${point.value}`;
    case "seq":
      return `#${point.value}`;
    case "time":
    case "elapsed":
      return `${point.at} ${point.value}ns`;
    case "column":
      return `${point.column} ${point.value}`;
    case "share":
      return `${point.percent}%`;
    case "bit":
      return `${point.column} ${JSON.stringify(point.name)}`;
    default:
      return point.at;
  }
}
