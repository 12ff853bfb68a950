/**
 * Functions on backtraces and addresses, and columns by argument.
 * @module
 */

import { globPattern } from "../../patterns/text_pattern.ts";
import { WorkMeter } from "../../patterns/work_meter.ts";
import { refuse, wantConstant, wantType } from "./arguments.ts";
import type { FunctionDef } from "./function.ts";

/** Names of functions are short: the rows are where a run is stopped. */
const UNLIMITED = new WorkMeter();

/** Functions that ask for more than their arguments. */
export const stackFunctions: readonly FunctionDef[] = [
  {
    name: "func_at",
    usage: "func_at(stack, n)",
    summary: "The function at a level of a backtrace; 0 is the innermost",
    examples: ["by func_at(stack, 1)"],
    parameters: ["stack", "n"],
    bind(args, _, report) {
      const stack = wantType(args[0]!, ["u64"], "First argument of func_at()", report);
      const level = wantType(args[1]!, ["u64"], "Second argument of func_at()", report);
      return stack && level && { type: "text", args: [stack, level] };
    },
    evaluate: ([stack, level], context) => context.stackFunctions(Number(stack))[Number(level)] || null,
  },
  {
    name: "frames",
    usage: "frames(stack)",
    summary: "A whole backtrace as text, innermost function first; the same in every run",
    examples: ["by frames(stack)"],
    parameters: ["stack"],
    bind(args, _, report) {
      const stack = wantType(args[0]!, ["u64"], "Argument of frames()", report);
      return stack && { type: "text", args: [stack] };
    },
    evaluate: ([stack], context) =>
      context.stackFunctions(Number(stack)).map((name) => name || "?").join(" < ") || null,
  },
  {
    name: "in_stack",
    usage: "in_stack(stack, glob)",
    summary: "Whether a backtrace passes through a function",
    examples: ['where in_stack(stack, "net_*")'],
    parameters: ["stack", "glob"],
    bind(args, _, report) {
      const stack = wantType(args[0]!, ["u64"], "First argument of in_stack()", report);
      const glob = wantType(args[1]!, ["text"], "Second argument of in_stack()", report);
      if (stack === null || glob === null) return null;
      return wantConstant(glob, "Pattern of in_stack()", report) && { type: "bool", args: [stack, glob] };
    },
    evaluate([stack, glob], context) {
      const pattern = globPattern(glob as string);
      return context.stackFunctions(Number(stack)).some((func) => pattern.test(func, UNLIMITED));
    },
  },
  {
    name: "symbol",
    usage: "symbol(addr)",
    summary: "The symbol that covers an address, when the program is available",
    examples: ["by symbol(addr)"],
    parameters: ["addr"],
    forgets: true,
    bind(args, _, report) {
      const addr = wantType(args[0]!, ["u64"], "Argument of symbol()", report);
      return addr && { type: "text", args: [addr] };
    },
    evaluate: ([addr], context) => context.symbol(addr as bigint),
  },
  {
    name: "source",
    usage: "source(addr)",
    summary: "The source file and line of an address, when the program is available and has a line table",
    examples: ["by source(addr)"],
    parameters: ["addr"],
    bind(args, _, report) {
      const addr = wantType(args[0]!, ["u64"], "Argument of source()", report);
      return addr && { type: "text", args: [addr] };
    },
    evaluate: ([addr], context) => context.source(addr as bigint),
  },
  {
    // Bound by the binder itself wherever it means something: see `bind_family.ts`.
    name: "arg",
    usage: "arg(name)",
    summary: "The argument of an API call with this name",
    examples: ['calls | where arg("target") == "GL_TEXTURE_2D"'],
    parameters: ["name"],
    bind: (_, span, report) =>
      refuse(report, "Q219", "arg() exists only on calls", span, 'begin with "calls |"'),
    evaluate: () => null,
  },
];
