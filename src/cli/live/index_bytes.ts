/**
 * Prepares the index of a trace for embedding in a page: compressed, and only if it is small enough.
 * @module
 */

import { FormatError, InputError } from "../../base/errors.ts";
import { openInput } from "../../ingest/file_source.ts";
import { load, type LoadedFile } from "../../ingest/load.ts";
import { hasCompleteIndex, writeCompleteIndex } from "../../index/whole_index.ts";
import { ArenaFullError } from "../../memory/arena.ts";
import { newPools } from "../../tables/pools.ts";
import type { TraceOperand } from "../trace_operands.ts";
import { splitIntoPieces } from "./trace_bytes.ts";

/** A compressed index. */
interface PackedIndex {
  readonly bytes: number;
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

/** How to create a compressed index. */
interface IndexOptions {
  /** Maximum size in bytes; a larger index is not created. */
  readonly most: number;
  /** Receives the number of bytes of the trace read so far. */
  readonly onProgress: (bytes: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the index of a trace as gzip; undefined if it is too large, or does not contain the whole trace.
 */
export async function packedIndex(
  operand: TraceOperand,
  { most, onProgress, signal }: IndexOptions,
): Promise<PackedIndex | undefined> {
  let loaded: LoadedFile | undefined;
  try {
    loaded = await loadAsPage(operand, onProgress, signal);
    signal?.throwIfAborted();
    return hasCompleteIndex(loaded) ? await packed(loaded, most) : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    // These errors are expected: the page reads as much of the trace as it can.
    const isExpected = [FormatError, InputError, ArenaFullError].some((kind) => error instanceof kind);
    if (isExpected) return undefined;
    throw error;
  } finally {
    loaded?.close();
  }
}

/** Loads a trace as a page would: only from its bytes, without other files and without options. */
async function loadAsPage(
  { name, path }: TraceOperand,
  onProgress: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<LoadedFile> {
  const { source } = await openInput(path);
  source.forgetSums();
  const { size } = source;
  const bytes = {
    ...(size === undefined ? {} : { size }),
    read: (into: Uint8Array) => source.read(into),
    close: () => source.close(),
  };
  try {
    return await load(bytes, newPools(), {
      name,
      onProgress: () => onProgress(source.offset),
      ...(signal ? { signal } : {}),
    });
  } finally {
    source.close();
  }
}

/** Returns the index of a loaded trace as gzip; undefined if it would have more than `most` bytes. */
async function packed(loaded: LoadedFile, most: number): Promise<PackedIndex | undefined> {
  const { readable, writable } = new CompressionStream("gzip");
  const writer = writable.getWriter();
  let isTooLarge = false;
  const write = async (): Promise<void> => {
    try {
      await writeCompleteIndex(loaded, (bytes) => writer.write(bytes));
      await writer.close();
    } catch (error) {
      // If the output is already too large, nobody reads what is written.
      if (!isTooLarge) await writer.abort(error);
    }
  };
  const writing = write();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for await (const piece of splitIntoPieces(readable)) {
      bytes += piece.length;
      isTooLarge = bytes > most;
      if (isTooLarge) break;
      pieces.push(piece);
    }
  } finally {
    await writing;
  }
  return isTooLarge ? undefined : { bytes, pieces };
}
