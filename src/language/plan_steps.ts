/**
 * All steps that a plan can be made of.
 * @module
 */

import type { PlanStep } from "../query/operators/operator.ts";
import { scanStep } from "../query/operators/scan/scan.ts";
import type { Plan } from "../query/plan/plan.ts";
import { PlanPrinter } from "../query/plan/plan_printer.ts";
import { SOURCES } from "./registry.ts";
import { STAGES } from "../query/stages/registry.ts";

const STEPS: ReadonlyMap<string, PlanStep> = new Map(
  [scanStep, ...[...SOURCES, ...STAGES].flatMap(({ step }) => step ?? [])].map((step) => [step.op, step]),
);

/** The step that a plan node is one of. */
export function stepOf({ op }: Pick<Plan, "op">): PlanStep {
  const step = STEPS.get(op);
  if (step === undefined) throw new Error(`No step is called "${op}"`);
  return step;
}

/** Tables of all open traces that a node needs before it runs; an expression needs none. */
export function tablesNeeded(op: string): readonly string[] {
  return STEPS.get(op)?.needs ?? [];
}

const PRINTER = new PlanPrinter((op) => stepOf({ op }));

/** Prints a plan, a step per line; other pipelines that a step reads are below it, indented. */
export function printPlan(plan: Plan): string[] {
  return PRINTER.lines(plan);
}

/** Prints one step without what it reads. */
export function printStep(plan: Plan): string {
  return PRINTER.step(plan);
}
