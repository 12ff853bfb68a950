/**
 * Steps from which rows come: tables, differences, what coverage traces cover.
 * @module
 */

import type { PlanPrinter } from "../plan/plan_printer.ts";
import type { BoundPoint } from "../plan/statement.ts";
import type { CoveragePlan, CoverageSetPlan, ScanPlan } from "../plan/steps.ts";
import { runChanges } from "./changes.ts";
import { type DiffPlan, runDiff } from "./diff.ts";
import type { PlanStep } from "./operator.ts";

const scan: PlanStep<ScanPlan> = {
  op: "scan",
  print(plan) {
    const point = plan.point === null ? "" : ` @ ${printPoint(plan.point)}`;
    const trace = plan.trace === null ? "" : ` of ${JSON.stringify(plan.trace)}`;
    return `${plan.kept === true ? "kept" : "scan"} ${plan.table}${point}${trace}`;
  },
  run: (plan, _, context) => context.tables.scan(plan, context),
};

const diff: PlanStep<DiffPlan> = {
  op: "diff",
  isSource: true,
  print(plan, printer) {
    return `${plan.inOrder ? "changes" : "diff"} by ${printer.list(plan.keys, plan.before.columns)}`;
  },
  run(plan, [before, after], context) {
    return plan.inOrder
      ? runChanges(plan, before!, after!, context)
      : runDiff(plan, before!, after!, context);
  },
};

/** All of them. */
export const SOURCE_STEPS: readonly PlanStep[] = [
  scan,
  diff,
  coverage("gaps"),
  coverage("heat"),
  coverage("reaching"),
  coverageSet("union"),
  coverageSet("intersection"),
  coverageSet("difference"),
  coverageSet("complement"),
];

function coverage(op: CoveragePlan["op"]): PlanStep<CoveragePlan> {
  return {
    op,
    print(plan, printer: PlanPrinter) {
      const module = plan.module === null ? "" : ` of ${JSON.stringify(plan.module)}`;
      return `${op} ${printer.bounds(plan.low, plan.high, false, [])}${module}`;
    },
    run: (plan, _, context) => context.tables.coverage(plan, context),
  };
}

function coverageSet(op: CoverageSetPlan["op"]): PlanStep<CoverageSetPlan> {
  return {
    op,
    print(plan) {
      const others = plan.others.length === 0 ? "" : ` without ${plan.others.join(", ")}`;
      return `${op} of ${plan.traces.join(", ")}${others}${plan.byOutcome ? " by outcome" : ""}`;
    },
    run: (plan, _, context) => context.tables.coverage(plan, context),
  };
}

function printPoint(point: BoundPoint): string {
  switch (point.at) {
    case "no":
      return `no ${point.value}`;
    case "seq":
      return `#${point.value}`;
    case "time":
    case "elapsed":
      return `${point.at} ${point.value}ns`;
    case "frame":
      return `frame ${point.value}`;
    case "share":
      return `${point.percent}%`;
    case "context":
      return `context ${JSON.stringify(point.name)}`;
    default:
      return point.at;
  }
}
