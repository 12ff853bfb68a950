/**
 * Compact cells for counts and sums of unsigned numbers: 8 and 16 bytes per group, so that many groups stay
 * in cache.
 * @module
 */

import type { RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import { SumCell } from "../execution/kernels/keyed_layout.ts";
import type { Constant } from "../plan/values.ts";
import { type Accumulator, readInput } from "./aggregate_input.ts";
import { emitWords, GrowingCells } from "./cells.ts";

const COUNT_BYTES = 8;

/** Counts rows, or values. */
export function countRows(context: RunContext): Accumulator {
  const { work } = context;
  const cells = new GrowingCells(work, COUNT_BYTES);
  return {
    shared: {
      bytes: COUNT_BYTES,
      add: ({ keyed }, { groups, nulls, pass, count, cells }) =>
        keyed.countKeyed(groups, nulls, pass, count, cells),
      merge: (shares, ids, cells, count, to) => shares.addCounts(ids, cells, count, to),
      adopt: (given, groups) => cells.adopt(given, groups),
    },
    add(piece, input, groups, groupCount, scratch) {
      const counts = cells.reserve(groupCount);
      const { nulls, pass } = readInput(context, piece, input, scratch);
      kernelsOf(work.arena).keyed.countKeyed(groups, nulls, pass, piece.count, counts);
    },
    finishInto(groupCount, to) {
      to.add(cells.reserve(groupCount), 0, groupCount);
      cells.release();
      return true;
    },
    *finish(groupCount) {
      const from = cells.reserve(groupCount) >>> 3;
      for (let group = 0; group < groupCount; group++) {
        work.tick(2);
        yield work.arena.u64[from + group]!;
      }
      cells.release();
    },
  };
}

/** Computes a value from a sum and the number of values. */
export type SumRule = (total: bigint, count: bigint) => Constant;

/** Computes sums for `sum`, or with `means` for `avg`. `value` is called if a sum exceeds 64 bits. */
export function sumWords(context: RunContext, means: boolean, value: SumRule): Accumulator {
  const { work } = context;
  const cells = new GrowingCells(work, SumCell.Bytes);
  return {
    shared: {
      bytes: SumCell.Bytes,
      add: ({ keyed }, { groups, values, nulls, pass, count, cells }) =>
        keyed.sumKeyed(groups, values, nulls, pass, count, cells),
      merge: (shares, ids, cells, count, to) => shares.addSums(ids, cells, count, to),
      adopt: (given, groups) => cells.adopt(given, groups),
    },
    add(piece, input, groups, groupCount, scratch) {
      const to = cells.reserve(groupCount);
      const { nulls, pass } = readInput(context, piece, input, scratch);
      kernelsOf(work.arena).keyed.sumKeyed(groups, scratch.values, nulls, pass, piece.count, to);
    },
    finishInto(groupCount, to) {
      const first = cells.reserve(groupCount);
      for (let group = 0; group < groupCount; group++) {
        if (work.arena.u32[(first + group * SumCell.Bytes + SumCell.High) >>> 2] !== 0) return false;
      }
      const { keyed } = kernelsOf(work.arena);
      emitWords(work, groupCount, to, (from, n, words, nulls) => {
        keyed.writeSums(first + SumCell.Bytes * from, n, means ? 1 : 0, words, nulls);
      });
      cells.release();
      return true;
    },
    *finish(groupCount) {
      const first = cells.reserve(groupCount);
      for (let group = 0; group < groupCount; group++) {
        work.tick(2);
        const { u32, u64 } = work.arena;
        const cell = first + group * SumCell.Bytes;
        const high = BigInt(u32[(cell + SumCell.High) >>> 2]!);
        const count = BigInt(u32[(cell + SumCell.Count) >>> 2]!);
        yield value((high << 64n) | u64[(cell + SumCell.Low) >>> 3]!, count);
      }
      cells.release();
    },
  };
}
