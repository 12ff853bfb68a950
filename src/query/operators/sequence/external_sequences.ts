/**
 * Finds sequences of rows with equal keys in one pass from the last row to the first. For each step, the pass knows the
 * rows that follow, so rows need no memory of their own.
 * @module
 */

import { BLOCK_ROWS } from "../../../tables/block.ts";
import type { StoredColumn } from "../../../tables/stored_column.ts";
import type { RunContext } from "../../execution/context.ts";
import { pieces, readPiece, rowNumbers, type Workspace } from "../../execution/relation.ts";
import type { PlanColumn } from "../../plan/values.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import { isWithinDistance, markTests, type Sequence } from "./find_sequences.ts";
import type { GroupPart } from "../partition/group_part.ts";
import type { Steps } from "../operator.ts";

/** The sequences found, in order of their first rows. */
interface LongSequences {
  /** Row numbers, by step. */
  readonly steps: readonly StoredColumn[];
  /** Positions of the first rows. */
  readonly firsts: StoredColumn;
  readonly count: number;
}

const NUMBER: PlanColumn = { name: "", type: "u64", display: "plain" };

/** Columns about each row. */
interface RowFacts {
  /** The steps that it matches, as bits. */
  readonly tests: StoredColumn;
  readonly numbers: StoredColumn;
  /** Distance value of the row, for `within`. */
  readonly where: StoredColumn | undefined;
  readonly total: number;
}

/** Finds sequences. The inputs of parts are the steps, then `until`, then the distance column. */
export function* externalSequences(
  plan: Sequence,
  parts: readonly GroupPart[],
  context: RunContext,
): Steps<LongSequences> {
  const { work } = context;
  const facts = yield* factsOf(plan, parts, context);
  const found = new FoundSequences(work, plan.steps.length);
  const search = new BackwardSearch(plan, facts.where?.type === "i64", found);
  const bits = { words: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  const numbers = { words: work.take(BLOCK_ROWS * 8), nulls: work.take(BLOCK_ROWS) };
  const where = { words: work.take(BLOCK_ROWS * 8), nulls: work.takeZeroed(BLOCK_ROWS) };
  for (let block = Math.ceil(facts.total / BLOCK_ROWS) - 1; block >= 0; block--) {
    yield;
    work.check();
    const base = block * BLOCK_ROWS;
    const count = Math.min(BLOCK_ROWS, facts.total - base);
    facts.tests.decode(block, count, bits.words, bits.nulls);
    facts.numbers.decode(block, count, numbers.words, numbers.nulls);
    const someNull = facts.where?.decode(block, count, where.words, where.nulls) ?? false;
    for (let at = count - 1; at >= 0; at--) {
      const { u8, u32, u64 } = work.arena;
      const tests = u32[(bits.words >>> 2) + 2 * at]!;
      if (tests === 0) continue;
      const isNowhere = someNull && u8[where.nulls + at] !== 0;
      search.row(
        tests,
        base + at,
        u32[(numbers.words >>> 2) + 2 * at]!,
        facts.where === undefined || isNowhere ? null : u64[(where.words >>> 3) + at]!,
      );
    }
  }
  for (const each of [bits, numbers, where]) work.give(each.words, each.nulls);
  for (const each of [facts.tests, facts.numbers, facts.where]) each?.free();
  return found.finish();
}

function* factsOf(
  { steps, within }: Sequence,
  parts: readonly GroupPart[],
  { work }: RunContext,
): Steps<RowFacts> {
  const { arena } = work;
  const tests = new ColumnFiller(work, NUMBER), numbers = new ColumnFiller(work, NUMBER);
  const whereType = parts[0]?.inputs.at(-1)?.arg?.type ?? "u64";
  const where = within === null ? undefined : new ColumnFiller(work, { ...NUMBER, type: whereType });
  const values = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
  const bits = work.take(BLOCK_ROWS * 8), list = work.take(BLOCK_ROWS * 4);
  let total = 0;
  // For each row: write which steps it matches, its distance value and its row number.
  for (const { part, inputs, rows } of parts) {
    for (const piece of pieces(work, part)) {
      yield;
      const n = piece.count;
      arena.u64.fill(0n, bits >>> 3, (bits >>> 3) + n);
      markTests(work, piece, inputs.slice(0, steps.length + 1), { values, nulls }, { at: bits, bytes: 8 });
      tests.add(bits, 0, n);
      where?.add(values, readPiece(inputs.at(-1)!.arg!, piece, values, nulls), n);
      if (rows) numbers.add(values, readPiece(rows, piece, values, nulls), n);
      else {
        // Rows of several parts are numbered consecutively.
        const own = parts.length > 1 ? undefined : rowNumbers(work, piece, list) >>> 2;
        const { u32 } = arena;
        for (let at = 0; at < n; at++) {
          u32[(values >>> 2) + 2 * at] = own === undefined ? total + at : u32[own + at]!;
          u32[(values >>> 2) + 2 * at + 1] = 0;
        }
        numbers.add(values, 0, n);
      }
      total += n;
    }
  }
  work.give(values, nulls, bits, list);
  return { tests: tests.finish(), numbers: numbers.finish(), where: where?.finish(), total };
}

/** Sequences, collected from the last to the first. */
class FoundSequences {
  readonly #work: Workspace;
  readonly #columns: readonly ColumnFiller[];
  #count = 0;

  constructor(work: Workspace, steps: number) {
    this.#work = work;
    this.#columns = Array.from({ length: steps + 1 }, () => new ColumnFiller(work, NUMBER));
  }

  /** Adds a sequence: the position of its first row, and its row numbers. */
  add(position: number, first: number, others: ArrayLike<number>): void {
    this.#columns[0]!.put(BigInt(position));
    this.#columns[1]!.put(BigInt(first));
    for (let step = 2; step < this.#columns.length; step++) {
      this.#columns[step]!.put(BigInt(others[step - 1]!));
    }
    this.#count++;
  }

  finish(): LongSequences {
    const [firsts, ...steps] = this.#columns.map((each) => this.#turned(each.finish()));
    return { firsts: firsts!, steps, count: this.#count };
  }

  /** A column with its rows in reverse order. */
  #turned(column: StoredColumn): StoredColumn {
    const work = this.#work;
    const filler = new ColumnFiller(work, NUMBER);
    const words = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS);
    for (let block = Math.ceil(this.#count / BLOCK_ROWS) - 1; block >= 0; block--) {
      work.check();
      const count = Math.min(BLOCK_ROWS, this.#count - block * BLOCK_ROWS);
      column.decode(block, count, words, nulls);
      work.arena.u64.subarray(words >>> 3, (words >>> 3) + count).reverse();
      filler.add(words, 0, count);
    }
    work.give(words, nulls);
    column.free();
    return filler.finish();
  }
}

/** Searches backwards. For each step, stores which rows follow. */
class BackwardSearch {
  readonly #last: number;
  readonly #limit: bigint | null;
  readonly #signed: boolean;
  readonly #found: FoundSequences;
  /**
   * By step: the row numbers of the sequence from the next row of that step on; undefined if the step has no
   * row.
   */
  readonly #next: (Uint32Array | undefined)[];
  /** By step: the position and the distance value of the last row of that sequence. */
  readonly #ends: number[];
  readonly #wheres: (bigint | null)[];
  /** Position of the next row that matches `until`. */
  #stop = Infinity;

  constructor({ steps, within }: Sequence, signed: boolean, found: FoundSequences) {
    this.#last = steps.length - 1;
    this.#limit = within?.limit ?? null;
    [this.#signed, this.#found] = [signed, found];
    this.#next = new Array(steps.length + 1).fill(undefined);
    this.#ends = new Array(steps.length + 1).fill(0);
    this.#wheres = new Array(steps.length + 1).fill(null);
  }

  /** Processes the row before those already processed. */
  row(tests: number, place: number, number: number, where: bigint | null): void {
    const last = this.#last;
    if (tests & 1) this.#begin(place, number, where);
    // Begin with the first step, since each step reads what the next one found in later rows.
    for (let step = 1; step <= last; step++) {
      if ((tests & (1 << step)) === 0) continue;
      if (step === last) {
        const rows = this.#next[step] ?? new Uint32Array(last + 1);
        rows[step] = number;
        this.#next[step] = rows;
        [this.#ends[step], this.#wheres[step]] = [place, where];
        continue;
      }
      const following = this.#next[step + 1];
      if (following === undefined) {
        this.#next[step] = undefined;
        continue;
      }
      const rows = this.#next[step] ?? new Uint32Array(last + 1);
      rows.set(following);
      rows[step] = number;
      this.#next[step] = rows;
      [this.#ends[step], this.#wheres[step]] = [this.#ends[step + 1]!, this.#wheres[step + 1]!];
    }
    if (tests & (1 << (last + 1))) this.#stop = place;
  }

  #begin(place: number, number: number, where: bigint | null): void {
    const alone = this.#last === 0;
    const rows = alone ? [] : this.#next[1];
    if (rows === undefined) return;
    if (this.#stop < (alone ? place : this.#ends[1]!)) return;
    if (this.#limit !== null && !this.#near(where, alone ? where : this.#wheres[1]!)) return;
    this.#found.add(place, number, rows);
  }

  #near(from: bigint | null, to: bigint | null): boolean {
    if (from === null || to === null) return false;
    return isWithinDistance(from, to, this.#signed, this.#limit!);
  }
}
