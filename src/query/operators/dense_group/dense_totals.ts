/**
 * Totals without keys: counts and sums over whole parts, on packed blocks.
 * @module
 */

import { threadSettings } from "../../../memory/threads.ts";
import type { RecordedKernels } from "../../../memory/kernel_table.ts";
import { type Block, BLOCK_ROWS, NullMode } from "../../../tables/block.ts";
import { PASS, type Predicate } from "../../execution/block_tests.ts";
import { largeSum } from "../../execution/context.ts";
import { eachBlock } from "../../execution/each_block.ts";
import type { KernelCalls } from "../../execution/kernel_calls.ts";
import type { Exports as DenseKernels } from "../../execution/kernels/dense.wasm.ts";
import { Selected } from "../../execution/kernels/dense_layout.ts";
import {
  type BlockRows,
  blocksOf,
  type Part,
  type Relation,
  selectedRows,
  type Workspace,
} from "../../execution/relation.ts";
import { canTestOnThreads, isWorthThreads, writeBits } from "../../execution/test_blocks.ts";
import type { BoundAggregate, Expr } from "../../plan/expressions.ts";
import { type AggregatePlan, onlyCounts } from "../../plan/steps.ts";
import type { Constant } from "../../plan/values.ts";
import { areBlocksPacked, summedColumns } from "./dense_plan.ts";
import { partTest } from "../scan/filter.ts";
import { addExactly, GroupSums } from "./group_sums.ts";
import type { OperatorContext, Steps } from "../operator.ts";

/** Rows that are counted and summed: those of a part that pass a predicate. */
interface Tested {
  readonly part: Part;
  readonly predicate: Predicate;
}

/** Counts and sums over all rows, for the columns that `columnsToSum` returns. */
export function* denseTotals(
  aggregates: readonly BoundAggregate[],
  summed: readonly number[],
  input: Relation,
  context: OperatorContext,
): Steps<Constant[]> {
  const { sums } = yield* sumOf(
    input.parts.map((part) => ({ part, predicate: PASS })),
    summed,
    true,
    context.work,
  );
  return aggregates.map((aggregate) => totalsOf(aggregate, sums, summed, context)[0]!);
}

/** Totals of the rows that satisfy a filter, and their number. */
interface FilteredTotals {
  readonly totals: readonly Constant[];
  readonly passed: number;
}

/** Predicates, and the columns to sum over rows that pass, for one pass. */
interface TestedTotals {
  readonly summed: readonly number[];
  readonly tested: readonly Tested[];
}

/** Plans a filter fused with the totals over it; undefined if they need two passes. */
export function* planTotals(
  plan: AggregatePlan,
  condition: Expr,
  input: Relation,
  context: OperatorContext,
): Steps<TestedTotals | undefined> {
  const summed = plan.keys.length > 0 || onlyCounts(plan) ? undefined : columnsToSum(plan.aggregates, input);
  if (!summed) return undefined;
  const areMany = threadSettings().threads > 1;
  const tested: Tested[] = [];
  for (const part of input.parts) {
    const predicate = yield* partTest(part, condition, context);
    // If only some predicates can run on any thread, the filter runs by itself.
    if (areMany && !canTestOnThreads(part, predicate)) return undefined;
    tested.push({ part, predicate });
  }
  return { summed, tested };
}

/** Filters and computes totals in one pass: each block is summed while it is in cache. */
export function* filteredTotals(
  plan: AggregatePlan,
  { summed, tested }: TestedTotals,
  context: OperatorContext,
): Steps<FilteredTotals> {
  const { work } = context;
  const isShared = threadSettings().threads > 1 && tested.some((each) => isWorthThreads({ ...each, work }));
  const { sums, blocks, looked } = yield* sumOf(tested, summed, isShared, work);
  context.countBlocks(blocks, blocks - looked);
  const totals = plan.aggregates.map((aggregate) => totalsOf(aggregate, sums, summed, context)[0]!);
  return { totals, passed: sums.rows[0]! };
}

/** Columns to sum, if their blocks are packed and the aggregates need nothing else. */
export function columnsToSum(
  aggregates: readonly BoundAggregate[],
  { parts }: Relation,
): number[] | undefined {
  if (aggregates.some(({ condition }) => condition)) return undefined;
  const summed = summedColumns(aggregates);
  const isPacked = ({ columns, rowCount, selection }: Part): boolean =>
    selection.kind !== "list" && areBlocksPacked(summed!.map((index) => columns[index]!), rowCount);
  return summed && parts.every(isPacked) ? summed : undefined;
}

/** Estimated nanoseconds per row. */
const COST = 0.5;

/** Totals as a single group of all selected rows. */
class Totals {
  readonly sums: GroupSums;
  /** Blocks tested, and those whose rows had to be read. */
  blocks = 0;
  looked = 0;

  constructor(summed: readonly number[]) {
    this.sums = new GroupSums(0, summed.length, 1);
    this.sums.groupOf([]);
  }
}

/** Sums the rows that pass, on several threads if `isShared` is set. */
function sumOf(
  tested: readonly Tested[],
  summed: readonly number[],
  isShared: boolean,
  work: Workspace,
): Steps<Totals> {
  const most = (of: (predicate: Predicate) => number | undefined): number =>
    tested.reduce((most, { predicate }) => Math.max(most, of(predicate) ?? 0), 0);
  const needs = {
    cost: tested.reduce(
      (sum, { part, predicate }) =>
        sum + predicate.cost * part.rowCount / 1000 + COST * selectedRows(part) * summed.length,
      0,
    ),
    bitmaps: 1 + most(({ bitmaps }) => bitmaps),
    own: most(({ own }) => own),
    pieces: tested.reduce((sum, { part }) => sum + Math.ceil(part.rowCount / BLOCK_ROWS), 0),
    // The number of rows that pass comes first.
    each: 16 + summed.length * Selected.Bytes,
  };
  return eachBlock(work, needs, isShared, ({ calls, kernels: { dense } }) => {
    const bits = calls.takeBits();
    const found = new Totals(summed);
    const { sums } = found;
    return {
      blocks: testedBlocks(tested, summed, found),
      // Test the rows, count those that pass, and add their values.
      write(selected: TestedRows, counted: number) {
        const { predicate, values, block, rows, count } = selected;
        writeBits(selected, bits, calls);
        const outcome = predicate.narrow(block, rows, bits, calls);
        if (outcome === "none") return undefined;
        const isLooked = outcome === "rows";
        if (isLooked) found.looked++;
        const marks: number[] = [];
        if (isLooked && !calls.skipIfNone(bits, rows, marks, counted)) return undefined;
        const added = values.map((stored, at): (left: number) => void => {
          if (isAlike(stored)) return (left) => addAlike(sums, at, stored, left);
          const own = counted + 16 + at * Selected.Bytes;
          sumBlock(stored, bits, own, calls, dense);
          return () => addFound(sums, at, stored, work, own);
        });
        calls.endSkip(marks);
        return () => {
          const left = isLooked ? work.arena.u32[counted >>> 2]! : count;
          if (left === 0) return;
          sums.rows[0]! += left;
          for (const add of added) add(left);
        };
      },
      end() {
        calls.giveBits(bits);
        return found;
      },
    };
  });
}

/** Rows of a block to test, and the values to sum. */
interface TestedRows extends BlockRows {
  readonly predicate: Predicate;
  readonly values: readonly Block[];
}

/** Blocks with rows that may pass, and the values to sum. */
function* testedBlocks(
  tested: readonly Tested[],
  summed: readonly number[],
  found: Totals,
): Generator<TestedRows> {
  for (const { part, predicate } of tested) {
    for (const rows of blocksOf(part)) {
      found.blocks++;
      if (rows.count === 0) continue;
      const values = summed.map((index) => part.columns[index]!.stored(rows.block)!);
      yield { ...rows, predicate, values };
    }
  }
}

/** Sums the selected rows of a block; the calls may be recorded. `out` is a `Selected`. */
function sumBlock(
  stored: Block,
  bits: number,
  out: number,
  calls: KernelCalls,
  dense: RecordedKernels<DenseKernels>,
): void {
  const { width, rows, nullMode } = stored;
  const zeroIsNull = nullMode === NullMode.Zero ? 1 : 0;
  calls.withBlock(
    stored,
    (pointer, nulls) => dense.sumSelected(pointer, width, rows, zeroIsNull, nulls, bits, out),
  );
}

/** Whether all rows of a block are equal, so that it stores only its origin. */
function isAlike({ nullMode, width }: Block): boolean {
  return nullMode === NullMode.All || width === 0;
}

/** Adds this many rows of a block whose rows are equal. */
function addAlike(sums: GroupSums, at: number, { nullMode, origin }: Block, count: number): void {
  if (nullMode === NullMode.All) return;
  sums.counts[at]![0]! += count;
  sums.totals[at]![0] = addExactly(sums.totals[at]![0]!, origin * BigInt(count));
}

/** Adds the result of the kernel for a block. */
function addFound(
  sums: GroupSums,
  at: number,
  stored: Block,
  { arena: { u64 } }: Workspace,
  out: number,
): void {
  const count = u64[(out + Selected.Count) >>> 3]!;
  sums.counts[at]![0]! += Number(count);
  // `origin` is modulo 2^64: -1 comes from base - 1 in a block that begins at 0.
  const origin = BigInt.asIntN(64, stored.origin) === -1n ? -1n : stored.origin;
  const low = u64[(out + Selected.Low) >>> 3]!, high = u64[(out + Selected.High) >>> 3]!;
  sums.totals[at]![0] = addExactly(sums.totals[at]![0]!, ((high << 64n) | low) + origin * count);
}

/** The values of an aggregate by group, from counts and sums. */
export function totalsOf(
  { fn, arg, span }: BoundAggregate,
  { rows, counts, totals }: GroupSums,
  summed: readonly number[],
  context: OperatorContext,
): Constant[] {
  const tooLarge = (total: bigint): null => largeSum(context, total, span);
  if (!arg || arg.op !== "column") return rows.map((count) => fn.ofSums!(count, 0, tooLarge));
  const at = summed.indexOf(arg.index);
  const own = totals[at]!;
  return counts[at]!.map((count, group) => fn.ofSums!(count, own[group]!, tooLarge));
}
