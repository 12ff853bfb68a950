/**
 * Work on blocks, written once for any number of threads: a thread takes a block and makes the calls that are written for
 * it. One thread is a crew of one, whose calls are made as they are written.
 * @module
 */

import { BLOCK_ROWS } from "../../tables/block.ts";
import { CallsNow, type KernelCalls, type LaterWords } from "./kernel_calls.ts";
import { kernelsOf } from "./kernels.ts";
import type { Workspace } from "./relation.ts";
import { LaterReader, SPARE_BYTES } from "./later_reader.ts";
import { type Needs, type SharedWork, shareWork } from "./shared_work.ts";

/** Kernels, whose calls are made at once or written down. */
type CrewKernels = Pick<SharedWork, "block" | "dense" | "group" | "keyed" | "partitions" | "select">;

/** Reads columns for calls that are written down. */
export interface Later {
  readonly shared: SharedWork;
  readonly reader: LaterReader;
}

/** Threads that do pieces of work, and where the calls for these go. */
export interface Crew {
  readonly calls: KernelCalls;
  readonly kernels: CrewKernels;
  /** Address of the bytes that each thread has of its own, for calls. */
  readonly own: number;
  /** Where these bytes lie, thread by thread. */
  readonly owned: readonly number[];
  /** Only where calls are written down. */
  readonly later?: Later;
  /** Whether a row could not be computed: what comes of the others is worth nothing. */
  readonly hasFailed: boolean;
  /**
   * Does pieces of work in any order. `write` writes the calls for a piece, with an address of memory for it; it gives what is
   * to be done here when they have been made, in the order of the pieces, and nothing where there is nothing to call.
   */
  doAll<T>(
    pieces: Iterable<T>,
    write: (piece: T, memory: number) => (() => void) | undefined,
  ): Generator<void>;
}

/** What is done with blocks. */
interface BlockPass<T, R> {
  readonly blocks: Iterable<T>;
  /** Writes the calls for a block; see `Crew.doAll`. */
  write(block: T, memory: number): (() => void) | undefined;
  /** What was found, once all blocks are done. */
  end(): R;
}

/**
 * Does a pass over blocks. With `isShared` several threads may take blocks, where that is worth it; where a row cannot
 * be computed, and where a thread has failed, one thread starts over with what `begin` gives, and says which row it
 * was.
 */
export function eachBlock<T, R>(
  work: Workspace,
  needs: Needs,
  isShared: boolean,
  begin: (crew: Crew) => BlockPass<T, R>,
): Generator<void, R> {
  return withCrew(work, needs, isShared, function* (crew) {
    const { blocks, write, end } = begin(crew);
    // For each block: make its calls, or write them down for the next thread that has time; use what they gave in its turn.
    yield* crew.doAll(blocks, write);
    return end();
  });
}

/** Does work with a crew of several threads where `isShared`, and where that is worth it; else with one. See `eachBlock`. */
export function* withCrew<R>(
  work: Workspace,
  needs: Needs,
  isShared: boolean,
  use: (crew: Crew) => Generator<void, R>,
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

/** One thread, which makes calls as they are written. */
class CrewOfOne implements Crew {
  readonly calls: CallsNow;
  readonly kernels: CrewKernels;
  readonly hasFailed: boolean = false;
  readonly #work: Workspace;
  readonly #needs: Needs;
  #own = 0;

  constructor(work: Workspace, needs: Needs) {
    [this.#work, this.#needs] = [work, needs];
    this.calls = new CallsNow(work);
    this.kernels = kernelsOf(work.arena);
  }

  get own(): number {
    // Most work that is done at once needs none.
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

/** Several threads, for which calls are written down. */
class SharedCrew implements Crew {
  readonly kernels: CrewKernels;
  readonly #shared: SharedWork;
  readonly #work: Workspace;
  readonly #failed: number;
  readonly later: Later;

  constructor(shared: SharedWork, work: Workspace) {
    this.kernels = this.#shared = shared;
    this.#work = work;
    this.#failed = work.takeZeroed(4);
    const reader = new LaterReader(shared, work, this.#failed);
    this.later = { shared, reader };
    shared.tests.later = wordsOf(reader, shared.own);
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

  /** Frees what all tasks have looked at; whether all rows were computed. */
  end(): boolean {
    this.later.reader.end();
    return !this.hasFailed;
  }
}

/** Columns are read to the memory that each thread has of its own. */
function wordsOf(reader: LaterReader, own: number): LaterWords {
  return {
    read: (column, block, rows) => {
      const nulls = own + BLOCK_ROWS * 8;
      return { values: own, nulls: reader.read(column, block, rows, own, nulls, own + SPARE_BYTES) };
    },
    readWords: (columns, block, rows) => reader.readWords(columns, block, rows, own),
    loop: (module, args, canFail) => reader.callLoop(module, args, canFail),
  };
}
