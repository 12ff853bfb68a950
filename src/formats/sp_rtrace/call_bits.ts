/**
 * What is odd or special about a call line, a bit each; the kernel of plain blocks reads this file too.
 * @module
 */

/** Bits of `CallLine.flags`. */
export const CALL_FREE = 1;
/** The line has a timestamp. */
export const CALL_TIME = 2;
/** The line has a context mask. */
export const CALL_CONTEXT = 4;
/** The size is negative. */
export const CALL_NEGATIVE_SIZE = 8;
/** The original keeps the size in 32 bits and reads another number. */
export const CALL_LARGE_SIZE = 16;
/** A number of the line does not fit and was replaced by the largest. */
export const CALL_OVERFLOW = 32;
/** The timestamp has more than three decimals, which no writer of the original makes. */
export const CALL_FINE_TIME = 64;
/** The timestamp has more decimals than nanoseconds, and what was left out is not zero. */
export const CALL_CUT_TIME = 128;
