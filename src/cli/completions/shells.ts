/**
 * The shells that completion scripts are written for.
 * @module
 */

/** Names of shells. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** A shell. */
export type Shell = typeof SHELLS[number];
