/**
 * Functions that choose among their arguments.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import { refuse, wantSame } from "./arguments.ts";
import type { FunctionDef, FunctionResult, ReportArgument } from "./function.ts";
import { compareValues } from "./number_functions.ts";

/** Functions of arguments of any one type. */
export const choiceFunctions: readonly FunctionDef[] = [
  {
    name: "coalesce",
    usage: "coalesce(a, b, …)",
    summary: "The first argument that is not null",
    examples: ['by coalesce(file, "unknown")'],
    parameters: ["a", "b…"],
    showsLike: 0,
    kernel: "coalesce",
    handlesNull: true,
    bind: (args, _, report) => wantSame(args, report),
    evaluate: (args) => args.find((arg) => arg !== null) ?? null,
  },
  {
    name: "if",
    usage: "if(condition, then, else)",
    summary: "One of two values; the second when the condition is false or null",
    examples: ['by class = if(size > 1K, "large", "small")'],
    parameters: ["condition", "then", "else"],
    showsLike: 1,
    kernel: "if",
    handlesNull: true,
    bind(args, _, report) {
      const [condition, ...choices] = args;
      if (condition!.type !== "bool") {
        return refuse(report, "Q207", "First argument of if() is not a filter", condition!.span);
      }
      const same = wantSame(choices, report);
      return same && { type: same.type, args: [condition!, ...same.args] };
    },
    evaluate: ([condition, then, otherwise]) => (condition === true ? then : otherwise) ?? null,
  },
  extreme("min", "smallest", (order) => order < 0),
  extreme("max", "largest", (order) => order > 0),
];

function extreme(name: "min" | "max", word: string, wins: (order: number) => boolean): FunctionDef {
  return {
    name,
    usage: `${name}(a, b, …)`,
    summary: `The ${word} of the arguments; with one argument an aggregate`,
    examples: [`extend m = ${name}(size, 4K)`],
    parameters: ["a", "b…"],
    showsLike: 0,
    kernel: name,
    bind(args: readonly Expr[], _, report: ReportArgument): FunctionResult | null {
      const bad = args.find((arg) => arg.type === "bytes");
      if (bad !== undefined) return refuse(report, "Q206", "Bytes cannot be ordered", bad.span);
      return wantSame(args, report);
    },
    evaluate: (args: readonly Constant[]): Constant =>
      args.reduce((best, arg) => wins(compareValues(arg as bigint, best as bigint)) ? arg : best),
  };
}
