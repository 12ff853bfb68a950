/**
 * Prepares a trace for embedding in a page: the bytes of its file in pieces, compressed unless they already are.
 * @module
 */

import { containers } from "../../containers/registry.ts";

/** Bytes of a piece: a multiple of three, so that each piece can be decoded from base64 by itself. */
const PIECE_BYTES = 3 << 20;
/** Number of bytes that containers need to recognize their format. */
const HEAD_BYTES = 64;

/** A file to embed in a page. */
interface OpenedTrace {
  /** Whether Quarry has compressed the pieces with gzip. */
  readonly isPacked: boolean;
  readonly pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** Opens a file; `read` receives the number of bytes of each read. All pieces except the last have the same size. */
export async function openPieces(path: string, read: (bytes: number) => void): Promise<OpenedTrace> {
  const file = await Deno.open(path);
  const head = new Uint8Array(HEAD_BYTES);
  const filled = await file.read(head) ?? 0;
  await file.seek(0, Deno.SeekMode.Start);
  const isPacked = !containers.some((each) => each.sniff(head.subarray(0, filled)));
  const counted = file.readable.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        read(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
  const stream = isPacked ? counted.pipeThrough(new CompressionStream("gzip")) : counted;
  return { isPacked, pieces: splitIntoPieces(stream) };
}

/** The bytes of a stream in pieces of the same size, except the last. */
export async function* splitIntoPieces(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(PIECE_BYTES);
  let used = 0;
  for await (let chunk of stream) {
    while (chunk.length > 0) {
      const taken = chunk.subarray(0, PIECE_BYTES - used);
      piece.set(taken, used);
      used += taken.length;
      chunk = chunk.subarray(taken.length);
      if (used < PIECE_BYTES) continue;
      yield piece;
      piece = new Uint8Array(PIECE_BYTES);
      used = 0;
    }
  }
  if (used > 0) yield piece.subarray(0, used);
}
