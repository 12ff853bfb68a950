/**
 * Operations of the kernel for computing (compute.as.ts) and types of words, as numbers that both sides know by
 * name.
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

/** The type of words, alone or on both sides of a comparison. */
export enum WordKind {
  Unsigned,
  Signed,
  Double,
  UnsignedWithSigned,
  SignedWithUnsigned,
}

/** Which integers of an operation are signed. */
export enum SignBit {
  Left = 1,
  Right = 2,
  Result = 4,
}

/** Conversions between types of numbers. */
export enum Conversion {
  UnsignedToSigned,
  SignedToUnsigned,
  UnsignedToDouble,
  SignedToDouble,
  DoubleToUnsigned,
  DoubleToSigned,
  /** Only if the double represents the number exactly. */
  UnsignedToExactDouble,
  SignedToExactDouble,
}

/** Operations of `mapValues`. */
export enum Mapping {
  /** The floor of log2; 0 gives 0. */
  PowerBelow,
  Complement,
  /** Rounds down to a multiple of the argument. */
  RoundDown,
}
