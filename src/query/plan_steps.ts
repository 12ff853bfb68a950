/**
 * All steps that a plan can be made of.
 * @module
 */

import type { PlanStep } from "./operators/operator.ts";
import { scanStep } from "./operators/scan.ts";
import type { Plan } from "./plan/plan.ts";
import { PlanPrinter } from "./plan/plan_printer.ts";
import { SOURCES } from "./sources/registry.ts";
import { STAGES } from "./stages/registry.ts";

const STEPS: ReadonlyMap<string, PlanStep> = new Map(
  [scanStep, ...[...SOURCES, ...STAGES].flatMap(({ step }) => step ?? [])].map((step) => [step.op, step]),
);

/** The step that a plan node is one of. */
export function stepOf({ op }: Pick<Plan, "op">): PlanStep {
  const step = STEPS.get(op);
  if (step === undefined) throw new Error(`No step is called "${op}"`);
  return step;
}

const PRINTER = new PlanPrinter((op) => stepOf({ op }));

/** Prints one step without what it reads. */
export function printStep(plan: Plan): string {
  return PRINTER.step(plan);
}
