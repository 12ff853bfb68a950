/**
 * Decides what a page has of a trace: its file or, where that is smaller, its index.
 * @module
 */

import type { TraceOperand } from "../trace_operands.ts";
import { packedIndex } from "./index_bytes.ts";
import { openPieces } from "./trace_bytes.ts";

/** What a page has of a trace. */
interface Part {
  /** Whether Quarry has compressed it with gzip. */
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
  /** Bytes that the file would take, or those that there is room for if it would take more. */
  readonly instead: number;
  readonly isMore: boolean;
}

/** What is known about a trace and the page. */
interface PartMaking {
  /** Bytes that there is room for. */
  readonly most: number;
  /** Whether an index holds everything about the trace. */
  readonly mayBeIndex: boolean;
  /** Receives the number of bytes of the trace read so far: once for each reading. */
  readonly onProgress: (bytes: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Prepares what a page gets for a trace. The file may be larger than there is room for, an index is not. */
export async function livePart(operand: TraceOperand, making: PartMaking): Promise<FilePart | IndexPart> {
  const { most, mayBeIndex, onProgress } = making;
  const { size } = await Deno.stat(operand.path);
  // An index that is larger than the file, which itself becomes smaller, need not be finished.
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
