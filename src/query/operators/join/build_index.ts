/**
 * Index of the build side of a join by its keys.
 * @module
 */

import { BLOCK_ROWS, blockKernels } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import { KeyGroups } from "../../execution/key_groups.ts";
import {
  type Piece,
  pieces,
  readPiece,
  rowNumbers,
  selectedRows,
  type Workspace,
} from "../../execution/relation.ts";
import { rowsByGroup } from "../hash_group/group_order.ts";
import type { GroupPart } from "../partition/group_part.ts";
import type { Steps } from "../operator.ts";

/** Rows of one side, or a partition of them. */
export interface PartitionedSide extends GroupPart {
  /** Row numbers, if the rows are a partition. */
  readonly rows?: Column;
}

/** Rows of a piece, with the groups of their keys. */
export interface RowsWithKeys {
  readonly ids: number;
  readonly rows: number;
  /** Positions as words; 0 if the rows are not a partition. */
  readonly places: number;
  readonly count: number;
}

/** Build-side rows by key. */
export class BuildIndex {
  readonly #work: Workspace;
  readonly #known: KeyGroups;
  /** Offsets of each group in `rows` (u32), and the end of the last one. */
  starts = 0;
  /** Row numbers, group after group (u32). */
  rows = 0;

  constructor(keys: number, work: Workspace) {
    this.#work = work;
    this.#known = new KeyGroups(work, keys);
  }

  /** Adds the build side. */
  *build(side: PartitionedSide): Steps<void> {
    const work = this.#work;
    const count = selectedRows(side.part);
    const groups = work.take(count * 4), numbers = work.take(count * 4);
    let done = 0;
    yield* this.each(side, true, ({ ids, rows, count: n }) => {
      const { u8 } = work.arena;
      u8.copyWithin(groups + 4 * done, ids, ids + 4 * n);
      u8.copyWithin(numbers + 4 * done, rows, rows + 4 * n);
      done += n;
    });
    const { rows, starts } = rowsByGroup({ groups, count: this.#known.count }, numbers, count, work);
    [this.rows, this.starts] = [rows, starts];
    work.give(groups, numbers);
  }

  /**
   * Looks up the group of each row; rows with a null key have none, nor do rows with an unknown key if `add`
   * is false.
   */
  *each(
    { part, keys, rows, places }: PartitionedSide,
    add: boolean,
    take: (rows: RowsWithKeys) => void,
  ): Steps<void> {
    const work = this.#work;
    const values = work.take(BLOCK_ROWS * 8);
    const nulls = work.take(BLOCK_ROWS);
    const ids = work.take(BLOCK_ROWS * 4);
    const scratch = work.take(BLOCK_ROWS * 4);
    const placeWords = places ? work.take(BLOCK_ROWS * 8) : 0;
    // For each row: look up its keys (build: add new ones), and pass on its group.
    for (const piece of pieces(work, part)) {
      yield;
      const { count } = piece;
      const numbers = rows
        ? this.#numbers(rows, piece, values, nulls, scratch)
        : rowNumbers(work, piece, scratch);
      this.#known.assign(piece, keys, { values, nulls }, ids, { nullsAreNone: true, add });
      if (places) readPiece(places, piece, placeWords, nulls);
      take({ ids, rows: numbers, places: placeWords, count });
    }
    work.give(values, nulls, ids, scratch, placeWords);
  }

  /** Row numbers in a column, as a list. */
  #numbers(rows: Column, piece: Piece, values: number, nulls: number, to: number): number {
    readPiece(rows, piece, values, nulls);
    blockKernels(this.#work.arena).toRows(values, 0, piece.count, to);
    return to;
  }
}
