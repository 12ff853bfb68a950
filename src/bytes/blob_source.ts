/**
 * Blobs and streams of the web as byte sources.
 * @module
 */

import type { ByteSource } from "./byte_source.ts";

/** A piece of a blob costs a turn of the event loop, however small it is. */
const PIECE_BYTES = 1 << 20;

/** The bytes of a blob, such as a file that somebody has dropped into a page; nothing is kept of it. */
export function blobSource(blob: Blob): ByteSource {
  let at = 0;
  let piece = new Uint8Array(0);
  let from = 0;
  return {
    size: blob.size,
    async read(into: Uint8Array): Promise<number> {
      if (at < from || at >= from + piece.length) {
        piece = new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer());
        from = at;
      }
      const count = Math.min(into.length, piece.length - (at - from));
      into.set(piece.subarray(at - from, at - from + count));
      at += count;
      return count;
    },
    seek(offset: number): boolean {
      at = Math.min(offset, blob.size);
      return true;
    },
    close(): void {
      piece = new Uint8Array(0);
    },
  };
}

/** The bytes of a stream, which is read once. */
export function streamSource(stream: ReadableStream<Uint8Array>, size?: number): ByteSource {
  const reader = stream.getReader();
  let piece: Uint8Array = new Uint8Array(0);
  let isOver = false;
  return {
    size,
    async read(into: Uint8Array): Promise<number> {
      while (piece.length === 0 && !isOver) {
        const { done, value } = await reader.read();
        isOver = done;
        piece = value ?? piece;
      }
      const count = Math.min(into.length, piece.length);
      into.set(piece.subarray(0, count));
      piece = piece.subarray(count);
      return count;
    },
    close(): void {
      if (isOver) return;
      isOver = true;
      // Whoever writes it hears that nobody reads any more; what that does is not our concern.
      reader.cancel().catch(() => {});
    },
  };
}
