/**
 * Functions of numbers: `abs`, `bor`, `hex`, `round`, `log2`, `clamp`, `delta`.
 * @module
 */

import { hex as hexText } from "../../base/u64.ts";
import { coerce, constant, isInteger, MEASURES } from "../plan/types.ts";
import {
  asFractionIfNeeded,
  bindOnlyArgument,
  castArgument,
  castToCommonType,
  type FunctionResult,
  type QueryFunction,
  refuse,
  type ReportArgument,
  requireComparable,
  requireConstant,
} from "./function.ts";
import { checkRange } from "./arithmetic.ts";
import type { Expr } from "../plan/expressions.ts";

/** The absolute value of a number. */
export const abs: QueryFunction = {
  name: "abs",
  usage: "abs(x)",
  summary: "The absolute value of a number",
  examples: ["diff (live @ 25%), (live @ 75%) by func | where abs(bytes_delta) > 1K"],
  parameters: ["x"],
  bind: bindOnlyArgument("abs", MEASURES),
  evaluate: ([x]) => {
    if (typeof x === "number") return Math.abs(x);
    return (x as bigint) < 0n ? checkRange(-(x as bigint), "i64") : x!;
  },
};

/** Bitwise OR of several numbers. */
export const bor: QueryFunction = {
  name: "bor",
  usage: "bor(a, b, …)",
  summary: "Bits that are set in any of the numbers",
  examples: ["where bor(size, 1) == 33"],
  parameters: ["a", "b…"],
  showsLike: 0,
  bind(args, _, report) {
    const cast = args.map((arg) => castArgument(arg, ["u64"], "Argument of bor()", report));
    return cast.some((arg) => arg === null) ? null : { type: "u64", args: cast.flatMap((arg) => arg ?? []) };
  },
  evaluate: (args) => args.reduce<bigint>((bits, arg) => bits | (arg as bigint), 0n),
};

/** A number in hexadecimal, as addresses are written: `0x…`. */
export const hex: QueryFunction = {
  name: "hex",
  usage: "hex(number)",
  summary: "A number in hexadecimal, as text",
  examples: ["select seq, hex(size)"],
  parameters: ["number"],
  bind: bindOnlyArgument("hex", ["u64", "i64"], "text"),
  tellsApart: true,
  evaluate: ([number]) => hexText(number as bigint),
};

/** Maximum digits of `round`: with more, decimals of a double or digits of an integer are meaningless. */
const MOST_DIGITS = 18n;

/** Rounds to a number of decimals. */
export const round: QueryFunction = {
  name: "round",
  usage: "round(x, digits)",
  summary: "Rounds to a number of decimals, 0 by default; -3 rounds to thousands. Halves round away from 0",
  examples: ["by func: kb = round(sum(size) / 1024.0, 1)", "by round(size, -2)"],
  parameters: ["x", "digits?"],
  showsLike: 0,
  bind(args, span, report): FunctionResult | null {
    const x = castArgument(args[0]!, ["f64", "u64", "i64"], "Argument of round()", report);
    const given = args[1] === undefined
      ? constant(0n, "i64", span)
      : castArgument(args[1], ["i64"], "Digit count of round()", report);
    const digits = x && given && requireConstant(given, "Digit count of round()", report);
    if (x === null || digits === null) return null;
    const value = digits.value as bigint;
    if (value > MOST_DIGITS || value < -MOST_DIGITS) {
      const message = `Digit count of round() is not between -${MOST_DIGITS} and ${MOST_DIGITS}`;
      return refuse(report, "Q211", message, digits.span);
    }
    return { type: x.type, args: [x, digits] };
  },
  evaluate: ([x, digits]) =>
    typeof x === "number" ? roundedFraction(x, Number(digits)) : roundedWhole(x as bigint, digits as bigint),
};

/** Rounds a fraction; halves are rounded away from zero, as for whole numbers. */
function roundedFraction(x: number, digits: number): number {
  const size = Math.abs(x);
  const unit = 10 ** Math.abs(digits);
  const value = digits < 0 ? Math.round(size / unit) * unit : Math.round(size * unit) / unit;
  // A number this large has no decimals.
  if (!Number.isFinite(value)) return digits < 0 ? 0 : x;
  return x < 0 ? -value : value;
}

function roundedWhole(x: bigint, digits: bigint): bigint {
  if (digits >= 0n) return x;
  const unit = 10n ** -digits;
  const size = x < 0n ? -x : x;
  const value = (size + unit / 2n) / unit * unit;
  return checkRange(x < 0n ? -value : value, x < 0n ? "i64" : "u64");
}

/** The logarithm to base 2. */
export const log2: QueryFunction = {
  name: "log2",
  usage: "log2(x)",
  summary: "The logarithm to base 2; null for 0 and below. bucket(x) is its whole part",
  examples: ["by class = round(log2(size))"],
  parameters: ["x"],
  bind: bindOnlyArgument("log2", ["f64"]),
  evaluate: ([x]) => (x as number) > 0 ? Math.log2(x as number) : null,
};

/** A number limited to a range. */
export const clamp: QueryFunction = {
  name: "clamp",
  usage: "clamp(x, low, high)",
  summary: "A number or time, limited to the range from low to high",
  examples: ["by clamp(size, 16, 4K)"],
  parameters: ["x", "low", "high"],
  showsLike: 0,
  bind(args, _, report): FunctionResult | null {
    const wanted = args.map((arg) => castArgument(arg, MEASURES, "Argument of clamp()", report));
    if (wanted.includes(null)) return null;
    const same = requireComparable(wanted as Expr[], report, typeOfClamped);
    if (same === null) return null;
    const [, low, high] = same.args;
    if (low!.op === "constant" && high!.op === "constant" && low!.value! > high!.value!) {
      const message = "Low end of clamp() is above its high end";
      return refuse(report, "Q211", message, low!.span, "clamp(x, low, high)");
    }
    return same;
  },
  evaluate: (args) => {
    const [x, low, high] = args;
    return asFractionIfNeeded(x! < low! ? low! : x! > high! ? high! : x!, args);
  },
};

/**
 * Returns the result type for a mix of signed and unsigned numbers: the type of the bound that limits the
 * range.
 */
function typeOfClamped([x, low, high]: readonly Expr[]): "u64" | "i64" {
  const decides = high!.type === "i64" ? high! : low!.type === "u64" ? low! : x!;
  return decides.type === "i64" ? "i64" : "u64";
}

/** The signed difference of two numbers. */
export const delta: QueryFunction = {
  name: "delta",
  usage: "delta(a, b)",
  summary: "a - b as an exact signed number; unsigned numbers and times cannot go below 0",
  examples: ["allocs | extend grown = delta(size, 64) | top 3 by grown", "where delta(live_bytes, size) < 0"],
  parameters: ["a", "b"],
  bind(args, _, report: ReportArgument): FunctionResult | null {
    const wanted = args.map((arg) => castArgument(arg, MEASURES, "Argument of delta()", report));
    if (wanted.includes(null)) return null;
    // Signed and unsigned numbers may be mixed: the exact difference is computed, and only the result has to
    // fit.
    if (wanted.every((each) => isInteger(each!.type))) return { type: "i64", args: wanted as Expr[] };
    const same = castToCommonType(wanted as Expr[], report, coerce);
    return same && { type: same.type === "f64" ? "f64" : "i64", args: same.args };
  },
  evaluate: ([a, b]) =>
    typeof a === "number" ? a - (b as number) : checkRange((a as bigint) - (b as bigint), "i64"),
};
