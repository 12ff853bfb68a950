/**
 * Comparisons of numbers that grow with those of packed blocks, such as `max_size > first_size * 2`: zone maps say that
 * nothing overflows, so that they are computed and compared in one go.
 * @module
 */

import { U64_MAX } from "../../base/u64.ts";
import { type Block, NullMode } from "../../tables/block.ts";
import type { Column } from "../../tables/column.ts";
import { SumColumn } from "../../tables/sum_column.ts";
import type { ArithmeticExpr, CompareExpr, Expr } from "../plan/expressions.ts";
import { isPacked, type Outcome, packedBlock, rangeOfBlock } from "./block_tests.ts";
import { COMPARISONS } from "./comparisons.ts";
import type { KernelCalls } from "./kernel_calls.ts";
import type { WordRange } from "./word_range.ts";
import { isPlainWord } from "./word_set.ts";

/** Bytes that the kernel works in. */
export const LINEAR_ROOM = 8192;

/** The largest number of 32 bits. */
export const U32_MAX = 0xffff_ffffn;

/** One step from the value of a column: by a number without a sign. */
interface LinearStep {
  readonly fn: "+" | "-" | "*";
  readonly by: bigint;
}

/** A number that is made of that of a column, or without one always the same. */
interface LinearForm {
  readonly column: Column | undefined;
  readonly constant: bigint;
  readonly steps: readonly LinearStep[];
}

/** The form for one block. */
interface BlockForm {
  readonly stored: Block | undefined;
  readonly factor: bigint;
  /** What is added to the stored number times the factor, modulo 2^64. */
  readonly add: bigint;
  readonly low: bigint;
  readonly high: bigint;
}

/** Compares the numbers of blocks; `narrow` gives undefined where only the rows can say what they are. */
interface LinearTest {
  /** Columns whose numbers it compares. */
  readonly columns: readonly Column[];
  narrow(
    block: number,
    rows: number,
    bits: number,
    calls: KernelCalls,
    room: () => number,
  ): Outcome | undefined;
}

/** The test of a comparison; undefined where a side has another shape. */
export function linearTest(expr: CompareExpr, compile: (expr: Expr) => Column): LinearTest | undefined {
  const left = formOf(expr.left, compile), right = formOf(expr.right, compile);
  if (!left || !right) return undefined;
  return {
    columns: [left, right].flatMap(({ column }) => column ?? []),
    narrow: (block, rows, bits, calls, room) => {
      const a = inBlock(left, block), b = inBlock(right, block);
      if (!a || !b) return undefined;
      if (isNone(a) || isNone(b)) return "none";
      const byZone = settled(expr.fn, a, b);
      if (byZone === "none") return "none";
      if (byZone === "all" && !hasNull(a) && !hasNull(b)) return "all";
      for (const { stored } of [a, b]) {
        const whole = { low: 0n, high: U64_MAX, negate: false };
        if (stored && stored.nullCount > 0) rangeOfBlock(stored, whole, rows, bits, calls);
      }
      if (byZone === "all") return "rows";
      const within = (form: BlockForm, use: (pointer: number) => void): void =>
        form.stored ? calls.withBlock(form.stored, use) : use(0);
      const isNarrow = a.high <= U32_MAX && b.high <= U32_MAX;
      within(a, (p) =>
        within(b, (q) => {
          const sides = [
            ...[COMPARISONS[expr.fn], p, a.stored?.width ?? 0, a.factor, a.add] as const,
            ...[q, b.stored?.width ?? 0, b.factor, b.add, rows] as const,
          ] as const;
          if (isNarrow) calls.select.selectNarrow(...sides, bits);
          else calls.select.selectLinear(...sides, room(), bits);
        }));
      return "rows";
    },
  };
}

function formOf(expr: Expr, compile: (expr: Expr) => Column): LinearForm | undefined {
  switch (expr.op) {
    case "constant":
      return typeof expr.value === "bigint" && expr.value >= 0n && expr.type !== "i64"
        ? { column: undefined, constant: expr.value, steps: [] }
        : undefined;
    case "cast":
      return isUnsigned(expr) && isUnsigned(expr.operand) ? formOf(expr.operand, compile) : undefined;
    case "column": {
      const column = compile(expr);
      return isUnsigned(column) ? { column, constant: 0n, steps: [] } : undefined;
    }
    case "arithmetic":
      return isUnsigned(expr) ? afterStep(expr, compile) : undefined;
    default:
      return undefined;
  }
}

function afterStep(
  { fn, left, right }: ArithmeticExpr,
  compile: (expr: Expr) => Column,
): LinearForm | undefined {
  if (fn !== "+" && fn !== "-" && fn !== "*") return undefined;
  // The constant may stand first where that makes no difference.
  const [from, by] = right.op === "constant" || fn === "-" ? [left, right] : [right, left];
  const form = formOf(from, compile), known = formOf(by, compile);
  if (!form || !known || known.column || known.steps.length > 0) return undefined;
  return { ...form, steps: [...form.steps, { fn, by: known.constant }] };
}

function isUnsigned(of: Pick<Column, "type">): boolean {
  return isPlainWord(of) && of.type !== "i64";
}

/** What zone maps say of the numbers of a block. */
interface Bounds {
  readonly low: bigint;
  readonly high: bigint;
  readonly someNull: boolean;
  readonly allNull: boolean;
}

/** Between which numbers those of a block lie; undefined where it is not packed, or one may be too large. */
export function boundsOfColumn(column: Column, block: number): Bounds | undefined {
  if (!isUnsigned(column)) return undefined;
  if (column instanceof SumColumn) {
    const [left, right] = column.addends.map((each) => boundsOfColumn(each, block));
    return left && right && sumOf(left, right);
  }
  if (!isPacked(column, block)) return undefined;
  const { min, max, nullCount, nullMode } = column.stored(block)!;
  return { low: min, high: max, someNull: nullCount > 0, allNull: nullMode === NullMode.All };
}

/** What bounds say of the rows of a block: none is in a range, or all are. */
export function settleRange(
  bounds: Bounds | undefined,
  { low, high, negate }: WordRange,
): "none" | "all" | undefined {
  if (!bounds) return undefined;
  const apart = low > bounds.high || high < bounds.low;
  const covers = low <= bounds.low && high >= bounds.high;
  if (bounds.allNull || (negate ? covers : apart)) return "none";
  return !bounds.someNull && (negate ? apart : covers) ? "all" : undefined;
}

function sumOf(left: Bounds, right: Bounds): Bounds | undefined {
  const allNull = left.allNull || right.allNull;
  const someNull = left.someNull || right.someNull;
  if (allNull) return { low: 0n, high: 0n, someNull, allNull };
  const [low, high] = [left.low + right.low, left.high + right.high];
  return high <= U64_MAX ? { low, high, someNull, allNull } : undefined;
}

/** The form for the numbers of a block; undefined where it is not packed, or a number may be too large. */
function inBlock({ column, constant, steps }: LinearForm, block: number): BlockForm | undefined {
  const stored = column && packedBlock(column, block);
  if (column && !stored) return undefined;
  let [low, high] = stored ? [stored.min, stored.max] : [constant, constant];
  let factor = stored ? 1n : 0n, add = stored ? stored.origin : constant;
  if (stored?.nullMode === NullMode.All) return { stored, factor, add, low, high };
  for (const { fn, by } of steps) {
    const to = (value: bigint): bigint => fn === "+" ? value + by : fn === "-" ? value - by : value * by;
    [low, high] = [to(low), to(high)];
    if (low < 0n || high > U64_MAX) return undefined;
    if (fn === "*") factor = BigInt.asUintN(64, factor * by);
    add = BigInt.asUintN(64, to(add));
  }
  return { stored, factor, add, low, high };
}

function isNone({ stored }: BlockForm): boolean {
  return stored?.nullMode === NullMode.All;
}

function hasNull({ stored }: BlockForm): boolean {
  return stored !== undefined && stored.nullCount > 0;
}

/** What the smallest and largest numbers say of all rows that have both. */
function settled(fn: CompareExpr["fn"], a: BlockForm, b: BlockForm): "none" | "all" | undefined {
  const below = a.high < b.low, above = a.low > b.high;
  const notAbove = a.high <= b.low, notBelow = a.low >= b.high;
  const same = notAbove && notBelow;
  switch (fn) {
    case "==":
      return below || above ? "none" : same ? "all" : undefined;
    case "!=":
      return below || above ? "all" : same ? "none" : undefined;
    case "<":
      return below ? "all" : notBelow ? "none" : undefined;
    case "<=":
      return notAbove ? "all" : above ? "none" : undefined;
    case ">":
      return above ? "all" : notAbove ? "none" : undefined;
    case ">=":
      return notBelow ? "all" : below ? "none" : undefined;
  }
}
