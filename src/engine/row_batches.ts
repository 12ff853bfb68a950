/**
 * The rows of a query a batch at a time, as columns of words: for writers that want millions of rows and no value of
 * JavaScript per cell.
 * @module
 */

import type { ResultColumn, ResultTable } from "../base/result_table.ts";
import type { Arena } from "../memory/arena.ts";
import { listRows, type Part, Workspace } from "../query/execution/relation.ts";
import { BLOCK_ROWS } from "../tables/block.ts";
import { type Column, ConstantColumn } from "../tables/column.ts";
import type { Pools } from "../tables/pools.ts";
import { QueryResult } from "./query_result.ts";

/** Most rows of a batch. */
export const BATCH_ROWS = BLOCK_ROWS;

/** The cells of one column of a batch, valid until the next `read`. */
export interface Cells {
  /** Texts as codes of the string pool, doubles as bits, everything else as it is; 0 where there is no value. */
  readonly words: BigUint64Array<ArrayBuffer>;
  /** The memory of the words as 32-bit halves, low ones first. */
  readonly halves: Uint32Array<ArrayBuffer>;
  /** 1 where there is no value, else 0. */
  readonly nulls: Uint8Array<ArrayBuffer>;
  /** How many rows have no value. */
  readonly nullCount: number;
  /** Entries per row, where the cells are those of a column of lists. */
  readonly lengths?: Uint32Array<ArrayBuffer>;
  /** Where they lie in the arena of the rows, as long as they are valid; words of missing values are anything there. */
  readonly place?: { readonly words: number; readonly nulls: number };
}

/** Up to 65536 rows that follow each other. */
export interface RowBatch {
  readonly rows: number;
  /** Number of the first row, from 0. */
  readonly first: number;
  read(column: number): Cells;
}

/** A column of rows that come in batches; `list` marks one whose rows are lists of such values, `doc` says what they are. */
export type BatchColumn = ResultColumn & { readonly list?: true; readonly doc?: string };

/** Rows in batches, and what is in them. */
export interface BatchRows {
  readonly columns: readonly BatchColumn[];
  /** May be called again. */
  batches(): Iterable<RowBatch>;
}

/** Gives the rows of a finished query in order. The query must not be released before the end. */
export function* rowBatches(pools: Pools, table: ResultTable): Generator<RowBatch> {
  if (!(table instanceof QueryResult)) throw new TypeError("Only the rows of a query come in batches");
  yield* partBatches(pools, table.relation.parts);
}

/** Gives all rows of columns that are as long as each other, without a list of their numbers. */
export function columnBatches(
  pools: Pools,
  columns: readonly Column[],
  rowCount: number,
): Generator<RowBatch> {
  return partBatches(pools, [{ columns, rowCount, selection: { kind: "all" }, source: null }]);
}

function* partBatches(pools: Pools, parts: readonly Part[]): Generator<RowBatch> {
  const work = Workspace.beside("batches", pools);
  try {
    const buffers = newBuffers();
    const words = work.take(BATCH_ROWS * 8);
    const nulls = work.take(BATCH_ROWS);
    let first = 0;
    for (const part of parts) {
      for (const piece of piecesOf(work, part)) {
        const read = (index: number): Cells => {
          const column = part.columns[index]!;
          // Most traces lack some columns of a table: nothing is decoded, and nothing copied, for those.
          if (column.origin instanceof ConstantColumn && column.origin.isNull) {
            return noCells(piece.rows, buffers);
          }
          const hasNulls = piece.list
            ? column.gather(piece.list, piece.rows, words, nulls) > 0
            : column.decode(piece.block, piece.rows, words, nulls);
          return new PlacedCells(work.arena, { words, nulls }, { rows: piece.rows, hasNulls, buffers });
        };
        yield { rows: piece.rows, first, read };
        first += piece.rows;
      }
    }
  } finally {
    work.release();
  }
}

interface BatchPiece {
  readonly rows: number;
  /** Block number, where whole blocks are meant. */
  readonly block: number;
  /** Row numbers in the arena, 0 for a whole block. */
  readonly list: number;
}

/** Full batches also where a filter has left few rows of each block. */
function* piecesOf(work: Workspace, part: Part): Generator<BatchPiece> {
  if (part.selection.kind === "all") {
    for (let block = 0; block * BATCH_ROWS < part.rowCount; block++) {
      yield { rows: Math.min(BATCH_ROWS, part.rowCount - block * BATCH_ROWS), block, list: 0 };
    }
    return;
  }
  const { pointer, count } = listRows(work, part);
  for (let from = 0; from < count; from += BATCH_ROWS) {
    yield { rows: Math.min(BATCH_ROWS, count - from), block: -1, list: pointer + 4 * from };
  }
  work.give(pointer);
}

interface Buffers {
  /** What columns without values have. */
  readonly none: Pick<Buffers, "words" | "halves" | "nulls">;
  readonly words: BigUint64Array<ArrayBuffer>;
  readonly halves: Uint32Array<ArrayBuffer>;
  readonly nulls: Uint8Array<ArrayBuffer>;
}

function newBuffers(): Buffers {
  const words = new BigUint64Array(BATCH_ROWS);
  const none = new BigUint64Array(BATCH_ROWS);
  return {
    none: { words: none, halves: new Uint32Array(none.buffer), nulls: new Uint8Array(BATCH_ROWS).fill(1) },
    words,
    halves: new Uint32Array(words.buffer),
    nulls: new Uint8Array(BATCH_ROWS),
  };
}

function noCells(rows: number, { none }: Buffers): Cells {
  return {
    words: none.words.subarray(0, rows),
    halves: none.halves.subarray(0, 2 * rows),
    nulls: none.nulls.subarray(0, rows),
    nullCount: rows,
  };
}

/** Cells in the shared memory, which neither compressors nor files take: who wants arrays of them gets a copy. */
class PlacedCells implements Cells {
  readonly place: NonNullable<Cells["place"]>;
  readonly nulls: Uint8Array<ArrayBuffer>;
  readonly nullCount: number;
  readonly #arena: Arena;
  readonly #rows: number;
  readonly #buffers: Buffers;
  #isCopied = false;

  constructor(
    arena: Arena,
    place: NonNullable<Cells["place"]>,
    { rows, hasNulls, buffers }: {
      readonly rows: number;
      readonly hasNulls: boolean;
      readonly buffers: Buffers;
    },
  ) {
    this.#arena = arena;
    this.place = place;
    this.#rows = rows;
    this.#buffers = buffers;
    this.nulls = buffers.nulls.subarray(0, rows);
    this.nullCount = hasNulls ? copyNulls(arena, place.nulls, this.nulls) : 0;
    if (!hasNulls) this.nulls.fill(0);
  }

  get words(): BigUint64Array<ArrayBuffer> {
    this.#copy();
    return this.#buffers.words.subarray(0, this.#rows);
  }

  get halves(): Uint32Array<ArrayBuffer> {
    this.#copy();
    return this.#buffers.halves.subarray(0, 2 * this.#rows);
  }

  #copy(): void {
    if (this.#isCopied) return;
    this.#isCopied = true;
    const { nulls, nullCount } = this;
    const { words, halves } = this.#buffers;
    const from = this.place.words >>> 3;
    words.set(this.#arena.u64.subarray(from, from + this.#rows));
    for (let row = 0; nullCount > 0 && row < nulls.length; row++) {
      if (nulls[row] === 0) continue;
      halves[2 * row] = 0;
      halves[2 * row + 1] = 0;
    }
  }
}

/** Copies null bytes; how many rows have no value. */
function copyNulls(arena: Arena, from: number, nulls: Uint8Array): number {
  nulls.set(arena.u8.subarray(from, from + nulls.length));
  let count = 0;
  for (let row = 0; row < nulls.length; row++) count += nulls[row]!;
  return count;
}
