/**
 * The smallest and the largest of several values: `min`, `max`.
 * @module
 */

import type { Expr } from "../plan/expressions.ts";
import type { Constant } from "../plan/values.ts";
import { refuse, wantSame } from "./arguments.ts";
import type { FunctionResult, QueryFunction, ReportArgument } from "./function.ts";

/** The smallest of several values; of one it is an aggregate. */
export const min: QueryFunction = extreme("min", "smallest", (value, best) => value < best);

/** The largest of several values; of one it is an aggregate. */
export const max: QueryFunction = extreme("max", "largest", (value, best) => value > best);

function extreme(
  name: "min" | "max",
  word: string,
  wins: (value: bigint, best: bigint) => boolean,
): QueryFunction {
  return {
    name,
    usage: `${name}(a, b, …)`,
    summary: `The ${word} of the arguments; with one argument an aggregate`,
    examples: [`extend m = ${name}(size, 4K)`],
    parameters: ["a", "b…"],
    showsLike: 0,
    bind(args: readonly Expr[], _, report: ReportArgument): FunctionResult | null {
      const bad = args.find((arg) => arg.type === "bytes");
      if (bad !== undefined) return refuse(report, "Q206", "Bytes cannot be ordered", bad.span);
      return wantSame(args, report);
    },
    evaluate: (args: readonly Constant[]): Constant =>
      args.reduce((best, arg) => wins(arg as bigint, best as bigint) ? arg : best),
  };
}
