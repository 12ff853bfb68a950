/**
 * What the reader of records (record_text.ts) and its kernel (record.as.ts) share: places in memory, in bytes, and numbers. Both
 * compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** The path of the record itself. */
export const ROOT = 0;
/** That of values which are not told apart. */
export const OTHER = 1;
/** That of the arguments of a call. */
export const ARGUMENTS = 7;

/** What a call of the kernel works on. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the record (u32 address). */
  End = 4,
  /** What places of values count from (u32 address). */
  From = 8,
  /** Paths of values, then their kinds, where they begin, and where they end: `Room` of each (u32 address). */
  Values = 12,
  /** Values there is room for (u32). */
  Room = 16,
  /** Values so far (u32). */
  Count = 20,
  /** Open lists and objects, `Open` of each (u32 address). */
  Opened = 24,
  /** How many are open (u32). */
  Depth = 28,
  /** Keys that were met, `Key` by their hashes (u32 address). */
  Keys = 32,
  /** Where the arguments of the call begin, counted as values are (u32). */
  ArgsFrom = 36,
  /** Where they end (u32). */
  ArgsEnd = 40,
  /** Path of the list or object whose key is not known, or of the value that has no room (u32). */
  Parent = 44,
  /** Where the key begins (u32 address). */
  KeyFrom = 48,
  /** Where it ends (u32 address). */
  KeyEnd = 52,
  /** Its hash, or the place in a list (u32). */
  KeyHash = 56,
  /** Where it is kept when its path is known, 0 = nowhere (u32 address). */
  KeyPlace = 60,
  /** Why the record is refused, a `Why` (u32). */
  Reason = 64,
  /** Lists and objects in one another, at most (u32). */
  MostDepth = 68,
  /** Length of the state. */
  Bytes = 72,
}

/** A list or object that is open. */
export enum Open {
  /** Its path (u32). */
  Path = 0,
  /** The place in a list, or `NO_LIST` (u32). */
  Place = 4,
  /** Length of one. */
  Bytes = 8,
}

/** What an object has instead of a place. */
export const NO_LIST = 0xffff_ffff;

/** A key, or a place in a list, that was met. */
export enum Key {
  /** The path around it (u32). */
  Parent = 0,
  /** Its own; 0 where there is none (u32). */
  Path = 4,
  /** Bytes of the key; `IS_PLACE` of a place in a list (u32). */
  Length = 8,
  /** The place (u32). */
  Place = 12,
  /** The bytes (u64, again and again). */
  Text = 16,
  /** Length of one. */
  Bytes = 64,
}

/** Stands for the length of what is no key. */
export const IS_PLACE = 0xffff_ffff;
/** Places of keys. */
export const KEYS = 8192;
/** Bytes of the longest key that is kept. */
export const LONGEST_KEY = 48;

/** What a value is. */
export enum Value {
  Null = 0,
  False = 1,
  True = 2,
  Number = 3,
  Text = 4,
  /** A text with escapes. */
  Escaped = 5,
  /** A list or an object: only arguments of calls are told as a whole. */
  Whole = 6,
}

/** Why the kernel stopped. */
export enum Stop {
  /** The record has ended. */
  Done = 0,
  /** A key has no path yet. */
  Key = 1,
  /** A place in a list has none. */
  Place = 2,
  /** There is no room for another value. */
  Full = 3,
  /** It is not a record. */
  Bad = 4,
}

/** Why a record is refused. */
export enum Why {
  Object = 0,
  Deep = 1,
  End = 2,
  Value = 3,
  Key = 4,
  KeyEnd = 5,
  Colon = 6,
  Text = 7,
  Word = 8,
  Number = 9,
  Rest = 10,
}
