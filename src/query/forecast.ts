/**
 * Predicts what the steps of a pipeline will do before the first one runs. Each step computes its forecast
 * from the forecast of its input rows.
 * @module
 */

import {
  type Forecast,
  type OperatorContext,
  type RowForecast,
  type StepForecast,
  type Steps,
  toSteps,
} from "./operators/operator.ts";
import { rewritePlan } from "./operators/optimize/rewrite.ts";
import { ownFamilies, ownSubplans } from "./plan/families.ts";
import { chainOf, inputsOf, isStep, type Plan } from "./plan/plan.ts";
import type { FilterPlan } from "./plan/steps.ts";
import type { StepList } from "./step_list.ts";

/** Forecasts the pipelines of a statement. */
export class Forecaster {
  /** The forecasts so far, in the order in which steps run. */
  readonly found: StepForecast[] = [];
  readonly #steps: StepList;
  readonly #context: OperatorContext;
  readonly #subplans = new Set<Plan>();

  /** Creates a forecaster with the forecasts of these steps. */
  constructor(steps: StepList, context: OperatorContext) {
    [this.#steps, this.#context] = [steps, context];
  }

  /** Forecasts a pipeline, given from its last step down to its source. */
  *pipeline(chain: readonly Plan[], limit: number, depth: number): Steps<RowForecast> {
    let inputs: RowForecast[] = [];
    // In execution order: the other inputs of a step, then the queries in its expressions, then the step
    // itself.
    for (let at = chain.length - 1; at >= 0; at--) {
      const step = chain[at]!, reader = chain[at - 1];
      for (const other of inputsOf(step).slice(1)) {
        inputs.push(yield* this.pipeline(chainOf(rewritePlan(other)), Infinity, depth + 1));
      }
      yield* this.#before(step, depth);
      const few = reader && this.#steps.of(reader).rowsRead?.(reader);
      const least = at === 0 ? limit : few ?? Infinity;
      const together = reader && (yield* this.#together(step, reader, inputs, depth));
      if (together) at--;
      inputs = [together ?? (yield* this.#step(step, inputs, least, depth))];
    }
    return inputs[0]!;
  }

  *#before(step: Plan, depth: number): Steps<void> {
    for (const each of ownSubplans(step)) {
      if (this.#subplans.has(each)) continue;
      this.#subplans.add(each);
      yield* this.pipeline(chainOf(rewritePlan(each)), Infinity, depth + 1);
    }
  }

  *#step(step: Plan, inputs: readonly RowForecast[], limit: number, depth: number): Steps<RowForecast> {
    const forecast = yield* this.#forecastStep(step, inputs, limit);
    this.#say(this.#steps.printStep(step), inputs, forecast, depth);
    return forecast;
  }

  /** Forecasts a filter that is fused with the step that reads its rows, if one pass can run both. */
  *#together(
    filter: Plan,
    reader: Plan,
    inputs: readonly RowForecast[],
    depth: number,
  ): Steps<RowForecast | undefined> {
    const { chooseFiltered } = this.#steps.of(reader);
    const relation = inputs[0]?.relation;
    if (
      !chooseFiltered || !relation || !isStep<FilterPlan>(filter, "filter") || isOpen(filter) ||
      isOpen(reader)
    ) {
      return undefined;
    }
    const chosen = yield* chooseFiltered(reader, filter, relation, this.#context);
    if (!chosen) return undefined;
    const tested = yield* this.#forecastStep(filter, inputs, Infinity);
    const names = [...new Set([...tested.names, ...chosen.names])];
    this.#say(this.#steps.printStep(filter), inputs, { ...tested, names }, depth);
    const { rows } = yield* this.#forecastStep(reader, [tested], Infinity);
    this.#say(withSamePassNote(this.#steps.printStep(reader)), [tested], { rows, names }, depth);
    return { rows };
  }

  *#forecastStep(step: Plan, inputs: readonly RowForecast[], limit: number): Steps<Forecast> {
    const { forecast } = this.#steps.of(step);
    // Argument columns and subqueries are computed only when the step begins, so nothing is known yet.
    if (!forecast || isOpen(step)) return { rows: inputs[0]?.rows, names: [] };
    this.#context.work.ways.clear();
    return yield* toSteps(forecast(step, inputs, this.#context, limit));
  }

  #say(
    detail: string,
    inputs: readonly RowForecast[],
    { relation: _, ...forecast }: Forecast,
    depth: number,
  ): void {
    const rows = inputs.map((each) => each.rows);
    const rowsIn = rows.includes(undefined) ? undefined : rows.reduce<number>((sum, each) => sum + each!, 0);
    this.found.push({ ...forecast, detail, rowsIn, depth });
  }
}

/** Whether a step needs columns or rows that are computed only when it begins. */
function isOpen(step: Plan): boolean {
  return ownFamilies(step).length > 0 || ownSubplans(step).length > 0;
}

/** Describes a step that runs in the same pass as the filter below it. */
export function withSamePassNote(detail: string): string {
  return `${detail} in the same pass`;
}
