/**
 * Address ranges, and trace entries.
 * @module
 */

/** Addresses from first to last, both included. */
export interface AddressRange {
  /** First address of the range. */
  readonly first: bigint;
  /** Last address of the range. */
  readonly last: bigint;
}

/** A distinct trace entry. */
export interface CoverageEntry {
  /** First address of the range. */
  readonly addr: bigint;
  /** Number of occurrences in the trace. */
  readonly count: bigint;
  /** Whether the branch at its end was taken. */
  readonly taken: boolean;
  /** Whether the branch fell through. */
  readonly fallthrough: boolean;
}

/** A distinct trace entry with its extent and positions in the trace. */
export interface LocatedEntry extends CoverageEntry {
  /** Size in bytes. */
  readonly size: bigint;
  /** Number of its first occurrence. */
  readonly first: bigint;
  /** Number of the last occurrence of the entry. */
  readonly last: bigint;
}

/** `-` if nothing ran, `!` if some bytes did, `+` if all did. */
export type CoverageState = "-" | "!" | "+";
