/**
 * States of automata, for matching elsewhere. Both compilers read this file.
 * @module
 */

/** Numbers of states; 0 is an unknown transition. */
export enum MatchState {
  Unknown = 0,
  /** No text from here on matches. */
  Dead = 1,
  /** Every text from here on matches. */
  Matched = 2,
  /** The first state that consumes characters: every text begins there. */
  First = 3,
}

/** Whether a text that ends in a state matches. */
export enum MatchEnd {
  Unknown = 0,
  Fails = 1,
  Matches = 2,
}
