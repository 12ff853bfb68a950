/**
 * `join last … before`, `join first … after`: at most one partner per row, the nearest or farthest by an
 * order column. Rows of the left side stay in place.
 * @module
 */

import { BLOCK_ROWS, blockKernels } from "../../../tables/block.ts";
import { type Column, LookupColumn } from "../../../tables/column.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import { CHUNK_BYTES } from "../../execution/chunk_column.ts";
import {
  type Part,
  pieces,
  type Relation,
  rowNumbers,
  selectedRows,
  type Workspace,
} from "../../execution/relation.ts";
import { partitionBits, stepBudget } from "../../execution/step_budget.ts";
import { freeAllButPlaces, freePartition, partitionRows } from "../partition/partition_rows.ts";
import { withScratch } from "../hash_group/hash_groups.ts";
import type { JoinPlan } from "./join_pairs.ts";
import { externalPartners } from "./external_as_of.ts";
import { flatten } from "../columns/materialize.ts";
import { mergeRuns, type SortedRun } from "../partition/merge_runs.ts";
import {
  CHOSEN_LATER,
  type Forecast,
  type OperatorContext,
  type RowForecast,
  type Steps,
} from "../operator.ts";
import { type AsOfPlan, findPartners, indexPartners, PARTNER_ROW_COLUMN } from "./as_of_index.ts";
import { PlacedRows } from "../sort/placed_rows.ts";
import type { PartitionedSide } from "./build_index.ts";
import { splitPartitions } from "../partition/split_partitions.ts";

export type { AsOfPlan } from "./as_of_index.ts";

/** Whether rows have at most one partner. */
export function isAsOf(plan: JoinPlan): plan is AsOfPlan {
  return "asOf" in plan;
}

/** Bytes per row while an index of partners is built. */
const BYTES_OF_ROW = 60;

/** The strategy for this many rows of the right side. */
function asOfStrategy({ on }: AsOfPlan, rows: number, { arena }: Workspace): string {
  if (rows * BYTES_OF_ROW <= stepBudget(arena)) return "as-of join by index";
  return on.length > 0 ? "partitioned as-of join" : "as-of join over an external sort";
}

/** Forecasts an as-of join. */
export function forecastAsOfJoin(
  plan: AsOfPlan,
  left: RowForecast,
  { rows }: RowForecast,
  { work }: OperatorContext,
): Forecast {
  return { rows: left.rows, names: [rows === undefined ? CHOSEN_LATER : asOfStrategy(plan, rows, work)] };
}

/** Joins each row with at most one partner; a row with a null key or order has none. */
export function* runAsOfJoin(
  plan: AsOfPlan,
  left: Relation,
  right: Relation,
  context: OperatorContext,
): Steps<Relation> {
  const rightPart = flatten(context.work, right).parts[0]!;
  const parts: Part[] = [];
  for (const part of left.parts) parts.push(yield* joinPart(plan, part, rightPart, context));
  return { columns: plan.columns, parts };
}

function* joinPart(plan: AsOfPlan, part: Part, right: Part, context: OperatorContext): Steps<Part> {
  const { kind, on, asOf } = plan;
  const leftSide = orderedSide(part, on.map((each) => each.left), asOf.left);
  const rightSide = orderedSide(right, on.map((each) => each.right), asOf.right);
  const partners = yield* partnersOf(plan, leftSide, rightSide, context);
  const selection = kind === "left" ? part.selection : withPartner(part, partners, kind !== "anti", context);
  const added = kind === "inner" || kind === "left"
    ? partnerColumns(plan, part, right, partners, context)
    : [];
  partners.free();
  return { ...part, columns: [...part.columns, ...added], selection };
}

function orderedSide(part: Part, keys: readonly number[], order: number): PartitionedSide {
  const arg = part.columns[order];
  return {
    part,
    keys: keys.map((index) => part.columns[index]!),
    inputs: [{ arg, order: undefined, condition: undefined }],
  };
}

/** Finds the partner of each row of the left side, by position: its row number, or null. */
function* partnersOf(
  plan: AsOfPlan,
  left: PartitionedSide,
  right: PartitionedSide,
  context: OperatorContext,
): Steps<StoredColumn> {
  const { work } = context;
  const most = stepBudget(work.arena);
  const bytes = selectedRows(right.part) * BYTES_OF_ROW;
  const way = asOfStrategy(plan, selectedRows(right.part), work);
  work.ways.add(way);
  if (way === "as-of join by index") {
    return yield* findPartners(plan, left, yield* indexPartners(right, context), undefined, context);
  }
  const scratch = withScratch(context, "partitions of rows");
  try {
    const mostRows = Math.floor(most / BYTES_OF_ROW);
    if (way === "as-of join over an external sort") {
      const runs = yield* externalPartners(plan, left, right, mostRows, scratch);
      const [merged] = yield* mergeRuns(work, [PARTNER_ROW_COLUMN], runs);
      return merged!;
    }
    const bytesEach = 2 * (plan.on.length + 3) * CHUNK_BYTES;
    const bits = partitionBits(Math.ceil(Math.log2(bytes / most)) + 1, most, bytesEach);
    const lefts = yield* partitionRows([left], scratch, bits);
    const rights = yield* partitionRows([right], scratch, bits);
    const runs: SortedRun[] = [];
    for (const [at, each] of lefts.entries()) {
      for (
        const { partitions, isLarge } of yield* splitPartitions([rights[at]!, each], mostRows, scratch, true)
      ) {
        const [from, partition] = [partitions[0]!, partitions[1]!];
        if (isLarge) runs.push(...yield* externalPartners(plan, partition, from, mostRows, scratch));
        else {
          const index = yield* indexPartners(from, scratch);
          const columns = [yield* findPartners(plan, partition, index, undefined, scratch)];
          freeAllButPlaces(partition);
          runs.push({ columns, order: partition.places, count: partition.part.rowCount });
        }
        freePartition(from);
        if (isLarge) freePartition(partition);
      }
    }
    const [merged] = yield* mergeRuns(work, [PARTNER_ROW_COLUMN], runs);
    return merged!;
  } finally {
    scratch.work.arena.close();
  }
}

/** The rows with a partner, or those without one. */
function withPartner(
  part: Part,
  partners: StoredColumn,
  wanted: boolean,
  { work }: OperatorContext,
): Part["selection"] {
  const { arena } = work;
  const pointer = work.take(selectedRows(part) * 4);
  const values = work.take(BLOCK_ROWS * 8);
  const nulls = work.take(BLOCK_ROWS);
  const places = work.take(BLOCK_ROWS * 4);
  const scratch = work.take(BLOCK_ROWS * 4);
  let done = 0;
  let count = 0;
  // For each row: keep it if it has a partner, or if it has none, as wanted.
  for (const piece of pieces(work, part)) {
    const numbers = rowNumbers(work, piece, scratch);
    blockKernels(arena).fillSequence(done, piece.count, places);
    const someNull = partners.gather(places, piece.count, values, nulls) > 0;
    done += piece.count;
    const { u8, u32 } = arena;
    for (let at = 0; at < piece.count; at++) {
      const isPartnered = !someNull || u8[nulls + at] === 0;
      if (isPartnered === wanted) u32[(pointer >>> 2) + count++] = u32[(numbers >>> 2) + at]!;
    }
  }
  work.give(values, nulls, places, scratch);
  return { kind: "list", pointer, count };
}

/** The columns of the partners, as lookups. */
function partnerColumns(
  { on, asOf }: AsOfPlan,
  part: Part,
  right: Part,
  partners: StoredColumn,
  { work }: OperatorContext,
): Column[] {
  const placed = new PlacedRows(work, part);
  const rows = placed.columnFrom(PARTNER_ROW_COLUMN, partners, 0);
  placed.release();
  const keyed = new Set([...on.map((each) => each.right), asOf.right]);
  return right.columns.filter((_, at) => !keyed.has(at))
    .map((column) => new LookupColumn(column, work.arena, rows, column));
}
