/**
 * What the kernels that group rows (group.as.ts) share with their callers: places in memory, in bytes. Both compilers read
 * this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** A slot of a table of groups. */
export enum GroupSlot {
  /** The key, 0 where it is null (u64). */
  Key = 0,
  /** The group that the keys before this one are in (u32). */
  Before = 8,
  /** The number of the group and one more; 0 where the slot is empty (u32). */
  Number = 12,
  /** 1 where the key is null (u32). */
  Null = 16,
  /** Size. */
  Bytes = 24,
}

/** What is known of all groups of a table. */
export enum GroupState {
  /** How many there are (u32). */
  Count = 0,
  /** Size. */
  Bytes = 16,
}

/** What an aggregate keeps of a group: a count, and behind it fields of one of the kinds below. */
export enum GroupCell {
  /** Values, or rows (u64). */
  Count = 0,
  /** Size. */
  Bytes = 32,
}

/** A sum of whole numbers. */
export enum WholeCell {
  /** Its lower half (u64). */
  Low = 8,
  /** Its upper half (u64). */
  High = 16,
}

/** A sum of doubles. */
export enum DoubleCell {
  /** The sum (f64). */
  Sum = 24,
}

/** How far values lie apart. */
export enum SpreadCell {
  /** Their mean so far (f64). */
  Mean = 8,
  /** The sum of their squared distances from it (f64). */
  Squares = 24,
}

/** One of the values. */
export enum KeptCell {
  /** The value (u64). */
  Value = 8,
}

/** The row with the smallest key. */
export enum BestCell {
  /** The key (u64). */
  Key = 8,
  /** The value of the row (u64). */
  Value = 16,
  /** 1 where that is null (u64). */
  Null = 24,
}
