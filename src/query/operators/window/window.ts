/**
 * `window`: values computed from other rows of a window. The rows stay at their positions, and the values
 * become additional columns.
 * @module
 */

import type { Column } from "../../../tables/column.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import type { AggregateInput } from "../../aggregates/aggregate_input.ts";
import { CHUNK_BYTES } from "../../execution/chunk_column.ts";
import type { RunContext } from "../../execution/context.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import {
  type Part,
  type Relation,
  relationRows,
  selectedRows,
  type Workspace,
} from "../../execution/relation.ts";
import { partitionBits, stepBudget } from "../../execution/step_budget.ts";
import type { Expr, NamedExpr } from "../../plan/expressions.ts";
import type { Plan } from "../../plan/plan.ts";
import type { SortPlan } from "../../plan/steps.ts";
import type { PlanColumn } from "../../plan/values.ts";
import type { BoundWindow } from "../../plan/window.ts";
import { freeAllButPlaces, partitionRows } from "../partition/partition_rows.ts";
import type { GroupPart } from "../partition/group_part.ts";
import { withScratch } from "../hash_group/hash_groups.ts";
import { externalWindow } from "./external_windows.ts";
import { storeWords } from "../columns/materialize.ts";
import { mergeRuns, type SortedRun } from "../partition/merge_runs.ts";
import {
  CHOSEN_LATER,
  type Forecast,
  type OperatorContext,
  type RowForecast,
  type Steps,
} from "../operator.ts";
import { PlacedRows } from "../sort/placed_rows.ts";
import { splitPartitions } from "../partition/split_partitions.ts";
import { windowValues } from "./window_values.ts";

/**
 * Estimated bytes per row while windows are computed: two positions, a group, a key or argument with its null
 * byte, a sorted copy of that, and the result.
 */
const BYTES_OF_ROW = 50;

/** The input rows with one more column per call. Rows with equal keys form a window. */
export interface WindowPlan extends Plan {
  readonly op: "window";
  readonly input: Plan;
  readonly keys: readonly NamedExpr[];
  readonly order: SortPlan["keys"];
  readonly calls: readonly BoundWindow[];
}

/** The strategy for this many rows. */
function windowStrategy({ keys }: WindowPlan, rows: number, { arena }: Workspace): string {
  if (rows * BYTES_OF_ROW <= stepBudget(arena)) return "windows at once";
  return keys.length > 0 ? "partitioned windows" : "windows over an external sort";
}

/** Forecasts a window step; the number of rows stays the same. */
export function forecastWindow(plan: WindowPlan, { rows }: RowForecast, { work }: OperatorContext): Forecast {
  return { rows, names: [rows === undefined ? CHOSEN_LATER : windowStrategy(plan, rows, work)] };
}

/** Adds the window columns. */
export function* runWindow(plan: WindowPlan, input: Relation, context: OperatorContext): Steps<Relation> {
  const { work } = context;
  const { columns } = plan;
  if (input.parts.length === 0) return { columns, parts: [] };
  const total = relationRows(input);
  const infos = columns.slice(columns.length - plan.calls.length);
  const compiled = input.parts.map((part) => compileWindow(plan, part, context));
  const placed = input.parts.map((part) => new PlacedRows(work, part));
  const added: Part["columns"][number][][] = input.parts.map(() => []);
  const place = (make: (placed: PlacedRows, first: number) => StoredColumn): void => {
    let first = 0;
    input.parts.forEach((part, which) => {
      added[which]!.push(make(placed[which]!, first));
      first += selectedRows(part);
    });
  };
  const way = windowStrategy(plan, total, work);
  work.ways.add(way);
  if (way !== "windows at once") {
    const values = way === "partitioned windows"
      ? yield* inPartitions(plan, infos, compiled, total, context)
      : yield* externalWindow(plan, compiled, total, infos, context);
    for (const [at, column] of values.entries()) {
      place((rows, first) => rows.columnFrom(infos[at]!, column, first));
      column.free();
    }
  } else {
    yield* windowValues(plan, compiled, total, context, (at, { words, nulls }) => {
      place((rows, first) => rows.column(infos[at]!, words + 8 * first, nulls + first));
    });
  }
  for (const each of placed) each.release();
  const parts = input.parts.map((part, at): Part => ({
    ...part,
    columns: [...part.columns, ...added[at]!],
  }));
  return { columns, parts };
}

/** Compiles the columns that windows read: keys, and as inputs the order columns, then the arguments of the calls. */
function compileWindow({ keys, order, calls }: WindowPlan, part: Part, context: RunContext): GroupPart {
  const compiler = new ExpressionCompiler(context, part);
  const column = (expr: Expr | null | undefined): Column | undefined =>
    expr ? compiler.compile(expr) : undefined;
  const input = (
    arg: Expr | null,
    condition: Expr | null = null,
    order: Expr | null = null,
  ): AggregateInput => ({
    arg: column(arg),
    order: column(order),
    condition: column(condition),
  });
  return {
    part,
    keys: keys.map(({ expr }) => compiler.compile(expr)),
    inputs: [
      ...order.map(({ expr }) => input(expr)),
      ...calls.map(({ fn, arg, aggregate }) =>
        fn === null ? input(aggregate!.arg, aggregate!.condition, aggregate!.order) : input(arg)
      ),
    ],
  };
}

/**
 * Values of the calls by position, computed by hash partitions of the keys: a window is in one partition, and
 * a large one has a partition of its own.
 */
function* inPartitions(
  plan: WindowPlan,
  infos: readonly PlanColumn[],
  parts: readonly GroupPart[],
  total: number,
  context: OperatorContext,
): Steps<StoredColumn[]> {
  const { work } = context;
  const scratch = withScratch(context, "partitions of windows");
  try {
    const most = stepBudget(work.arena);
    const columns = plan.keys.length + 3 * (plan.order.length + plan.calls.length) + 2;
    const wanted = Math.ceil(Math.log2((total * BYTES_OF_ROW) / most)) + 1;
    const runs: SortedRun[] = [];
    const mostRows = Math.floor(most / BYTES_OF_ROW);
    for (
      const each of yield* partitionRows(parts, scratch, partitionBits(wanted, most, columns * CHUNK_BYTES))
    ) {
      for (const { partitions: [partition], isLarge } of yield* splitPartitions([each], mostRows, scratch)) {
        const count = partition!.part.rowCount;
        let values: StoredColumn[] = [];
        if (isLarge) values = yield* externalWindow(plan, [partition!], count, infos, context);
        else {
          yield* windowValues(plan, [partition!], count, context, (at, { words, nulls }) => {
            values.push(storeWords(work, infos[at]!, words, nulls, count));
          });
        }
        freeAllButPlaces(partition!);
        runs.push({ columns: values, order: partition!.places, count });
      }
    }
    return yield* mergeRuns(work, infos, runs);
  } finally {
    scratch.work.arena.close();
  }
}
