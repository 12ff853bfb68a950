/**
 * Structures that the kernel for tests of texts (texts.as.ts) shares with its callers: offsets in bytes. Both
 * compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** A text. */
export enum TextEntry {
  /** Address of the bytes (u32); 15 bytes after the last text may be read. */
  Start = 0,
  /** Twice the number of bytes, plus 1 if all of them are ASCII characters (u32). */
  Length = 4,
  /** Size of the structure in bytes. */
  Bytes = 8,
}

/** A pattern. */
export enum PatternLayout {
  /** Address of the letters that every matching text has (u32). */
  Letters = 0,
  /** Address of a mask for each letter, one byte with the bits that are compared (u32). */
  Masks = 4,
  /** Number of letters (u32). */
  Count = 8,
  /** Position of the letters, a `LetterPlace` (u32). */
  Place = 12,
  /** 1 if only ASCII characters match the letters (u32); see `Literal.isExact`. */
  IsExact = 16,
  /** 1 if a text with the letters matches, 0 if the transitions decide (u32). */
  Decides = 20,
  /** 1 if what follows the last slash may match instead (u32). */
  OrTail = 24,
  /** 1 if texts are names of functions, which also pass in their short form (u32). */
  OfNames = 28,
  /** Letters of the last word of a short form (u32 address). */
  Word = 32,
  /** Number of letters of that last word; 0 if the word is not known (u32). */
  WordCount = 36,
  /** Symbols of the characters of ASCII, as 32 bits (u32 address); 0 without transitions. */
  Symbols = 40,
  /** The next state by state and symbol, as 32 bits (u32 address). */
  Table = 44,
  /** Binary logarithm of the columns of the table (u32). */
  Shift = 48,
  /** The state in which every text begins (u32). */
  First = 52,
  /** For each state, a byte that tells whether a text may end there (u32 address). */
  Ends = 56,
  /** Size of the structure in bytes. */
  Bytes = 64,
}

/** Position that the letters of a pattern must have. */
export enum LetterPlace {
  Anywhere = 0,
  Start = 1,
  End = 2,
  Whole = 3,
  /** No text of ASCII matches. */
  Nowhere = 4,
}

/** Result of testing the bytes of a text. */
export enum TextVerdict {
  Fails = 1,
  Passes = 2,
  Undecided = 3,
}
