/**
 * Writes the blocks of a trace to its index while the trace is read, as soon as it is clear that this takes long: then
 * little is left to do when it has been read.
 * @module
 */

import type { BesideLoad } from "../ingest/load.ts";
import type { Arena } from "../memory/arena.ts";
import type { PackedBytes } from "../memory/block_store.ts";
import type { IndexOutput } from "./index_output.ts";
import type { ThreadedBlocks } from "./threaded_blocks.ts";

/** Less time says nothing about the rest, in milliseconds. */
const LEAST_TIME = 50;

/** What is known before the file is read. */
interface EarlyPlace {
  readonly folder: string;
  readonly place: string;
  /** Loads that take longer are saved. */
  readonly seconds: number;
  /** Somebody asked for the index. */
  readonly asked: boolean;
}

/** An index that is begun. */
export class EarlyIndex implements BesideLoad {
  readonly #what: EarlyPlace;
  readonly #start = performance.now();
  /** Blocks that were not handed over. */
  #waiting: PackedBytes[] = [];
  #arena: Arena | undefined;
  #opening: Promise<void> | undefined;
  #output: IndexOutput | undefined;
  #blocks: ThreadedBlocks | undefined;
  #over = false;

  constructor(what: EarlyPlace) {
    this.#what = what;
  }

  /** From now on the blocks of an owner are noted. */
  watch(arena: Arena): void {
    this.#arena = arena;
    arena.onBlock = (packed) => void this.#waiting.push(packed);
  }

  /** Called now and then: this many bytes of the file are read, of a total that may be unknown. */
  step(bytes: number, total: number | undefined): void {
    if (this.#over) return;
    if (this.#opening === undefined) {
      if (this.#takesLong(bytes, total)) this.#opening = this.#open();
    } else if (this.#blocks) this.#handOver(this.#blocks);
  }

  /** What was begun, where there is anything: from now on somebody else continues with it. */
  async begun(): Promise<{ readonly output: IndexOutput; readonly blocks: ThreadedBlocks } | undefined> {
    // What was opened while the file was read is used, also where it has come late.
    await this.#opening;
    this.#stopWatching();
    if (this.#blocks?.works) return { output: this.#output!, blocks: this.#blocks };
    await this.discard();
    return undefined;
  }

  /** Leaves no file after; blocks that are out can still be read back until `close`. */
  async discard(): Promise<void> {
    this.#stopWatching();
    await this.#opening;
    this.#blocks?.stop();
    this.#output?.discard();
  }

  /** The trace is closed: nothing of it is read any more. */
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

  /** Where it cannot be begun it is written, or not, when the trace has been read. */
  async #open(): Promise<void> {
    const { folder, place, asked } = this.#what;
    try {
      // Most traces have no index: what one takes is loaded with the first.
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
    // What is being made is pinned, and finished before what comes after it. What has left memory, or was given back, is
    // not brought back for this.
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
