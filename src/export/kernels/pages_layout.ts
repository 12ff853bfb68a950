/**
 * Constants that the kernel of Parquet pages shares with its caller.
 * @module
 */

/** Limits for dictionaries of distinct values. */
export enum Distinct {
  /** Maximum number of values in a dictionary. */
  Most = 8192,
  /** Slots of the hash table, eight bytes each. */
  Slots = 32768,
  /** 64 minus the number of bits of a slot number. */
  Shift = 49,
  /** Number of rows to examine first: enough to recognize most columns with too many distinct values. */
  FirstLook = 2048,
}

/** Parameters of Parquet's delta encoding. */
export enum Delta {
  /** Values in a block. */
  Block = 128,
  /** Values in a group. */
  Group = 32,
  /** Maximum bytes of a block: the smallest difference in ten, the widths, and 64 bits per value. */
  BlockBytes = 1038,
}
