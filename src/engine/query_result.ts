/**
 * The rows of a query for renderers: any cell at any time; a window of rows is decoded at once.
 * @module
 */

import type { ResultColumn, ResultTable, ResultType, ResultValue } from "../base/result_table.ts";
import { listRows, type Relation } from "../query/execution/relation.ts";
import { toConstant } from "../query/execution/column_words.ts";
import { WORD_TYPES } from "../query/plan/values.ts";
import type { QueryRows } from "../query/run.ts";
import { withRank } from "./table_docs.ts";

const WINDOW_ROWS = 2048;
/**
 * Number of rows that are decoded at once if names may have to be looked up for them; slightly more than are
 * shown.
 */
const LATER_ROWS = 16;

/** A finished query. */
export class QueryResult implements ResultTable {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  readonly #rows: QueryRows;
  readonly #lists: { pointer: number; count: number }[];
  readonly #windows: ({ readonly from: number; readonly cells: readonly ResultValue[] } | undefined)[];

  /** Wraps finished rows; nothing is read yet. */
  constructor(rows: QueryRows) {
    this.#rows = rows;
    this.columns = rows.relation.columns.map(withRank);
    this.#lists = rows.relation.parts.map((part) => listRows(rows.work, part));
    this.rowCount = this.#lists.reduce((sum, list) => sum + list.count, 0);
    this.#windows = this.columns.map(() => undefined);
  }

  /** The result as a relation, for later queries. */
  get relation(): Relation {
    return this.#rows.relation;
  }

  value(row: number, column: number): ResultValue {
    const window = this.#windows[column];
    if (window && row >= window.from && row < window.from + window.cells.length) {
      return window.cells[row - window.from]!;
    }
    const length = this.#isLater(column) ? LATER_ROWS : WINDOW_ROWS;
    const from = row - row % length;
    const cells = this.#read(from, Math.min(length, this.rowCount - from), column);
    this.#windows[column] = { from, cells };
    return cells[row - from] ?? null;
  }

  /**
   * Unsigned values of some existing rows, null if missing; undefined if the column has another
   * type, or a value is not exact as a double.
   */
  wholeNumbers(from: number, count: number, index: number): (number | null)[] | undefined {
    if (!WORD_TYPES.has(this.columns[index]!.type)) return undefined;
    return this.#rows.work.arena.withScratch((scratch) => {
      const values = scratch.alloc(count * 8), nulls = scratch.alloc(count);
      const numbers: (number | null)[] = [];
      for (const { rows, hasNulls } of this.#pieces(values, nulls, from, count, index)) {
        const { u8, u32 } = scratch;
        for (let row = 0; row < rows; row++) {
          if (hasNulls && u8[nulls + row] !== 0) {
            numbers.push(null);
            continue;
          }
          const high = u32[(values >>> 2) + 2 * row + 1]!;
          if (high >= 2 ** 21) return undefined;
          numbers.push(high * 2 ** 32 + u32[(values >>> 2) + 2 * row]!);
        }
      }
      return numbers;
    });
  }

  #isLater(index: number): boolean {
    return this.#rows.relation.parts.some(({ columns }) => columns[index]!.later !== undefined);
  }

  #read(from: number, count: number, index: number): ResultValue[] {
    return this.#rows.work.arena.withScratch((scratch) =>
      this.#readInto(scratch.alloc(count * 8), scratch.alloc(count), from, count, index)
    );
  }

  #readInto(values: number, nulls: number, from: number, count: number, index: number): ResultValue[] {
    const { arena, pools } = this.#rows.work;
    const cells: ResultValue[] = [];
    for (const { rows, hasNulls, type } of this.#pieces(values, nulls, from, count, index)) {
      for (let row = 0; row < rows; row++) {
        const missing = hasNulls && arena.u8[nulls + row] !== 0;
        cells.push(missing ? null : toConstant(arena.u64[(values >>> 3) + row]!, type, pools));
      }
    }
    return cells;
  }

  /** Reads a column in parts into `values` and `nulls`. */
  *#pieces(values: number, nulls: number, from: number, count: number, index: number): Generator<{
    readonly rows: number;
    readonly hasNulls: boolean;
    readonly type: ResultType;
  }> {
    let seen = 0;
    for (const [at, part] of this.#rows.relation.parts.entries()) {
      const list = this.#lists[at]!;
      const first = Math.max(0, from - seen);
      const last = Math.min(list.count, from + count - seen);
      seen += list.count;
      if (first >= last) continue;
      const column = part.columns[index]!;
      const hasNulls = column.gather(list.pointer + 4 * first, last - first, values, nulls) > 0;
      yield { rows: last - first, hasNulls, type: column.type };
    }
  }
}
