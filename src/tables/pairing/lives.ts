/**
 * What is known of the lives of all blocks of a trace when it has been read.
 * @module
 */

import type { StoredColumn } from "../stored_column.ts";

/** Sums over a whole trace, as mpatrol counts them: a realloc counts once on each side. */
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

/** What is known of all lives when the trace has been read. */
export interface Lives {
  /** Number of lives. */
  readonly count: number;
  /** Event row of the allocation. */
  readonly rows: StoredColumn;
  /** Event row of the free, null while alive. */
  readonly ends: StoredColumn;
  /** Allocation index (pairing `index`). */
  readonly keys: StoredColumn | undefined;
  /** Number of the life's record in `resized`, null when it was never resized. */
  readonly resized: StoredColumn;
  /** Per resized life: largest size, number of resizes, of moves, last row. */
  readonly records: { largest: StoredColumn; count: StoredColumn; moves: StoredColumn; last: StoredColumn };
  readonly recordCount: number;
  /** Every resize in order: number of the record, its event row, the event row before it. */
  readonly history: { record: StoredColumn; row: StoredColumn; before: StoredColumn };
  /** Number of resizes. */
  readonly historyCount: number;
  /** Live blocks before each block of events. */
  readonly blocksBefore: readonly bigint[];
  /** Live bytes before each block of events. */
  readonly bytesBefore: readonly bigint[];
  /** References left where they are not 1. */
  readonly refs: ReadonlyMap<number, number>;
  /** Lives that a second allocation of the same key put aside: event row of that. */
  readonly replaced: ReadonlyMap<number, number>;
  /** Frees that a later allocation took back (old reallocs): life, row of the free, row of the allocation. */
  readonly revivals: readonly Revival[];
  /** Totals over all blocks. */
  readonly totals: PairTotals;
}

/** A stretch in which a life was over, to continue afterwards. */
export interface Revival {
  readonly life: number;
  readonly freed: number;
  readonly again: number;
}
