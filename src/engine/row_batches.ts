/**
 * The rows of a query in batches, as columns of 64-bit words, for writers of millions of rows, which should
 * not create a JavaScript value for each cell.
 * @module
 */

import type { ResultColumn, ResultTable } from "../base/result_table.ts";
import type { Arena } from "../memory/arena.ts";
import { listRows, type Part, Workspace } from "../query/execution/relation.ts";
import { BLOCK_ROWS } from "../tables/block.ts";
import { type Column, ConstantColumn } from "../tables/column.ts";
import type { Pools } from "../tables/pools.ts";
import { QueryResult } from "./query_result.ts";

/** Maximum rows of a batch. */
export const BATCH_ROWS = BLOCK_ROWS;

/** The cells of one column of a batch, valid until the next `read`. */
export interface Cells {
  /** Texts as string codes, doubles as bits, other types unchanged; 0 if there is no value. */
  readonly words: BigUint64Array<ArrayBuffer>;
  /** The words as 32-bit halves, low half first; shares their memory. */
  readonly halves: Uint32Array<ArrayBuffer>;
  /** 1 where there is no value, otherwise 0. */
  readonly nulls: Uint8Array<ArrayBuffer>;
  /** Number of rows without a value. */
  readonly nullCount: number;
  /** Number of entries per row, if the cells belong to a list column. */
  readonly lengths?: Uint32Array<ArrayBuffer>;
  /**
   * Offsets in the arena of the rows, valid as long as the cells; the words of missing values are undefined.
   */
  readonly place?: { readonly words: number; readonly nulls: number };
}

/** Up to 65536 consecutive rows. */
export interface RowBatch {
  readonly rows: number;
  /** Row number of the first row, from 0. */
  readonly first: number;
  read(column: number): Cells;
}

/** A column of batched rows; `list` marks a column of lists of such values, `doc` describes it. */
export type BatchColumn = ResultColumn & { readonly list?: true; readonly doc?: string };

/** A source of row batches, with its columns. */
export interface BatchRows {
  readonly columns: readonly BatchColumn[];
  /** Iterates over the batches; may be called again. */
  batches(): Iterable<RowBatch>;
}

/** Yields the rows of a finished query in order. The query must not be released before the end. */
export function* rowBatches(pools: Pools, table: ResultTable): Generator<RowBatch> {
  if (!(table instanceof QueryResult)) throw new TypeError("Only rows of a query can be read in batches");
  yield* partBatches(pools, table.relation.parts);
}

/** Yields all rows of columns of equal length without creating a list of row numbers. */
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
          // Most traces lack some columns of a table; those are neither decoded nor copied.
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
  /** Number of the block, if the part is a whole block. */
  readonly block: number;
  /** Offset of the row numbers in the arena; 0 for a whole block. */
  readonly list: number;
}

/** Yields parts that fill batches completely, even if a filter has left few rows in each block. */
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

interface CopyBuffers {
  /** Buffers shared by all columns without values. */
  readonly none: Pick<CopyBuffers, "words" | "halves" | "nulls">;
  readonly words: BigUint64Array<ArrayBuffer>;
  readonly halves: Uint32Array<ArrayBuffer>;
  readonly nulls: Uint8Array<ArrayBuffer>;
}

function newBuffers(): CopyBuffers {
  const words = new BigUint64Array(BATCH_ROWS);
  const none = new BigUint64Array(BATCH_ROWS);
  return {
    none: { words: none, halves: new Uint32Array(none.buffer), nulls: new Uint8Array(BATCH_ROWS).fill(1) },
    words,
    halves: new Uint32Array(words.buffer),
    nulls: new Uint8Array(BATCH_ROWS),
  };
}

function noCells(rows: number, { none }: CopyBuffers): Cells {
  return {
    words: none.words.subarray(0, rows),
    halves: none.halves.subarray(0, 2 * rows),
    nulls: none.nulls.subarray(0, rows),
    nullCount: rows,
  };
}

/**
 * Compressors and file APIs do not accept the shared memory that contains these cells, so reading them as
 * arrays makes a copy.
 */
class PlacedCells implements Cells {
  readonly place: NonNullable<Cells["place"]>;
  readonly nulls: Uint8Array<ArrayBuffer>;
  readonly nullCount: number;
  readonly #arena: Arena;
  readonly #rows: number;
  readonly #buffers: CopyBuffers;
  #isCopied = false;

  constructor(
    arena: Arena,
    place: NonNullable<Cells["place"]>,
    { rows, hasNulls, buffers }: {
      readonly rows: number;
      readonly hasNulls: boolean;
      readonly buffers: CopyBuffers;
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

/** Copies null bytes and returns how many rows have no value. */
function copyNulls(arena: Arena, from: number, nulls: Uint8Array): number {
  nulls.set(arena.u8.subarray(from, from + nulls.length));
  let count = 0;
  for (let row = 0; row < nulls.length; row++) count += nulls[row]!;
  return count;
}
