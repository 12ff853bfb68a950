/**
 * Transitions that an automaton has computed, for matching ASCII texts elsewhere. They change while texts are
 * matched.
 * @module
 */

/** Transitions that are known so far. */
export interface KnownTransitions {
  /** A counter that increases with every change. */
  readonly version: number;
  /** The state in which every text begins. */
  readonly start: number;
  /** Symbols by character; 0 for those that have not occurred. */
  readonly symbols: Uint32Array;
  /** Number of states. */
  readonly states: number;
  /** Columns of the table, a power of two. */
  readonly stride: number;
  /** The next state by state and symbol. */
  readonly table: Int32Array;
  /** An `Ends` (see state_layout.ts) for each state. */
  readonly ends: Uint8Array;
}
