/**
 * Runs bound plans: passes the relations of a node's inputs to its operator.
 * @module
 */

import { countOf } from "../base/amount_text.ts";
import { groupDigits } from "../base/group_digits.ts";
import { ArenaFullError } from "../memory/arena.ts";
import type { Column } from "../tables/column.ts";
import type { DeferredNames } from "../tables/deferred_names.ts";
import type { Pools } from "../tables/pools.ts";
import { failAt } from "./execution/context.ts";
import {
  type Part,
  type Relation,
  relationRows,
  type RowSource,
  type RunProgress,
  selectedRows,
  Workspace,
} from "./execution/relation.ts";
import {
  type ChosenStrategy,
  finishSteps,
  type FusedRows,
  type OperatorContext,
  runChosen,
  type StepForecast,
  type StepReport,
  type Steps,
  type TableProvider,
  toSteps,
} from "./operators/operator.ts";
import { columnsIn } from "./plan/columns_in.ts";
import type { Expr, FamilyExpr } from "./plan/expressions.ts";
import { familiesIn, namesFrames, ownColumns, ownFamilies, ownSubplans } from "./plan/families.ts";
import { chainOf, inputsOf, isStep, type Plan } from "./plan/plan.ts";
import type { FilterPlan } from "./plan/steps.ts";
import type { FunctionContext } from "./plan/row_function.ts";
import { rewritePlan } from "./operators/optimize/rewrite.ts";
import { Forecaster, withSamePassNote } from "./forecast.ts";
import type { StepList } from "./step_list.ts";

/** Options of a run. */
interface RunOptions {
  /** Memory, texts and stacks of the session. */
  readonly pools: Pools;
  /** The steps that plans may contain. */
  readonly steps: StepList;
  /** The text of the script, for messages. */
  readonly source: string;
  /** The tables of the open traces. */
  readonly tables: TableProvider;
  /** Data that functions may look up in addition to their arguments. */
  readonly functions: FunctionContext;
  /**
   * Returns the column of a family, such as `arg("target")`. It is called before the run, unless `makeFamily` reads the
   * column.
   */
  readonly family: (expr: FamilyExpr, source: RowSource) => Column;
  /**
   * Reads the columns of a family once it is known which rows are needed, for runs in slices. The returned
   * columns, by trace, replace the family in this step.
   */
  readonly makeFamily?: (
    expr: FamilyExpr,
    rows: Relation,
    work: Workspace,
  ) => Promise<ReadonlyMap<string, Column> | undefined>;
  /** Whether the column of a family is already available for all rows. */
  readonly isMade?: (expr: FamilyExpr) => boolean;
  /** The traces whose names of frames are looked up only when rows are read. */
  readonly names?: readonly DeferredNames[];
  /** Stores rows under a name for later statements. */
  readonly keep?: (name: string, relation: Relation) => void;
  /** Sums beyond 64 bits are null instead of an error. */
  readonly largeSumsAreNull?: boolean;
  /** Bytes that were read from disk before the run, to load what the first step reads. */
  readonly bytesBefore?: number;
  /** Cancels the run between blocks. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the progress of the run. */
  readonly progress?: RunProgress | undefined;
}

/** Rows of a finished query. They remain in the arena until `release`. */
export interface QueryRows {
  readonly relation: Relation;
  readonly work: Workspace;
  /** One report per step. */
  readonly steps: readonly StepReport[];
  release(): void;
}

/** Longest time between two yields to the event loop, in milliseconds. */
const SLICE = 40;

/**
 * Lets the event loop run if it has not done so for the length of a slice, and returns the time when it last
 * ran. Throws if the run is cancelled.
 */
export async function yieldIfDue(start: number, signal: AbortSignal | undefined): Promise<number> {
  if (performance.now() - start < SLICE) return start;
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
  return performance.now();
}

/** Runs a plan with pauses, so that Ctrl-C is handled. */
export async function runPlanInSlices(plan: Plan, options: RunOptions): Promise<QueryRows> {
  const steps = planSteps(plan, options, true);
  let start = performance.now();
  while (true) {
    const step = steps.next();
    if (step.done) return step.value;
    if (step.value !== undefined) {
      try {
        await step.value;
      } catch (error) {
        steps.throw(error);
      }
    }
    if (performance.now() - start < SLICE) continue;
    try {
      start = await yieldIfDue(start, options.signal);
    } catch (error) {
      steps.throw(error);
    }
  }
}

/** Steps of a generator that may have to await something in between. */
type WaitingSteps<T> = Generator<Promise<void> | void, T>;

function* planSteps(plan: Plan, options: RunOptions, wait = false): WaitingSteps<QueryRows> {
  const work = Workspace.beside("statement", options.pools, options.signal);
  work.progress = options.progress;
  const runner = new Runner(options, work);
  try {
    const relation = yield* runner.steps(plan, Infinity, wait);
    return { relation, work, steps: runner.reports, release: () => work.release() };
  } catch (error) {
    work.release();
    throw error;
  }
}

/** Steps whose columns are computed when they are read. */
const COMPUTES_LATER: ReadonlySet<string> = new Set(["extend", "project"]);
/** Looking up a backtrace counts as this many steps, when deciding how often to check for cancellation. */
const STEPS_OF_STACK = 1 << 10;

/** Returns the columns, by number, whose names have not all been looked up yet. */
function laterColumns(
  indexes: ReadonlySet<number>,
  inputs: readonly Relation[],
): { readonly part: Part; readonly names: DeferredNames }[] {
  return inputs.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      [...indexes].flatMap((index) => {
        const names = part.columns[index]?.later;
        return names ? [{ part, names }] : [];
      })
    )
  );
}

/** The report of a step whose work was done by the step before it. */
const NO_WORK = { blocks: 0, blocksSkipped: 0, bytesRead: 0, codeBytes: 0, milliseconds: 0 };

class Runner implements OperatorContext {
  readonly work: Workspace;
  readonly source: string;
  readonly functions: FunctionContext;
  readonly tables: TableProvider;
  readonly reports: StepReport[] = [];
  readonly forecasts: StepForecast[] = [];
  readonly largeSumsAreNull: boolean;
  readonly #options: RunOptions;
  readonly #steps: StepList;
  readonly #few = new Map<FamilyExpr, ReadonlyMap<string, Column>>();
  /** Rows of plans inside expressions; such a plan runs before the node that contains the expression. */
  readonly #subplans = new Map<Plan, Relation>();
  #blocks = 0;
  #skipped = 0;

  constructor(options: RunOptions, work: Workspace) {
    this.work = work;
    this.source = options.source;
    this.functions = options.functions;
    this.tables = options.tables;
    this.largeSumsAreNull = options.largeSumsAreNull ?? false;
    this.#options = options;
    this.#steps = options.steps;
  }

  family(expr: FamilyExpr, source: RowSource | null): Column {
    if (!source) throw new Error(`Cannot read ${expr.family}("${expr.argument}") of rows that a query made`);
    return this.#few.get(expr)?.get(source.trace) ?? this.#options.family(expr, source);
  }

  countBlocks(looked: number, skipped: number): void {
    this.#blocks += looked;
    this.#skipped += skipped;
  }

  keep(name: string, relation: Relation): void {
    this.#options.keep?.(name, relation);
  }

  run(plan: Plan): Relation {
    return this.#subplans.get(plan) ?? finishSteps(this.steps(plan, Infinity, false, 1) as Steps<Relation>);
  }

  /** Runs a plan step by step; its consumer needs at most `limit` rows. */
  *steps(plan: Plan, limit: number = Infinity, wait = false, depth = 0): WaitingSteps<Relation> {
    // A loop that starts at the source instead of recursion, because a pipeline may have thousands of stages.
    const chain = chainOf(rewritePlan(plan));
    const explainAt = chain.findIndex((step) => this.#steps.of(step).explains !== undefined);
    if (explainAt >= 0) {
      yield* this.#forecastSteps(chain.slice(explainAt + 1));
      // With `explain plan`, nothing runs.
      const step = chain[explainAt]!;
      if (this.#steps.of(step).explains!(step) === "plan") chain.length = explainAt + 1;
    }
    const inputs: Relation[] = [];
    for (let at = chain.length - 1; at >= 0; at--) {
      const step = chain[at]!, reader = chain[at - 1];
      const few = reader && this.#steps.of(reader).rowsRead?.(reader);
      const both = reader && (yield* this.#runFiltered(step, reader, inputs, wait, depth));
      if (both) {
        inputs[0] = both;
        at--;
        continue;
      }
      for (const other of inputsOf(step).slice(1)) {
        inputs.push(yield* this.steps(other, Infinity, wait, depth + 1));
      }
      const least = at === 0 ? limit : few ?? Infinity;
      const relation: Relation = yield* this.#runStep(step, inputs, { limit: least, wait, depth });
      inputs.splice(0, inputs.length, relation);
    }
    return inputs[0]!;
  }

  *#forecastSteps(chain: readonly Plan[]): Steps<void> {
    const forecaster = new Forecaster(this.#steps, this);
    yield* forecaster.pipeline(chain, Infinity, 0);
    this.forecasts.push(...forecaster.found);
  }

  *#runStep(
    plan: Plan,
    inputs: Relation[],
    { limit, wait, depth }: { readonly limit: number; readonly wait: boolean; readonly depth: number },
  ): WaitingSteps<Relation> {
    yield* this.#runSubplans(plan, wait, depth);
    const report = this.#beginStep(plan, inputs, depth);
    const step = this.#steps.of(plan);
    const named = this.#watchNames();
    // Predicates that need neither arguments nor names are tested first, so that arguments and names are
    // loaded for fewer rows.
    const [before, rest] = wait && step.split?.(plan, (expr) => this.#waits(expr, inputs)) || [];
    if (before) inputs[0] = yield* this.#step(before, inputs, Infinity);
    if (wait && this.#hasLater) yield* this.#lookUpNames(rest ?? plan, inputs);
    if (wait && this.#options.makeFamily) yield* this.#makeFamilies(rest ?? plan, inputs);
    const relation = yield* this.#step(rest ?? plan, inputs, limit);
    const rows = relationRows(relation);
    this.reports.push(...named(report(rows)));
    return relation;
  }

  /**
   * Runs a filter fused with the step that reads its rows, in one pass; undefined if they cannot be fused.
   */
  *#runFiltered(
    filter: Plan,
    reader: Plan,
    inputs: readonly Relation[],
    wait: boolean,
    depth: number,
  ): WaitingSteps<Relation | undefined> {
    const { chooseFiltered } = this.#steps.of(reader);
    if (!chooseFiltered || !isStep<FilterPlan>(filter, "filter") || ownFamilies(filter).length > 0) {
      return undefined;
    }
    // Names are looked up only for rows that satisfy the filter.
    if ([filter, reader].some((each) => this.#readsNames(each, inputs))) return undefined;
    yield* this.#runSubplans(filter, wait, depth);
    const report = this.#beginStep(filter, inputs, depth);
    const choose = (): Steps<ChosenStrategy<FusedRows> | undefined> =>
      chooseFiltered(reader, filter, inputs[0]!, this);
    const chosen = yield* this.#watched(reader, inputs, choose);
    if (!chosen) return undefined;
    const both = yield* this.#watched(reader, inputs, () => runChosen(chosen, this.work));
    const { passed, relation } = both;
    const tested = report(passed);
    this.reports.push(tested, {
      ...tested,
      name: reader.op,
      detail: withSamePassNote(this.#steps.printStep(reader)),
      rowsIn: passed,
      rowsOut: relationRows(relation),
      ...NO_WORK,
    });
    return relation;
  }

  *#runSubplans(plan: Plan, wait: boolean, depth: number): WaitingSteps<void> {
    this.work.check();
    for (const each of ownSubplans(plan)) {
      if (!this.#subplans.has(each)) {
        this.#subplans.set(each, yield* this.steps(each, Infinity, wait, depth + 1));
      }
    }
  }

  /** Starts measuring a step; the returned function creates its report. */
  #beginStep(plan: Plan, inputs: readonly Relation[], depth: number): (rowsOut: number) => StepReport {
    const rowsIn = inputs.reduce((sum, each) => sum + relationRows(each), 0);
    this.#blocks = this.#skipped = 0;
    this.work.threads = 1;
    this.work.ways.clear();
    this.work.code.clear();
    const { progress } = this.work;
    if (progress !== undefined) {
      progress.step = plan.op;
      progress.done = progress.total = 0;
    }
    const start = performance.now();
    const { store } = this.work.arena;
    const readBefore = store.bytesRead;
    return (rowsOut) => ({
      name: plan.op,
      detail: this.#steps.printStep(plan),
      rowsIn,
      rowsOut,
      blocks: this.#blocks,
      blocksSkipped: this.#skipped,
      bytesRead: store.bytesRead - readBefore +
        (this.reports.length === 0 ? this.#options.bytesBefore ?? 0 : 0),
      threads: this.work.threads,
      how: [...this.work.ways].join(", "),
      codeBytes: [...this.work.code].reduce((sum, { bytes }) => sum + bytes.length, 0),
      milliseconds: performance.now() - start,
      depth,
    });
  }

  *#step(plan: Plan, inputs: readonly Relation[], limit: number): Steps<Relation> {
    return yield* this.#watched(
      plan,
      inputs,
      () => toSteps(this.#steps.of(plan).run(plan, inputs, this, limit)),
    );
  }

  /** Runs a step; if memory runs out, adds the step to the error. */
  *#watched<T>(plan: Plan, inputs: readonly Relation[], run: () => Steps<T>): Steps<T> {
    try {
      return yield* run();
    } catch (error) {
      if (error instanceof ArenaFullError) this.#refuse(plan, inputs, error);
      throw error;
    }
  }

  #refuse({ op, span }: Plan, inputs: readonly Relation[], { used }: ArenaFullError): never {
    const rows = inputs.reduce((sum, each) => sum + relationRows(each), 0);
    failAt(
      this,
      "Q408",
      `Memory is full in "${op}" with ${countOf(rows, "row")}: ${
        groupDigits(Math.round(used / 1e6))
      } MB are in use`,
      span,
      // A full disk is another reason why blocks stay in memory.
      this.work.arena.store.failure === undefined
        ? "reduce the rows with where or by"
        : "free disk space, since blocks could not be written, or reduce the rows",
    );
  }

  /** Whether an expression reads arguments that are not loaded yet, or names that may have to be looked up. */
  #waits(expr: Expr, inputs: readonly Relation[]): boolean {
    return familiesIn(expr).some((each) => this.#options.isMade?.(each) === false) ||
      laterColumns(columnsIn(expr), inputs).length > 0 || (this.#hasLater && namesFrames(expr));
  }

  /** Whether names may have to be looked up. */
  get #hasLater(): boolean {
    return this.#options.names !== undefined && this.#options.names.length > 0;
  }

  /** Whether a step reads names that may have to be looked up. */
  #readsNames(plan: Plan, inputs: readonly Relation[]): boolean {
    if (!this.#hasLater) return false;
    return laterColumns(ownColumns(plan), inputs).length > 0 || namesFrames(plan, inputsOf(plan));
  }

  /**
   * Looks up all names for a step that reads them in all rows, because reading is faster when all names are
   * known. For other steps, names are looked up only for the rows that they read.
   */
  *#lookUpNames(plan: Plan, inputs: readonly Relation[]): Steps<void> {
    if (COMPUTES_LATER.has(plan.op)) return;
    for (const { part, names } of laterColumns(ownColumns(plan), inputs)) {
      if (selectedRows(part) < part.rowCount) continue;
      for (const _ of names.lookUpAll()) yield this.work.tick(STEPS_OF_STACK);
    }
  }

  /**
   * Counts names that are looked up from now on; the returned function adds the count to the report of the
   * step that read them.
   */
  #watchNames(): (step: StepReport) => StepReport[] {
    const { names = [] } = this.#options;
    const sum = (of: (each: DeferredNames) => number): number =>
      names.reduce((total, each) => total + of(each), 0);
    const before = sum((each) => each.lookedUp), start = sum((each) => each.milliseconds);
    return (step) => {
      const found = sum((each) => each.lookedUp) - before;
      if (found === 0) return [step];
      const milliseconds = sum((each) => each.milliseconds) - start;
      const all = groupDigits(sum((each) => each.frameCount));
      const told: StepReport = {
        ...step,
        ...NO_WORK,
        name: "names",
        detail: "names of functions",
        rowsOut: step.rowsIn,
        threads: 1,
        how: `${groupDigits(found)} of ${all} frames looked up`,
        milliseconds,
      };
      return [told, { ...step, milliseconds: Math.max(0, step.milliseconds - milliseconds) }];
    };
  }

  *#makeFamilies(plan: Plan, inputs: readonly Relation[]): WaitingSteps<void> {
    const parts = inputs.flatMap((each) => each.parts);
    for (const expr of ownFamilies(plan)) {
      yield this.#options.makeFamily!(expr, { columns: [], parts }, this.work).then((columns) => {
        if (columns) this.#few.set(expr, columns);
      });
    }
  }
}
