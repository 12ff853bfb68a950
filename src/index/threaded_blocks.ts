/**
 * Writes blocks to an index on another thread, from this thread's memory: a block is pinned until it is
 * written.
 * @module
 */

import { crc32 } from "../base/crc32.ts";
import { InputError } from "../base/errors.ts";
import { mayLoad } from "../ingest/permission.ts";
import { readAt } from "../ingest/read_at.ts";
import type { Arena } from "../memory/arena.ts";
import type { PackedBytes } from "../memory/block_store.ts";
import { mayUseThreads } from "../memory/threads.ts";
import type { OutputBeside } from "../output/output.ts";
import { OutputError } from "../output/output_error.ts";
import { throwOutputError } from "../output/target.ts";
import type { BlockPosition, BlockTarget } from "./block_target.ts";
import { BLOCK_WORKER } from "./block_worker.ts";
import {
  BLOCK_WORDS,
  BlockState,
  type BlockThreadReply,
  type BlockThreadStart,
  BlockWord,
  SLOTS,
  SlotWord,
  wordsOfBlock,
} from "./block_words.ts";

/** Maximum bytes pinned at a time, exceeded by at most one block. */
const MOST_PINNED = 1 << 23;

/** Whether another thread may write to a file that this one has open and locked. */
export function mayWriteByThread(): boolean {
  // On Windows a lock excludes all other handles. A worker cannot start another thread.
  return Deno.build.os !== "windows" && !("DedicatedWorkerGlobalScope" in globalThis) &&
    mayUseThreads() && mayLoad(BLOCK_WORKER);
}

/** Blocks on their way to a file. */
export class ThreadedBlocks implements BlockTarget {
  offset = 0;
  readonly #path: string;
  readonly #output: OutputBeside;
  readonly #worker: Worker;
  readonly #words: Int32Array;
  readonly #reader: UnfinishedReader;
  readonly #places = new Map<PackedBytes, BlockPosition>();
  /** Blocks not yet written, in the order in which the thread receives them. */
  #given: { readonly packed: PackedBytes; readonly offset: number }[] = [];
  #pinned = 0;
  #count = 0;
  #takenBack = 0;
  #failure: unknown;
  #ended = false;
  #wake: (() => void) | undefined;

  /**
   * Writes blocks from `arena` to the beginning of an output that is not yet in its final place; messages
   * name `path`.
   */
  constructor(arena: Arena, path: string, output: OutputBeside) {
    this.#path = path;
    this.#output = output;
    this.#reader = new UnfinishedReader(path, output.beside.path);
    this.#words = new Int32Array(new SharedArrayBuffer(BLOCK_WORDS * 4));
    try {
      this.#worker = new Worker(BLOCK_WORKER, { type: "module" });
    } catch (error) {
      this.#reader.close();
      throw error;
    }
    this.#worker.onmessage = ({ data }: MessageEvent<BlockThreadReply>) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#failed(new Error(event.message));
    };
    const order: BlockThreadStart = { path: output.beside.path, memory: arena.memory, words: this.#words };
    this.#worker.postMessage(order);
  }

  /** Whether blocks can still be written. */
  get works(): boolean {
    return this.#failure === undefined && Atomics.load(this.#words, BlockWord.State) === BlockState.Open;
  }

  /** Accepts a block, unless it has it already; returns false if the block would have to wait. */
  offer(packed: PackedBytes): boolean {
    if (this.#places.has(packed)) return true;
    this.#recordWritten();
    if (!this.works || this.#given.length === SLOTS || this.#pinned > MOST_PINNED) return false;
    const { bytes, owner } = packed;
    const pointer = owner.store.pin(packed);
    const slot = wordsOfBlock(this.#count);
    this.#words[slot + SlotWord.Pointer] = pointer;
    this.#words[slot + SlotWord.Bytes] = bytes;
    this.#given.push({ packed, offset: this.offset });
    this.#pinned += bytes;
    this.offset += bytes;
    this.#places.set(packed, NOT_YET);
    this.#count = (this.#count + 1) | 0;
    Atomics.store(this.#words, BlockWord.Given, this.#count);
    Atomics.notify(this.#words, BlockWord.Given);
    return true;
  }

  async put(packed: PackedBytes): Promise<void> {
    while (!this.offer(packed)) await this.#hearMore();
  }

  async flush(): Promise<void> {
    for (this.#recordWritten(); this.#given.length > 0; this.#recordWritten()) await this.#hearMore();
  }

  placeOf(packed: PackedBytes): BlockPosition {
    return this.#places.get(packed)!;
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#end();
    await this.#output.write(bytes);
  }

  /** Stops the thread, whatever it is doing. Bytes already written can still be read. */
  stop(): void {
    this.#recordWritten();
    this.#endThread();
    for (const { packed } of this.#given) packed.owner.store.unpin(packed);
    this.#given = [];
    this.#failure ??= new OutputError(`Cannot write "${this.#path}": writing was cancelled`);
  }

  /** Called when no written bytes will be read any more. */
  close(): void {
    this.#reader.close();
  }

  /** Waits until the thread has nothing left to write; this thread then continues after those bytes. */
  async #end(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.flush();
    this.#endThread();
    await this.#output.beside.goOn(this.offset);
  }

  #endThread(): void {
    Atomics.store(this.#words, BlockWord.State, BlockState.Ended);
    Atomics.notify(this.#words, BlockWord.Given);
    this.#worker.terminate();
  }

  /**
   * Records the positions of blocks the thread has written, which can now be evicted without being written
   * again.
   */
  #recordWritten(): void {
    const written = Atomics.load(this.#words, BlockWord.Written);
    let taken = 0;
    for (
      ;
      this.#takenBack !== written && taken < this.#given.length;
      this.#takenBack = (this.#takenBack + 1) | 0
    ) {
      const { packed, offset } = this.#given[taken++]!;
      const checksum = this.#words[wordsOfBlock(this.#takenBack) + SlotWord.Checksum]! >>> 0;
      const place = { file: this.#reader, offset, checksum };
      this.#places.set(packed, place);
      packed.owner.store.unpin(packed);
      // A block freed in the meantime has no memory, and nobody can read it again.
      if (packed.pointer !== 0) packed.place ??= place;
      this.#pinned -= packed.bytes;
    }
    if (taken > 0) this.#given.splice(0, taken);
  }

  #hear(answer: BlockThreadReply): void {
    if (typeof answer === "object") this.#failed(errorOf(answer.failure));
    this.#wake?.();
  }

  #failed(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  /** Waits until the thread has written more blocks than this class has recorded. Throws `OutputError`. */
  async #hearMore(): Promise<void> {
    const more = new Promise<void>((resolve) => this.#wake = resolve);
    Atomics.store(this.#words, BlockWord.Asked, 1);
    // The thread announces only blocks that it writes after the request.
    if (this.#failure === undefined && Atomics.load(this.#words, BlockWord.Written) === this.#takenBack) {
      await more;
    }
    if (this.#failure !== undefined) throwOutputError(this.#path, this.#failure);
  }
}

const NOT_YET: BlockPosition = { offset: -1, checksum: 0 };

/** Reads blocks back from a file that is or was being written, and may have been deleted meanwhile. */
class UnfinishedReader {
  readonly #path: string;
  readonly #file: Deno.FsFile;
  #open = true;

  constructor(path: string, unfinished: string) {
    this.#path = path;
    this.#file = Deno.openSync(unfinished);
  }

  read(offset: number, into: Uint8Array, checksum?: number): void {
    if (readAt(this.#file, offset, into) === into.length && crc32(into) === checksum) return;
    const message =
      `Cannot read the saved index "${this.#path}": it was changed while it was in use, open the trace again`;
    throw new InputError(message, this.#path, "failed");
  }

  close(): void {
    if (this.#open) this.#file.close();
    this.#open = false;
  }
}

/** Recreates the error of another thread, since its class decides the message shown. */
function errorOf({ name, message }: { name: string; message: string }): Error {
  const classes: Record<string, new (message: string) => Error> = Deno.errors;
  return Object.hasOwn(classes, name) ? new classes[name]!(message) : new Error(message);
}
