/**
 * Random access to the bytes of a file.
 * @module
 */

/** A file with random access. */
export interface ByteAccess {
  /** Length of the file. */
  readonly size: number;
  /** Reads `length` bytes from `offset`, or fewer at the end of the file. */
  read(offset: number, length: number): Uint8Array;
}

/** Access to bytes that are in memory. */
export function accessOf(bytes: Uint8Array): ByteAccess {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, Math.min(bytes.length, offset + length)),
  };
}
