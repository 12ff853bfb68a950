/**
 * Merges sorted runs into one order.
 * @module
 */

import { BLOCK_ROWS, blockKernels } from "../../../tables/block.ts";
import type { Column } from "../../../tables/column.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import type { Workspace } from "../../execution/relation.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import type { Steps } from "../operator.ts";

/** A sorted run, ordered by numbers that are unique over all runs. */
export interface SortedRun {
  readonly columns: readonly Column[];
  /** The order: ascending numbers below 2^53. */
  readonly order: Column;
  readonly count: number;
}

/** Merges the columns of all runs; frees the runs. */
export function* mergeRuns(
  work: Workspace,
  columns: readonly PlanColumn[],
  runs: readonly SortedRun[],
): Steps<StoredColumn[]> {
  const fillers = columns.map((info) => new ColumnFiller(work, info));
  const merger = new Merger(work, runs);
  for (let count = merger.next(); count > 0; count = merger.next()) {
    yield;
    fillers.forEach((filler, at) => merger.fill(filler, at, count));
  }
  merger.release();
  for (const { columns, order } of runs) for (const each of [...columns, order]) each.free();
  return fillers.map((each) => each.finish());
}

/** Order numbers read at a time. */
const READ_AHEAD = 4096;

/** A position in one run. */
class Cursor {
  readonly run: SortedRun;
  readonly #work: Workspace;
  /** The next row. */
  at = 0;
  /** The order number of the next row. */
  number = Infinity;
  /** The run's first row in the current batch. */
  from = 0;
  readonly #numbers = new Float64Array(READ_AHEAD);
  #read = 0;

  constructor(work: Workspace, run: SortedRun) {
    this.#work = work;
    this.run = run;
    this.#look();
  }

  /** Advances past rows with numbers below `end`: at least one, at most `most`. Returns how many. */
  stepTo(end: number, most: number): number {
    const from = this.at;
    while (this.at - from < most && (this.at === from || this.number < end)) {
      const left = Math.min(this.#read - this.at, most - (this.at - from));
      // Numbers that were read rise: if the last one is below the end, all are.
      this.at += this.#numbers[(this.at + left - 1) % READ_AHEAD]! < end ? left : 1;
      this.#look();
    }
    return this.at - from;
  }

  #look(): void {
    if (this.at === this.run.count) this.number = Infinity;
    else {
      if (this.at === this.#read) this.#readOn();
      this.number = this.#numbers[this.at % READ_AHEAD]!;
    }
  }

  #readOn(): void {
    const { arena } = this.#work;
    const count = Math.min(READ_AHEAD, this.run.count - this.at);
    const rows = this.#work.take(count * 4),
      words = this.#work.take(count * 8),
      nulls = this.#work.take(count);
    blockKernels(arena).fillSequence(this.at, count, rows);
    this.run.order.gather(rows, count, words, nulls);
    const { u32 } = arena;
    for (let at = 0; at < count; at++) {
      this.#numbers[at] = u32[(words >>> 2) + 2 * at]! + u32[(words >>> 2) + 2 * at + 1]! * 2 ** 32;
    }
    this.#read = this.at + count;
    this.#work.give(rows, words, nulls);
  }
}

/** Takes batches of rows from the runs, and merges their columns. */
class Merger {
  readonly #work: Workspace;
  readonly #cursors: readonly Cursor[];
  /** A heap of runs by their next number, smallest first. */
  readonly #heap: Cursor[];
  readonly #owners: Cursor[] = Array(BLOCK_ROWS);
  /** The current batch has rows of several runs. */
  #isMixed = false;
  readonly #order: number;
  readonly #rows: number;
  readonly #words: number;
  readonly #nulls: number;
  readonly #sorted: number;
  readonly #sortedNulls: number;

  constructor(work: Workspace, runs: readonly SortedRun[]) {
    this.#work = work;
    this.#cursors = runs.map((run) => new Cursor(work, run));
    this.#heap = this.#cursors.filter(({ number }) => number < Infinity)
      .sort((left, right) => left.number - right.number);
    [this.#order, this.#rows] = [work.take(BLOCK_ROWS * 4), work.take(BLOCK_ROWS * 4)];
    [this.#words, this.#sorted] = [work.take(BLOCK_ROWS * 8), work.take(BLOCK_ROWS * 8)];
    [this.#nulls, this.#sortedNulls] = [work.take(BLOCK_ROWS), work.take(BLOCK_ROWS)];
  }

  /** Takes the next batch of at most 65536 rows; returns its size. */
  next(): number {
    for (const cursor of this.#cursors) cursor.from = cursor.at;
    let count = 0;
    // While there are rows: take those of the run with the smallest next number, up to the next number of the
    // second run.
    while (count < BLOCK_ROWS && this.#heap.length > 0) {
      const cursor = this.#heap[0]!;
      const rows = cursor.stepTo(this.#secondNumber, BLOCK_ROWS - count);
      this.#owners.fill(cursor, count, count + rows);
      count += rows;
      if (cursor.number === Infinity) {
        const last = this.#heap.pop()!;
        if (this.#heap.length === 0) continue;
        this.#heap[0] = last;
      }
      this.#sink();
    }
    this.#work.check();
    this.#isMixed = this.#cursors.filter(({ at, from }) => at > from).length > 1;
    if (!this.#isMixed) return count;
    // The rows of each run are laid out together, run after run.
    const next = new Map<Cursor, number>();
    let start = 0;
    for (const cursor of this.#cursors) {
      next.set(cursor, start);
      start += cursor.at - cursor.from;
    }
    const { u32 } = this.#work.arena;
    for (let at = 0; at < count; at++) {
      const place = next.get(this.#owners[at]!)!;
      u32[(this.#order >>> 2) + at] = place;
      next.set(this.#owners[at]!, place + 1);
    }
    return count;
  }

  /** Adds the rows of the batch to a column. */
  fill(filler: ColumnFiller, column: number, count: number): void {
    const { arena } = this.#work;
    let someNull = false;
    let at = 0;
    for (const { run, at: end, from } of this.#cursors) {
      const n = end - from;
      if (n === 0) continue;
      blockKernels(arena).fillSequence(from, n, this.#rows);
      const nulls = this.#nulls + at;
      if (run.columns[column]!.gather(this.#rows, n, this.#words + 8 * at, nulls) > 0) someNull = true;
      else arena.u8.fill(0, nulls, nulls + n);
      at += n;
    }
    if (!this.#isMixed) return filler.add(this.#words, someNull ? this.#nulls : 0, count);
    kernelsOf(arena).group.permute(this.#words, this.#order, count, this.#sorted);
    if (someNull) kernelsOf(arena).group.permuteBytes(this.#nulls, this.#order, count, this.#sortedNulls);
    filler.add(this.#sorted, someNull ? this.#sortedNulls : 0, count);
  }

  release(): void {
    this.#work.give(
      this.#order,
      this.#rows,
      this.#words,
      this.#nulls,
      this.#sorted,
      this.#sortedNulls,
    );
  }

  /** The next number of the run that would come second; infinite if there is only one run. */
  get #secondNumber(): number {
    const [, left, right] = this.#heap;
    return Math.min(left?.number ?? Infinity, right?.number ?? Infinity);
  }

  /** Sifts the first run down the heap. */
  #sink(): void {
    const heap = this.#heap;
    const cursor = heap[0]!;
    let at = 0;
    while (true) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]!.number < heap[child]!.number) child++;
      if (heap[child]!.number >= cursor.number) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = cursor;
  }
}
