/**
 * The input of pairing, batch by batch, and the problems it reports.
 * @module
 */

/** Arena addresses of a batch of staged event rows; 0 for columns that do not exist. */
export interface StagedEvents {
  readonly kinds: number;
  readonly keys: number;
  readonly types: number;
  readonly addrs: number;
  readonly addrNulls: number;
  readonly sizes: number;
  readonly sizeNulls: number;
  /** Receives the life number of each row. */
  readonly lives: number;
  readonly lifeNulls: number;
}

/** Staged rows to be paired together. */
export interface PairBatch {
  /** Addresses of their columns. */
  readonly staged: StagedEvents;
  /** Number of rows. */
  readonly rows: number;
  /** Event row of the first problem. */
  readonly first: number;
  /** Types that are reference-counted. */
  readonly refcounted: ReadonlySet<number> | undefined;
}

/** A problem found by pairing. */
export interface PairProblem {
  /** Row in the batch. */
  readonly at: number;
  /** The kind of problem. */
  readonly code:
    | "double-allocation"
    | "late-free"
    | "unknown-index"
    | "already-freed"
    | "unmatched-free"
    | "free-of-null";
  /** The earlier life (for a double allocation). */
  readonly life: number;
}
