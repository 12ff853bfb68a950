/**
 * Ranges of words whose keys are up to a threshold, or equal to one key: the predicate of `sort` and `top`.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode } from "../../../tables/block.ts";
import {
  isPacked,
  type Outcome,
  type Predicate,
  rangeOfBlock,
  widthCost,
} from "../../execution/block_tests.ts";
import type { KernelCalls } from "../../execution/kernel_calls.ts";
import { kernelsOf } from "../../execution/kernels.ts";
import { canReadOnThread, SCRATCH_BYTES, scratchBytes } from "../../execution/deferred_reader.ts";
import type { Part, Workspace } from "../../execution/relation.ts";
import { WORD_TYPES } from "../../plan/values.ts";
import type { OrderKey } from "../sort/sort_keys.ts";

const SIGN = 1n << 63n;
/** The largest key; nulls sort after it. */
export const LAST_KEY = 0xffff_ffff_ffff_ffffn;
/** Estimated nanoseconds per thousand rows of a computed column. */
const COST = 3000;

/** Words from `low` up to `high`, modulo 2^64: `high` may be smaller. */
interface Words {
  readonly low: bigint;
  readonly high: bigint;
}

/** A predicate on one sort key of the rows of a part; null never satisfies it. */
export class KeyRange implements Predicate {
  readonly cost: number;
  readonly bitmaps: number = 0;
  readonly own: number;
  /** All blocks are packed, so zone maps know the range of keys. */
  readonly isStored: boolean;
  readonly #work: Workspace;
  readonly #key: OrderKey;
  #words: Words = { low: 0n, high: LAST_KEY };
  /** Whether no further rows can satisfy it. */
  hasEnded = false;

  /** Starts with a predicate that every value satisfies. */
  constructor(work: Workspace, { rowCount }: Part, key: OrderKey) {
    [this.#work, this.#key] = [work, key];
    const { column } = key;
    this.isStored = WORD_TYPES.has(column.type);
    for (let block = 0; block * BLOCK_ROWS < rowCount && this.isStored; block++) {
      this.isStored = isPacked(column, block);
    }
    this.cost = this.isStored ? widthCost(column) : COST;
    this.own = this.isStored ? 0 : SCRATCH_BYTES + scratchBytes(column);
  }

  /** Selects keys up to this threshold; for doubles, a zero with the next key may be selected too. */
  upTo(bound: bigint): void {
    this.#words = wordsUpTo(this.#key, bound);
    this.hasEnded = false;
  }

  /** Selects no further rows. */
  end(): void {
    this.hasEnded = true;
  }

  /** Selects only this key; returns false if it is not a single range of words. */
  only(wanted: bigint): boolean {
    const { column: { type }, descending } = this.#key;
    const key = descending ? flipped(wanted) : wanted;
    // Positive and negative zero are different words.
    if (type === "f64" && key === SIGN) return false;
    const word = type === "f64" ? key < SIGN ? flipped(key) : key ^ SIGN : type === "i64" ? key ^ SIGN : key;
    this.#words = { low: word, high: word };
    return true;
  }

  /** Whether the zone map of a packed block shows that no row satisfies the predicate. */
  isBeyond({ min, max, nullMode }: Block): boolean {
    return this.hasEnded || nullMode === NullMode.All || max < this.#words.low || min > this.#words.high;
  }

  canDefer(block: number): boolean {
    return this.isStored || canReadOnThread(this.#key.column, block);
  }

  narrow(block: number, rows: number, bits: number, calls: KernelCalls): Outcome {
    const { column } = this.#key;
    if (this.hasEnded) return "none";
    if (this.isStored) {
      return rangeOfBlock(column.stored(block)!, { ...this.#words, negate: false }, rows, bits, calls);
    }
    if (!calls.later) return this.#narrowNow(block, rows, bits);
    const { values, nulls } = calls.later.read(column, block, rows);
    if (nulls) calls.select.dropNulls(nulls, rows, bits);
    this.#select(calls, values, rows, bits);
    return "rows";
  }

  /** Sets the bits of values that pass. */
  selectValues(values: number, nulls: number, count: number, bits: number): void {
    const { select } = kernelsOf(this.#work.arena);
    select.fillBits(bits, this.hasEnded ? 0 : count);
    if (nulls) select.dropNulls(nulls, count, bits);
    this.#select({ select }, values, count, bits);
  }

  #select({ select }: Pick<KernelCalls, "select">, values: number, count: number, bits: number): void {
    const { low, high } = this.#words;
    select.selectRange(values, 8, count, low, high, 0, 0, bits);
  }

  /** Tests the selected rows on this thread. Other rows are not computed, since they could fail. */
  #narrowNow(block: number, rows: number, bits: number): Outcome {
    const work = this.#work;
    const { select } = kernelsOf(work.arena);
    const { low, high } = this.#words;
    const count = select.countBits(bits, rows);
    const list = work.take(count * 4), values = work.take(rows * 8), nulls = work.take(rows);
    select.bitsToRows(bits, rows, block * BLOCK_ROWS, list);
    const { column } = this.#key;
    const hasNulls = count === rows
      ? column.decode(block, rows, values, nulls)
      : column.gather(list, count, values, nulls) > 0;
    select.rangeValues(values, hasNulls ? nulls : 0, count, low, high, 0, values);
    select.keepTrue(list, values, 0, count, bits);
    work.give(list, values, nulls);
    return "rows";
  }
}

function flipped(word: bigint): bigint {
  return BigInt.asUintN(64, ~word);
}

/** The words whose keys are up to a threshold: for every type, one range modulo 2^64. */
function wordsUpTo({ column: { type }, descending }: OrderKey, bound: bigint): Words {
  let [low, high] = descending ? [flipped(bound), LAST_KEY] : [0n, bound];
  if (type === "i64") return { low: low ^ SIGN, high: high ^ SIGN };
  if (type !== "f64") return { low, high };
  // The words of negative doubles fall as the numbers rise, and negative zero sorts just before zero.
  if (low === SIGN) low = SIGN - 1n;
  if (descending) return low >= SIGN ? { low: low ^ SIGN, high: SIGN - 1n } : { low: 0n, high: flipped(low) };
  return high >= SIGN ? { low: SIGN, high: high ^ SIGN } : { low: flipped(high), high: LAST_KEY };
}
