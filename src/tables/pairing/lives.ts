/**
 * The lives of all blocks of a trace, after the trace has been read.
 * @module
 */

import type { StoredColumn } from "../stored_column.ts";

/** Sums over a whole trace, as mpatrol counts them: a realloc counts as an allocation and as a free. */
export interface PairTotals {
  readonly allocatedCount: bigint;
  readonly allocatedBytes: bigint;
  readonly freedCount: bigint;
  readonly freedBytes: bigint;
  readonly peakBlocks: bigint;
  readonly peakBytes: bigint;
  readonly peakBlocksRow: number;
  readonly peakBytesRow: number;
  readonly reservedCount: bigint;
  readonly reservedBytes: bigint;
  readonly internalCount: bigint;
  readonly internalBytes: bigint;
  readonly smallest: bigint;
  readonly largest: bigint;
}

/** The lives of all blocks. */
export interface BlockLives {
  /** Number of lives. */
  readonly count: number;
  /** Event row of the allocation. */
  readonly rows: StoredColumn;
  /** Event row of the free; null while the block is live. */
  readonly ends: StoredColumn;
  /** Allocation index (pairing `index`). */
  readonly keys: StoredColumn | undefined;
  /** Number of the life's record in `records`; null if it was never resized. */
  readonly resized: StoredColumn;
  /** For each resized life: largest size, number of resizes, number of moves, last row. */
  readonly records: { largest: StoredColumn; count: StoredColumn; moves: StoredColumn; last: StoredColumn };
  readonly recordCount: number;
  /**
   * Every resize in order: record number, event row, and the event row that set the block's size and address
   * before it.
   */
  readonly history: { record: StoredColumn; row: StoredColumn; before: StoredColumn };
  /** Number of resizes. */
  readonly historyCount: number;
  /** Live blocks before each block of events. */
  readonly blocksBefore: readonly bigint[];
  /** Live bytes before each block of events. */
  readonly bytesBefore: readonly bigint[];
  /** Number of remaining references, if that is not 1. */
  readonly refs: ReadonlyMap<number, number>;
  /** Lives replaced by a second allocation with the same key: the event row of that allocation. */
  readonly replaced: ReadonlyMap<number, number>;
  /**
   * Frees that a later allocation undid (old-style reallocs): life, row of the free, row of the allocation.
   */
  readonly revivals: readonly Revival[];
  /** Totals over all blocks. */
  readonly totals: PairTotals;
}

/** The time between the end of a life and its revival. */
export interface Revival {
  readonly life: number;
  readonly freed: number;
  readonly again: number;
}
