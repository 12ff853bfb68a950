/**
 * Row count and sum of each group in one cell. Most queries that group want both, and with many groups one
 * cell saves one memory access per row.
 * @module
 */

import type { RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import { RowSumBit, RowSumCell } from "../execution/kernels/keyed_layout.ts";
import type { Constant } from "../plan/values.ts";
import { rowRanges } from "../execution/row_ranges.ts";
import { type Accumulator, readInput, type WordReceiver } from "./aggregate_input.ts";
import { emitWords, GrowingCells } from "./cells.ts";
import type { SumRule } from "./compact_cells.ts";

const BEYOND = BigInt(RowSumBit.Beyond);
const VALUE = 1n << BigInt(RowSumBit.Value);

/** `count()` and the sum that follows it, in shared cells. */
export class RowSums {
  readonly #context: RunContext;
  readonly #rule: SumRule;
  readonly #cells: GrowingCells;

  /**
   * `rule` is called if a sum exceeds 64 bits. The cell does not store the number of values, only whether
   * there is one.
   */
  constructor(context: RunContext, rule: SumRule) {
    [this.#context, this.#rule] = [context, rule];
    this.#cells = new GrowingCells(context.work, RowSumCell.Bytes);
  }

  /**
   * The accumulator of `count()`. It adds nothing itself: the accumulator of the sum fills the cells, and
   * this one reads them first.
   */
  get count(): Accumulator {
    const { work } = this.#context;
    return {
      hasCellsInNext: true,
      add() {},
      finish: (groupCount) => this.#values(groupCount, (_, rows) => BigInt.asUintN(RowSumBit.Beyond, rows)),
      finishInto: (groupCount, to) => {
        const cells = this.#cells.reserve(groupCount);
        emitWords(work, groupCount, to, (from, n, words, nulls) => {
          work.arena.u8.fill(0, nulls, nulls + n);
          kernelsOf(work.arena).keyed.rowsOfSums(cells + RowSumCell.Bytes * from, n, words);
        });
        return true;
      },
    };
  }

  /** The accumulator of the sum: counts rows and adds values. */
  get sum(): Accumulator {
    const { work } = this.#context;
    return {
      shared: {
        bytes: RowSumCell.Bytes,
        add: ({ keyed }, { groups, values, nulls, count, cells }) =>
          keyed.rowSumsKeyed(groups, values, nulls, count, cells),
        merge: (shares, ids, cells, count, to) => shares.addRowSums(ids, cells, count, to),
        adopt: (cells, groups) => this.#cells.adopt(cells, groups),
      },
      add: (piece, input, groups, groupCount, scratch) => {
        const cells = this.#cells.reserve(groupCount);
        const { nulls } = readInput(this.#context, piece, input, scratch);
        kernelsOf(work.arena).keyed.rowSumsKeyed(groups, scratch.values, nulls, piece.count, cells);
      },
      finish: (groupCount) =>
        this.#values(groupCount, (low, rows) => {
          const high = (rows & ~VALUE) >> BEYOND;
          return this.#rule((high << 64n) | low, rows >= VALUE ? 1n : 0n);
        }),
      finishInto: (groupCount, to) => this.#giveSums(groupCount, to),
    };
  }

  *#values(groupCount: number, value: (low: bigint, rows: bigint) => Constant): Generator<Constant> {
    const { work } = this.#context;
    const cells = this.#cells.reserve(groupCount);
    for (let group = 0; group < groupCount; group++) {
      work.tick(2);
      const cell = cells + group * RowSumCell.Bytes;
      const { u64 } = work.arena;
      yield value(u64[(cell + RowSumCell.Low) >>> 3]!, u64[(cell + RowSumCell.Rows) >>> 3]!);
    }
  }

  /** Writes the sums as words; returns false if one of them exceeds 64 bits. */
  #giveSums(groupCount: number, to: WordReceiver): boolean {
    const { work } = this.#context;
    const { keyed } = kernelsOf(work.arena);
    const cells = this.#cells.reserve(groupCount);
    for (const [from, n] of rowRanges(work, groupCount)) {
      if (keyed.hasLargeSum(cells + RowSumCell.Bytes * from, n) !== 0) return false;
    }
    emitWords(work, groupCount, to, (from, n, words, nulls) => {
      keyed.sumsOfRows(cells + RowSumCell.Bytes * from, n, words, nulls);
    });
    this.#cells.release();
    return true;
  }
}
