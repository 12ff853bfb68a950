/**
 * Reads blocks of columns on any thread: the calls are recorded.
 * @module
 */

import type { GeneratedModule } from "../../memory/generated_modules.ts";
import { type Block, BLOCK_ROWS, NullMode, withPinnedBlock, writeDescriptor } from "../../tables/block.ts";
import { type Column, LookupColumn, SequenceColumn } from "../../tables/column.ts";
import { Descriptor } from "../../tables/kernels/block_layout.ts";
import { StoredColumn } from "../../tables/stored_column.ts";
import { SumColumn } from "../../tables/sum_column.ts";
import { isPacked } from "./block_tests.ts";
import { ExpressionColumn } from "./expression_column.ts";
import type { ColumnAddresses } from "./kernel_calls.ts";
import { NO_FAILURE } from "./kernels.ts";
import { LoopColumn } from "./loops/loop_column.ts";
import type { Workspace } from "./relation.ts";
import type { SharedWork } from "./shared_work.ts";

/** Maximum number of blocks of the column that a lookup reads, since each task would pin all of them. */
const MOST_BLOCKS_BEHIND = 4;
/** Scratch bytes to read a column: a block of words, then their null bytes. */
export const SCRATCH_BYTES: number = BLOCK_ROWS * 9;

/** Whether other threads can read a block of a column. */
export function canReadOnThread(column: Column, block: number): boolean {
  if (column instanceof SequenceColumn) return true;
  if (column instanceof SumColumn) return column.addends.every((each) => canReadOnThread(each, block));
  if (column instanceof LookupColumn) {
    const { keys, target } = column;
    return target instanceof StoredColumn && target.blockCount <= MOST_BLOCKS_BEHIND &&
      canReadOnThread(keys, block);
  }
  if (column instanceof LoopColumn) return canComputeOnThread(column.loop, block);
  return !(column instanceof ExpressionColumn) && isPacked(column, block);
}

/** Scratch bytes that each thread needs to read this column. */
export function scratchBytes(column: Column): number {
  if (column instanceof SequenceColumn) return SCRATCH_BYTES;
  if (column instanceof LookupColumn) return Math.max(SCRATCH_BYTES, scratchBytes(column.keys));
  if (column instanceof SumColumn) return SCRATCH_BYTES + Math.max(...column.addends.map(scratchBytes));
  return column instanceof LoopColumn ? scratchBytesOf(column.loop.columns) : 0;
}

/** Whether other threads can run the loop for a block. */
export function canComputeOnThread(
  loop: Pick<LoopColumn["loop"], "columns" | "knows">,
  block: number,
): boolean {
  return loop.columns.every((each) => canReadOnThread(each, block)) && loop.knows(block);
}

/** Scratch bytes that each thread needs to read several columns together. */
export function scratchBytesOf(columns: readonly Column[]): number {
  return columns.length * SCRATCH_BYTES + Math.max(...columns.map(scratchBytes));
}

/** Records calls that read columns in the next task. */
export class DeferredReader {
  readonly #shared: SharedWork;
  readonly #work: Workspace;
  readonly #failed: number;
  /** Addresses of the bytes of generated modules, by module number. */
  readonly #modules = new Map<number, number>();
  readonly #behind = new Map<Column, number>();

  /** `failed` is the address of a word that stays 0 until a row fails. */
  constructor(shared: SharedWork, work: Workspace, failed: number) {
    [this.#shared, this.#work, this.#failed] = [shared, work, failed];
  }

  /**
   * Reads the values of a block of `rows` rows; returns the address of null bytes, 0 if none is null. `spare` is the
   * address of scratch memory in each thread; `scratchBytes` gives its size.
   */
  read(column: Column, block: number, rows: number, values: number, nulls: number, spare: number): number {
    if (column instanceof SequenceColumn) {
      const { block: kernels } = this.#shared;
      kernels.fillSequence(block * BLOCK_ROWS, rows, spare);
      kernels.unpack64(spare, 4, rows, BigInt(column.first), 0, values);
      return 0;
    }
    if (column instanceof SumColumn) return this.#add(column, block, rows, values, nulls, spare);
    if (column instanceof LookupColumn) return this.#see(column, block, rows, values, nulls, spare);
    if (column instanceof LoopColumn) return this.#loop(column, block, rows, values, nulls, spare);
    return this.#unpack(column.stored(block)!, rows, values, nulls);
  }

  /** Frees memory shared by all tasks. */
  end(): void {
    this.#work.give(...this.#behind.values());
  }

  #unpack(stored: Block, rows: number, values: number, nulls: number): number {
    const { block: kernels, section } = this.#shared;
    const { width, origin, nullMode } = stored;
    return withPinnedBlock(stored, section, (pointer, bytes) => {
      kernels.unpack64(pointer, width, rows, origin, nullMode === NullMode.Zero ? 1 : 0, values);
      if (nullMode === NullMode.None) return 0;
      if (nullMode === NullMode.All) section.calls.fill(nulls, 1, rows);
      else if (nullMode === NullMode.Zero) kernels.nullsOfZeros(pointer, width, rows, nulls);
      else section.calls.copy(bytes, nulls, rows);
      return nulls;
    });
  }

  #add(
    { addends: [left, right] }: SumColumn,
    block: number,
    rows: number,
    values: number,
    nulls: number,
    spare: number,
  ): number {
    const { block: kernels, section: { calls } } = this.#shared;
    const more = spare, moreNulls = spare + BLOCK_ROWS * 8, beyond = spare + SCRATCH_BYTES;
    if (this.read(left, block, rows, values, nulls, beyond) === 0) calls.fill(nulls, 0, rows);
    if (this.read(right, block, rows, more, moreNulls, beyond) === 0) calls.fill(moreNulls, 0, rows);
    kernels.addColumns(values, nulls, more, moreNulls, rows, values, nulls);
    return nulls;
  }

  #see(
    { keys, target }: LookupColumn,
    block: number,
    rows: number,
    values: number,
    nulls: number,
    spare: number,
  ): number {
    const { block: kernels } = this.#shared;
    const missing = this.read(keys, block, rows, values, nulls, spare);
    kernels.toRows(values, missing, rows, spare);
    kernels.gather(this.#describe(target as StoredColumn), spare, rows, values, nulls);
    return nulls;
  }

  /** Records the call of a generated loop, which returns -1 or the number of a row that fails. */
  callLoop({ number, bytes }: GeneratedModule, args: readonly number[], canFail: boolean): void {
    const { section: { calls } } = this.#shared;
    let address = this.#modules.get(number);
    if (address === undefined) {
      address = this.#work.take(bytes.length);
      this.#work.arena.u8.set(bytes, address);
      this.#modules.set(number, address);
    }
    calls.generated(number, [address, bytes.length, ...args]);
    if (canFail) calls.expect(NO_FAILURE, this.#failed);
  }

  #loop(
    { loop }: LoopColumn,
    block: number,
    rows: number,
    values: number,
    nulls: number,
    spare: number,
  ): number {
    const { section } = this.#shared;
    const written = loop.run(block, rows, values, nulls, {
      isLater: true,
      withBlock: (stored, use) => withPinnedBlock(stored, section, use),
      store: (address, value) => section.calls.store(address, value),
      readWords: (columns) => this.readWords(columns, block, rows, spare),
      loop: (module, args, canFail) => {
        this.callLoop(module, args, canFail);
        return true;
      },
    });
    return written!.nullable ? nulls : 0;
  }

  /**
   * Reads several columns, each with null bytes, into the scratch memory at an address; `scratchBytesOf` gives
   * its size.
   */
  readWords(columns: readonly Column[], block: number, rows: number, from: number): ColumnAddresses {
    const { section: { calls } } = this.#shared;
    const beyond = from + columns.length * SCRATCH_BYTES;
    const places = columns.map((column, at) => {
      const values = from + at * SCRATCH_BYTES;
      const nulls = values + BLOCK_ROWS * 8;
      if (this.read(column, block, rows, values, nulls, beyond) === 0) calls.fill(nulls, 0, rows);
      return { values, nulls };
    });
    return { places, done() {} };
  }

  /** Descriptors of the blocks that a lookup reads; valid until the task is done. */
  #describe(target: StoredColumn): number {
    const { arena } = this.#work;
    let list = this.#behind.get(target);
    if (list === undefined) {
      list = this.#work.take(Math.max(1, target.blockCount) * Descriptor.Bytes);
      this.#behind.set(target, list);
    }
    for (let at = 0; at < target.blockCount; at++) {
      const stored = target.stored(at)!;
      const to = list + at * Descriptor.Bytes;
      // The thread that waits for the tasks also pins the block, so the address stays the same.
      withPinnedBlock(stored, this.#shared.section, (pointer) => writeDescriptor(arena, to, stored, pointer));
    }
    return list;
  }
}
