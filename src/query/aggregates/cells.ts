/**
 * Cells of groups, and aggregates that need one of the largest size per group.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import type { RunContext } from "../execution/context.ts";
import { kernelsOf } from "../execution/kernels.ts";
import {
  type BestCell,
  type DoubleCell,
  GroupCell,
  KeptCell,
  type SpreadCell,
  WholeCell,
} from "../execution/kernels/group_layout.ts";
import type { WordKind } from "../execution/kernels/compute_layout.ts";
import type { Piece, Workspace } from "../execution/relation.ts";
import { toConstant } from "../execution/words.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import {
  type Accumulator,
  type AggregateInput,
  type CellKernels,
  type CellRows,
  kindOf,
  type PieceScratch,
  readInput,
  type SharedCells,
  type WordTaker,
} from "./aggregate_input.ts";

/** Cells of one size that grow with the number of groups. */
export class GrowingCells {
  protected readonly work: Workspace;
  protected pointer = 0;
  readonly #bytes: number;
  #capacity = 0;

  constructor(work: Workspace, bytes: number) {
    [this.work, this.#bytes] = [work, bytes];
  }

  /** Makes room for groups; where the cells are. */
  reserve(groups: number): number {
    if (groups <= this.#capacity) return this.pointer;
    const capacity = Math.max(groups, this.#capacity * 2, 64);
    const pointer = this.work.takeZeroed(capacity * this.#bytes);
    this.work.arena.u8.copyWithin(pointer, this.pointer, this.pointer + this.#capacity * this.#bytes);
    this.work.give(this.pointer);
    [this.pointer, this.#capacity] = [pointer, capacity];
    return pointer;
  }

  /** Takes cells of so many groups in place of what was there. */
  adopt(cells: number, groups: number): void {
    this.work.give(this.pointer);
    [this.pointer, this.#capacity] = [cells, groups];
  }

  /** Gives the memory back. */
  release(): void {
    this.work.give(this.pointer);
  }
}

/** A word of a cell. */
type WordField = GroupCell.Count | WholeCell | KeptCell | BestCell;

/** Cells of a count, and of what the aggregate keeps. */
export class Cells extends GrowingCells {
  constructor(work: Workspace) {
    super(work, GroupCell.Bytes);
  }

  /** The number of values of a group. */
  count(group: number): bigint {
    return this.word(group, GroupCell.Count);
  }

  word(group: number, field: WordField): bigint {
    return this.work.arena.u64[(this.pointer + group * GroupCell.Bytes + field) >>> 3]!;
  }

  double(group: number, field: DoubleCell | SpreadCell): number {
    return this.work.arena.f64[(this.pointer + group * GroupCell.Bytes + field) >>> 3]!;
  }

  /** The sum of whole numbers, exact. */
  whole(group: number, type: string | undefined): bigint {
    const whole = (this.word(group, WholeCell.High) << 64n) | this.word(group, WholeCell.Low);
    return type === "i64" ? BigInt.asIntN(128, whole) : whole;
  }
}

/** Where the rows of a piece lie. */
interface KindRows extends CellRows {
  /** How values are compared: 0 unsigned, 1 signed, 2 doubles. */
  readonly kind: WordKind;
}

/** How an aggregate fills its cells and reads them. */
export interface CellRule {
  /** Adds the rows of a piece. */
  add(group: CellKernels["group"], rows: KindRows): void;
  /** The value of a group that has `count` values. */
  value(cells: Cells, group: number, count: bigint): Constant;
  /** The value is the word that the cell keeps. */
  readonly isKept?: boolean;
}

/** Reads the one value that a cell keeps; null where there was none. Doubles have two zeros, of which one is given. */
export function keptValue(
  { arg }: BoundAggregate,
  { work }: RunContext,
): Required<Pick<CellRule, "value" | "isKept">> {
  const { type } = arg!;
  return {
    value: (cells, group, count) =>
      count === 0n ? null : toConstant(cells.word(group, KeptCell.Value), type, work.pools),
    isKept: type !== "f64",
  };
}

/** Fills cells by a rule. */
export class CellAccumulator implements Accumulator {
  readonly #kind: WordKind;
  readonly #context: RunContext;
  readonly #cells: Cells;
  readonly #rule: CellRule;

  constructor({ arg }: BoundAggregate, context: RunContext, rule: CellRule) {
    this.#kind = kindOf(arg?.type);
    this.#context = context;
    this.#cells = new Cells(context.work);
    this.#rule = rule;
  }

  /** See `Accumulator`. */
  get shared(): SharedCells {
    return {
      bytes: GroupCell.Bytes,
      add: ({ group }, rows) => this.#rule.add(group, { ...rows, kind: this.#kind }),
      adopt: (cells, groups) => this.#cells.adopt(cells, groups),
    };
  }

  /** Adds the rows of a piece to the cells of their groups. */
  add(piece: Piece, input: AggregateInput, groups: number, groupCount: number, scratch: PieceScratch): void {
    const { group } = kernelsOf(this.#context.work.arena);
    const cells = this.#cells.reserve(groupCount);
    const { nulls, pass } = readInput(this.#context, piece, input, scratch);
    const { values } = scratch;
    this.#rule.add(group, { groups, values, nulls, pass, count: piece.count, kind: this.#kind, cells });
  }

  /** The words that cells keep. */
  finishInto(groupCount: number, to: WordTaker): boolean {
    if (!this.#rule.isKept) return false;
    const cells = this.#cells.reserve(groupCount);
    const { work } = this.#context;
    const { keyed } = kernelsOf(work.arena);
    giveWords(work, groupCount, to, (from, n, words, nulls) => {
      keyed.keptOut(cells + GroupCell.Bytes * from, n, words, nulls);
    });
    this.#cells.release();
    return true;
  }

  /** The value of each group. */
  *finish(groupCount: number): Generator<Constant> {
    this.#cells.reserve(groupCount);
    for (let group = 0; group < groupCount; group++) {
      this.#context.work.did(2);
      yield this.#rule.value(this.#cells, group, this.#cells.count(group));
    }
    this.#cells.release();
  }
}

/** Gives words and null bytes of groups on, as many at a time as a block has. */
export function giveWords(
  work: Workspace,
  groupCount: number,
  to: WordTaker,
  fill: (from: number, n: number, words: number, nulls: number) => void,
): void {
  const words = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  for (let from = 0; from < groupCount; from += BLOCK_ROWS) {
    const n = Math.min(BLOCK_ROWS, groupCount - from);
    work.did(n);
    fill(from, n, words, nulls);
    to.add(words, work.arena.u8.subarray(nulls, nulls + n).includes(1) ? nulls : 0, n);
  }
  work.give(words, nulls);
}
