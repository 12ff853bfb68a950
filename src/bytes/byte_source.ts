/**
 * Where bytes come from: a file, standard input, a decompressor, an array. Everything above reads through this.
 * @module
 */

/** A stream of bytes that is read once, front to back. */
export interface ByteSource {
  /** Fills the front of `into`; how many bytes were written, 0 at the end only. `into` may be shared memory. */
  read(into: Uint8Array): number | Promise<number>;
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
    close(): void {},
  };
}
