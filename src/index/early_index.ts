/**
 * Writes the blocks of a trace to its index while the trace is still being read, once it is clear that reading
 * takes long. Little is then left to do at the end.
 * @module
 */

import type { LoadObserver } from "../ingest/load.ts";
import type { Arena } from "../memory/arena.ts";
import type { PackedBytes } from "../memory/block_store.ts";
import type { IndexOutput } from "./index_output.ts";
import type { ThreadedBlocks } from "./threaded_blocks.ts";

/** Before this many milliseconds have passed, the speed so far predicts nothing. */
const LEAST_TIME = 50;

/** Facts that are known before the file is read. */
interface EarlyPlace {
  readonly folder: string;
  readonly place: string;
  /** Loads that take longer than this are saved. */
  readonly seconds: number;
  /** Whether the user asked for the index. */
  readonly asked: boolean;
}

/** An index that is being written. */
export class EarlyIndex implements LoadObserver {
  readonly #what: EarlyPlace;
  readonly #start = performance.now();
  /** Blocks that are not yet written. */
  #waiting: PackedBytes[] = [];
  #arena: Arena | undefined;
  #opening: Promise<void> | undefined;
  #output: IndexOutput | undefined;
  #blocks: ThreadedBlocks | undefined;
  #over = false;

  constructor(what: EarlyPlace) {
    this.#what = what;
  }

  /** Starts to record the blocks of an arena. */
  watch(arena: Arena): void {
    this.#arena = arena;
    arena.onBlock = (packed) => void this.#waiting.push(packed);
  }

  /** Called repeatedly with the bytes of the file read so far, and the total if known. */
  step(bytes: number, total: number | undefined): void {
    if (this.#over) return;
    if (this.#opening === undefined) {
      if (this.#takesLong(bytes, total)) this.#opening = this.#open();
    } else if (this.#blocks) this.#handOver(this.#blocks);
  }

  /** The output and the blocks written so far, if any; the caller continues with them. */
  async begun(): Promise<{ readonly output: IndexOutput; readonly blocks: ThreadedBlocks } | undefined> {
    // If the output was opened while the file was read, it is used, even if opening finished late.
    await this.#opening;
    this.#stopWatching();
    if (this.#blocks?.works) return { output: this.#output!, blocks: this.#blocks };
    await this.discard();
    return undefined;
  }

  /** Removes the file; evicted blocks can still be read back until `close`. */
  async discard(): Promise<void> {
    this.#stopWatching();
    await this.#opening;
    this.#blocks?.stop();
    this.#output?.discard();
  }

  /** Called when the trace is closed and nothing more is read from it. */
  close(): void {
    this.#blocks?.close();
  }

  #takesLong(bytes: number, total: number | undefined): boolean {
    const { asked, seconds } = this.#what;
    if (asked) return true;
    const passed = performance.now() - this.#start;
    const expected = total === undefined || bytes === 0 ? passed : passed * total / bytes;
    return passed >= LEAST_TIME && expected > seconds * 1000;
  }

  /** Opens the output. If this fails, the index is written after the trace has been read, if at all. */
  async #open(): Promise<void> {
    const { folder, place, asked } = this.#what;
    try {
      // Most traces have no index, so this code is loaded only for the first one.
      const { mayWriteByThread, ThreadedBlocks } = await import("./threaded_blocks.ts");
      if (!mayWriteByThread()) return;
      const { openIndexOutput } = await import("./index_output.ts");
      const output = await openIndexOutput(folder, place, asked);
      this.#output = output;
      const { beside } = output;
      if (this.#over || beside === undefined) return output.discard();
      this.#blocks = new ThreadedBlocks(this.#arena!, place, { ...output, beside });
    } catch {
      this.#output?.discard();
    }
  }

  #handOver(blocks: ThreadedBlocks): void {
    if (!blocks.works || blocks.offset > this.#output!.most) return this.#stopWatching();
    // A block that is still being filled is pinned, and the blocks after it wait. Blocks that were evicted or
    // freed are not loaded again.
    let done = 0;
    for (const packed of this.#waiting) {
      if (packed.pins > 0 || (packed.pointer !== 0 && !blocks.offer(packed))) break;
      done++;
    }
    this.#waiting.splice(0, done);
  }

  #stopWatching(): void {
    this.#over = true;
    this.#waiting = [];
    if (this.#arena) this.#arena.onBlock = undefined;
  }
}
