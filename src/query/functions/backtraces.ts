/**
 * Functions of backtraces: `func_at`, `frames`, `in_stack`; and functions that look up addresses in symbol
 * tables: `symbol`, `source`.
 * @module
 */

import { globPattern } from "../../patterns/text_pattern.ts";
import { WorkMeter } from "../../patterns/work_meter.ts";
import { bindOnlyArgument, castArgument, type QueryFunction, requireConstant } from "./function.ts";
import { shortName } from "../../names/short_name.ts";

/**
 * Function names are short, so a match needs no check for cancellation: the run can be stopped between rows.
 */
const UNLIMITED = new WorkMeter();

/** The function at one level of a backtrace. */
export const funcAt: QueryFunction = {
  name: "func_at",
  namesFrames: true,
  usage: "func_at(stack, n)",
  summary: "The function at a level of a backtrace; 0 is the innermost",
  examples: ["by func_at(stack, 1)"],
  parameters: ["stack", "n"],
  bind(args, _, report) {
    const stack = castArgument(args[0]!, ["u64"], "First argument of func_at()", report);
    const level = castArgument(args[1]!, ["u64"], "Second argument of func_at()", report);
    return stack && level && { type: "text", display: "function", args: [stack, level] };
  },
  evaluate: ([stack, level], context) => context.stackFunctions(Number(stack))[Number(level)] || null,
};

/** A whole backtrace as text. */
export const frames: QueryFunction = {
  name: "frames",
  namesFrames: true,
  usage: "frames(stack)",
  summary: "A whole backtrace as text, innermost function first; the same in every run",
  examples: ["by frames(stack)"],
  parameters: ["stack"],
  bind: bindOnlyArgument("frames", ["u64"], "text", { display: "functions" }),
  evaluate: ([stack], context) =>
    context.stackFunctions(Number(stack)).map((name) => name || "?").join(" < ") || null,
};

/** Whether a function is in a backtrace. */
export const inStack: QueryFunction = {
  name: "in_stack",
  namesFrames: true,
  usage: "in_stack(stack, glob)",
  summary: "Whether a backtrace passes through a function",
  examples: ['where in_stack(stack, "net_*")'],
  parameters: ["stack", "glob"],
  wants: (parameter) => parameter === 1 ? [{ want: "function" }] : undefined,
  bind(args, _, report) {
    const stack = castArgument(args[0]!, ["u64"], "First argument of in_stack()", report);
    const glob = castArgument(args[1]!, ["text"], "Second argument of in_stack()", report);
    if (stack === null || glob === null) return null;
    return requireConstant(glob, "Pattern of in_stack()", report) && { type: "bool", args: [stack, glob] };
  },
  evaluate([stack, glob], context) {
    const pattern = globPattern(glob as string);
    return context.stackFunctions(Number(stack)).some((func) =>
      pattern.test(func, UNLIMITED) || pattern.test(shortName(func), UNLIMITED)
    );
  },
};

/** The symbol that covers an address. */
export const symbol: QueryFunction = {
  name: "symbol",
  usage: "symbol(addr)",
  summary: "The symbol that covers an address, when the program is available",
  examples: ["by symbol(addr)"],
  parameters: ["addr"],
  forgets: true,
  bind: bindOnlyArgument("symbol", ["u64"], "text", { display: "function" }),
  evaluate: ([addr], context) => context.symbol(addr as bigint),
};

/** The source line of an address. */
export const source: QueryFunction = {
  name: "source",
  usage: "source(addr)",
  summary: "The source file and line of an address, when the program is available and has a line table",
  examples: ["by source(addr)"],
  parameters: ["addr"],
  bind: bindOnlyArgument("source", ["u64"], "text"),
  evaluate: ([addr], context) => context.source(addr as bigint),
};
