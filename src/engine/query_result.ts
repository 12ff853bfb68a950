/**
 * The rows of a query as renderers read them: any cell, any time; a window of rows is decoded at once.
 * @module
 */

import type { ResultColumn, ResultTable, ResultValue } from "../base/result_table.ts";
import { listRows, type Relation } from "../query/execution/relation.ts";
import { toConstant } from "../query/execution/words.ts";
import type { QueryRows } from "../language/run.ts";
import { withRank } from "./table_docs.ts";

const WINDOW_ROWS = 2048;

/** One decoded window of a column. */
interface Window {
  readonly from: number;
  readonly cells: readonly ResultValue[];
}

/** A finished query. */
export class QueryResult implements ResultTable {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  readonly #rows: QueryRows;
  readonly #lists: { pointer: number; count: number }[];
  readonly #windows: (Window | undefined)[];

  /** Reads nothing yet. */
  constructor(rows: QueryRows) {
    this.#rows = rows;
    this.columns = rows.relation.columns.map(withRank);
    this.#lists = rows.relation.parts.map((part) => listRows(rows.work, part));
    this.rowCount = this.#lists.reduce((sum, list) => sum + list.count, 0);
    this.#windows = this.columns.map(() => undefined);
  }

  /** The rows, for later queries over them. */
  get relation(): Relation {
    return this.#rows.relation;
  }

  value(row: number, column: number): ResultValue {
    const window = this.#windows[column];
    if (window && row >= window.from && row < window.from + window.cells.length) {
      return window.cells[row - window.from]!;
    }
    const from = row - row % WINDOW_ROWS;
    const cells = this.#read(from, Math.min(WINDOW_ROWS, this.rowCount - from), column);
    this.#windows[column] = { from, cells };
    return cells[row - from] ?? null;
  }

  #read(from: number, count: number, index: number): ResultValue[] {
    return this.#rows.work.arena.withScratch((scratch) =>
      this.#readInto(scratch.alloc(count * 8), scratch.alloc(count), from, count, index)
    );
  }

  #readInto(values: number, nulls: number, from: number, count: number, index: number): ResultValue[] {
    const { work, relation } = this.#rows;
    const { arena, pools } = work;
    const cells: ResultValue[] = [];
    let seen = 0;
    relation.parts.forEach((part, at) => {
      const list = this.#lists[at]!;
      const first = Math.max(0, from - seen);
      const last = Math.min(list.count, from + count - seen);
      seen += list.count;
      if (first >= last) return;
      const column = part.columns[index]!;
      const hasNulls = column.gather(list.pointer + 4 * first, last - first, values, nulls) > 0;
      for (let row = 0; row < last - first; row++) {
        const missing = hasNulls && arena.u8[nulls + row] !== 0;
        cells.push(missing ? null : toConstant(arena.u64[(values >>> 3) + row]!, column.type, pools));
      }
    });
    return cells;
  }
}
