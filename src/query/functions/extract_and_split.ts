/**
 * Functions for parts of texts: `extract`, `split`, `to_number`.
 * @module
 */

import { I64_MAX, I64_MIN, U64_MAX } from "../../base/u64.ts";
import { PatternError } from "../../patterns/pattern_tree.ts";
import { groupCount, groupFinder } from "../../patterns/text_pattern.ts";
import { WorkMeter } from "../../patterns/work_meter.ts";
import type { ConstantExpr, Expr } from "../plan/expressions.ts";
import { constant } from "../plan/types.ts";
import type { Constant } from "../plan/values.ts";
import {
  castArgument,
  type FunctionResult,
  type QueryFunction,
  refuse,
  type ReportArgument,
  requireConstant,
} from "./function.ts";

/** Checks a pattern and returns its source and flags; null after reporting an error. */
export function requirePattern(
  expr: Expr,
  group: bigint,
  what: string,
  report: ReportArgument,
): [source: ConstantExpr, flags: ConstantExpr] | null {
  if (expr.op !== "constant" || expr.flags === undefined || typeof expr.value !== "string") {
    return refuse(report, "Q206", `${what} is not a regular expression`, expr.span, "for example /gl(\\w+)/");
  }
  try {
    groupFinder(expr.value, expr.flags, Number(group));
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return refuse(report, "Q210", error.message, expr.span, error.suggestion);
  }
  return [expr, constant(expr.flags, "text", expr.span)];
}

/** The part of a text that a regular expression matches. */
export const extract: QueryFunction = {
  name: "extract",
  usage: "extract(text, /regex/, group)",
  summary: "What a regular expression matches in a text, or one of its groups; null if nothing matches",
  examples: ["by extract(func, /^[a-z]+/)", 'where extract(file, /(\\w+)\\.c$/, 1) == "wordfreq"'],
  parameters: ["text", "regex", "group?"],
  patternAt: 1,
  bind(args, _, report): FunctionResult | null {
    const text = castArgument(args[0]!, ["text"], "First argument of extract()", report);
    const given = args[2] === undefined
      ? constant(0n, "u64", args[1]!.span)
      : castArgument(args[2], ["u64"], "Group of extract()", report);
    const number = text && given && requireConstant(given, "Group of extract()", report);
    if (text === null || number === null) return null;
    const group = number.value as bigint;
    const pattern = requirePattern(args[1]!, 0n, "Pattern of extract()", report);
    if (pattern === null) return null;
    const [source, flags] = pattern;
    const count = BigInt(groupCount(String(source.value)));
    if (group > count) {
      const message = `Pattern has ${count === 1n ? "1 group" : `${count} groups`}, found ${group}`;
      return refuse(report, "Q211", message, number.span, "0 is the complete match");
    }
    if (requirePattern(args[1]!, group, "Pattern of extract()", report) === null) return null;
    return { type: "text", args: [text, source, number, flags] };
  },
  evaluate([text, source, group, flags], { meter = new WorkMeter() }) {
    const finder = groupFinder(String(source), String(flags), Number(group));
    const found = finder.find(String(text), 0, meter);
    const part = found === null || group === 0n ? found : found.group;
    return part === null ? null : String(text).slice(part.start, part.end);
  },
};

/** One part of a text split at a separator. */
export const split: QueryFunction = {
  name: "split",
  usage: "split(text, separator, n)",
  summary: "The part of a text between separators; n counts from 0, or from the end if it is negative",
  examples: ['by split(file, "/", 0)', 'by split(func, "_", -1)'],
  parameters: ["text", "separator", "n"],
  bind(args, _, report) {
    const text = castArgument(args[0]!, ["text"], "First argument of split()", report);
    const separator = castArgument(args[1]!, ["text"], "Separator of split()", report);
    const number = castArgument(args[2]!, ["i64"], "Number of split()", report);
    if (text === null || separator === null || number === null) return null;
    if (separator.op === "constant" && separator.value === "") {
      const suggestion = "single letters: substr(text, n, 1)";
      return refuse(report, "Q211", "Separator of split() is empty", separator.span, suggestion);
    }
    return { type: "text", args: [text, separator, number] };
  },
  evaluate([text, separator, number]) {
    if (separator === "") return null;
    const parts = String(text).split(String(separator));
    return parts.at(Number(number)) ?? null;
  },
};

/** The kinds of numbers that `to_number` reads, with their result types. */
const KINDS = { whole: "u64", signed: "i64", fraction: "f64" } as const;

/** A number read from text. */
export const toNumber: QueryFunction = {
  name: "to_number",
  usage: "to_number(text, kind)",
  summary:
    'A text such as 42 or 0x2a as a number; null for any other text. kind is "whole" (default), "signed" or "fraction"',
  examples: ["extend n = to_number(extract(func, /\\d+/))", 'where to_number(split(file, ".", 0)) > 1'],
  parameters: ["text", "kind?"],
  bind(args, span, report) {
    const text = castArgument(args[0]!, ["text"], "Argument of to_number()", report);
    const kind = args[1] ?? constant("whole", "text", span);
    if (text === null) return null;
    if (kind.op !== "constant" || typeof kind.value !== "string" || !Object.hasOwn(KINDS, kind.value)) {
      const kinds = Object.keys(KINDS).map((each) => `"${each}"`).join(", ");
      return refuse(report, "Q210", "Kind of to_number() is unknown", kind.span, `use one of ${kinds}`);
    }
    return { type: KINDS[kind.value as keyof typeof KINDS], args: [text, kind] };
  },
  evaluate: ([text, kind]) => readNumber(String(text), String(kind) as keyof typeof KINDS),
};

/** Reads a number from text; null if it is malformed or out of range. */
function readNumber(text: string, kind: keyof typeof KINDS): Constant {
  if (kind === "fraction") {
    return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/.test(text) && Number.isFinite(Number(text))
      ? Number(text)
      : null;
  }
  const [, sign, digits] = /^([+-]?)(\d{1,40}|0[xX][0-9a-fA-F]{1,40})$/.exec(text) ?? [];
  if (digits === undefined) return null;
  const value = sign === "-" ? -BigInt(digits) : BigInt(digits);
  const [low, high] = kind === "signed" ? [I64_MIN, I64_MAX] : [0n, U64_MAX];
  return value >= low && value <= high ? value : null;
}
