/**
 * Work on blocks, written once for any number of threads. A thread takes a block and makes the calls recorded
 * for it; with a single thread, calls are made at once.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import { type DeferredWords, ImmediateCalls, type KernelCalls } from "./kernel_calls.ts";
import { kernelsOf } from "./kernels.ts";
import type { Workspace } from "./relation.ts";
import { DeferredReader, SCRATCH_BYTES } from "./deferred_reader.ts";
import { type SharedWork, shareWork, type WorkNeeds } from "./shared_work.ts";

/** Kernels whose calls run at once or are recorded. */
type CrewKernels = Pick<SharedWork, "block" | "dense" | "group" | "keyed" | "partitions" | "select">;

/** Reads columns in recorded calls. */
export interface DeferredReaders {
  readonly shared: SharedWork;
  readonly reader: DeferredReader;
}

/** The threads that work on blocks, and where their calls are recorded. */
export interface BlockCrew {
  readonly calls: KernelCalls;
  readonly kernels: CrewKernels;
  /** Address of the scratch memory of each thread, for use in calls. */
  readonly own: number;
  /** The scratch memory of each thread. */
  readonly owned: readonly number[];
  /** Present only if calls are recorded. */
  readonly later?: DeferredReaders;
  /** Whether a row has caused an error; then all results are discarded. */
  readonly hasFailed: boolean;
  /**
   * Works on pieces in any order. `write` makes the calls for a piece, given the address of memory for it. It returns a
   * function to run on this thread after the calls, in the order of pieces; undefined if nothing is called.
   */
  doAll<T>(
    pieces: Iterable<T>,
    write: (piece: T, memory: number) => (() => void) | undefined,
  ): Generator<void>;
}

/** A pass over the blocks of a table. */
interface BlockPass<T, R> {
  readonly blocks: Iterable<T>;
  /** Makes the calls for a block; see `BlockCrew.doAll`. */
  write(block: T, memory: number): (() => void) | undefined;
  /** Returns the result, after all blocks are done. */
  end(): R;
}

/**
 * Runs a pass over blocks. If `isShared` is set and it pays, several threads take part. If a row or a thread
 * fails, one thread starts over with a fresh `begin`, and reports the row.
 */
export function eachBlock<T, R>(
  work: Workspace,
  needs: WorkNeeds,
  isShared: boolean,
  begin: (crew: BlockCrew) => BlockPass<T, R>,
): Generator<void, R> {
  return withCrew(work, needs, isShared, function* (crew) {
    const { blocks, write, end } = begin(crew);
    // For each block: run its calls, or record them for the next free thread; use their results in block
    // order.
    yield* crew.doAll(blocks, write);
    return end();
  });
}

/** Works with several threads if `isShared` is set and it pays; otherwise with one. See `eachBlock`. */
export function* withCrew<R>(
  work: Workspace,
  needs: WorkNeeds,
  isShared: boolean,
  use: (crew: BlockCrew) => Generator<void, R>,
): Generator<void, R> {
  const shared = isShared
    ? yield* shareWork(work, needs, function* (shared) {
      const crew = new SharedCrew(shared, work);
      const result = yield* use(crew);
      return crew.end() ? { result } : undefined;
    })
    : undefined;
  if (shared) return shared.result;
  const crew = new CrewOfOne(work, needs);
  const result = yield* use(crew);
  crew.end();
  return result;
}

/** A single thread, which runs calls as they are made. */
class CrewOfOne implements BlockCrew {
  readonly calls: ImmediateCalls;
  readonly kernels: CrewKernels;
  readonly hasFailed: boolean = false;
  readonly #work: Workspace;
  readonly #needs: WorkNeeds;
  #own = 0;

  constructor(work: Workspace, needs: WorkNeeds) {
    [this.#work, this.#needs] = [work, needs];
    this.calls = new ImmediateCalls(work);
    this.kernels = kernelsOf(work.arena);
  }

  get own(): number {
    // Allocated on demand, since most calls that are made at once need no memory.
    return this.#own ||= this.#work.take(this.#needs.own ?? 0);
  }

  get owned(): readonly number[] {
    return [this.own];
  }

  *doAll<T>(
    pieces: Iterable<T>,
    write: (piece: T, memory: number) => (() => void) | undefined,
  ): Generator<void> {
    const work = this.#work;
    const memory = work.take(this.#needs.each ?? 0);
    for (const piece of pieces) {
      yield;
      work.check();
      write(piece, memory)?.();
    }
    work.give(memory);
  }

  end(): void {
    this.#work.give(this.#own);
  }
}

/** Several threads, with recorded calls. */
class SharedCrew implements BlockCrew {
  readonly kernels: CrewKernels;
  readonly #shared: SharedWork;
  readonly #work: Workspace;
  readonly #failed: number;
  readonly later: DeferredReaders;

  constructor(shared: SharedWork, work: Workspace) {
    this.kernels = this.#shared = shared;
    this.#work = work;
    this.#failed = work.takeZeroed(4);
    const reader = new DeferredReader(shared, work, this.#failed);
    this.later = { shared, reader };
    shared.tests.later = deferredWords(reader, shared.own);
  }

  get calls(): KernelCalls {
    return this.#shared.tests;
  }

  get own(): number {
    return this.#shared.own;
  }

  get owned(): readonly number[] {
    const shared = this.#shared;
    return Array.from({ length: shared.section.threads }, (_, thread) => shared.ownOf(thread));
  }

  get hasFailed(): boolean {
    return this.#work.arena.u32[this.#failed >>> 2] !== 0;
  }

  doAll<T>(
    pieces: Iterable<T>,
    write: (piece: T, memory: number) => (() => void) | undefined,
  ): Generator<void> {
    return this.#shared.doAll(pieces, write);
  }

  /** Frees memory shared by all tasks; returns whether every row was computed. */
  end(): boolean {
    this.later.reader.end();
    return !this.hasFailed;
  }
}

/** Reads columns into the scratch memory of each thread. */
function deferredWords(reader: DeferredReader, own: number): DeferredWords {
  return {
    read: (column, block, rows) => {
      const nulls = own + BLOCK_ROWS * 8;
      return { values: own, nulls: reader.read(column, block, rows, own, nulls, own + SCRATCH_BYTES) };
    },
    readWords: (columns, block, rows) => reader.readWords(columns, block, rows, own),
    loop: (module, args, canFail) => reader.callLoop(module, args, canFail),
  };
}
