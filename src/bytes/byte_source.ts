/**
 * Where bytes come from: a file, standard input, a decompressor, an array. Everything above reads through this.
 * @module
 */

/** Bytes of a stream that are already in the arena, owned by the source. */
export interface BorrowedPiece {
  /** Arena address of the first byte; the borrower may overwrite the bytes in front of it. */
  readonly pointer: number;
  /** Number of bytes, at least one. */
  readonly length: number;
}

/** Hands out pieces of a stream in place, for readers that need no copy. */
export interface PieceSource {
  /** Number of bytes in front of every piece that the borrower may overwrite. */
  readonly headRoom: number;
  /**
   * The next piece; null at the end, or undefined if no piece can be borrowed and `read` must be used. Pieces
   * stay valid until they are given back, one at a time; at most two are borrowed at once.
   */
  borrow(): Promise<BorrowedPiece | null | undefined>;
  /** Gives back the oldest borrowed piece. */
  giveBack(): void;
}

/** A stream of bytes that is read once, front to back. */
export interface ByteSource {
  /** Present where another thread fills the arena of the reader. */
  readonly lender?: PieceSource;
  /** Fills the front of `into`; how many bytes were written, 0 at the end only. `into` may be shared memory. */
  read(into: Uint8Array): number | Promise<number>;
  /** Goes on at an offset; false where that is not possible, and nothing has happened then. */
  seek?(offset: number): boolean | Promise<boolean>;
  /** Total length where it is known before reading. */
  readonly size?: number | undefined;
  /** Releases what the source holds; may be called twice. */
  close(): void;
}

/** Bytes that are already in memory, handed out in pieces of at most `piece` bytes. */
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
