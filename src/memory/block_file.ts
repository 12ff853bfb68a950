/**
 * A file that blocks wait in.
 * @module
 */

/** A file that keeps the bytes of blocks. */
export interface BlockFile {
  /** Adds bytes at the end; where they begin. Throws when there is no room. */
  append(bytes: Uint8Array): number;
  /** Fills `into` with what was added at `offset`. Throws when that is not to be had, or has another checksum. */
  read(offset: number, into: Uint8Array, checksum?: number): void;
  /** Forgets everything that was added. */
  clear(): void;
}
