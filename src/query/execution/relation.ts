/**
 * Relations are the data between operators: readable columns, and the selection of rows. Rows are never
 * copied until an operator creates new ones.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import type { GeneratedModule } from "../../memory/generated_modules.ts";
import { BLOCK_ROWS, blockKernels } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { closePools, type Pools, poolsFor } from "../../tables/pools.ts";
import type { Table } from "../../tables/table.ts";
import type { PlanColumn } from "../plan/values.ts";
import { kernelsOf } from "./kernels.ts";

/** Bytes of a bitmap for one block. */
export const BITMAP_BYTES = BLOCK_ROWS / 8;

/** Rows selected from one table. */
export interface Part {
  /** Columns in the order of the relation. */
  readonly columns: readonly Column[];
  /** Number of rows of the table that the columns belong to. */
  readonly rowCount: number;
  /** The selected rows. */
  readonly selection: Selection;
  /** The table of the rows; null for rows made by a query. */
  readonly source: RowSource | null;
}

/** A table of a trace, from which argument columns are read. */
export interface RowSource {
  readonly trace: string;
  readonly table: Table;
}

/** The selected rows of a table: all, those with a bit, or a list in its own order. */
export type Selection =
  | { readonly kind: "all" }
  | { readonly kind: "bits"; readonly blocks: readonly BlockBits[] }
  | { readonly kind: "list"; readonly pointer: number; readonly count: number };

/** Selected rows of one block. Pointer 0: none (count 0) or all (count = rows of the block). */
export interface BlockBits {
  readonly pointer: number;
  readonly count: number;
}

/** Rows of one or several tables (traces) with the same columns. */
export interface Relation {
  readonly columns: readonly PlanColumn[];
  readonly parts: readonly Part[];
}

/** Up to 65536 rows to work on: a whole block, or the row numbers at `rows`. */
export interface Piece {
  readonly part: Part;
  readonly count: number;
  /** The block number for a whole block; otherwise -1. */
  readonly block: number;
  /** Address of row numbers (u32); 0 for a whole block. */
  readonly rows: number;
  /** Number of the first row of the block that contains all rows; 0 for rows of a list. */
  readonly base: number;
}

/** A trace or an earlier result from which rows are read. It stays open as long as it is used. */
interface HeldSource {
  hold(): void;
  release(): void;
}

/** Maximum number of bytes to zero at a time, which takes a few milliseconds. */
const LARGE = 1 << 24;
/** Number of steps between checks. A step is one row of a loop, or one text: 10 to 500 nanoseconds. */
const STEPS_BETWEEN_CHECKS = 1 << 15;

/** Progress of a run, which writes it for others to show. */
export interface RunProgress {
  /** Name of the running step. */
  step: string;
  /** Input rows done so far. */
  done: number;
  /** Input rows in all; 0 if unknown. */
  total: number;
}

/** Memory, texts and cancellation of one run. */
export class Workspace {
  /** The owner of the memory. */
  readonly pools: Pools;
  readonly arena: Arena;
  readonly signal: AbortSignal | undefined;
  readonly #sources = new Set<HeldSource>();
  /** Receives the progress of the run. */
  progress: RunProgress | undefined;
  /** Threads used by the current step. */
  threads = 1;
  /** Strategies of the current step, for `explain`. */
  readonly ways = new Set<string>();
  /** Code generated for the current step. */
  readonly code = new Set<GeneratedModule>();
  #steps = 0;

  /** Works in the memory of `pools`; `release` closes it. */
  constructor(pools: Pools, signal?: AbortSignal) {
    this.pools = pools;
    this.arena = pools.arena;
    this.signal = signal;
  }

  /** Works in memory of its own, beside that of `pools`. */
  static beside(owner: string, pools: Pools, signal?: AbortSignal): Workspace {
    return new Workspace(poolsFor(owner, pools), signal);
  }

  /** Allocates memory until `give` or the end of the run. */
  take(bytes: number): number {
    return this.arena.alloc(bytes);
  }

  /** Allocates zeroed memory until `give` or the end of the run. */
  takeZeroed(bytes: number): number {
    if (bytes <= LARGE) return this.arena.allocZeroed(bytes);
    const pointer = this.take(bytes);
    for (let at = 0; at < bytes; at += LARGE) {
      this.check();
      this.arena.u8.fill(0, pointer + at, pointer + Math.min(bytes, at + LARGE));
    }
    return pointer;
  }

  /** Frees memory before the end of the run. */
  give(...pointers: number[]): void {
    for (const pointer of pointers) this.arena.free(pointer);
  }

  /** Uses a source until the end of the run, since columns are read from it. */
  hold(source: HeldSource): void {
    if (this.#sources.has(source)) return;
    source.hold();
    this.#sources.add(source);
  }

  /** The sources in use. */
  get sources(): HeldSource[] {
    return [...this.#sources];
  }

  /** Frees the memory and releases all sources. */
  release(): void {
    closePools(this.pools);
    for (const source of this.#sources) source.release();
    this.#sources.clear();
  }

  /** Throws if the run is cancelled. */
  check(): void {
    this.signal?.throwIfAborted();
  }

  /** Counts small steps, and checks for cancellation after every few thousand. */
  tick(steps: number): void {
    this.#steps += steps;
    if (this.#steps < STEPS_BETWEEN_CHECKS) return;
    this.#steps = 0;
    this.check();
  }
}

/** Number of selected rows of a part. */
export function selectedRows(part: Part): number {
  const { selection } = part;
  if (selection.kind === "all") return part.rowCount;
  if (selection.kind === "list") return selection.count;
  let count = 0;
  for (const block of selection.blocks) count += block.count;
  return count;
}

/** Number of rows of a relation. */
export function relationRows(relation: Relation): number {
  let count = 0;
  for (const part of relation.parts) count += selectedRows(part);
  return count;
}

function tell({ progress }: Workspace, done: number, total: number): void {
  if (progress === undefined) return;
  progress.done = done;
  progress.total = total;
}

/** The selected rows of one block. */
export interface BlockRows {
  readonly block: number;
  /** Number of rows of the block. */
  readonly rows: number;
  /** Bits of the selected rows; 0 if all or none are selected. */
  readonly bits: number;
  /** Number of selected rows. */
  readonly count: number;
}

/** The blocks of a part whose selection is not a list. */
export function* blocksOf({ rowCount, selection }: Part): Generator<BlockRows> {
  const blocks = selection.kind === "bits" ? selection.blocks : undefined;
  for (let block = 0; block * BLOCK_ROWS < rowCount; block++) {
    const rows = Math.min(BLOCK_ROWS, rowCount - block * BLOCK_ROWS);
    const { pointer: bits, count } = blocks?.[block] ?? { pointer: 0, count: rows };
    yield { block, rows, bits, count };
  }
}

/** The blocks of a part with at least one selected row. */
export function* selectedBlocks(part: Part): Generator<BlockRows> {
  for (const each of blocksOf(part)) if (each.count > 0) yield each;
}

/** The blocks of a part with selected rows, whose selection is not a list; reports progress. */
export function* blocksInOrder(work: Workspace, part: Part): Generator<BlockRows> {
  for (const each of selectedBlocks(part)) {
    tell(work, each.block * BLOCK_ROWS, part.rowCount);
    work.check();
    yield each;
  }
}

/** The rows of a part in order, piece by piece. Row numbers of a piece are valid until the next one. */
export function* pieces(work: Workspace, part: Part): Generator<Piece> {
  const { selection } = part;
  if (selection.kind === "list") {
    for (let from = 0; from < selection.count; from += BLOCK_ROWS) {
      tell(work, from, selection.count);
      work.check();
      const count = Math.min(BLOCK_ROWS, selection.count - from);
      yield { part, count, block: -1, rows: selection.pointer + 4 * from, base: 0 };
    }
    return;
  }
  const scratch = selection.kind === "bits" ? work.take(BLOCK_ROWS * 4) : 0;
  for (const rows of blocksInOrder(work, part)) yield pieceOf(work, part, rows, scratch);
  if (scratch) work.give(scratch);
}

/** The selected rows of a block as a piece; if not all are selected, their numbers are written to `list`. */
export function pieceOf(
  work: Workspace,
  part: Part,
  { block, rows, bits, count }: BlockRows,
  list: number,
): Piece {
  const base = block * BLOCK_ROWS;
  if (count === rows) return { part, count, block, rows: 0, base };
  kernelsOf(work.arena).select.bitsToRows(bits, rows, base, list);
  return { part, count, block: -1, rows: list, base };
}

/**
 * Reads the values of a column in the rows of a piece into `values`; returns `nulls`, which then has a byte per
 * row, or 0 if no value is null.
 */
export function readPiece(column: Column, piece: Piece, values: number, nulls: number): number {
  if (piece.block >= 0) return column.decode(piece.block, piece.count, values, nulls) ? nulls : 0;
  return column.gather(piece.rows, piece.count, values, nulls) > 0 ? nulls : 0;
}

/** The values of a column in some rows, as words. */
export function cellsAt(work: Workspace, column: Column, rows: readonly number[]): (bigint | null)[] {
  const { arena } = work;
  const places = work.take(4 * rows.length);
  const values = work.take(8 * rows.length);
  const nulls = work.take(rows.length);
  arena.u32.set(rows, places >>> 2);
  const hasNulls = column.gather(places, rows.length, values, nulls) > 0;
  const cells = rows.map((_, at) =>
    hasNulls && arena.u8[nulls + at] ? null : arena.u64[(values >>> 3) + at]!
  );
  work.give(places, values, nulls);
  return cells;
}

/** The row numbers of a piece; for a whole block they are written to `q`. */
export function rowNumbers(work: Workspace, piece: Piece, q: number): number {
  if (piece.rows) return piece.rows;
  blockKernels(work.arena).fillSequence(piece.base, piece.count, q);
  return q;
}

/** All selected rows of a part as a list of row numbers; the caller frees it. */
export function listRows(work: Workspace, part: Part): { pointer: number; count: number } {
  const count = selectedRows(part);
  const pointer = work.take(count * 4);
  let at = 0;
  for (const piece of pieces(work, part)) {
    const to = pointer + 4 * at;
    if (piece.rows) work.arena.u8.copyWithin(to, piece.rows, piece.rows + 4 * piece.count);
    else blockKernels(work.arena).fillSequence(piece.base, piece.count, to);
    at += piece.count;
  }
  return { pointer, count };
}
