/**
 * Places computed columns, given in another order of rows, at the positions of the rows, so that the part
 * retains its rows, their numbers, and their table.
 * @module
 */

import { BLOCK_ROWS, blockKernels, constantBlock, sealBlock } from "../../../tables/block.ts";
import { StoredColumn } from "../../../tables/stored_column.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { listRows, type Part, type Workspace } from "../../execution/relation.ts";
import { rowRanges } from "../../execution/row_ranges.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { storeWords } from "../columns/materialize.ts";
import { packingForm } from "../columns/seal_words.ts";
import { positions, sortByKeys } from "./sort_keys.ts";

/** Values of some rows, consecutive, or at the positions in `order`. */
interface PlacedValues {
  readonly words: number;
  readonly nulls: number;
  readonly order: number;
}

/** The rows of a part by ascending row number. */
export class PlacedRows {
  readonly #work: Workspace;
  readonly #part: Part;
  /** Row numbers, ascending; 0 if all rows of the part are selected. */
  #rows = 0;
  #count: number;
  /** Index of the value of each row; 0 if the order is the same. */
  #order = 0;

  /** Takes memory until `release`. */
  constructor(work: Workspace, part: Part) {
    this.#work = work;
    this.#part = part;
    this.#count = part.rowCount;
    if (part.selection.kind === "all") return;
    const { pointer, count } = listRows(work, part);
    this.#rows = pointer;
    this.#count = count;
    if (part.selection.kind === "list") this.#sort();
  }

  /** A column with these values in the selected rows, and null in the others. */
  column(info: PlanColumn, words: number, nulls: number): StoredColumn {
    if (this.#rows === 0) return storeWords(this.#work, info, words, nulls, this.#part.rowCount);
    const order = this.#order;
    return this.#place(info, (at) => ({
      words: order ? words : words + 8 * at,
      nulls: nulls && (order ? nulls : nulls + at),
      order: order && order + 4 * at,
    }));
  }

  /** A column with these values in the selected rows from `first` on, and null in the others. */
  columnFrom(info: PlanColumn, values: StoredColumn, first: number): StoredColumn {
    const work = this.#work;
    const { arena } = work;
    const words = work.take(BLOCK_ROWS * 8),
      nulls = work.take(BLOCK_ROWS),
      places = work.take(BLOCK_ROWS * 4);
    const column = this.#place(info, (at, n) => {
      if (this.#order) {
        const { u32 } = arena;
        for (let each = 0; each < n; each++) {
          u32[(places >>> 2) + each] = first + u32[(this.#order >>> 2) + at + each]!;
        }
      } else blockKernels(arena).fillSequence(first + at, n, places);
      return { words, nulls: values.gather(places, n, words, nulls) > 0 ? nulls : 0, order: 0 };
    });
    work.give(words, nulls, places);
    return column;
  }

  /** Makes the column block by block; `read` returns `n` values, starting at `at`. */
  #place(info: PlanColumn, read: (at: number, n: number) => PlacedValues): StoredColumn {
    const work = this.#work;
    const { arena } = work;
    const { rowCount } = this.#part;
    const { ordered } = kernelsOf(arena);
    const column = new StoredColumn(info, arena);
    const block = work.take(BLOCK_ROWS * 8);
    const nullBytes = work.take(BLOCK_ROWS);
    let at = 0;
    for (let base = 0; base < rowCount; base += BLOCK_ROWS) {
      work.check();
      const rows = Math.min(BLOCK_ROWS, rowCount - base);
      const n = this.#rows === 0 ? rows : this.#rowsBefore(base + rows, at) - at;
      if (n === 0) {
        column.push(constantBlock(rows, null));
        continue;
      }
      const { words, nulls, order } = read(at, n);
      if (this.#rows === 0) {
        column.push(sealBlock(arena, { pointer: words, rows, nulls, form: packingForm(info.type) }));
      } else {
        arena.u64.fill(0n, block >>> 3, (block >>> 3) + rows);
        arena.u8.fill(1, nullBytes, nullBytes + rows);
        ordered.placeRows(words, nulls, order, this.#rows + 4 * at, n, base, block, nullBytes);
        column.push(
          sealBlock(arena, { pointer: block, rows, nulls: nullBytes, form: packingForm(info.type) }),
        );
      }
      at += n;
    }
    work.give(block, nullBytes);
    return column;
  }

  /** Frees the memory. */
  release(): void {
    this.#work.give(this.#rows, this.#order);
  }

  /** Number of rows below a row number, given that `from` rows are. */
  #rowsBefore(end: number, from: number): number {
    const { u32 } = this.#work.arena;
    const rows = this.#rows >>> 2;
    let low = from;
    let high = Math.min(this.#count, from + BLOCK_ROWS);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (u32[rows + middle]! < end) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #sort(): void {
    const work = this.#work;
    const { arena } = work;
    const { group } = kernelsOf(arena);
    const count = this.#count;
    const order = positions(work, count);
    const keys = work.takeZeroed(count * 8);
    for (const [from, n] of rowRanges(work, count)) {
      const { u32 } = arena;
      for (let at = from; at < from + n; at++) {
        u32[(keys >>> 2) + 2 * at] = u32[(this.#rows >>> 2) + at]!;
      }
    }
    sortByKeys(work, keys, 0, order, count);
    const sorted = work.take(count * 4);
    for (const [at, n] of rowRanges(work, count)) {
      group.permute32(this.#rows, order + 4 * at, n, sorted + 4 * at);
    }
    work.give(keys, this.#rows);
    this.#rows = sorted;
    this.#order = order;
  }
}
