/**
 * Ranges of addresses, and trace entries beside them.
 * @module
 */

/** Addresses from first to last, both included. */
export interface AddressRange {
  /** First address. */
  readonly first: bigint;
  /** Last address. */
  readonly last: bigint;
}

/** A distinct trace entry. */
export interface CoverageEntry {
  /** First address. */
  readonly addr: bigint;
  /** How often it is in the trace. */
  readonly count: bigint;
  /** Left by its branch. */
  readonly taken: boolean;
  /** Fell through. */
  readonly fallthrough: boolean;
}

/** A distinct trace entry with its extent and its places in the trace. */
export interface PlacedEntry extends CoverageEntry {
  /** Bytes. */
  readonly size: bigint;
  /** Number of the first such entry. */
  readonly first: bigint;
  /** Number of the last such entry. */
  readonly last: bigint;
}

/** `-` nothing ran, `!` some bytes did, `+` all did. */
export type CoverageState = "-" | "!" | "+";
