/**
 * What the kernels of computing (compute.as.ts) do, and how they read words: numbers that both sides know by name.
 * @module
 */

/** Arithmetic on two words. */
export enum Operation {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
}

/** Comparisons of two words. */
export enum Comparison {
  Equal,
  Unequal,
  Less,
  AtMost,
  Greater,
  AtLeast,
}

/** What words are, one by one or on the two sides of a comparison. */
export enum WordKind {
  Unsigned,
  Signed,
  Double,
  UnsignedWithSigned,
  SignedWithUnsigned,
}

/** Which of the whole numbers of a calculation have a sign. */
export enum SignBit {
  Left = 1,
  Right = 2,
  Result = 4,
}

/** From which type of number to which. */
export enum Conversion {
  UnsignedToSigned,
  SignedToUnsigned,
  UnsignedToDouble,
  SignedToDouble,
  DoubleToUnsigned,
  DoubleToSigned,
  /** Where the double is the same number. */
  UnsignedToExactDouble,
  SignedToExactDouble,
}

/** What `mapValues` does to a word. */
export enum Mapping {
  /** The floor of log2; 0 gives 0. */
  PowerBelow,
  Complement,
  /** To a multiple of the argument. */
  RoundDown,
}
