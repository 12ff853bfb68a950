/**
 * A section of work that consists of tasks. The main thread records the calls of a task and hands it over,
 * and any idle thread runs it. Tasks end in any order, but the main thread processes their results in task
 * order.
 * @module
 */

import type { PackedBytes } from "./block_store.ts";
import { CallList, type CallMachine, OWN_ADDRESSES } from "./call_list.ts";
import type { Crew, SectionOptions } from "./crew.ts";
import { claimTask, CrewWord, firstCellOf, RING, TASK_CELLS, WorkerWord } from "./crew_words.ts";

/** Blocks pinned by waiting tasks take at most this fraction (1/8) of the memory for data. */
const PINNED_SHARE = 8;

/** A task that was handed over. */
interface Pending {
  /** Number of the task; undefined for a task that was run at once. */
  readonly task: number | undefined;
  readonly pinned: readonly PackedBytes[];
  readonly finish: () => void;
}

/** A worker could not do a task; its partial results are discarded. */
export class CrewFailure extends Error {
  override readonly name: string = "CrewFailure";
}

/**
 * A section of work, of which only one exists at a time. Whoever opens a section must close it, whatever
 * happens.
 */
export class CrewSection {
  /** The recorded calls of the next task. */
  readonly calls: CallList = new CallList();
  /** Number of threads with memory of their own in this section. */
  readonly threads: number;
  readonly #crew: Crew;
  readonly #machine: CallMachine;
  readonly #options: SectionOptions;
  readonly #end: () => void;
  readonly #narrow: Int32Array;
  readonly #wide: BigInt64Array;
  readonly #pending: Pending[] = [];
  readonly #own: number;
  readonly #stride: number;
  readonly #each: number;
  readonly #stepOfEach: number;
  readonly #tasksBefore: readonly number[];
  #pinned: PackedBytes[] = [];
  #pinnedBytes = 0;
  #given = 0;
  #open = true;

  /** `end` is called when the section is closed. */
  constructor(crew: Crew, machine: CallMachine, options: SectionOptions, end: () => void) {
    this.#crew = crew;
    this.#machine = machine;
    this.#options = options;
    this.#end = end;
    this.#narrow = new Int32Array(crew.tasks);
    this.#wide = new BigInt64Array(crew.tasks);
    this.threads = crew.workerCount + 1;
    // Prevents threads from writing to the same cache line.
    this.#stride = (options.own + 127) & ~127;
    this.#stepOfEach = ((options.each ?? 0) + 15) & ~15;
    this.#own = options.arena.alloc(this.#stride * this.threads);
    this.#each = options.arena.alloc(this.#stepOfEach * RING);
    machine.own = this.#own;
    crew.words[CrewWord.Own] = this.#own;
    crew.words[CrewWord.Stride] = this.#stride;
    this.#tasksBefore = this.#taskCounts();
  }

  /** An offset in the private memory of each thread, as an address for recorded calls. */
  own(offset: number): number {
    return OWN_ADDRESSES + offset;
  }

  /** The address of `offset` in the private memory of a thread. */
  ownOf(thread: number, offset: number): number {
    return this.#own + thread * this.#stride + offset;
  }

  /** Address of the memory of the next task. */
  get each(): number {
    return this.#each + (this.#given & (RING - 1)) * this.#stepOfEach;
  }

  /**
   * Waits until the ring has a place for another task, and runs waiting tasks meanwhile. Then the memory of
   * the new task may be written.
   */
  *begin(): Generator<void> {
    while (this.#pending.length >= RING) yield* this.#retire();
    this.calls.clear();
  }

  /** Pins a block for the next task and returns its address. */
  pin(packed: PackedBytes): number {
    const { store } = packed.owner;
    const pointer = store.pin(packed);
    this.#pinned.push(packed);
    this.#pinnedBytes += packed.bytes;
    return pointer;
  }

  /** Hands the task over; `finish` is called on this thread when the task and all before it are done. */
  *add(finish: () => void = () => {}): Generator<void> {
    const pinned = this.#pinned;
    this.#pinned = [];
    this.#given++;
    const { words } = this.#crew;
    if (this.calls.length > TASK_CELLS) {
      this.#pending.push({ task: undefined, pinned, finish });
      this.calls.run(this.#machine);
    } else {
      const task = Atomics.load(words, CrewWord.Published);
      const slot = firstCellOf(task);
      this.#narrow[2 * slot] = this.calls.length;
      Atomics.store(this.#narrow, 2 * slot + 1, 0);
      this.calls.copyTo(this.#wide, slot + 1);
      this.#pending.push({ task, pinned, finish });
      Atomics.store(words, CrewWord.Published, (task + 1) | 0);
      Atomics.notify(words, CrewWord.Published);
    }
    const room = this.#options.arena.heap.budget / PINNED_SHARE;
    while (this.#pinnedBytes > room && this.#pending.length > 0) yield* this.#retire();
  }

  /** Waits until all tasks are done. Throws `CrewFailure` if a worker failed. */
  *finish(): Generator<void> {
    while (this.#pending.length > 0) yield* this.#retire();
    if (Atomics.load(this.#crew.words, CrewWord.Failed) !== 0) {
      throw new CrewFailure("Cannot continue: a kernel aborted on another thread");
    }
  }

  /** Number of threads that did any work, this one included. */
  get used(): number {
    return 1 + this.#taskCounts().filter((count, at) => count !== this.#tasksBefore[at]).length;
  }

  /** Releases everything. Tasks that have not begun are dropped; running ones are waited for. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    const { words } = this.#crew;
    while (claimTask(words) !== undefined) Atomics.add(words, CrewWord.Done, 1);
    for (let done; (done = Atomics.load(words, CrewWord.Done)) !== Atomics.load(words, CrewWord.Published);) {
      Atomics.wait(words, CrewWord.Done, done);
    }
    this.#unpin(this.#pinned);
    for (const { pinned } of this.#pending) this.#unpin(pinned);
    this.#options.arena.free(this.#own);
    this.#options.arena.free(this.#each);
    this.#end();
    // After a failure, no worker is used again.
    if (Atomics.load(words, CrewWord.Failed) !== 0) this.#crew.stop();
  }

  /** Completes the oldest waiting task, running tasks on this thread until it is done. */
  *#retire(): Generator<void> {
    const { task, pinned, finish } = this.#pending[0]!;
    const { words } = this.#crew;
    const state = task === undefined ? -1 : 2 * firstCellOf(task) + 1;
    while (state >= 0) {
      const done = Atomics.load(words, CrewWord.Done);
      if (Atomics.load(this.#narrow, state) !== 0) break;
      const mine = claimTask(words);
      if (mine === undefined) Atomics.wait(words, CrewWord.Done, done);
      else {
        this.#do(mine);
        yield;
      }
    }
    this.#pending.shift();
    this.#unpin(pinned);
    if (Atomics.load(words, CrewWord.Failed) === 0) finish();
  }

  #do(task: number): void {
    const slot = firstCellOf(task);
    try {
      this.#machine.run(this.#narrow, this.#wide, slot + 1, slot + 1 + this.#narrow[2 * slot]!);
    } finally {
      Atomics.store(this.#narrow, 2 * slot + 1, 1);
      Atomics.add(this.#crew.words, CrewWord.Done, 1);
    }
  }

  #unpin(pinned: readonly PackedBytes[]): void {
    for (const packed of pinned) {
      this.#pinnedBytes -= packed.bytes;
      packed.owner.store.unpin(packed);
    }
  }

  #taskCounts(): number[] {
    const { words } = this.#crew;
    return Array.from(
      { length: this.#crew.workerCount },
      (_, at) => Atomics.load(words, CrewWord.Workers + at * WorkerWord.Count + WorkerWord.Tasks),
    );
  }
}
