/**
 * A function of a few varying values, computed once per combination: combinations have ids, and results are
 * stored by id.
 * @module
 */

import { KeyTable, PairTable } from "./key_table.ts";
import { kernelsOf } from "./kernels.ts";
import type { Workspace } from "./relation.ts";

/** Maximum number of combinations that are cached. */
const MOST_KNOWN = 1 << 18;
/** Initial capacity in results. */
const FIRST_ROOM = 1 << 12;

/** Addresses of the words and null bytes of one argument; 0 if none is null. */
export interface ArgumentColumns {
  readonly words: number;
  readonly nulls: number;
}

/** Caches results by the words of several arguments. */
export class ValueResultCache {
  readonly #work: Workspace;
  readonly #evaluate: (row: number) => bigint | null;
  /** Tables for the values of the first argument, then for pairs of an id and the next value. */
  #tables: (KeyTable | PairTable)[] | undefined;
  #room = FIRST_ROOM;
  #words = 0;
  #nulls = 0;
  /** Number of results so far. */
  #done = 0;
  #hasForgotten = false;

  /** `evaluate` is called once per combination, with the index of a current row that has it. */
  constructor(work: Workspace, evaluate: (row: number) => bigint | null) {
    [this.#work, this.#evaluate] = [work, evaluate];
  }

  /** Writes the results for some rows; false if there are too many combinations. */
  put(args: readonly ArgumentColumns[], count: number, values: number, nulls: number): boolean {
    if (this.#hasForgotten) return false;
    const work = this.#work;
    const tables = this.#tables ??= this.#begin(args.length);
    const ids = work.take(count * 4);
    // Rows are identified by their index among the current ones.
    const how = { rows: 0, base: 0, add: true };
    args.forEach(({ words, nulls }, at) => tables[at]!.assign(words, nulls, count, ids, how));
    const last = tables.at(-1)!;
    if (last.count > MOST_KNOWN) {
      this.#forget(tables);
      work.give(ids);
      return false;
    }
    try {
      this.#learn(last);
    } catch (error) {
      // After an error, the rows whose results are missing no longer exist when the next rows are processed.
      this.#forget(tables);
      throw error;
    }
    kernelsOf(work.arena).keyed.valuesOfIds(this.#words, this.#nulls, ids, count, values, nulls);
    work.give(ids);
    return true;
  }

  #begin(args: number): (KeyTable | PairTable)[] {
    const work = this.#work;
    [this.#words, this.#nulls] = [work.take(this.#room * 8), work.take(this.#room)];
    return Array.from({ length: args }, (_, at) => at === 0 ? new KeyTable(work) : new PairTable(work));
  }

  #learn({ count, firsts }: KeyTable | PairTable): void {
    const work = this.#work, { arena } = work;
    if (count > this.#room) this.#grow(count);
    for (; this.#done < count; this.#done++) {
      work.tick(8);
      const result = this.#evaluate(arena.u32[(firsts >>> 2) + this.#done]!);
      arena.u64[(this.#words >>> 3) + this.#done] = BigInt.asUintN(64, result ?? 0n);
      arena.u8[this.#nulls + this.#done] = result === null ? 1 : 0;
    }
  }

  #grow(count: number): void {
    const work = this.#work;
    const room = Math.max(count, 2 * this.#room);
    const words = work.take(room * 8), nulls = work.take(room);
    const { u8 } = work.arena;
    u8.copyWithin(words, this.#words, this.#words + 8 * this.#done);
    u8.copyWithin(nulls, this.#nulls, this.#nulls + this.#done);
    work.give(this.#words, this.#nulls);
    [this.#words, this.#nulls, this.#room] = [words, nulls, room];
  }

  #forget(tables: readonly (KeyTable | PairTable)[]): void {
    this.#hasForgotten = true;
    for (const each of tables) each.release();
    this.#work.give(this.#words, this.#nulls);
  }
}
