/**
 * The bound form of a query: names are replaced by column numbers, every expression has a type, and syntactic
 * sugar is gone. The binder creates it, the executor runs it, `explain` prints it. This file contains what
 * all steps share; steps used by several stages are in `steps.ts`, the others next to the code that runs
 * them.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { PlanColumn } from "./values.ts";

/** A query as a tree of relations: one step, with its inputs inside. */
export interface Plan {
  /** Name of the step. */
  readonly op: string;
  readonly columns: readonly PlanColumn[];
  readonly span: Span;
}

/** Whether a plan is the step with this name. */
export function isStep<P extends Plan>(plan: Plan, op: P["op"]): plan is P {
  return plan.op === op;
}

/** Returns the inputs of a plan, in the order of its properties. */
export function inputsOf(plan: Plan): readonly Plan[] {
  return Object.values(plan).filter(isPlan);
}

/** Returns the steps of a pipeline, from the last one to its source. */
export function chainOf(plan: Plan): Plan[] {
  const chain: Plan[] = [];
  for (let at: Plan | undefined = plan; at !== undefined; at = inputsOf(at)[0]) chain.push(at);
  return chain;
}

/** Returns the step with its first input replaced, or the step itself if nothing changes. */
export function withInput(step: Plan, input: Plan): Plan {
  const first = Object.entries(step).find(([, value]) => isPlan(value));
  return !first || first[1] === input ? step : { ...step, [first[0]]: input };
}

function isPlan(value: unknown): value is Plan {
  return typeof value === "object" && value !== null && "op" in value && "columns" in value;
}
