/**
 * Rows of the right side of a join by their keys.
 * @module
 */

import { BLOCK_ROWS, blockKernels, NO_ROW } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { KeyGroups } from "../execution/key_groups.ts";
import {
  type Piece,
  pieces,
  readPiece,
  rowNumbers,
  selectedRows,
  type Workspace,
} from "../execution/relation.ts";
import type { GroupPart } from "./hash_groups.ts";
import type { Steps } from "./operator.ts";

/** Rows of one side, all or a share of them. */
export interface Side extends GroupPart {
  /** Numbers of the rows, where these are a share. */
  readonly rows?: Column;
}

/** Rows of a piece with the groups of their keys. */
export interface KeyedRows {
  readonly ids: number;
  readonly rows: number;
  /** Words; 0 where the rows are all there are. */
  readonly places: number;
  readonly count: number;
}

/** Right rows by key. */
export class RightIndex {
  readonly #work: Workspace;
  readonly #known: KeyGroups;
  /** Where the rows of each group begin in `rows`. */
  starts: Uint32Array = new Uint32Array(1);
  rows: Uint32Array = new Uint32Array(0);

  constructor(keys: number, work: Workspace) {
    this.#work = work;
    this.#known = new KeyGroups(work, keys);
  }

  /** Takes the rows that are found later. */
  *build(side: Side): Steps<void> {
    const work = this.#work;
    const count = selectedRows(side.part);
    const groups = new Uint32Array(count), numbers = new Uint32Array(count);
    let at = 0;
    yield* this.each(side, true, ({ ids, rows, count: n }) => {
      const { u32 } = work.arena;
      groups.set(u32.subarray(ids >>> 2, (ids >>> 2) + n), at);
      numbers.set(u32.subarray(rows >>> 2, (rows >>> 2) + n), at);
      at += n;
    });
    const total = this.#known.count;
    this.starts = new Uint32Array(total + 1);
    for (const group of groups) {
      work.did(1);
      if (group !== NO_ROW) this.starts[group + 1]!++;
    }
    for (let group = 0; group < total; group++) {
      work.did(1);
      this.starts[group + 1]! += this.starts[group]!;
    }
    const next = this.starts.slice();
    this.rows = new Uint32Array(count);
    for (let row = 0; row < count; row++) {
      work.did(1);
      const group = groups[row]!;
      if (group !== NO_ROW) this.rows[next[group]!++] = numbers[row]!;
    }
  }

  /** Group of every row; rows with a null key have none, and with `add` false those whose key is not known. */
  *each({ part, keys, rows, places }: Side, add: boolean, take: (rows: KeyedRows) => void): Steps<void> {
    const work = this.#work;
    const values = work.take(BLOCK_ROWS * 8);
    const nulls = work.take(BLOCK_ROWS);
    const ids = work.take(BLOCK_ROWS * 4);
    const scratch = work.take(BLOCK_ROWS * 4);
    const placeWords = places ? work.take(BLOCK_ROWS * 8) : 0;
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
