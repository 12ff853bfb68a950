/**
 * Operators take relations and return one. A plan node and its operator have the same name.
 * @module
 */

import type { RunContext } from "../execution/context.ts";
import type { Relation, Workspace } from "../execution/relation.ts";
import type { Expr } from "../plan/expressions.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanPrinter } from "../plan/plan_printer.ts";
import type { FilterPlan, ScanPlan } from "../plan/steps.ts";
import type { Extension, OpenTables } from "./extension.ts";

/** The tables of the open traces, as the executor sees them. */
export interface TableProvider {
  /**
   * Tables with this name, one per trace that has it (or only the named one), with the rows of the point
   * selected.
   */
  scan(plan: ScanPlan, context: RunContext): Relation;
  /** The open traces. */
  readonly open: OpenTables;
  /** The state of an extension for these traces. */
  stateOf<S>(extension: Extension<S>): S;
}

/** Work in small steps; the query can be cancelled between them. */
export type Steps<T> = Generator<void, T>;

/** Runs all steps at once. */
export function finishSteps<T>(steps: Steps<T>): T {
  while (true) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Returns a result that is computed at once or in steps. */
export function* toSteps<T extends object>(result: T | Steps<T>): Steps<T> {
  return "next" in result ? yield* result : result;
}

/** A strategy chosen before the first row: its names for `explain`, and the run. */
export interface ChosenStrategy<T extends object> {
  readonly names: readonly string[];
  run(): T | Steps<T>;
}

/** Runs the chosen strategy, and records its names. */
export function* runChosen<T extends object>({ names, run }: ChosenStrategy<T>, work: Workspace): Steps<T> {
  for (const name of names) work.ways.add(name);
  return yield* toSteps(run());
}

/** Output of a step that is fused with the filter below it. */
export interface FusedRows {
  readonly relation: Relation;
  /** Number of rows that passed the filter. */
  readonly passed: number;
}

/** Facts about the rows of a step before it runs. */
export interface RowForecast {
  /** Estimated number of rows; undefined if unknown. */
  readonly rows: number | undefined;
  /**
   * The rows as they will be read: their columns, and how these are stored. The selection is only an
   * estimated number per block. Undefined for rows that a step makes.
   */
  readonly relation?: Relation | undefined;
}

/** The predicted strategy and output of a step. */
export interface Forecast extends RowForecast {
  readonly names: readonly string[];
  /** Blocks that are tested, and those that zone maps decide. */
  readonly blocks?: number;
  readonly skipped?: number;
}

/** The forecast of a step for `explain`. */
export interface StepForecast extends Omit<Forecast, "relation"> {
  readonly detail: string;
  readonly rowsIn: number | undefined;
  /** Nesting depth of the step's pipeline. */
  readonly depth: number;
}

/** Strategy of a step that is chosen only when its input rows exist. */
export const CHOSEN_LATER = "chosen once its rows are known";

/** A kind of plan node, for printing and execution. */
export interface PlanStep<P extends Plan = Plan> {
  readonly op: P["op"];
  /** Tables of all open traces that must be made before the step runs. */
  readonly needs?: readonly string[];
  /** Set for a source, whose inputs are printed below it. */
  readonly isSource?: true;
  /** Prints the step on one line, without its inputs. */
  print(plan: P, printer: PlanPrinter): string;
  /** Computes the rows of the step from those of its inputs. The next step needs at most `limit` rows. */
  run(
    plan: P,
    inputs: readonly Relation[],
    context: OperatorContext,
    limit: number,
  ): Relation | Steps<Relation>;
  /** Fuses the step with the filter below it, to get both results in one pass; undefined if they need two. */
  chooseFiltered?(
    plan: P,
    filter: FilterPlan,
    input: Relation,
    context: OperatorContext,
  ): Steps<ChosenStrategy<FusedRows> | undefined>;
  /** Forecasts the strategy and the output of the step; its consumer needs at most `limit` rows. */
  forecast?(
    plan: P,
    inputs: readonly RowForecast[],
    context: OperatorContext,
    limit: number,
  ): Forecast | Steps<Forecast>;
  /**
   * Set if the step reports on the steps below it: on what they did, or on what they would do, in which case
   * none of them runs.
   */
  explains?(plan: P): "run" | "plan";
  /** Maximum number of rows that the step reads from its input. */
  rowsRead?(plan: P): number;
  /**
   * Splits the step into a part that need not wait for arguments or names, and the rest; null if it cannot be split.
   */
  split?(plan: P, waits: (expr: Expr) => boolean): readonly [P, P] | null;
}

/** Facts about a step that `explain` gathers during a run. */
export interface StepReport {
  readonly name: string;
  readonly detail: string;
  readonly rowsIn: number;
  readonly rowsOut: number;
  readonly blocks: number;
  readonly blocksSkipped: number;
  /** Bytes of blocks read from an index or the spill file. */
  readonly bytesRead: number;
  /** Number of threads used. */
  readonly threads: number;
  /** Names of the strategies used; empty if there is only one. */
  readonly how: string;
  /** Bytes of generated code used, for this query or an earlier one. */
  readonly codeBytes: number;
  readonly milliseconds: number;
  /** Nesting depth of the step's pipeline. */
  readonly depth: number;
}

/** Context of operators: that of expressions, plus tables and measurements. */
export interface OperatorContext extends RunContext {
  readonly tables: TableProvider;
  /** Counts the blocks of a filter, and those that zone maps decided, for the current step. */
  countBlocks(looked: number, skipped: number): void;
  /** The steps that have run so far. */
  readonly reports: readonly StepReport[];
  /** Forecasts of the pipeline's steps, if a step reports them. */
  readonly forecasts: readonly StepForecast[];
  /** Keeps a relation under a name (`as`). */
  keep(name: string, relation: Relation): void;
}
