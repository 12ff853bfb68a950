/**
 * Counts and sums over whole parts without a key, on packed blocks as they are.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode, withBlock, withPinned } from "../../tables/block.ts";
import { largeSum } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import { Selected } from "../execution/kernels/dense_layout.ts";
import {
  BITMAP_BYTES,
  type Part,
  type Relation,
  selectedBlocks,
  selectedRows,
  type Workspace,
} from "../execution/relation.ts";
import { shareWork } from "../execution/shared_work.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import type { AggregatePlan } from "../plan/steps.ts";
import type { Constant } from "../plan/values.ts";
import { haveBlocks, summedColumns } from "./dense_plan.ts";
import { GroupSums, plus } from "./group_sums.ts";
import type { OperatorContext, Steps } from "./operator.ts";

/** Counts and sums over all rows without a key; undefined when the question has another shape. */
export function* denseTotals(
  plan: AggregatePlan,
  input: Relation,
  context: OperatorContext,
): Steps<Constant[] | undefined> {
  if (plan.keys.length > 0 || plan.aggregates.some(({ condition }) => condition)) return undefined;
  const summed = summedColumns(plan.aggregates);
  if (!summed) return undefined;
  for (const { columns, rowCount, selection } of input.parts) {
    if (selection.kind === "list") return undefined;
    if (!haveBlocks(summed.map((index) => columns[index]!), rowCount)) return undefined;
  }
  const { work } = context;
  const sums = (yield* sumTogether(input.parts, summed, work)) ??
    (yield* sumAlone(input.parts, summed, work));
  return plan.aggregates.map((aggregate) => totalsOf(aggregate, sums, summed, context)[0]!);
}

/** Nanoseconds for a row. */
const COST = 0.5;

/** One group, of all rows. */
function noSums(summed: readonly number[]): GroupSums {
  const sums = new GroupSums(0, summed.length, 1);
  sums.groupOf([]);
  return sums;
}

function* sumAlone(parts: readonly Part[], summed: readonly number[], work: Workspace): Steps<GroupSums> {
  const { select, dense } = kernelsOf(work.arena);
  const all = work.take(BITMAP_BYTES);
  const out = work.take(Selected.Bytes);
  const sums = noSums(summed);
  for (const { rows, bits, count, values } of summedBlocks(parts, summed)) {
    yield;
    work.did(rows >>> 2);
    sums.rows[0]! += count;
    if (!bits) select.fillBits(all, rows);
    values.forEach((stored, at) => {
      if (addWithoutLooking(sums, at, stored, count)) return;
      const zeroIsNull = stored.nullMode === NullMode.Zero ? 1 : 0;
      withBlock(
        stored,
        (pointer, nulls) =>
          dense.sumSelected(pointer, stored.width, rows, zeroIsNull, nulls, bits || all, out),
      );
      addFound(sums, at, stored, work, out);
    });
  }
  work.give(all, out);
  return sums;
}

/** The same, by several threads. */
function sumTogether(
  parts: readonly Part[],
  summed: readonly number[],
  work: Workspace,
): Steps<GroupSums | undefined> {
  const rows = parts.reduce((sum, part) => sum + selectedRows(part), 0);
  const needs = {
    cost: COST * rows * summed.length,
    own: BITMAP_BYTES,
    pieces: parts.reduce((sum, { rowCount }) => sum + Math.ceil(rowCount / BLOCK_ROWS), 0),
    each: summed.length * Selected.Bytes,
  };
  return shareWork(work, needs, function* (shared) {
    const { section, select, dense, own: all } = shared;
    const sums = noSums(summed);
    yield* shared.doAll(summedBlocks(parts, summed), ({ rows, bits, count, values }, memory) => {
      sums.rows[0]! += count;
      const found: [at: number, stored: Block, out: number][] = [];
      values.forEach((stored, at) => {
        if (addWithoutLooking(sums, at, stored, count)) return;
        if (!bits && found.length === 0) select.fillBits(all, rows);
        const out = memory + at * Selected.Bytes;
        const zeroIsNull = stored.nullMode === NullMode.Zero ? 1 : 0;
        withPinned(
          stored,
          section,
          (pointer, nulls) =>
            dense.sumSelected(pointer, stored.width, rows, zeroIsNull, nulls, bits || all, out),
        );
        found.push([at, stored, out]);
      });
      if (found.length === 0) return undefined;
      return () => {
        for (const [at, stored, out] of found) addFound(sums, at, stored, work, out);
      };
    });
    return sums;
  });
}

/** Blocks with rows that count, their bits (0 where all do), and the values that are summed. */
function* summedBlocks(parts: readonly Part[], summed: readonly number[]): Generator<{
  readonly rows: number;
  readonly bits: number;
  readonly count: number;
  readonly values: readonly Block[];
}> {
  for (const part of parts) {
    for (const { block, ...selected } of selectedBlocks(part)) {
      yield { ...selected, values: summed.map((index) => part.columns[index]!.stored(block)!) };
    }
  }
}

/** Adds a block in which all rows are alike. */
function addWithoutLooking(sums: GroupSums, at: number, stored: Block, count: number): boolean {
  if (stored.nullMode === NullMode.All) return true;
  if (stored.width !== 0) return false;
  sums.counts[at]![0]! += count;
  sums.totals[at]![0] = plus(sums.totals[at]![0]!, stored.origin * BigInt(count));
  return true;
}

/** Adds what the kernel has found in a block. */
function addFound(
  sums: GroupSums,
  at: number,
  stored: Block,
  { arena: { u64 } }: Workspace,
  out: number,
): void {
  const count = u64[(out + Selected.Count) >>> 3]!;
  sums.counts[at]![0]! += Number(count);
  // `origin` is a number modulo 2^64: one below zero stands for base - 1 of a block that begins at 0.
  const origin = BigInt.asIntN(64, stored.origin) === -1n ? -1n : stored.origin;
  const low = u64[(out + Selected.Low) >>> 3]!, high = u64[(out + Selected.High) >>> 3]!;
  sums.totals[at]![0] = plus(sums.totals[at]![0]!, ((high << 64n) | low) + origin * count);
}

/** The values of an aggregate by group, out of counts and sums. */
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
