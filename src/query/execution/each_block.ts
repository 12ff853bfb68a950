/**
 * Work on blocks, written once for any number of threads: a thread takes a block and makes the calls that are written for
 * it. One thread is a crew of one, whose calls are made as they are written.
 * @module
 */

import type { Written } from "../../memory/kernel_table.ts";
import { BLOCK_ROWS } from "../../tables/block.ts";
import { CallsNow, type KernelCalls, type LaterWords } from "./kernel_calls.ts";
import { kernelsOf } from "./kernels.ts";
import type { Exports as DenseKernels } from "./kernels/dense.wasm.ts";
import type { Workspace } from "./relation.ts";
import { LaterReader, SPARE_BYTES } from "./later_reader.ts";
import { type Needs, type SharedWork, shareWork } from "./shared_work.ts";

/** Where the calls for a block go. */
interface BlockCalls {
  readonly calls: KernelCalls;
  readonly dense: Written<DenseKernels>;
}

/** What is done with blocks. */
interface BlockPass<T, R> {
  readonly blocks: Iterable<T>;
  /**
   * Writes the calls for a block, with an address of memory for it; gives what is to be done here when they have been made,
   * in the order of the blocks, and nothing where there is nothing to call.
   */
  write(block: T, memory: number): (() => void) | undefined;
  /** What was found, once all blocks are done. */
  end(): R;
}

/**
 * Does a pass over blocks. With `isShared` several threads may take blocks, where that is worth it; where a row cannot be
 * computed, and where a thread has failed, one thread begins anew with what `begin` gives, and says which row it was.
 */
export function* eachBlock<T, R>(
  work: Workspace,
  needs: Needs,
  isShared: boolean,
  begin: (to: BlockCalls) => BlockPass<T, R>,
): Generator<void, R> {
  const shared = isShared ? yield* passTogether(work, needs, begin) : undefined;
  if (shared) return shared.result;
  const calls = new CallsNow(work);
  const { blocks, write, end } = begin({ calls, dense: kernelsOf(work.arena).dense });
  const memory = work.take(needs.each ?? 0);
  // For each block: make its calls, and use what they gave.
  for (const block of blocks) {
    yield;
    work.check();
    write(block, memory)?.();
  }
  work.give(memory);
  return end();
}

function passTogether<T, R>(
  work: Workspace,
  needs: Needs,
  begin: (to: BlockCalls) => BlockPass<T, R>,
): Generator<void, { readonly result: R } | undefined> {
  return shareWork(work, needs, function* (shared) {
    const reader = readLater(shared, work);
    const { blocks, write, end } = begin({ calls: shared.tests, dense: shared.dense });
    // For each block: write its calls down for the next thread that has time; use what they gave in the order of the blocks.
    yield* shared.doAll(blocks, write);
    const result = end();
    return reader.end() ? { result } : undefined;
  });
}

/** Lets tests of a section read columns. */
export function readLater(
  shared: SharedWork,
  work: Workspace,
): { readonly hasFailed: boolean; readonly end: () => boolean } {
  const failed = work.takeZeroed(4);
  const reader = new LaterReader(shared, work, failed);
  shared.tests.later = wordsOf(reader, shared.own);
  return {
    get hasFailed() {
      return work.arena.u32[failed >>> 2] !== 0;
    },
    /** Gives back what all tasks have looked at; whether all rows were computed. */
    end() {
      reader.end();
      return !this.hasFailed;
    },
  };
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
