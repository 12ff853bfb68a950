/**
 * A file for spilled blocks.
 * @module
 */

/** A file that stores the bytes of blocks. */
export interface BlockFile {
  /** Adds bytes and returns their offset. Throws if there is no room. */
  append(bytes: Uint8Array): number;
  /**
   * Fills `into` with the bytes at `offset`. Throws if they cannot be read or the checksum does not match.
   */
  read(offset: number, into: Uint8Array, checksum?: number): void;
  /** Marks bytes at this offset as unused, so that they can be overwritten. */
  give(offset: number): void;
  /** Discards everything that was appended. */
  clear(): void;
}
