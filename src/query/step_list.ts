/**
 * The steps that plans of a language may contain, by name.
 * @module
 */

import type { PlanStep } from "./operators/operator.ts";
import type { Plan } from "./plan/plan.ts";
import { PlanPrinter } from "./plan/plan_printer.ts";

/** Finds the step of a plan node. */
export class StepList {
  readonly #steps: ReadonlyMap<string, PlanStep>;
  readonly #printer = new PlanPrinter((op) => this.of({ op }));

  /** Creates a list of these steps. */
  constructor(steps: readonly PlanStep[]) {
    this.#steps = new Map(steps.map((step) => [step.op, step]));
  }

  /** Returns the step of a plan node. */
  of({ op }: Pick<Plan, "op">): PlanStep {
    const step = this.#steps.get(op);
    if (step === undefined) throw new Error(`No step is called "${op}"`);
    return step;
  }

  /** Returns the tables of all open traces that a node needs before it runs; none for an expression. */
  tablesNeeded(op: string): readonly string[] {
    return this.#steps.get(op)?.needs ?? [];
  }

  /** Prints a plan, one step per line; side inputs are indented below their step. */
  print(plan: Plan): string[] {
    return this.#printer.lines(plan);
  }

  /** Prints one step without its inputs. */
  printStep(plan: Plan): string {
    return this.#printer.step(plan);
  }
}
