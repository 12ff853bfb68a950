/**
 * What pairing takes, batch by batch, and what it has to say about it.
 * @module
 */

/** Arena addresses of a batch of staged event rows; 0 where there is no such column. */
export interface StagedEvents {
  readonly kinds: number;
  readonly keys: number;
  readonly types: number;
  readonly addrs: number;
  readonly addrNulls: number;
  readonly sizes: number;
  readonly sizeNulls: number;
  /** Takes the number of the life, per row. */
  readonly lives: number;
  readonly lifeNulls: number;
}

/** Staged rows that are paired together. */
export interface PairBatch {
  /** Where they are. */
  readonly staged: StagedEvents;
  /** How many there are. */
  readonly rows: number;
  /** Event row of the first. */
  readonly first: number;
  /** Types that are counted by reference. */
  readonly refcounted: ReadonlySet<number> | undefined;
}

/** An oddity that pairing met. */
export interface PairProblem {
  /** Row in the batch. */
  readonly at: number;
  /** What it is. */
  readonly code:
    | "double-allocation"
    | "late-free"
    | "unknown-index"
    | "already-freed"
    | "unmatched-free"
    | "free-of-null";
  /** The earlier life (double allocation). */
  readonly life: number;
}
