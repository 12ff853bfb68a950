/**
 * `human`: numbers in readable form, such as 4.0K and 1.5s.
 * @module
 */

import { constant, MEASURES } from "../plan/types.ts";
import { castArgument, type QueryFunction } from "./function.ts";

const SIZES = ["", "K", "M", "G", "T", "P", "E"];
const TIMES = [[3.6e12, "h"], [6e10, "m"], [1e9, "s"], [1e6, "ms"], [1e3, "us"]] as const;

/** A size or a duration in readable form. */
export const human: QueryFunction = {
  name: "human",
  usage: "human(number)",
  summary: "A size or a duration in readable form: 4.0K, 1.5s",
  examples: ["leaks | by file | extend size = human(bytes)"],
  parameters: ["number"],
  bind(args, _, report) {
    const number = castArgument(args[0]!, MEASURES, "Argument of human()", report);
    if (number === null) return null;
    // A bigint does not carry its unit, so the second argument gives it.
    const unit = constant(number.type === "time" ? "time" : "size", "text", number.span);
    return { type: "text", args: [number, unit] };
  },
  evaluate: ([number, unit]) =>
    unit === "time" ? humanDuration(number as bigint) : humanNumber(Number(number)),
};

/** Formats a number in steps of 1024, as sizes are written in queries: `812`, `4.0K`, `1.5M`. */
function humanNumber(value: number): string {
  const sign = value < 0 ? "-" : "";
  let rest = Math.abs(value);
  let step = 0;
  // A value that would be printed as 1024.0 moves to the next unit.
  while (rest >= (step === 0 ? 1024 : 1023.95) && step < SIZES.length - 1) {
    rest /= 1024;
    step++;
  }
  if (step > 0) return `${sign}${rest.toFixed(1)}${SIZES[step]}`;
  return `${sign}${Number.isInteger(rest) ? rest : rest.toFixed(2)}`;
}

/** `250.0ms`, `1.5s`, `2.0h`. */
function humanDuration(nanoseconds: bigint): string {
  const value = Number(nanoseconds);
  const unit = TIMES.find(([length]) => value >= length);
  return unit === undefined ? `${nanoseconds}ns` : `${(value / unit[0]).toFixed(1)}${unit[1]}`;
}
