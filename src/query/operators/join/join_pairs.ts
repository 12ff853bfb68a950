/**
 * Finds the pairs of a join: right rows by hash table, in hash partitions if they do not fit in memory.
 * @module
 */

import { QUERY_LIMITS } from "../../../base/limits/query_limits.ts";
import { BLOCK_ROWS, NO_ROW } from "../../../tables/block.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import { failAt, type RunContext } from "../../execution/context.ts";
import { type Part, selectedRows, type Workspace } from "../../execution/relation.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { CHUNK_BYTES } from "../../execution/chunk_column.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import { freePartition, partitionRows } from "../partition/partition_rows.ts";
import { withScratch } from "../hash_group/hash_groups.ts";
import { mergeRuns } from "../partition/merge_runs.ts";
import type { Steps } from "../operator.ts";
import { partitionBits, stepBudget } from "../../execution/step_budget.ts";
import { BuildIndex, type PartitionedSide, type RowsWithKeys } from "./build_index.ts";

/**
 * Rows of the left side with the columns of the right side that are not keys (anti and semi: left columns
 * only). Names of the right side that exist on the left get `_right` appended. Null keys match nothing.
 */
export interface JoinPlan extends Plan {
  readonly op: "join";
  readonly kind: "inner" | "left" | "anti" | "semi";
  readonly left: Plan;
  readonly right: Plan;
  /** Indexes of the columns to join on. */
  readonly on: readonly { readonly left: number; readonly right: number }[];
  /** Whether the pairs are only counted and never created, however many there are. */
  readonly counts?: boolean;
}

/** Largest result of a join; a larger one would not be useful. */
const MOST_ROWS = QUERY_LIMITS.joinRows.most;
/** Bytes per right row: a slot of a half-empty hash table, and entries in lists. */
const BYTES_OF_ROW = 100;

const ROW: PlanColumn = { name: "", type: "u64", display: "plain" };

/** Pairs of rows, in the order of the left side. */
interface RowPairs {
  /**
   * Rows of the left side, and of the right side if the result has its columns; null for a left row without a
   * partner. No columns if pairs are only counted.
   */
  readonly columns: readonly StoredColumn[];
  readonly count: number;
}

/** Whether a table of all right rows fits in memory. */
export function rightSideFits(right: Part, { work }: RunContext): boolean {
  return selectedRows(right) * BYTES_OF_ROW <= stepBudget(work.arena);
}

/** Maximum number of rows of a result; as many as the left side has are always allowed. */
export function maxPairs(left: Part): number {
  return Math.max(MOST_ROWS, selectedRows(left));
}

/** Reports an error if the result is too large. */
export function checkPairLimit({ span }: JoinPlan, pairs: number, most: number, context: RunContext): void {
  if (pairs <= most) return;
  failAt(
    context,
    "Q407",
    `Join has more than ${most} rows: its columns are equal in too many rows`,
    span,
    "join on more columns, or group one side first",
  );
}

/** Computes the pairs of a join. */
export function* joinedPairs(
  plan: JoinPlan,
  left: Part,
  right: Part | undefined,
  context: RunContext,
): Steps<RowPairs> {
  const leftSide = keyedSide(left, plan.on.map((each) => each.left));
  const rightSide = right && keyedSide(right, plan.on.map((each) => each.right));
  const { work } = context;
  const most = stepBudget(work.arena);
  const bytes = right ? selectedRows(right) * BYTES_OF_ROW : 0;
  const pairing = new Pairing(plan, left, context);
  if (bytes <= most || !rightSide) {
    const { columns, order, count } = yield* pairing.pairs(leftSide, rightSide);
    order.free();
    return { columns, count };
  }
  const scratch = withScratch(context, "partitions of rows");
  const runs = [];
  try {
    const bytesEach = 2 * (plan.on.length + 2) * CHUNK_BYTES;
    const bits = partitionBits(Math.ceil(Math.log2(bytes / most)), most, bytesEach);
    const lefts = yield* partitionRows([leftSide], scratch, bits);
    const rights = yield* partitionRows([rightSide], scratch, bits);
    for (const [at, partition] of lefts.entries()) {
      runs.push(yield* pairing.pairs(partition, rights[at]!));
      freePartition(partition);
      freePartition(rights[at]!);
    }
  } finally {
    scratch.work.arena.close();
  }
  const count = runs.reduce((sum, run) => sum + run.count, 0);
  if (plan.counts) return { columns: [], count };
  const infos = runs[0]!.columns.map(() => ROW);
  return { columns: yield* mergeRuns(work, infos, runs), count };
}

function keyedSide(part: Part, keys: readonly number[]): PartitionedSide {
  return { part, keys: keys.map((index) => part.columns[index]!), inputs: [] };
}

/** Makes pairs, all at once or partition by partition. */
class Pairing {
  readonly #plan: JoinPlan;
  readonly #context: RunContext;
  readonly #most: number;
  #made = 0;

  /** Pairs rows of `left`, or of its partitions. */
  constructor(plan: JoinPlan, left: Part, context: RunContext) {
    [this.#plan, this.#context, this.#most] = [plan, context, maxPairs(left)];
  }

  /** Makes the pairs of both sides, with the positions of the left rows if these are a partition. */
  *pairs(
    left: PartitionedSide,
    right: PartitionedSide | undefined,
  ): Steps<RowPairs & { readonly order: StoredColumn }> {
    const scratch = withScratch(this.#context, "join");
    try {
      const index = new BuildIndex(this.#plan.on.length, scratch.work);
      if (right) yield* index.build(right);
      const columns = this.#plan.counts ? 0 : this.#hasRight ? 2 : 1;
      const pairs = new PairWriter(this.#context.work, scratch.work, columns);
      yield* index.each(left, false, (rows) => this.#add(index, pairs, rows));
      return pairs.finish();
    } finally {
      scratch.work.arena.close();
    }
  }

  get #hasRight(): boolean {
    return this.#plan.kind === "inner" || this.#plan.kind === "left";
  }

  #add(index: BuildIndex, pairs: PairWriter, { ids, rows, places, count }: RowsWithKeys): void {
    const { work } = this.#context;
    const { kind, counts } = this.#plan;
    // Memory may grow in the meantime, but older views of shared memory stay valid.
    const { u32 } = work.arena;
    for (let at = 0; at < count; at++) {
      const group = u32[(ids >>> 2) + at]!;
      const row = u32[(rows >>> 2) + at]!;
      const low = places ? u32[(places >>> 2) + 2 * at]! : 0;
      const high = places ? u32[(places >>> 2) + 2 * at + 1]! : 0;
      if (!this.#hasRight) {
        if ((group !== NO_ROW) === (kind === "semi")) pairs.add(row, NO_ROW, low, high);
      } else if (group === NO_ROW) {
        if (kind !== "left") continue;
        if (!counts) checkPairLimit(this.#plan, ++this.#made, this.#most, this.#context);
        pairs.add(row, NO_ROW, low, high);
      } else {
        const from = u32[(index.starts >>> 2) + group]!, to = u32[(index.starts >>> 2) + group + 1]!;
        if (counts) {
          work.tick(1);
          pairs.addCount(to - from);
          continue;
        }
        this.#made += to - from;
        checkPairLimit(this.#plan, this.#made, this.#most, this.#context);
        work.tick(1 + to - from);
        for (let each = from; each < to; each++) pairs.add(row, u32[(index.rows >>> 2) + each]!, low, high);
      }
    }
  }
}

/** Writes pairs to columns. */
class PairWriter {
  readonly #work: Workspace;
  readonly #words: readonly number[];
  readonly #nulls: number;
  readonly #fillers: readonly ColumnFiller[];
  readonly #u32: Uint32Array;
  readonly #u8: Uint8Array;
  #staged = 0;
  #count = 0;

  /** Creates a writer of pairs. One or two `columns` of row numbers are stored in `result`, which lasts longer than `work`. */
  constructor(result: Workspace, work: Workspace, columns: number) {
    this.#work = work;
    // Positions, left rows, right rows.
    this.#fillers = Array.from({ length: 1 + columns }, () => new ColumnFiller(result, ROW));
    this.#words = [0, 1, 2].map(() => work.takeZeroed(BLOCK_ROWS * 8));
    this.#nulls = work.takeZeroed(BLOCK_ROWS);
    // Views taken now stay valid as long as the memory is allocated.
    [this.#u32, this.#u8] = [work.arena.u32, work.arena.u8];
  }

  add(left: number, right: number, low: number, high: number): void {
    if (this.#staged === BLOCK_ROWS) this.#flush();
    const u32 = this.#u32, u8 = this.#u8;
    const at = 2 * this.#staged;
    const [places, lefts, rights] = this.#words;
    u32[(places! >>> 2) + at] = low;
    u32[(places! >>> 2) + at + 1] = high;
    u32[(lefts! >>> 2) + at] = left;
    u32[(rights! >>> 2) + at] = right === NO_ROW ? 0 : right;
    u8[this.#nulls + this.#staged] = right === NO_ROW ? 1 : 0;
    this.#staged++;
  }

  /** Counts pairs without storing them. */
  addCount(count: number): void {
    this.#count += count;
  }

  finish(): RowPairs & { readonly order: StoredColumn } {
    this.#flush();
    const [order, ...columns] = this.#fillers.map((each) => each.finish());
    return { order: order!, columns, count: this.#count };
  }

  #flush(): void {
    const count = this.#staged;
    const someNull = this.#work.arena.u8.subarray(this.#nulls, this.#nulls + count).includes(1);
    this.#fillers.forEach((filler, at) => {
      filler.add(this.#words[at]!, at === 2 && someNull ? this.#nulls : 0, count);
    });
    this.#count += count;
    this.#staged = 0;
  }
}
