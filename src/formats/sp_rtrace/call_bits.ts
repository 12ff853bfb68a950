/**
 * Bits that mark what is odd or special about a call line; the kernel that reads plain blocks uses this file
 * too.
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
/** The original stores the size in 32 bits and therefore reads another number. */
export const CALL_LARGE_SIZE = 16;
/** A number of the line is too large and was replaced by the maximum. */
export const CALL_OVERFLOW = 32;
/** The timestamp has more than three decimals, which the original tools never write. */
export const CALL_FINE_TIME = 64;
/** The timestamp has more than nine decimals, and those beyond are not all zero. */
export const CALL_CUT_TIME = 128;
