/**
 * Predicates on the rows of a block, and their combinations. Zone maps decide whole blocks, and kernels test
 * packed numbers.
 * @module
 */

import { type Block, BLOCK_ROWS, NullMode } from "../../tables/block.ts";
import { CachedColumn } from "../../tables/cached_column.ts";
import type { Column, SequenceColumn } from "../../tables/column.ts";
import type { KernelCalls } from "./kernel_calls.ts";
import { BITMAP_BYTES } from "./relation.ts";
import type { WordRange } from "./word_range.ts";

/** The outcome for a block: its zone map excludes or includes all rows, or rows were tested. */
export type Outcome = "none" | "all" | "rows";

/** A test of rows, block by block. */
export interface Predicate {
  /** Estimated nanoseconds per thousand rows; cheap predicates run first. */
  readonly cost: number;
  /** Whether a row may cause an error. If so, predicates before it must stay before it. */
  readonly canFail?: boolean;
  /** Cost of the predicate after others that cannot fail, if it is faster on the fewer rows that they leave. */
  readonly costAfterOthers?: number;
  /** Number of scratch bitmaps that the predicate needs. */
  readonly bitmaps: number;
  /** Additional scratch bytes per thread, if calls are recorded. */
  readonly own?: number;
  /** Set for a conjunction: its predicates, in order. */
  readonly tests?: readonly Predicate[];
  /** Whether the calls for a block can be recorded and run by any thread. */
  canDefer(block: number): boolean;
  /**
   * Clears the bits of rows that do not satisfy the predicate. Leaves the bits unchanged if the zone map
   * decides.
   */
  narrow(block: number, rows: number, bits: number, calls: KernelCalls): Outcome;
}

/** A predicate that every row satisfies. */
export const PASS: Predicate = { cost: 0, bitmaps: 0, canDefer: () => true, narrow: () => "all" };
/** A predicate that no row satisfies. */
export const PASS_NONE: Predicate = { ...PASS, narrow: () => "none" };

/** Whether a block is packed already, without packing it now. */
export function isPacked(column: Column, block: number): boolean {
  return (!(column instanceof CachedColumn) || column.isMade(block)) && column.stored(block) !== undefined;
}

/** The block if it is packed, even if other blocks of its column are not yet. */
export function packedBlock(column: Column, block: number): Block | undefined {
  return column instanceof CachedColumn ? column.made(block) : column.stored(block);
}

/** A predicate on a stored column: the value is in a range. */
export function rangeTest(column: Column, range: WordRange): Predicate {
  return {
    cost: widthCost(column),
    bitmaps: 0,
    canDefer: () => true,
    narrow: (block, rows, bits, calls) => rangeOfBlock(column.stored(block)!, range, rows, bits, calls),
  };
}

/**
 * A predicate on row numbers. They increase by one, so most blocks are completely outside or inside the
 * range, and in the others the matching rows are known from their position.
 */
export function numbersTest(column: SequenceColumn, { low, high, negate }: WordRange): Predicate {
  return {
    cost: 10,
    bitmaps: 2,
    canDefer: () => true,
    narrow: (block, rows, bits, calls) => {
      const min = BigInt(column.first + block * BLOCK_ROWS), max = min + BigInt(rows - 1);
      const isApart = low > max || high < min;
      if (isApart || (low <= min && high >= max)) return isApart === negate ? "all" : "none";
      const inside = calls.takeBits(), others = calls.takeBits();
      const { select } = calls;
      select.fillBits(inside, high < max ? Number(high - min) + 1 : rows);
      select.fillBits(others, low > min ? Number(low - min) : 0);
      select.clearBits(inside, others);
      if (negate) select.clearBits(bits, inside);
      else {
        select.fillBits(others, rows);
        select.clearBits(others, inside);
        select.clearBits(bits, others);
      }
      calls.giveBits(others, inside);
      return "rows";
    },
  };
}

/** Cost by width: narrow columns are cheap to scan. */
export function widthCost(column: Column): number {
  const width = column.stored(0)?.width ?? 0;
  return 20 + 100 * width;
}

/** Tests a packed block, by its zone map if that decides. */
export function rangeOfBlock(
  stored: Block,
  { low, high, negate }: WordRange,
  rows: number,
  bits: number,
  calls: KernelCalls,
): Outcome {
  if (stored.nullMode === NullMode.All) return "none";
  const apart = low > stored.max || high < stored.min;
  const covers = low <= stored.min && high >= stored.max;
  if ((apart && !negate) || (covers && negate)) return "none";
  const passes = (apart && negate) || (covers && !negate);
  if (passes && stored.nullCount === 0) return "all";
  if (stored.nullMode === NullMode.Bytes) {
    calls.withBlock(stored, (_, nulls) => calls.select.dropNulls(nulls, rows, bits));
  }
  if (passes && stored.nullMode === NullMode.Bytes) return "rows";
  const zero = stored.nullMode === NullMode.Zero ? 1 : 0;
  if (passes) {
    // Only nulls, which are stored as 0, do not satisfy it.
    selectRange(calls, stored, rows, 0n, 0n, true, 0, bits);
    return "rows";
  }
  const from = BigInt.asUintN(64, (low > stored.min ? low : stored.min) - stored.origin);
  const to = BigInt.asUintN(64, (high < stored.max ? high : stored.max) - stored.origin);
  selectRange(calls, stored, rows, from, to, negate, zero, bits);
  return "rows";
}

/** Keeps rows whose stored number is inside a range, or outside with `negate`. */
function selectRange(
  calls: KernelCalls,
  block: Block,
  rows: number,
  from: bigint,
  to: bigint,
  negate: boolean,
  zeroIsNull: number,
  bits: number,
): void {
  calls.withBlock(
    block,
    (pointer) =>
      calls.select.selectRange(pointer, block.width, rows, from, to, negate ? 1 : 0, zeroIsNull, bits),
  );
}

/** A predicate that keeps nulls. */
export function nullTest(column: Column): Predicate | undefined {
  if (!column.stored(0)) return undefined;
  return {
    cost: 300,
    bitmaps: 0,
    canDefer: () => !(column instanceof CachedColumn),
    narrow: (block, rows, bits, calls) => {
      const stored = column.stored(block)!;
      if (stored.nullMode === NullMode.All) return "all";
      if (stored.nullCount === 0) return "none";
      if (stored.nullMode === NullMode.Bytes) {
        calls.withBlock(stored, (_, nulls) => calls.select.keepNulls(nulls, rows, bits));
      } else selectRange(calls, stored, rows, 0n, 0n, false, 0, bits);
      return "rows";
    },
  };
}

function ownBytes(tests: readonly Predicate[]): number {
  return tests.reduce((most, { own = 0 }) => Math.max(most, own), 0);
}

/** A conjunction, cheapest predicate first; stops when no row is left. */
export function allPass(tests: readonly Predicate[]): Predicate {
  const canFail = tests.some((each) => each.canFail);
  const costOf = ({ cost, costAfterOthers = cost }: Predicate): number => canFail ? cost : costAfterOthers;
  const ordered = [...tests].sort((left, right) => costOf(left) - costOf(right));
  return {
    cost: ordered.reduce((sum, each) => sum + each.cost, 0),
    canFail,
    bitmaps: ordered.reduce((most, each) => Math.max(most, each.bitmaps), 0),
    own: ownBytes(ordered),
    tests: ordered,
    canDefer: (block) => ordered.every((each) => each.canDefer(block)),
    narrow: (block, rows, bits, calls) => {
      let outcome: Outcome = "all";
      const marks: number[] = [];
      for (const test of ordered) {
        if (outcome === "rows" && !calls.skipIfNone(bits, rows, marks)) break;
        const one = test.narrow(block, rows, bits, calls);
        if (one === "rows") outcome = "rows";
        if (one !== "none") continue;
        if (outcome === "all") return "none";
        calls.fill(bits, 0, BITMAP_BYTES);
        break;
      }
      calls.endSkip(marks);
      return outcome;
    },
  };
}

/** A disjunction; each predicate is only tested on rows that no earlier predicate accepted. */
export function anyPasses(tests: readonly Predicate[]): Predicate {
  if (tests.length === 0) return PASS_NONE;
  return {
    cost: tests.reduce((sum, each) => sum + each.cost, 0),
    canFail: tests.some((each) => each.canFail),
    bitmaps: 2 + tests.reduce((most, each) => Math.max(most, each.bitmaps), 0),
    own: ownBytes(tests),
    canDefer: (block) => tests.every((each) => each.canDefer(block)),
    narrow: (block, rows, bits, calls) => {
      const found = calls.takeBits(), before = calls.takeBits();
      let outcome: Outcome = "none";
      const marks: number[] = [];
      for (const test of tests) {
        // Only rows that no earlier predicate has accepted are tested.
        calls.copy(bits, before, BITMAP_BYTES);
        if (outcome === "rows") {
          calls.select.clearBits(before, found);
          if (!calls.skipIfNone(before, rows, marks)) break;
        }
        const one = test.narrow(block, rows, before, calls);
        if (one === "none") continue;
        if (outcome === "rows") calls.select.orBits(found, before);
        else if (one === "rows") calls.copy(before, found, BITMAP_BYTES);
        if (outcome === "none") outcome = one;
        if (one === "all") break;
      }
      calls.endSkip(marks);
      if (outcome === "rows") calls.copy(found, bits, BITMAP_BYTES);
      calls.giveBits(before, found);
      return outcome;
    },
  };
}

/** The negation of a predicate. */
export function negatedTest(test: Predicate): Predicate {
  return {
    cost: test.cost + 10,
    canFail: test.canFail ?? false,
    bitmaps: 1 + test.bitmaps,
    own: ownBytes([test]),
    canDefer: (block) => test.canDefer(block),
    narrow: (block, rows, bits, calls) => {
      const passing = calls.takeBits();
      calls.copy(bits, passing, BITMAP_BYTES);
      const outcome = test.narrow(block, rows, passing, calls);
      if (outcome === "rows") calls.select.clearBits(bits, passing);
      calls.giveBits(passing);
      return outcome === "all" ? "none" : outcome === "none" ? "all" : "rows";
    },
  };
}
