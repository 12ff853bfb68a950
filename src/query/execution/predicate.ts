/**
 * Predicates that narrow the bitmap of one block. Comparisons of a stored column with constants run on packed
 * numbers; zone maps decide whole blocks; tests on text or dictionaries run once per value.
 * @module
 */

import { U64_MAX } from "../../base/u64.ts";
import { type Block, BLOCK_ROWS, NullMode } from "../../tables/block.ts";
import { type Column, SequenceColumn } from "../../tables/column.ts";
import { MissingColumn } from "../../tables/missing_column.ts";
import { StoredColumn } from "../../tables/stored_column.ts";
import { SumColumn } from "../../tables/sum_column.ts";
import type { Expr, TextMatchExpr } from "../plan/expressions.ts";
import {
  allPass,
  anyPasses,
  isPacked,
  negatedTest,
  nullTest,
  numbersTest,
  type Outcome,
  PASS,
  PASS_NONE,
  type Predicate,
  rangeOfBlock,
  widthCost,
} from "./block_tests.ts";
import type { RunContext } from "./context.ts";
import type { ExpressionCompiler } from "./expression.ts";
import { DISCARD_CALLS, type KernelCalls } from "./kernel_calls.ts";
import { kernelsOf } from "./kernels.ts";
import {
  canComputeOnThread,
  canReadOnThread,
  SCRATCH_BYTES,
  scratchBytes,
  scratchBytesOf,
} from "./deferred_reader.ts";
import { overlapsAsLogic, overlapTest } from "./overlaps.ts";
import { passingCodes } from "./passing_codes.ts";
import { knownCodes, presentCodes } from "./present_codes.ts";
import { cachedPassing } from "./tested_texts.ts";
import { passingTexts, testOf, testWords } from "./text_memo.ts";
import { clampRange, rangeOf, wordLimits, type WordRange } from "./word_range.ts";
import { isPlainWord, WordSet } from "./word_set.ts";
import { toWord } from "./column_words.ts";

/**
 * Number of precomputed text tests that cost as much as one row-by-row test, with a margin for wrong
 * estimates.
 */
export const TEXTS_OF_ROW = 16;

/** Tests a range on a column that recorded calls compute. */
function rangeLater(
  column: Column,
  { low, high, negate }: WordRange,
  block: number,
  rows: number,
  bits: number,
  { select, later }: KernelCalls,
): Outcome {
  const { values, nulls } = later!.read(column, block, rows);
  const [from, to] = [BigInt.asUintN(64, low), BigInt.asUintN(64, high)];
  select.rangeValues(values, nulls, rows, from, to, negate ? 1 : 0, values);
  select.keepWords(values, rows, bits);
  return "rows";
}

/** Tests `is null` of another column on packed blocks; undefined if the column is not such a test. */
function missingTest(column: Column, isFalse: boolean, isTrue: boolean): Predicate | undefined {
  const test = column instanceof MissingColumn ? nullTest(column.of) : undefined;
  if (!test || isFalse === isTrue) return test && (isTrue ? PASS : PASS_NONE);
  return isTrue ? test : negatedTest(test);
}

/** Compiles conditions to predicates for one part. */
export class PredicateCompiler {
  readonly #context: RunContext;
  readonly #expressions: ExpressionCompiler;

  /** Compiles on the columns of the expression compiler. */
  constructor(context: RunContext, expressions: ExpressionCompiler) {
    this.#context = context;
    this.#expressions = expressions;
  }

  /** The predicate of a condition. */
  compile(expr: Expr): Predicate {
    switch (expr.op) {
      case "and":
        return allPass(expr.operands.map((each) => this.compile(each)));
      case "or":
        return anyPasses(expr.operands.map((each) => this.compile(each)));
      case "not":
        return negatedTest(this.compile(expr.operand));
      case "overlaps":
        return overlapTest(
          expr,
          (each) => this.#expressions.compile(each),
          this.compile(overlapsAsLogic(expr)),
        );
      case "constant":
        return expr.value === true ? PASS : PASS_NONE;
      case "isNull":
        return nullTest(this.#expressions.compile(expr.operand)) ?? this.#general(expr);
      case "compare":
      case "between": {
        const range = rangeOf(this.#context.work.pools.strings, expr);
        if (range === "none") return PASS_NONE;
        if (range) {
          const column = this.#expressions.compile(range.operand);
          const isComputed = range.operand.op !== "column" || column instanceof SumColumn;
          const other = (): Predicate => this.#ranged(column, range.range);
          return (isComputed ? this.#looped(expr, other) : undefined) ?? other();
        }
        return this.#coded(expr, expr.op === "compare" ? expr.left : expr.operand) ?? this.#general(expr);
      }
      case "inPlan":
        return this.#inRows(expr) ?? this.#general(expr);
      case "match":
      case "oneOf":
        return this.#coded(expr, expr.operand) ?? this.#general(expr);
      case "column": {
        const column = this.#expressions.compile(expr);
        return this.#ranged(column, { low: 1n, high: U64_MAX, negate: false });
      }
      default:
        return this.#general(expr);
    }
  }

  get #kernels(): ReturnType<typeof kernelsOf>["select"] {
    return kernelsOf(this.#context.work.arena).select;
  }

  /** Dictionary columns test their few values first; others test packed or unpacked words. */
  #ranged(column: Column, range: WordRange): Predicate {
    const signed = column.type === "i64";
    const inside = (word: bigint): boolean => {
      const value = signed ? BigInt.asIntN(64, word) : word;
      return (value >= range.low && value <= range.high) !== range.negate;
    };
    const byCode = this.#byDictionary(column, inside) ?? missingTest(column, inside(0n), inside(1n));
    if (byCode) return byCode;
    if (column instanceof SequenceColumn) return numbersTest(column, range);
    return {
      cost: column instanceof StoredColumn ? widthCost(column) : 3000,
      bitmaps: 0,
      own: 2 * SCRATCH_BYTES + scratchBytes(column),
      canDefer: (block) => canReadOnThread(column, block),
      narrow: (block, rows, bits, calls) => {
        const stored = column.stored(block);
        if (!stored && calls.later) return rangeLater(column, range, block, rows, bits, calls);
        if (!stored) return this.#rangeOfValues(column, range, block, rows, bits);
        return rangeOfBlock(stored, range, rows, bits, calls);
      },
    };
  }

  /** Whether a number is in the result of another query. */
  #inRows(expr: Expr & { readonly op: "inPlan" }): Predicate | undefined {
    const column = this.#expressions.compile(expr.operand);
    const { work } = this.#context;
    const relation = this.#context.run(expr.plan);
    const [first] = relation.columns;
    if (!isPlainWord(column) || !first || !isPlainWord(first)) return undefined;
    // The same word is another number if only one side is signed.
    if ((column.type === "i64") !== (first.type === "i64")) return undefined;
    const set = new WordSet(work, relation);
    if (set.low > set.high) return PASS_NONE;
    const blockOf = (block: number): Block | undefined =>
      column.type === "i64" ? undefined : column.stored(block);
    return {
      cost: 2000,
      bitmaps: 0,
      canDefer: (block) => {
        const stored = blockOf(block);
        return stored !== undefined && set.looksAt(stored) !== "values";
      },
      narrow: (block, rows, bits, calls) => {
        const stored = blockOf(block);
        const how = stored ? set.looksAt(stored) : "values";
        if (!stored || how === "values") {
          return this.#onValues(column, block, rows, bits, (values, nullsAt, n) => {
            set.test(values, nullsAt, n);
            return 0;
          });
        }
        if (how !== "bits") return how;
        const from = BigInt.asUintN(64, stored.origin - set.low);
        const zero = stored.nullMode === NullMode.Zero ? 1 : 0;
        calls.withBlock(
          stored,
          (pointer) =>
            calls.select.selectSet(pointer, stored.width, rows, from, zero, set.bits, set.size, bits),
        );
        return "rows";
      },
    };
  }

  #rangeOfValues(column: Column, range: WordRange, block: number, rows: number, bits: number): Outcome {
    const low = BigInt.asUintN(64, range.low);
    const high = BigInt.asUintN(64, range.high);
    return this.#onValues(column, block, rows, bits, (values, nullsAt, n) => {
      this.#kernels.rangeValues(values, nullsAt, n, low, high, range.negate ? 1 : 0, values);
      return 0;
    });
  }

  /**
   * Reads the selected rows, turns the values into booleans in place, and clears the bits of rows that fail.
   */
  #onValues(
    column: Column,
    block: number,
    rows: number,
    bits: number,
    test: (values: number, nulls: number, count: number) => number,
  ): Outcome {
    const { work } = this.#context;
    const count = this.#kernels.countBits(bits, rows);
    const list = work.take(count * 4);
    this.#kernels.bitsToRows(bits, rows, block * BLOCK_ROWS, list);
    const values = work.take(rows * 8);
    const nulls = work.take(rows);
    // Only selected rows are computed, since another row could fail.
    const hasNulls = count === rows
      ? column.decode(block, rows, values, nulls)
      : column.gather(list, count, values, nulls) > 0;
    const nullsAt = test(values, hasNulls ? nulls : 0, count);
    this.#kernels.keepTrue(list, values, nullsAt, count, bits);
    work.give(list, values, nulls);
    return "rows";
  }

  #general(expr: Expr): Predicate {
    return this.#looped(expr, () => this.#stepByStep(expr)) ?? this.#stepByStep(expr);
  }

  #stepByStep(expr: Expr): Predicate {
    const column = this.#expressions.compile(expr);
    return {
      cost: 10_000,
      canFail: true,
      bitmaps: 0,
      canDefer: () => false,
      narrow: (block, rows, bits) => this.#onValues(column, block, rows, bits, (_values, nullsAt) => nullsAt),
    };
  }

  /** A predicate by a generated loop, or the one that `other` returns if there is no loop or a row fails. */
  #looped(expr: Expr, other: () => Predicate): Predicate | undefined {
    const loop = this.#expressions.loop(expr, "test");
    if (!loop) return undefined;
    let general: Predicate | undefined;
    return {
      cost: 1500,
      canFail: true,
      bitmaps: 0,
      own: scratchBytesOf(loop.columns),
      canDefer: (block) => canComputeOnThread(loop, block),
      narrow: (block, rows, bits, calls) => {
        const decided = loop.decide(block);
        if (decided !== "rows") return decided;
        if (loop.run(block, rows, bits, 0, calls)) {
          this.#context.work.ways.add("generated loop");
          return "rows";
        }
        // Computes a failed block again, to report the error.
        return (general ??= other()).narrow(block, rows, bits, calls);
      },
    };
  }

  /** A test on a dictionary column: run on each value, then on codes. */
  #byDictionary(column: Column, passes: (word: bigint) => boolean): Predicate | undefined {
    const dictionary = column.dictionary;
    if (!dictionary || dictionary.count > 65536) return undefined;
    return this.#codesAmong(dictionary.codes, passingCodes(this.#context.work, dictionary, passes));
  }

  /** Keeps rows whose code is in an ascending list. */
  #codesAmong(codes: Column, passing: ArrayLike<number>): Predicate {
    if (passing.length === 0) return PASS_NONE;
    const first = passing[0]!;
    const last = passing[passing.length - 1]!;
    if (last - first === passing.length - 1) {
      return this.#ranged(codes, { low: BigInt(first), high: BigInt(last), negate: false });
    }
    const { work } = this.#context;
    const size = last + 1;
    const set = work.takeZeroed((size >>> 3) + 8);
    const { u8 } = work.arena;
    for (let at = 0; at < passing.length; at++) u8[set + (passing[at]! >>> 3)]! |= 1 << (passing[at]! & 7);
    return {
      cost: 1500,
      bitmaps: 0,
      canDefer: (block) => isPacked(codes, block),
      narrow: (block, rows, bits, calls) => {
        const stored = codes.stored(block);
        if (!stored) {
          return this.#onValues(codes, block, rows, bits, (values, nullsAt, n) => {
            this.#kernels.setValues(values, nullsAt, n, set, size, values);
            return 0;
          });
        }
        if (stored.nullMode === NullMode.All || stored.min > BigInt(last) || stored.max < BigInt(first)) {
          return "none";
        }
        if (stored.width === 0) {
          const code = Number(stored.min);
          return (work.arena.u8[set + (code >>> 3)]! >> (code & 7)) & 1 ? "all" : "none";
        }
        const zero = stored.nullMode === NullMode.Zero ? 1 : 0;
        calls.withBlock(
          stored,
          (pointer) =>
            calls.select.selectSet(pointer, stored.width, rows, stored.origin, zero, set, size, bits),
        );
        return "rows";
      },
    };
  }

  /** Tests whose outcome depends on a code or a dictionary value. */
  #coded(expr: Expr, operand: Expr): Predicate | undefined {
    const column = this.#expressions.compile(operand);
    const { pools } = this.#context.work;
    if (operand.type === "text" && operand.op === "column") {
      const passes = this.#textPredicate(expr);
      if (!passes) return undefined;
      const byCode = this.#byDictionary(column, (word) => passes(Number(word)));
      if (byCode) return byCode;
      const { origin } = column;
      if (!(origin instanceof StoredColumn)) return undefined;
      if (expr.op === "match") return this.#matching(column, expr);
      if (expr.op === "oneOf") return this.#codesAmong(column, this.#codesOf(expr));
    }
    if (expr.op !== "oneOf") return undefined;
    const words = new Set(expr.values.map((value) => toWord(value, operand.type, pools)));
    const byCode = this.#byDictionary(column, (word) => words.has(word));
    if (byCode) return byCode;
    // For a handful of numbers, one range test each on the packed blocks.
    if (words.size > 8 || operand.type === "f64" || !column.stored(0)) return undefined;
    const limits = wordLimits(operand);
    if (!limits) return undefined;
    const tests: Predicate[] = [];
    for (const value of expr.values) {
      const word = typeof value === "boolean" ? (value ? 1n : 0n) : value;
      if (typeof word !== "bigint") continue;
      const clamped = clampRange(operand, word, word, limits, false);
      if (clamped !== "none") tests.push(this.#ranged(column, clamped.range));
    }
    return anyPasses(tests);
  }

  /**
   * Tests the texts of the selected rows, until these are many. Then, or if they have been tested before,
   * tests all texts of the column.
   */
  #matching(column: Column, match: TextMatchExpr): Predicate {
    const { work } = this.#context;
    const ofAll = (codes: readonly number[]): Predicate =>
      this.#codesAmong(column, passingTexts(work, match, codes));
    const present = (): readonly number[] => presentCodes(this.#context, column)!;
    const known = knownCodes(column);
    if (known && cachedPassing(known, match)) return ofAll(known);
    let left = work.pools.strings.size / TEXTS_OF_ROW, all: Predicate | undefined;
    return {
      cost: 1500,
      costAfterOthers: 5000,
      bitmaps: 0,
      canDefer: () => false,
      narrow: (block, rows, bits, calls) => {
        if (calls === DISCARD_CALLS) return "rows";
        if (left >= 0) left -= this.#kernels.countBits(bits, rows);
        if (left < 0) return (all ??= ofAll(present())).narrow(block, rows, bits, calls);
        return this.#onValues(column, block, rows, bits, (words, nulls, n) => {
          testWords(work, match, { words, nulls }, n);
          return 0;
        });
      },
    };
  }

  /** The codes of a list of texts, in ascending order. */
  #codesOf(expr: Expr & { readonly op: "oneOf" }): Uint32Array {
    const { strings } = this.#context.work.pools;
    const codes = expr.values.flatMap((value) => value === null ? [] : strings.internText(String(value)));
    return Uint32Array.from(new Set(codes)).sort();
  }

  /** The test of a text expression by code. */
  #textPredicate(expr: Expr): ((code: number) => boolean) | undefined {
    const { strings } = this.#context.work.pools;
    if (expr.op === "match") {
      const test = testOf(this.#context.work, expr);
      return (code) => test.passes(code);
    }
    if (expr.op === "oneOf") {
      const codes = new Set(
        expr.values.map((value) => value === null ? 0 : strings.internText(String(value))),
      );
      codes.delete(0);
      return (code) => codes.has(code);
    }
    return undefined;
  }
}
