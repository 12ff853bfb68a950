/**
 * The shells that completion scripts are written for.
 * @module
 */

/** Names of shells. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** One of them. */
export type Shell = typeof SHELLS[number];
