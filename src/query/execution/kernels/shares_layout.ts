/**
 * Structures that the kernels for combining partitions (shares.as.ts) share with their callers: offsets in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The groups of one partition. */
export enum PartitionCells {
  /** Numbers of the partition's groups among all groups, ascending (u32 address). */
  Numbers = 0,
  /** Cells of the partition's groups (u32 address). */
  Cells = 4,
  /** Number of groups (u32). */
  Count = 8,
  /** Size of the structure in bytes. */
  Bytes = 12,
}
