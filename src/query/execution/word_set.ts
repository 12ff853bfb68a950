/**
 * The words that the rows of a query have in their first column: a bit for each where they lie close together, else a table.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { KeyTable } from "./key_table.ts";
import { kernelsOf } from "./kernels.ts";
import { pieces, readPiece, type Relation, type Workspace } from "./relation.ts";

/** Widest range of words that has bits: 8 MB. */
const MOST_BITS = 1n << 26n;
const HALF_WORD = 1n << 32n;

/** Words of which somebody asks whether they are there. */
export class WordSet {
  readonly #work: Workspace;
  readonly #table: KeyTable;
  /** Smallest and largest word; the largest is below the smallest where there is none. */
  readonly low: bigint;
  readonly high: bigint;
  /** Arena address of a bit for each word from `low` on; 0 where there are too many. */
  readonly bits: number = 0;

  /** Takes the words of the first column; nulls are not among them. */
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

  /** Words between the smallest and the largest one, both included, where there are bits. */
  get size(): number {
    return Number(this.high - this.low) + 1;
  }

  /**
   * How the words of a packed block are tested: its zone map says that none or all are there, its numbers by the bits, or each
   * word for itself. The kernel of the bits looks at the lower half of a number.
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

  /** 1 where a word is there, else 0, in place of the words. */
  test(words: number, nulls: number, count: number): void {
    const { keyed } = kernelsOf(this.#work.arena);
    if (this.bits) {
      return keyed.wordsInSet(words, nulls, count, this.low, BigInt(this.size), this.bits, words);
    }
    const ids = this.#work.take(count * 4);
    this.#table.assign(words, nulls, count, ids, { rows: 0, base: 0, add: false });
    keyed.truthOfIds(ids, count, words);
    this.#work.give(ids);
  }
}

/** Whether the values of a column are words that are equal where the values are, and no texts. */
export function isPlainWord({ type }: Pick<Column, "type">): boolean {
  return type !== "text" && type !== "bytes" && type !== "f64";
}
