/** Loads bytes in various ways, repeatedly in the same memory. */

import { joinBytes } from "../../src/base/join_bytes.ts";
import { type ByteSource, sourceOf } from "../../src/bytes/byte_source.ts";
import { FormatError } from "../../src/base/errors.ts";
import { ByteWindow } from "../../src/bytes/byte_window.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { detect, load } from "../../src/ingest/load.ts";
import type { Pools } from "../../src/tables/pools.ts";
import type { Trace } from "../../src/tables/trace.ts";
import { TraceBuilder } from "../../src/tables/trace_builder.ts";
import { newPools } from "../support/pools.ts";
import { asSaved } from "../support/saved.ts";
import { Snapshooter } from "./snapshot.ts";

/** The memory is replaced when this many bytes are in use, since tables of a trace cannot be freed. */
const MOST_BYTES = 256 << 20;

/** How the bytes arrive. */
export interface Feeding {
  /** The stream; if absent, all bytes arrive at once. */
  readonly source?: ByteSource;
  /** Whether the stream cannot be read a second time. */
  readonly pipe?: boolean;
  /** Size of the window that slides over the stream; that of the program by default. */
  readonly capacity?: number;
  /** Whether calls keep the order of the file. */
  readonly fileOrder?: boolean;
}

/** Loads bytes repeatedly. */
export class Loader {
  #pools: Pools = newPools();
  #snapshooter = new Snapshooter(this.#pools);

  /** Memory of the last load. */
  get pools(): Pools {
    return this.#pools;
  }

  /** Computes checksums of rows, in the memory of the last load. */
  get snapshooter(): Snapshooter {
    return this.#snapshooter;
  }

  /** Loads bytes; errors of loading are thrown. */
  async load(
    bytes: Uint8Array,
    { source, pipe, capacity, fileOrder = false }: Feeding = {},
  ): Promise<readonly Trace[]> {
    if (this.#pools.arena.used > MOST_BYTES) {
      this.#pools = newPools();
      this.#snapshooter = new Snapshooter(this.#pools);
    }
    const reopen = (): Promise<ByteSource> => Promise.resolve(sourceOf(bytes));
    if (capacity !== undefined) return await this.#throughWindows(reopen, capacity);
    const options = { name: "t", ...(pipe ? {} : { reopen }) };
    const file = await load(source ?? sourceOf(bytes), this.#pools, { ...options, fileOrder });
    return (await asSaved(file, this.#pools, options)).traces;
  }

  /** The content of a file as lines. */
  async snapshotOfFile(path: string): Promise<string[]> {
    const { source, reopen } = await openInput(path);
    try {
      const options = { name: "t", ...(reopen ? { reopen } : {}) };
      const file = await asSaved(await load(source, this.#pools, options), this.#pools, options);
      return await this.#snapshooter.lines(file.traces);
    } finally {
      source.close();
    }
  }

  /** The result of a load as lines, or the message of its refusal as one line. */
  async snapshot(bytes: Uint8Array, feeding: Feeding = {}): Promise<string[]> {
    try {
      return await this.#snapshooter.lines(await this.load(bytes, feeding));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return [`refused: ${error.message} at ${error.offset}`];
    }
  }

  /** Like `load`, with a window of another size: samples are smaller than the program's window. */
  async #throughWindows(open: () => Promise<ByteSource>, capacity: number): Promise<readonly Trace[]> {
    const known = (head: Uint8Array): boolean => detect(head) !== undefined;
    const inside = await unwrap(await open(), known);
    const format = detect(inside.head);
    // The window of an empty stream has no edge.
    if (!format) return await this.load(await bytesOf(await open()));
    const reopen = async (from = 0): Promise<ByteWindow> => {
      const again = new ByteWindow((await unwrap(await open(), known)).source, this.#pools.arena, capacity);
      await again.skip(from);
      return again;
    };
    const window = new ByteWindow(inside.source, this.#pools.arena, capacity);
    const builder = new TraceBuilder(this.#pools);
    try {
      await format.read(window, builder, { reopen });
    } finally {
      window.close();
    }
    for (const damage of inside.damage()) {
      builder.problem({ ...damage, record: 0, message: `${damage.message} (${damage.container})` });
    }
    return builder.finish("t");
  }
}

async function bytesOf(source: ByteSource): Promise<Uint8Array> {
  const bytes = new Uint8Array(source.size ?? 0);
  await source.read(bytes);
  return bytes;
}

/** The bytes inside any containers. */
export async function unwrapped(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { source } = await unwrap(sourceOf(bytes), (head) => detect(head) !== undefined);
  const pieces: Uint8Array[] = [];
  for (let piece = new Uint8Array(1 << 16);; piece = new Uint8Array(1 << 16)) {
    const count = await source.read(piece);
    if (count === 0) break;
    pieces.push(piece.subarray(0, count));
  }
  return joinBytes(pieces);
}
