/**
 * Structures that the reader of records (record_text.ts) shares with its kernel (record.as.ts): offsets in bytes,
 * and constants. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields
 * are used.
 * @module
 */

/** The path of the record itself. */
export const ROOT = 0;
/** The shared path of all values that the reader does not distinguish. */
export const OTHER_PATH = 1;
/** The path of the arguments of a call. */
export const ARGUMENTS = 7;

/** The state that the kernel and its caller share. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the record (u32 address). */
  End = 4,
  /** The address that offsets of values are relative to (u32 address). */
  From = 8,
  /** Four arrays of `Room` entries: paths of values, their kinds, starts and ends (u32 address). */
  Values = 12,
  /** Capacity in values (u32). */
  Room = 16,
  /** Number of values so far (u32). */
  Count = 20,
  /** Open arrays and objects, an `Open` each (u32 address). */
  Opened = 24,
  /** Number of open arrays and objects (u32). */
  Depth = 28,
  /** Hash table of known keys, a `Key` each (u32 address). */
  Keys = 32,
  /** Start of the arguments of the call, relative to `From` (u32). */
  ArgsFrom = 36,
  /** End of the arguments (u32). */
  ArgsEnd = 40,
  /** Path of the array or object with the unknown key, or of the value for which there was no room (u32). */
  Parent = 44,
  /** Start of the unknown key (u32 address). */
  KeyFrom = 48,
  /** End of the unknown key (u32 address). */
  KeyEnd = 52,
  /** The hash of the unknown key, or the array index (u32). */
  KeyHash = 56,
  /** The cache entry for its path; 0 if there is none (u32 address). */
  KeyPlace = 60,
  /** Why the record is rejected, a `RejectReason` (u32). */
  Reason = 64,
  /** Maximum nesting of arrays and objects (u32). */
  MostDepth = 68,
  /** Size of the state in bytes. */
  Bytes = 72,
}

/** An open array or object. */
export enum Open {
  /** The path of the array or object (u32). */
  Path = 0,
  /** The current array index, or `NO_LIST` for an object (u32). */
  Place = 4,
  /** Size of the structure in bytes. */
  Bytes = 8,
}

/** Stored in place of an array index if the container is an object. */
export const NO_LIST = 0xffff_ffff;

/** A known key or array index. */
export enum Key {
  /** The path of the array or object (u32). */
  Parent = 0,
  /** The path of the value; 0 if the entry is empty (u32). */
  Path = 4,
  /** Length of the key; `IS_INDEX` for an array index (u32). */
  Length = 8,
  /** The array index (u32). */
  Place = 12,
  /** The bytes of the key (u64 each). */
  Text = 16,
  /** Size of the structure in bytes. */
  Bytes = 64,
}

/** Marks an array index. */
export const IS_INDEX = 0xffff_ffff;
/** Number of entries in the hash table. */
export const KEYS = 8192;
/** Maximum length of a stored key. */
export const LONGEST_KEY = 48;

/** The kind of a JSON value. */
export enum Value {
  Null = 0,
  False = 1,
  True = 2,
  Number = 3,
  Text = 4,
  /** A string with escape sequences. */
  Escaped = 5,
  /** A complete array or object that is not split into values; used only for arguments of calls. */
  Whole = 6,
}

/** Why the kernel stopped. */
export enum Stop {
  /** The record has ended. */
  Done = 0,
  /** A key has no path yet. */
  Key = 1,
  /** An array index has no path yet. */
  Place = 2,
  /** There is no room for another value. */
  Full = 3,
  /** The text is not a valid record. */
  Bad = 4,
}

/** Why a record is refused. */
export enum RejectReason {
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
