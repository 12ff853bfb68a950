/**
 * Opcodes of pickles that occur in snapshots; the kernel uses this file too. All other opcodes of Python's
 * `pickle` are refused: no snapshot contains a class, a function, an object or a persistent id, so the list
 * of allowed names is empty.
 * @module
 */

/** Opcodes that the reader accepts. */
export enum Op {
  Mark = 0x28,
  EmptyTuple = 0x29,
  Stop = 0x2e,
  Pop = 0x30,
  PopMark = 0x31,
  Dup = 0x32,
  Bytes = 0x42,
  ShortBytes = 0x43,
  Float = 0x47,
  Int4 = 0x4a,
  Int1 = 0x4b,
  Int2 = 0x4d,
  None = 0x4e,
  Text = 0x58,
  EmptyList = 0x5d,
  Append = 0x61,
  Appends = 0x65,
  Get = 0x68,
  LongGet = 0x6a,
  Put = 0x71,
  LongPut = 0x72,
  SetItem = 0x73,
  Tuple = 0x74,
  SetItems = 0x75,
  EmptyDict = 0x7d,
  Proto = 0x80,
  Tuple1 = 0x85,
  Tuple2 = 0x86,
  Tuple3 = 0x87,
  True = 0x88,
  False = 0x89,
  Long1 = 0x8a,
  Long4 = 0x8b,
  ShortText = 0x8c,
  LongText = 0x8d,
  LongBytes = 0x8e,
  EmptySet = 0x8f,
  AddItems = 0x90,
  FrozenSet = 0x91,
  Memoize = 0x94,
  Frame = 0x95,
}
