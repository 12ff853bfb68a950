/**
 * What the reader of plain lines (call_decoder.ts) and its kernel (decoder.as.ts) share: places in memory, in bytes, and numbers.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What a call of the kernel works on. */
export enum State {
  /** Next byte (u32 address). */
  Place = 0,
  /** End of the bytes (u32 address). */
  End = 4,
  /** What offsets count from (u32 address). */
  From = 8,
  /** Takes `Call`s (u32 address). */
  Calls = 12,
  /** How many there are (u32). */
  Count = 16,
  /** Callers that were met, `Caller` by the hash of their text (u32 address). */
  Callers = 20,
  /** A caller that is not among them (u32 address). */
  Unknown = 24,
  /** Bytes of its text (u32). */
  UnknownBytes = 28,
  /** The place that it gets (u32 address). */
  UnknownPlace = 32,
  /** Length of the state. */
  Bytes = 40,
}

/** A line that was read. */
export enum Call {
  /** Where it begins (u32). */
  Offset = 0,
  /** The character that says what it is (u32). */
  Mark = 4,
  /** Number of its caller (u32). */
  Caller = 8,
  /** Its address (u64). */
  Addr = 16,
  /** Its size, 0 where it has none (u64). */
  Size = 24,
  /** Length of a call. */
  Bytes = 32,
}

/** A caller that was met. */
export enum Caller {
  /** Its number (u32). */
  Number = 0,
  /** Bytes of its text, 0 where there is no caller (u32). */
  Length = 4,
  /** The text, and zeros up to a whole word (u64, again and again). */
  Text = 8,
  /** Length of a caller. */
  Bytes = 64,
}

/** Lines that are read at a time: they stay in the nearest cache. */
export const CALLS = 512;
/** Places of callers. */
export const CALLERS = 16384;
/** Bytes of the longest text that is kept. */
export const LONGEST_CALLER = 56;

/** Why the kernel stopped. */
export enum Stop {
  /** There is no room for another call. */
  Full = 0,
  /** The next line is not plain. */
  Other = 1,
  /** It may not be at hand as a whole. */
  NearEnd = 2,
  /** Its caller has no number yet. */
  Caller = 3,
}
