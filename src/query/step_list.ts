/**
 * The steps that plans of a language are made of, by their names.
 * @module
 */

import type { PlanStep } from "./operators/operator.ts";
import type { Plan } from "./plan/plan.ts";
import { PlanPrinter } from "./plan/plan_printer.ts";

/** Finds the step that a node of a plan is one of. */
export class StepList {
  readonly #steps: ReadonlyMap<string, PlanStep>;
  readonly #printer = new PlanPrinter((op) => this.of({ op }));

  /** A list of these steps. */
  constructor(steps: readonly PlanStep[]) {
    this.#steps = new Map(steps.map((step) => [step.op, step]));
  }

  /** The step that a plan node is one of. */
  of({ op }: Pick<Plan, "op">): PlanStep {
    const step = this.#steps.get(op);
    if (step === undefined) throw new Error(`No step is called "${op}"`);
    return step;
  }

  /** Tables of all open traces that a node needs before it runs; an expression needs none. */
  tablesNeeded(op: string): readonly string[] {
    return this.#steps.get(op)?.needs ?? [];
  }

  /** Prints a plan, a step per line; other pipelines that a step reads are below it, indented. */
  print(plan: Plan): string[] {
    return this.#printer.lines(plan);
  }

  /** Prints one step without what it reads. */
  printStep(plan: Plan): string {
    return this.#printer.step(plan);
  }
}
