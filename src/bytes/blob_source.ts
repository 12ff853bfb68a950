/**
 * Blobs, streams of the web and asynchronous iterables as byte sources.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { ByteSource } from "./byte_source.ts";

/**
 * A smaller piece would not be faster: reading a piece of a blob takes a turn of the event loop, however
 * small it is.
 */
const PIECE_BYTES = 1 << 20;

/** A part of a blob that is being read. */
interface ReadAhead {
  readonly from: number;
  readonly bytes: Promise<ArrayBuffer>;
}

/** Returns the bytes of a blob, such as a file that a user drops into a page; one piece is read ahead. */
export function blobSource(blob: Blob): ByteSource {
  let at = 0;
  let piece = new Uint8Array(0);
  let from = 0;
  let ahead: ReadAhead | undefined;
  const begin = (start: number): ReadAhead => {
    const bytes = blob.slice(start, start + PIECE_BYTES).arrayBuffer();
    // If there is a next read, it throws the error.
    bytes.catch(() => {});
    return { from: start, bytes };
  };
  return {
    size: blob.size,
    async read(into: Uint8Array): Promise<number> {
      if (at < from || at >= from + piece.length) {
        const isNext = at === from + piece.length && at > 0;
        const wanted = ahead?.from === at ? ahead : begin(at);
        // A browser fetches bytes from another process: request the next ones while these are being decoded.
        const next = at + PIECE_BYTES;
        ahead = isNext && next < blob.size ? begin(next) : undefined;
        piece = new Uint8Array(await wanted.bytes);
        from = wanted.from;
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
      ahead = undefined;
    },
  };
}

/** Yields the pieces of a stream one after another. */
interface Pieces {
  next(): Promise<{ readonly done?: boolean; readonly value?: Uint8Array }>;
  /** Called when the reader has stopped. */
  stop(): Promise<unknown> | undefined;
}

/** Returns the bytes of a stream, which can be read only once. */
export function streamSource(stream: ReadableStream<Uint8Array>, size?: number): ByteSource {
  const reader = stream.getReader();
  return piecewise({ next: () => reader.read(), stop: () => reader.cancel() }, size);
}

/**
 * Returns the bytes of anything that yields them piece by piece, such as a Node.js stream; they can be read
 * only once.
 */
export function iterableSource(pieces: AsyncIterable<Uint8Array>): ByteSource {
  const iterator = pieces[Symbol.asyncIterator]();
  return piecewise({ next: () => iterator.next(), stop: () => iterator.return?.() });
}

function piecewise(pieces: Pieces, size?: number): ByteSource {
  let piece: Uint8Array = new Uint8Array(0);
  let isOver = false;
  return {
    size,
    async read(into: Uint8Array): Promise<number> {
      while (piece.length === 0 && !isOver) {
        const { done = false, value } = await pieces.next();
        isOver = done;
        if (done) break;
        if (!(value instanceof Uint8Array)) {
          throw new UsageError(
            `Cannot read a stream of ${typeof value}s: pass a stream of bytes, without an encoding`,
            "bad-input",
          );
        }
        piece = value;
      }
      const count = Math.min(into.length, piece.length);
      into.set(piece.subarray(0, count));
      piece = piece.subarray(count);
      return count;
    },
    close(): void {
      if (isOver) return;
      isOver = true;
      // Cancelling tells the producer that nobody reads any more; its errors do not matter here.
      pieces.stop()?.catch(() => {});
    },
  };
}
