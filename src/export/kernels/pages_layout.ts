/**
 * What the kernel of Parquet pages and its caller agree on.
 * @module
 */

/** Distinct numbers of a column. */
export enum Distinct {
  /** More of them than this are no dictionary. */
  Most = 8192,
  /** Slots of the hash table, eight bytes each. */
  Slots = 32768,
  /** 64 less the bits of a slot's number. */
  Shift = 49,
  /** A look at so many numbers tells most columns of many different ones. */
  FirstLook = 2048,
}

/** Differences, as Parquet packs them. */
export enum Delta {
  /** Values of a block. */
  Block = 128,
  /** Values of a group. */
  Group = 32,
  /** Most bytes of a block: the smallest difference in ten, the widths, and 64 bits a value. */
  BlockBytes = 1038,
}
