/**
 * Rules of `quarry compare --fail-if`: `bytes_delta > 10%`, `leaks > 0`, `function.bytes_delta > 1M`.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import { UsageError } from "../../base/errors.ts";
import { MEASURES } from "./measures.ts";

/** A number before and after. */
export interface BeforeAfter {
  /** The function that the value belongs to; absent if it belongs to the whole run. */
  readonly of?: string;
  readonly before: bigint | number;
  readonly after: bigint | number;
}

/** A rule such as `bytes_delta > 10%`. */
export interface Rule {
  readonly text: string;
  /** A measure, or `count` or `bytes` of each function. */
  readonly measure: string;
  readonly ofFunctions: boolean;
  /** The rule tests the change and not the new value. */
  readonly isDelta: boolean;
  readonly op: ">" | ">=" | "<" | "<=";
  readonly value: number;
  readonly isPercent: boolean;
}

const FORM = /^\s*(function\.)?([a-z_]+?)(_delta)?\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)\s*([KMG%]?)\s*$/;
const UNITS: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };
/** Number of parts in a percent: percentages are exact to six decimals. */
const PARTS_OF_PERCENT = 1_000_000;
const OF_FUNCTIONS = ["count", "bytes"];
const EXAMPLE = "such as 'bytes_delta > 10%', 'leaks > 0', 'function.bytes_delta > 1M'";

/** Reads a rule. Throws `UsageError` for anything else. */
export function parseRule(text: string): Rule {
  const found = FORM.exec(text);
  if (found === null) {
    throw new UsageError(`Cannot read the rule "${text}": expected NAME > NUMBER, ${EXAMPLE}`);
  }
  const [, functions, measure, delta, op, digits, unit] = found;
  const names = functions === undefined ? MEASURES.map(({ name }) => name) : OF_FUNCTIONS;
  if (!names.includes(measure!)) {
    const near = didYouMean(measure!, names);
    const hint = near === undefined ? `the measures are ${names.join(", ")}` : `did you mean ${near}?`;
    throw new UsageError(`Unknown measure "${measure}" in the rule "${text}": ${hint}`);
  }
  if (unit === "%" && delta === undefined) {
    throw new UsageError(
      `Rule "${text}" needs a change to compare with a percentage: write ${measure}_delta`,
    );
  }
  return {
    text: text.trim(),
    measure: measure!,
    ofFunctions: functions !== undefined,
    isDelta: delta !== undefined,
    op: op as Rule["op"],
    value: Number(digits) * (UNITS[unit!] ?? 1),
    isPercent: unit === "%",
  };
}

/** Whether the condition of the rule is true, in which case the comparison fails. */
export function isRuleMet({ op, value, isDelta, isPercent }: Rule, { before, after }: BeforeAfter): boolean {
  const found = isDelta ? deltaOf({ before, after }) : after;
  const compare = COMPARISONS[op];
  if (!isPercent) return compare(found, value);
  // If the value was zero, any increase counts as infinitely many percent.
  if (Number(before) === 0) {
    return Number(found) !== 0 && compare(Math.sign(Number(found)) * Infinity, value);
  }
  if (typeof found !== "bigint" || typeof before !== "bigint") {
    return compare(Number(found) / Number(before) * 100, value);
  }
  // Multiply instead of dividing, because rounding a quotient could put it on the other side of the limit.
  const limit = BigInt(Math.round(value * PARTS_OF_PERCENT)) * before;
  return compare(found * 100n * BigInt(PARTS_OF_PERCENT), limit);
}

/** Returns the difference between before and after; exact for whole numbers. */
export function deltaOf({ before, after }: BeforeAfter): bigint | number {
  return typeof before === "bigint" && typeof after === "bigint"
    ? after - before
    : Number(after) - Number(before);
}

const COMPARISONS: Readonly<Record<Rule["op"], (found: bigint | number, value: bigint | number) => boolean>> =
  {
    ">": (found, value) => found > value,
    ">=": (found, value) => found >= value,
    "<": (found, value) => found < value,
    "<=": (found, value) => found <= value,
  };
