/**
 * Sources of bytes: a file, standard input, a decompressor, an array. All other code reads through this
 * interface.
 * @module
 */

/** Bytes of a stream that are already in the arena, owned by the source. */
export interface BorrowedPiece {
  /** Arena address of the first byte; the borrower may overwrite the bytes in front of it. */
  readonly pointer: number;
  /** Number of bytes, at least one. */
  readonly length: number;
}

/** Lends pieces of a stream in place, for readers that need no copy. */
export interface PieceSource {
  /** Number of bytes in front of every piece that the borrower may overwrite. */
  readonly headRoom: number;
  /**
   * Returns the next piece; null at the end, or undefined if no piece can be borrowed and `read` must be
   * used. A piece stays valid until it is given back, which must happen in order; at most two are borrowed at
   * once.
   */
  borrow(): Promise<BorrowedPiece | null | undefined>;
  /** Gives back the oldest borrowed piece. */
  giveBack(): void;
}

/** A stream of bytes that is read once, front to back. */
export interface ByteSource {
  /** Lends pieces in place. Present if another thread writes the stream into the reader's arena. */
  readonly lender?: PieceSource;
  /**
   * Fills the beginning of `into`; returns the number of bytes, which is 0 only at the end. `into` may be
   * shared memory.
   */
  read(into: Uint8Array): number | Promise<number>;
  /** Continues at an offset; returns false, without any effect, if that is not possible. */
  seek?(offset: number): boolean | Promise<boolean>;
  /** Total length, if it is known before reading. */
  readonly size?: number | undefined;
  /** Releases everything that the source uses; may be called twice. */
  close(): void;
}

/** Returns bytes that are already in memory as a source, in pieces of at most `piece` bytes. */
export function sourceOf(bytes: Uint8Array, piece = Infinity): ByteSource {
  let at = 0;
  return {
    size: bytes.length,
    read(into: Uint8Array): number {
      const count = Math.min(into.length, bytes.length - at, piece);
      into.set(bytes.subarray(at, at + count));
      at += count;
      return count;
    },
    seek(offset: number): boolean {
      at = Math.min(offset, bytes.length);
      return true;
    },
    close(): void {},
  };
}
