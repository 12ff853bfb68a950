/**
 * What an operator is: takes relations, gives one. Plan node and operator share their name.
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
  /** Tables of this name, one for each trace that has it (or for the one named), with the point's rows selected. */
  scan(plan: ScanPlan, context: RunContext): Relation;
  /** The open traces. */
  readonly open: OpenTables;
  /** What an extension keeps for them. */
  stateOf<S>(extension: Extension<S>): S;
}

/** Work in small steps: between two of them the query can be cancelled. */
export type Steps<T> = Generator<void, T>;

/** Does all steps at once. */
export function finishSteps<T>(steps: Steps<T>): T {
  while (true) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Rows are made at once, or in steps. */
export function* inSteps<T extends object>(result: T | Steps<T>): Steps<T> {
  return "next" in result ? yield* result : result;
}

/** How a step is done, chosen before its first row: by which names `explain` calls it, and its run. */
export interface Chosen<T extends object> {
  readonly names: readonly string[];
  run(): T | Steps<T>;
}

/** Runs what was chosen, and says what that was. */
export function* runChosen<T extends object>({ names, run }: Chosen<T>, work: Workspace): Steps<T> {
  for (const name of names) work.ways.add(name);
  return yield* inSteps(run());
}

/** Rows of a step that has tested those that it reads. */
export interface PassedRows {
  readonly relation: Relation;
  /** How many rows passed. */
  readonly passed: number;
}

/** What is known of the rows of a step before they are there. */
export interface Expected {
  /** How many, about; undefined where nobody knows. */
  readonly rows: number | undefined;
  /**
   * The rows as they will be read: which columns, and how these are stored. Which of them count is guessed, as a number of each
   * block. Undefined for rows that a step makes.
   */
  readonly relation?: Relation | undefined;
}

/** How a step will be done, and what comes of it. */
export interface Forecast extends Expected {
  readonly names: readonly string[];
  /** Blocks that are tested, and those of which zone maps know the outcome. */
  readonly blocks?: number;
  readonly skipped?: number;
}

/** What `explain` says of a step before it runs. */
export interface StepForecast extends Omit<Forecast, "relation"> {
  readonly detail: string;
  readonly rowsIn: number | undefined;
  /** Pipelines around the one that the step belongs to. */
  readonly depth: number;
}

/** The way of a step that is chosen when the rows that it reads have been made. */
export const UNKNOWN_WAY = "chosen when its rows are there";

/** What a plan node is to those that print and run it. */
export interface PlanStep<P extends Plan = Plan> {
  readonly op: P["op"];
  /** Tables of all open traces that must have been made before it runs. */
  readonly needs?: readonly string[];
  /** Rows come from it: what it reads is printed below it. */
  readonly isSource?: true;
  /** The step on one line, without what it reads. */
  print(plan: P, printer: PlanPrinter): string;
  /** Its rows from those that it reads; whoever reads them needs at most `limit`. */
  run(
    plan: P,
    inputs: readonly Relation[],
    context: OperatorContext,
    limit: number,
  ): Relation | Steps<Relation>;
  /** How its rows, and how many a filter below it lets through, are had in one pass; undefined where it takes two. */
  chooseFiltered?(
    plan: P,
    filter: FilterPlan,
    input: Relation,
    context: OperatorContext,
  ): Steps<Chosen<PassedRows> | undefined>;
  /** How it will be done, and what comes of it; whoever reads its rows needs at most `limit`. */
  foresee?(
    plan: P,
    inputs: readonly Expected[],
    context: OperatorContext,
    limit: number,
  ): Forecast | Steps<Forecast>;
  /** It tells of the steps that it reads: of what they did, or of what they would do, and then none of them runs. */
  tells?(plan: P): "run" | "plan";
  /** How many rows of its input it reads at most. */
  rowsRead?(plan: P): number;
  /** The step in two: what does not have to wait, and the rest; null when it cannot be divided. */
  split?(plan: P, waits: (expr: Expr) => boolean): readonly [P, P] | null;
}

/** What `explain` learns while a query runs. */
export interface StepReport {
  readonly name: string;
  readonly detail: string;
  readonly rowsIn: number;
  readonly rowsOut: number;
  readonly blocks: number;
  readonly blocksSkipped: number;
  /** Bytes of blocks that were out of memory and were read from an index or the spill file. */
  readonly bytesRead: number;
  /** Threads that took part. */
  readonly threads: number;
  /** The ways that were taken; empty where there is but one. */
  readonly how: string;
  /** Bytes of the code that was generated for it, for this query or an earlier one. */
  readonly codeBytes: number;
  readonly milliseconds: number;
  /** Pipelines around the one that the step belongs to. */
  readonly depth: number;
}

/** Context of operators: expressions' context plus tables and measuring. */
export interface OperatorContext extends RunContext {
  readonly tables: TableProvider;
  /** Blocks that a filter settled by zone map, for the current step. */
  countBlocks(looked: number, skipped: number): void;
  /** The steps that have run so far. */
  readonly reports: readonly StepReport[];
  /** What was said of the steps of the pipeline before they ran, where somebody tells of it. */
  readonly forecasts: readonly StepForecast[];
  /** Keeps a relation under a name (`as`). */
  keep(name: string, relation: Relation): void;
}
