/**
 * The set of words in the first column of a query's rows: a bitmap if they lie close together, otherwise a
 * table.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { KeyTable } from "./key_table.ts";
import { kernelsOf } from "./kernels.ts";
import { pieces, readPiece, type Relation, type Workspace } from "./relation.ts";

/** Maximum range of words for a bitmap: 8 MB. */
const MOST_BITS = 1n << 26n;
const HALF_WORD = 1n << 32n;

/** A set of words. */
export class WordSet {
  readonly #work: Workspace;
  readonly #table: KeyTable;
  /** Smallest and largest word; the largest is below the smallest if the set is empty. */
  readonly low: bigint;
  readonly high: bigint;
  /** Arena address of a bitmap for words from `low` up; 0 if the range is too wide. */
  readonly bits: number = 0;

  /** Reads the words of the first column, without nulls. */
  constructor(work: Workspace, { parts }: Relation) {
    this.#work = work;
    this.#table = new KeyTable(work);
    const values = work.take(BLOCK_ROWS * 8), nulls = work.take(BLOCK_ROWS), ids = work.take(BLOCK_ROWS * 4);
    for (const part of parts) {
      for (const piece of pieces(work, part)) {
        const { count, rows, base } = piece;
        const nullsAt = readPiece(part.columns[0]!, piece, values, nulls);
        this.#table.assign(values, nullsAt, count, ids, { rows, base, add: true, nullsAreNone: true });
      }
    }
    work.give(values, nulls, ids);
    const { count, keys } = this.#table;
    const { low, high } = this.#table.range() ?? { low: 1n, high: 0n };
    [this.low, this.high] = [low, high];
    if (low > high || high - low >= MOST_BITS) return;
    this.bits = work.takeZeroed((this.size >>> 3) + 8);
    kernelsOf(work.arena).keyed.markWords(keys, count, low, this.bits);
  }

  /** Width of the range from smallest to largest word, if there is a bitmap. */
  get size(): number {
    return Number(this.high - this.low) + 1;
  }

  /**
   * How to test a packed block: its zone map shows that none or all words are in the set, or its numbers are
   * tested with the bitmap, or each word is tested. The bitmap kernel reads the lower half of a number.
   */
  looksAt({ min, max, width, nullMode }: Block): "none" | "all" | "bits" | "values" {
    const { low, high } = this;
    if (nullMode === NullMode.All || max < low || min > high) return "none";
    if (this.bits === 0 || nullMode === NullMode.Bytes) return "values";
    if (width === 0) return this.#hasBit(min) ? "all" : "none";
    return max - low < HALF_WORD && low - min < HALF_WORD - MOST_BITS ? "bits" : "values";
  }

  #hasBit(word: bigint): boolean {
    if (word < this.low || word > this.high) return false;
    const place = Number(word - this.low);
    return ((this.#work.arena.u8[this.bits + (place >>> 3)]! >> (place & 7)) & 1) === 1;
  }

  /** Replaces each word by 1 if it is in the set, otherwise by 0. */
  test(words: number, nulls: number, count: number): void {
    const { keyed } = kernelsOf(this.#work.arena);
    if (this.bits) {
      return keyed.wordsInSet(words, nulls, count, this.low, BigInt(this.size), this.bits, words);
    }
    const ids = this.#work.take(count * 4);
    this.#table.assign(words, nulls, count, ids, { rows: 0, base: 0, add: false });
    keyed.writeMembership(ids, count, words);
    this.#work.give(ids);
  }
}

/** Whether equal values of a column have equal words that are not text codes. */
export function isPlainWord({ type }: Pick<Column, "type">): boolean {
  return type !== "text" && type !== "bytes" && type !== "f64";
}
