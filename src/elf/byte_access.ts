/**
 * Bytes at any place of a file.
 * @module
 */

/** A file that is read here and there. */
export interface ByteAccess {
  /** Length of the file. */
  readonly size: number;
  /** Bytes from `offset`; fewer than `length` where the file ends before. */
  read(offset: number, length: number): Uint8Array;
}

/** Bytes that are already in memory. */
export function accessOf(bytes: Uint8Array): ByteAccess {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, Math.min(bytes.length, offset + length)),
  };
}
