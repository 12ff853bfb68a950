/**
 * Memory cells per group, and aggregates that need one full-size cell per group.
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
  type SquaresCell,
  WholeCell,
} from "../execution/kernels/group_layout.ts";
import type { WordKind } from "../execution/kernels/compute_layout.ts";
import type { Workspace } from "../execution/relation.ts";
import { toConstant } from "../execution/column_words.ts";
import type { BoundAggregate } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import {
  type Accumulator,
  type CellKernels,
  type CellRows,
  readInput,
  type SharedCells,
  wordKindOf,
  type WordReceiver,
} from "./aggregate_input.ts";

/** Cells of one size that grow with the number of groups. */
export class GrowingCells {
  protected readonly work: Workspace;
  protected readonly bytes: number;
  protected pointer = 0;
  #capacity = 0;

  constructor(work: Workspace, bytes: number) {
    [this.work, this.bytes] = [work, bytes];
  }

  /** Bytes of memory. */
  get byteLength(): number {
    return this.#capacity * this.bytes;
  }

  /** Makes room for this many groups and returns the address of the cells. */
  reserve(groups: number): number {
    if (groups <= this.#capacity) return this.pointer;
    const capacity = Math.max(groups, this.#capacity * 2, 64);
    const pointer = this.work.takeZeroed(capacity * this.bytes);
    this.work.arena.u8.copyWithin(pointer, this.pointer, this.pointer + this.#capacity * this.bytes);
    this.work.give(this.pointer);
    [this.pointer, this.#capacity] = [pointer, capacity];
    return pointer;
  }

  /** Replaces the cells by those of another owner, for this many groups, and frees the old ones. */
  adopt(cells: number, groups: number): void {
    this.work.give(this.pointer);
    [this.pointer, this.#capacity] = [cells, groups];
  }

  /** Frees the memory. */
  release(): void {
    this.work.give(this.pointer);
  }
}

/** Offset of a 64-bit word in a cell. */
type WordField = GroupCell.Count | WholeCell | KeptCell | BestCell | SquaresCell;

/** Full-size cells: the number of values, and the state of the aggregate. */
export class Cells extends GrowingCells {
  constructor(work: Workspace, bytes: number = GroupCell.Bytes) {
    super(work, bytes);
  }

  /** Returns the number of values of a group. */
  count(group: number): bigint {
    return this.word(group, GroupCell.Count);
  }

  word(group: number, field: WordField): bigint {
    return this.work.arena.u64[(this.pointer + group * this.bytes + field) >>> 3]!;
  }

  double(group: number, field: DoubleCell | SpreadCell): number {
    return this.work.arena.f64[(this.pointer + group * this.bytes + field) >>> 3]!;
  }

  /** Returns the exact sum of whole numbers in a group. */
  whole(group: number, type: string | undefined): bigint {
    const whole = (this.word(group, WholeCell.High) << 64n) | this.word(group, WholeCell.Low);
    return type === "i64" ? BigInt.asIntN(128, whole) : whole;
  }
}

/** Rows of a piece, and how their values are compared. */
interface KindRows extends CellRows {
  /** How values are compared: 0 unsigned, 1 signed, 2 doubles. */
  readonly kind: WordKind;
}

/** How an aggregate fills its cells and reads them. */
export interface CellRule {
  /** Adds the rows of a piece. */
  add(group: CellKernels["group"], rows: KindRows): void;
  /** Merges `count` cells into those of their groups; absent if the order of rows matters. See `SharedCells`. */
  readonly merge?: SharedCells["merge"];
  /** Size of a cell in bytes, unless it is `GroupCell.Bytes`. */
  readonly bytes?: SquaresCell.Bytes;
  /** Returns the value of a group that has `count` values. */
  value(cells: Cells, group: number, count: bigint): Constant;
  /** Set if the result is the word stored in the cell. */
  readonly isKept?: boolean;
}

/**
 * Reads the single value stored in a cell; null if there is none. The positive and the negative zero give the
 * same value.
 */
export function cellValue(
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

/** Creates an accumulator whose cells are filled and read by a rule. */
export function cellAccumulator({ arg }: BoundAggregate, context: RunContext, rule: CellRule): Accumulator {
  const { work } = context;
  const kind = wordKindOf(arg?.type);
  const bytes = rule.bytes ?? GroupCell.Bytes;
  const cells = new Cells(work, bytes);
  return {
    shared: {
      bytes,
      add: ({ group }, rows) => rule.add(group, { ...rows, kind }),
      ...rule.merge ? { merge: rule.merge } : {},
      adopt: (given, groups) => cells.adopt(given, groups),
    },
    add(piece, input, groups, groupCount, scratch) {
      const { group } = kernelsOf(work.arena);
      const to = cells.reserve(groupCount);
      const { nulls, pass } = readInput(context, piece, input, scratch);
      rule.add(group, { groups, values: scratch.values, nulls, pass, count: piece.count, kind, cells: to });
    },
    finishInto(groupCount, to) {
      if (!rule.isKept) return false;
      const first = cells.reserve(groupCount);
      const { keyed } = kernelsOf(work.arena);
      emitWords(work, groupCount, to, (from, n, words, nulls) => {
        keyed.writeKeptValues(first + GroupCell.Bytes * from, n, words, nulls);
      });
      cells.release();
      return true;
    },
    *finish(groupCount) {
      cells.reserve(groupCount);
      for (let group = 0; group < groupCount; group++) {
        work.tick(2);
        yield rule.value(cells, group, cells.count(group));
      }
      cells.release();
    },
  };
}

/** Passes the words and null bytes of groups to the receiver, at most one block at a time. */
export function emitWords(
  work: Workspace,
  groupCount: number,
  to: WordReceiver,
  fill: (from: number, n: number, words: number, nulls: number) => void,
): void {
  const words = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  for (let from = 0; from < groupCount; from += BLOCK_ROWS) {
    const n = Math.min(BLOCK_ROWS, groupCount - from);
    work.tick(n);
    fill(from, n, words, nulls);
    to.add(words, work.arena.u8.subarray(nulls, nulls + n).includes(1) ? nulls : 0, n);
  }
  work.give(words, nulls);
}
