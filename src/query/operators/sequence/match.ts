/**
 * `match`: sequences of rows. Each row that passes the first test begins at most one sequence; every further
 * row is the next one with the same keys that passes its test.
 * @module
 */

import { BLOCK_ROWS, blockKernels } from "../../../tables/block.ts";
import { type Column, LookupColumn } from "../../../tables/column.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import type { AggregateInput } from "../../aggregates/aggregate_input.ts";
import { CHUNK_BYTES } from "../../execution/chunk_column.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import {
  listRows,
  type Part,
  type Relation,
  relationRows,
  type Workspace,
} from "../../execution/relation.ts";
import { partitionBits, stepBudget } from "../../execution/step_budget.ts";
import type { Expr, NamedExpr } from "../../plan/expressions.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import { withComputed } from "../columns/project.ts";
import { findSequences } from "./find_sequences.ts";
import { freePartition, partitionRows } from "../partition/partition_rows.ts";
import type { GroupPart } from "../partition/group_part.ts";
import { withScratch } from "../hash_group/hash_groups.ts";
import { externalSequences } from "./external_sequences.ts";
import { flatten, relationOf, ROW_NUMBER_COLUMN, storeNumbers } from "../columns/materialize.ts";
import { mergeRuns, type SortedRun } from "../partition/merge_runs.ts";
import {
  CHOSEN_LATER,
  type Forecast,
  type OperatorContext,
  type RowForecast,
  type Steps,
} from "../operator.ts";
import { splitPartitions } from "../partition/split_partitions.ts";

/** Bytes per row: positions and groups, passed tests, and next rows. */
const BYTES_OF_ROW = 50;

const ROW: PlanColumn = { name: "", type: "u64", display: "plain" };

/**
 * One row per sequence: the keys, then the columns of each step's row. Rows with a null key are not part of
 * any sequence.
 */
export interface MatchPlan extends Plan {
  readonly op: "match";
  readonly input: Plan;
  readonly keys: readonly NamedExpr[];
  readonly steps: readonly { readonly name: string; readonly condition: Expr }[];
  /** A row that passes this, between the first and the last, ends the sequence. */
  readonly until: Expr | null;
  /** Largest distance between first and last row, by a column. */
  readonly within: { readonly column: number; readonly limit: bigint } | null;
  /** Indexes of the input columns shown for each step. */
  readonly shown: readonly number[];
}

/** The strategy for this many rows. */
function matchStrategy({ keys }: MatchPlan, rows: number, { arena }: Workspace): string {
  if (keys.length === 0) return "sequences in one pass";
  return rows * BYTES_OF_ROW > stepBudget(arena) ? "partitioned sequences" : "sequences at once";
}

/** Forecasts the search for sequences. */
export function forecastMatch(plan: MatchPlan, { rows }: RowForecast, { work }: OperatorContext): Forecast {
  return { rows: undefined, names: [rows === undefined ? CHOSEN_LATER : matchStrategy(plan, rows, work)] };
}

/** Finds sequences, in order of their first rows. */
export function* runMatch(plan: MatchPlan, input: Relation, context: OperatorContext): Steps<Relation> {
  const { work } = context;
  const { columns } = plan;
  if (input.parts.length === 0) return { columns, parts: [] };
  const total = relationRows(input);
  const compiled = input.parts.map((part) => compileMatch(plan, part, context));
  const flat = flatten(work, withComputed(input, plan.keys.map(({ expr }) => expr), context)).parts[0]!;
  const way = matchStrategy(plan, total, work);
  work.ways.add(way);
  const found = yield* way === "sequences in one pass"
    ? externalSequences(plan, compiled, context)
    : way === "partitioned sequences"
    ? foundInPartitions(plan, compiled, total, context)
    : foundAtOnce(plan, compiled, flat, total, context);
  const seen: Column[] = [];
  found.steps.forEach((numbers, step) => {
    const see = (column: Column): Column => new LookupColumn(column, work.arena, numbers, column);
    if (step === 0) seen.push(...flat.columns.slice(input.columns.length).map(see));
    for (const index of plan.shown) seen.push(see(flat.columns[index]!));
  });
  return relationOf(columns, seen, found.count);
}

/**
 * Compiles the columns that are read: keys, and as inputs the steps, then `until`, then the distance column.
 */
function compileMatch(
  { keys, steps, until, within }: MatchPlan,
  part: Part,
  context: OperatorContext,
): GroupPart {
  const compiler = new ExpressionCompiler(context, part);
  const input = (arg: Column | undefined): AggregateInput => ({
    arg,
    order: undefined,
    condition: undefined,
  });
  return {
    part,
    keys: keys.map(({ expr }) => compiler.compile(expr)),
    inputs: [
      ...steps.map(({ condition }) => input(compiler.compile(condition))),
      input(until === null ? undefined : compiler.compile(until)),
      input(within === null ? undefined : part.columns[within.column]),
    ],
  };
}

/** Sequences: row numbers by step. */
interface SequenceRows {
  readonly steps: readonly Column[];
  readonly count: number;
}

function* foundAtOnce(
  plan: MatchPlan,
  parts: readonly GroupPart[],
  flat: Part,
  total: number,
  context: OperatorContext,
): Steps<SequenceRows> {
  const positions = yield* findSequences(plan, parts, total, context);
  const { pointer: rows } = listRows(context.work, flat);
  const steps = positions.map((each) => rowColumn(each, rows, context));
  context.work.give(rows);
  return { steps, count: positions[0]!.length };
}

/** Finds sequences in hash partitions; all rows of a sequence are in one of them. */
function* foundInPartitions(
  plan: MatchPlan,
  parts: readonly GroupPart[],
  total: number,
  context: OperatorContext,
): Steps<SequenceRows> {
  const { work } = context;
  const scratch = withScratch(context, "partitions of sequences");
  try {
    const most = stepBudget(work.arena);
    const columns = plan.keys.length + plan.steps.length + 4;
    const wanted = Math.ceil(Math.log2((total * BYTES_OF_ROW) / most)) + 1;
    const runs: SortedRun[] = [];
    const mostRows = Math.floor(most / BYTES_OF_ROW);
    for (
      const each of yield* partitionRows(parts, scratch, partitionBits(wanted, most, columns * CHUNK_BYTES))
    ) {
      for (const { partitions: [one], isLarge } of yield* splitPartitions([each], mostRows, scratch, true)) {
        const partition = one!;
        // Rows of several parts are consecutive, so that their positions are their numbers.
        const numbers = parts.length === 1 ? partition.rows : partition.places;
        if (isLarge) {
          const { steps, firsts, count } = yield* externalSequences(
            plan,
            [{ ...partition, rows: numbers }],
            context,
          );
          runs.push({ columns: steps, order: gatherAt(partition.places, firsts, count, work), count });
        } else {
          const positions = yield* findSequences(plan, [partition], partition.part.rowCount, context);
          runs.push({
            columns: positions.map((each) => valuesAt(numbers, each, work)),
            order: valuesAt(partition.places, positions[0]!, work),
            count: positions[0]!.length,
          });
        }
        freePartition(partition);
      }
    }
    const count = runs.reduce((sum, run) => sum + run.count, 0);
    return { steps: yield* mergeRuns(work, plan.steps.map(() => ROW), runs), count };
  } finally {
    scratch.work.arena.close();
  }
}

function valuesAt(column: Column, rows: Uint32Array, work: Workspace): Column {
  const list = work.take(4 * rows.length);
  work.arena.u32.set(rows, list >>> 2);
  const filler = new ColumnFiller(work, ROW);
  filler.gather(column, list, rows.length);
  work.give(list);
  return filler.finish();
}

/** Gathers a column at the rows in another column; frees the latter. */
function gatherAt(column: Column, rows: StoredColumn, count: number, work: Workspace): StoredColumn {
  const words = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS), list = work.take(BLOCK_ROWS * 4);
  const filler = new ColumnFiller(work, ROW);
  for (let at = 0; at < count; at += BLOCK_ROWS) {
    const n = Math.min(BLOCK_ROWS, count - at);
    rows.decode(at / BLOCK_ROWS, n, words, nulls);
    blockKernels(work.arena).toRows(words, 0, n, list);
    filler.gather(column, list, n);
  }
  work.give(words, nulls, list);
  rows.free();
  return filler.finish();
}

/** Row numbers at some positions, as a column. */
function rowColumn(positions: Uint32Array, rows: number, { work }: OperatorContext): Column {
  const { length } = positions;
  const numbers = work.take(length * 4);
  const { u32 } = work.arena;
  for (let at = 0; at < length; at++) {
    work.tick(1);
    u32[(numbers >>> 2) + at] = u32[(rows >>> 2) + positions[at]!]!;
  }
  const column = storeNumbers(work, ROW_NUMBER_COLUMN, numbers, length);
  work.give(numbers);
  return column;
}
