/**
 * What the kernels that put shares together (shares.as.ts) share with their callers: places in memory, in bytes. Both
 * compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The groups of one share. */
export enum SharedCells {
  /** Their numbers among all groups, rising (u32 address). */
  Numbers = 0,
  /** Their cells (u32 address). */
  Cells = 4,
  /** How many (u32). */
  Count = 8,
  /** Length of it. */
  Bytes = 12,
}
