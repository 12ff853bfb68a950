/**
 * Structures that the reader of plain blocks (block_reader.ts) shares with its kernel (blocks.as.ts): offsets in
 * bytes. Both compilers read this file; `tests/memory/layouts_test.ts` compares types with how the fields are
 * used.
 * @module
 */

/** The state that the kernel and its caller share. */
export enum State {
  /** Next row (u32). */
  Row = 0,
  /** End of the rows (u32). */
  Rows = 4,
  /** Columns of held rows, in the order of `HeldBlock.pointers`; first the indexes (u32 address). */
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
  /**
   * Cache of `NAME<TYPE>` texts: address of the table, followed by its number of slots minus 1 (u32 address,
   * u32).
   */
  Signatures = 44,
  /** Number of slots of `Signatures` minus 1 (u32). */
  SignatureMask = 48,
  /** Codes of frame lines: a table (u32 address). */
  Frames = 52,
  /** Number of slots of `Frames` minus 1 (u32). */
  FrameMask = 56,
  /** Numbers of backtraces by the codes of their frames: a table (u32 address). */
  Stacks = 60,
  /** Number of slots of `Stacks` minus 1 (u32). */
  StackMask = 64,
  /** Buffer for the codes of a block's frames (u32 address). */
  Codes = 68,
  /** Capacity of `Codes`, in entries (u32). */
  MostCodes = 72,
  /** Number of lines that the call has read (u32). */
  Lines = 76,
  /** 1 if the next block is not plain (u32). */
  Odd = 80,
  /** Size of the state in bytes. */
  Bytes = 88,
}

/** An entry of a table of texts with open addressing. */
export enum TextEntry {
  /** Hash of the text (u32). */
  Hash = 0,
  /** The text, or 0 if the entry is free (u32 address). */
  Text = 4,
  /** Length of the text (u32). */
  Length = 8,
  /** First value stored for the text, such as a code (u32). */
  First = 12,
  /** Second value stored for the text (u32). */
  Second = 16,
  /** Size of an entry in bytes. */
  Bytes = 24,
}
