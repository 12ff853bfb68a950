/**
 * Rows of the right side of a join by their keys.
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

/** Rows of one side, all or a partition of them. */
export interface Side extends GroupPart {
  /** Numbers of the rows, where these are a partition. */
  readonly rows?: Column;
}

/** Rows of a piece with the groups of their keys. */
export interface RowsWithKeys {
  readonly ids: number;
  readonly rows: number;
  /** Words; 0 where the rows are all there are. */
  readonly places: number;
  readonly count: number;
}

/** Right rows by key. */
export class BuildIndex {
  readonly #work: Workspace;
  readonly #known: KeyGroups;
  /** Where the rows of each group begin in `rows` (u32), and where those of the last one end. */
  starts = 0;
  /** Row numbers, group after group (u32). */
  rows = 0;

  constructor(keys: number, work: Workspace) {
    this.#work = work;
    this.#known = new KeyGroups(work, keys);
  }

  /** Takes the rows that are found later. */
  *build(side: Side): Steps<void> {
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

  /** Group of every row; rows with a null key have none, and with `add` false those whose key is not known. */
  *each({ part, keys, rows, places }: Side, add: boolean, take: (rows: RowsWithKeys) => void): Steps<void> {
    const work = this.#work;
    const values = work.take(BLOCK_ROWS * 8);
    const nulls = work.take(BLOCK_ROWS);
    const ids = work.take(BLOCK_ROWS * 4);
    const scratch = work.take(BLOCK_ROWS * 4);
    const placeWords = places ? work.take(BLOCK_ROWS * 8) : 0;
    // For each row: look its keys up (build: add them where they are new), and hand its group on.
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

  /** Numbers that a column holds, as a list. */
  #numbers(rows: Column, piece: Piece, values: number, nulls: number, to: number): number {
    readPiece(rows, piece, values, nulls);
    blockKernels(this.#work.arena).toRows(values, 0, piece.count, to);
    return to;
  }
}
