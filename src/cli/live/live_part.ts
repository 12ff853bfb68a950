/**
 * Decides what a page contains for a trace: its file or, if that is smaller, its index.
 * @module
 */

import type { TraceOperand } from "../trace_operands.ts";
import { packedIndex } from "./index_bytes.ts";
import { openPieces } from "./trace_bytes.ts";

/** What a page contains for a trace. */
interface Part {
  /** Whether Quarry has compressed the trace with gzip. */
  readonly isPacked: boolean;
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The file of a trace. */
interface FilePart extends Part {
  readonly isIndex: false;
}

/** The index of a trace. */
export interface IndexPart extends Part {
  readonly isIndex: true;
  readonly bytes: number;
  /** Bytes that the file would take, or the available bytes if it would take more. */
  readonly instead: number;
  readonly isMore: boolean;
}

/** How to prepare a trace for a page. */
interface PartOptions {
  /** Number of bytes that the page has left for the trace. */
  readonly most: number;
  /** Whether an index contains everything about the trace. */
  readonly mayBeIndex: boolean;
  /** Receives the number of bytes of the trace read so far; called for each time the trace is read. */
  readonly onProgress: (bytes: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Prepares what a page contains for a trace. A file may exceed the available bytes, an index may not. */
export async function livePart(operand: TraceOperand, making: PartOptions): Promise<FilePart | IndexPart> {
  const { most, mayBeIndex, onProgress } = making;
  const { size } = await Deno.stat(operand.path);
  // Stop writing an index as soon as it is larger than the compressed file.
  const index = mayBeIndex
    ? await packedIndex(operand, { ...making, most: Math.min(most, size) })
    : undefined;
  let read = 0;
  const file = await openPieces(operand.path, (bytes) => onProgress(read += bytes));
  if (!index) return { ...file, isIndex: false };
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of file.pieces) {
    bytes += piece.length;
    if (bytes > most) break;
    if (bytes <= index.bytes) kept.push(piece);
    else kept.length = 0;
  }
  if (bytes <= index.bytes) return { ...file, isIndex: false, pieces: kept };
  const isMore = bytes > most;
  return { ...index, isIndex: true, isPacked: true, instead: isMore ? most : bytes, isMore };
}
