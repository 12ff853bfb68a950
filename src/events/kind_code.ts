/**
 * Codes of the kinds of events that pairing uses; kernels need them too, so both compilers read this file.
 * @module
 */

/** Indexes into `EVENT_KINDS`, which has further kinds. */
export enum KindCode {
  /** A new block. */
  Alloc = 0,
  /** A block got a different size or address. */
  Realloc = 1,
  /** The end of a block. */
  Free = 2,
  /** Memory that was reserved for the allocator. */
  Reserve = 3,
  /** Memory of the allocator itself. */
  Internal = 4,
}
