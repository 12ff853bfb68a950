/**
 * A reader that pauses at the end of a file that is still being written, and continues when the file has
 * grown, without reading anything twice. Meanwhile, the visible traces are built from a copy of its tables,
 * which shares all packed blocks.
 * @module
 */

import type { ByteWindow } from "../bytes/byte_window.ts";
import { type Growth, SNIFF_BYTES } from "../formats/format.ts";
import type { Pools } from "../tables/pools.ts";
import { closePools } from "../tables/pools.ts";
import type { TraceBuilder } from "../tables/trace_builder.ts";
import type { FileSource } from "./file_source.ts";
import type { ReadableExtent } from "./followed_file.ts";
import type { GrowingSource } from "./growing_source.ts";
import { readAt } from "./read_at.ts";

/** If a file has fewer bytes than this, it may turn out to have another format. */
const LEAST_HEAD = 64;

/** State that a reader needs to continue. */
interface Reading {
  readonly source: FileSource;
  /** The decompressed stream; absent if there are no containers. */
  readonly decoded?: GrowingSource | undefined;
  readonly window: ByteWindow;
  readonly builder: TraceBuilder;
  /** The owner of everything that is read. */
  readonly pools: Pools;
  /** First bytes of the file, at most `SNIFF_BYTES`. */
  readonly head: Uint8Array;
  /** Whether a file that begins like this is still recognized as the same format. */
  isSame(head: Uint8Array): boolean;
}

/** Returns the first bytes of a file, as many as are needed to detect its format. */
export function headOf(path: string): Uint8Array {
  using file = Deno.openSync(path);
  const room = new Uint8Array(SNIFF_BYTES);
  return room.subarray(0, readAt(file, 0, room));
}

/** Where the reader has stopped: at the current end of the file, or at the end of the trace. */
type Stand = "paused" | "ended";

/** A file whose reader may continue later. */
export class GrowingFile implements Growth {
  readonly #reading: Reading;
  readonly #owned: (() => void)[] = [];
  #ended: Promise<Stand> | undefined;
  #paused = Promise.withResolvers<Stand>();
  #goOn: ((goes: boolean) => void) | undefined;
  #users = 0;
  #isBroken = false;
  #hasGivenUp = false;

  /** Creates the object without reading anything. */
  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Runs a reader to the current end of the file. */
  start(read: () => Promise<void>): Promise<Stand> {
    this.#ended = read().then(() => "ended");
    return this.#run();
  }

  atEnd(stacks = false): void {
    const { builder } = this.#reading;
    if (builder.isOnly) builder.setSavepoint(stacks);
  }

  grown(): Promise<boolean> {
    const { builder, window } = this.#reading;
    // If there was no memory for a record, the trace ends for good.
    if (!builder.isOnly || window.overflow !== undefined || this.#hasGivenUp) {
      this.stays();
      return Promise.resolve(false);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#goOn = resolve;
    this.#paused.resolve("paused");
    return promise;
  }

  /**
   * Reads what was added, up to this extent. Returns false if the file must be read from its start because
   * its first bytes have changed or its reader has failed before.
   */
  async readOn({ state, length }: ReadableExtent): Promise<Stand | false> {
    const { source, decoded, window, builder } = this.#reading;
    const goOn = this.#goOn;
    const isSame = state.inode === source.state?.inode && state.size >= source.offset;
    if (!goOn || this.#isBroken || !isSame || !this.#hasHead()) return false;
    source.state = state;
    source.size = length;
    source.limit = state.size;
    decoded?.goOn();
    window.goOn();
    builder.rollBack();
    this.#goOn = undefined;
    this.#paused = Promise.withResolvers();
    // A check that runs meanwhile reads the file by itself.
    goOn(true);
    const stand = await this.#run();
    return this.#hasGivenUp ? false : stand;
  }

  stays(): void {
    this.#reading.builder.commit();
  }

  giveUp(): void {
    this.#hasGivenUp = true;
  }

  /** Keeps the reader open until `release`. */
  hold(): void {
    this.#users++;
  }

  /** Releases the reader; the last release closes it. */
  release(): void {
    if (--this.#users > 0) return;
    this.#isBroken = true;
    // The reader is never resumed and is garbage collected; everything that it allocated is in these pools.
    this.#reading.decoded?.close();
    this.#reading.source.release();
    closePools(this.#reading.pools);
    for (const close of this.#owned) close();
  }

  /** Calls `close` when reading has ended for good. */
  closeLater(close: () => void): void {
    this.#owned.push(close);
  }

  async #run(): Promise<Stand> {
    try {
      return await Promise.race([this.#ended!, this.#paused.promise]);
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  /** Whether the file begins as before, and is recognized as the same format. */
  #hasHead(): boolean {
    const { source, head, isSame } = this.#reading;
    const now = headOf(source.path);
    return head.length >= LEAST_HEAD && head.every((byte, at) => byte === now[at]) && isSame(now);
  }
}
