/**
 * Counts and sums of whole numbers without a sign: 8 and 16 bytes per group, so that many groups stay near.
 * @module
 */

import type { RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import { SumCell } from "../execution/kernels/keyed_layout.ts";
import type { Piece } from "../execution/relation.ts";
import type { Constant } from "../plan/values.ts";
import {
  type Accumulator,
  type AggregateInput,
  type PieceScratch,
  readInput,
  type SharedCells,
  type WordTaker,
} from "./aggregate_input.ts";
import { giveWords, GrowingCells } from "./cells.ts";

const COUNT_BYTES = 8;

/** Counts rows, or values. */
export class CountAccumulator implements Accumulator {
  readonly #context: RunContext;
  readonly #cells: GrowingCells;

  constructor(context: RunContext) {
    this.#context = context;
    this.#cells = new GrowingCells(context.work, COUNT_BYTES);
  }

  get shared(): SharedCells {
    return {
      bytes: COUNT_BYTES,
      add: ({ keyed }, { groups, nulls, pass, count, cells }) =>
        keyed.countKeyed(groups, nulls, pass, count, cells),
      merge: (shares, ids, cells, count, to) => shares.addCounts(ids, cells, count, to),
      adopt: (cells, groups) => this.#cells.adopt(cells, groups),
    };
  }

  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void {
    const counts = this.#cells.reserve(groupCount);
    const { nulls, pass } = readInput(this.#context, piece, input, scratch);
    kernelsOf(this.#context.work.arena).keyed.countKeyed(groups, nulls, pass, piece.count, counts);
  }

  finishInto(groupCount: number, to: WordTaker): boolean {
    to.add(this.#cells.reserve(groupCount), 0, groupCount);
    this.#cells.release();
    return true;
  }

  *finish(groupCount: number): Generator<Constant> {
    const from = this.#cells.reserve(groupCount) >>> 3;
    const { work } = this.#context;
    for (let group = 0; group < groupCount; group++) {
      work.did(2);
      yield work.arena.u64[from + group]!;
    }
    this.#cells.release();
  }
}

/** A value out of a sum and the number of its values. */
type SumRule = (total: bigint, count: bigint) => Constant;

/** Adds values; gives sums, or means. */
export class SumAccumulator implements Accumulator {
  readonly #context: RunContext;
  readonly #cells: GrowingCells;
  readonly #means: boolean;
  readonly #value: SumRule;

  /** `value` is asked where a sum is too large for a word. */
  constructor(context: RunContext, means: boolean, value: SumRule) {
    this.#context = context;
    this.#cells = new GrowingCells(context.work, SumCell.Bytes);
    this.#means = means;
    this.#value = value;
  }

  get shared(): SharedCells {
    return {
      bytes: SumCell.Bytes,
      add: ({ keyed }, { groups, values, nulls, pass, count, cells }) =>
        keyed.sumKeyed(groups, values, nulls, pass, count, cells),
      merge: (shares, ids, cells, count, to) => shares.addSums(ids, cells, count, to),
      adopt: (cells, groups) => this.#cells.adopt(cells, groups),
    };
  }

  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void {
    const cells = this.#cells.reserve(groupCount);
    const { nulls, pass } = readInput(this.#context, piece, input, scratch);
    const { keyed } = kernelsOf(this.#context.work.arena);
    keyed.sumKeyed(groups, scratch.values, nulls, pass, piece.count, cells);
  }

  finishInto(groupCount: number, to: WordTaker): boolean {
    const { work } = this.#context;
    const cells = this.#cells.reserve(groupCount);
    for (let group = 0; group < groupCount; group++) {
      if (work.arena.u32[(cells + group * SumCell.Bytes + SumCell.High) >>> 2] !== 0) return false;
    }
    const { keyed } = kernelsOf(work.arena);
    giveWords(work, groupCount, to, (from, n, words, nulls) => {
      keyed.sumsOut(cells + SumCell.Bytes * from, n, this.#means ? 1 : 0, words, nulls);
    });
    this.#cells.release();
    return true;
  }

  *finish(groupCount: number): Generator<Constant> {
    const { work } = this.#context;
    const cells = this.#cells.reserve(groupCount);
    for (let group = 0; group < groupCount; group++) {
      work.did(2);
      const { u32, u64 } = work.arena;
      const cell = cells + group * SumCell.Bytes;
      const high = BigInt(u32[(cell + SumCell.High) >>> 2]!);
      const count = BigInt(u32[(cell + SumCell.Count) >>> 2]!);
      yield this.#value((high << 64n) | u64[(cell + SumCell.Low) >>> 3]!, count);
    }
    this.#cells.release();
  }
}
