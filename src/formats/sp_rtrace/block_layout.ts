/**
 * What the reader of plain blocks (block_reader.ts) and its kernel (blocks.as.ts) share: places in memory, in bytes.
 * Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are used.
 * @module
 */

/** What a call works on. */
export enum State {
  /** Next row (u32). */
  Row = 0,
  /** End of the rows (u32). */
  Rows = 4,
  /** Columns of held rows, in the order of `HeldBlock.pointers`: indexes (u32 address). */
  No = 8,
  /** Ids (u32 address). */
  Addr = 12,
  /** Sizes (u32 address). */
  Size = 16,
  /** Contexts (u32 address). */
  Context = 20,
  /** Names (u32 address). */
  Name = 24,
  /** Types (u32 address). */
  Type = 28,
  /** Backtraces (u32 address). */
  Stack = 32,
  /** Milliseconds (u32 address). */
  Time = 36,
  /** `CALL_` bits (u32 address). */
  Flags = 40,
  /** Meanings of `NAME<TYPE>`: a table, and its slots less 1 (u32 address, u32). */
  Signatures = 44,
  /** See Signatures (u32). */
  SignatureMask = 48,
  /** Codes of frame lines: a table (u32 address). */
  Frames = 52,
  /** See Signatures (u32). */
  FrameMask = 56,
  /** Numbers of backtraces by codes of their frames: a table (u32 address). */
  Stacks = 60,
  /** See Signatures (u32). */
  StackMask = 64,
  /** Room for the codes of a block's frames (u32 address). */
  Codes = 68,
  /** How many there is room for (u32). */
  MostCodes = 72,
  /** Lines that the call read (u32). */
  Lines = 76,
  /** 1 when the next block is not plain (u32). */
  Odd = 80,
  /** Length of the state. */
  Bytes = 88,
}

/** Entry of a table of texts, open addressing. */
export enum TextEntry {
  /** Hash of the text (u32). */
  Hash = 0,
  /** The text, 0 where the entry is free (u32 address). */
  Text = 4,
  /** Its length (u32). */
  Length = 8,
  /** What it means (u32). */
  First = 12,
  /** What else it means (u32). */
  Second = 16,
  /** Length of an entry. */
  Bytes = 24,
}
