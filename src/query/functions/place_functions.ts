/**
 * Functions for the first frame of a backtrace in the program itself: `place`, `place_file`, `place_line`,
 * `mine`.
 * @module
 */

import type { FunctionContext, StackPlace } from "../plan/row_function.ts";
import { constant } from "../plan/types.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { Constant } from "../plan/values.ts";
import { castArgument, type QueryFunction, requireConstant } from "./function.ts";

function ofPlace(
  name: string,
  summary: string,
  example: string,
  type: ColumnType,
  value: (place: StackPlace | null) => Constant,
): QueryFunction {
  return {
    name,
    usage: `${name}(stack, mine)`,
    summary,
    examples: [example],
    parameters: ["stack", "mine?"],
    takesMine: true,
    namesFrames: true,
    bind([stack, mine], span, report) {
      const bound = castArgument(stack!, ["u64"], `First argument of ${name}()`, report);
      const glob = mine === undefined
        ? constant("", "text", span)
        : castArgument(mine, ["text"], `Glob of ${name}()`, report);
      if (bound === null || glob === null || requireConstant(glob, `Glob of ${name}()`, report) === null) {
        return null;
      }
      return { type, args: [bound, glob], ...(name === "place" ? { display: "function" } : {}) };
    },
    evaluate: ([stack, glob], context: FunctionContext) =>
      value(context.placeOf(Number(stack), glob === "" ? null : String(glob))),
  };
}

/** The function of the first frame of a backtrace that belongs to the program itself. */
export const placeFunction: QueryFunction = ofPlace(
  "place",
  "The first function of a backtrace that belongs to the program itself; a glob selects its files",
  "leaks | by place(stack)",
  "text",
  (found) => found && (found.func || null),
);

/** The source file of the first frame in the program itself. */
export const placeFileFunction: QueryFunction = ofPlace(
  "place_file",
  "The source file of the first frame in the program itself",
  "leaks | by place_file(stack)",
  "text",
  (found) => found && (found.file || null),
);

/** The line of the first frame in the program itself. */
export const placeLineFunction: QueryFunction = ofPlace(
  "place_line",
  "The line of the first frame in the program itself",
  "leaks | by place(stack), place_line(stack)",
  "u64",
  (found) => found && (found.line === 0 ? null : BigInt(found.line)),
);

/** Whether a backtrace contains a function of the program itself. */
export const mineFunction: QueryFunction = ofPlace(
  "mine",
  "Whether a backtrace contains a function of the program itself",
  "leaks | where mine(stack)",
  "bool",
  (found) => found !== null,
);

/** The suppression rule that matches a leak. */
export const suppressed: QueryFunction = {
  name: "suppressed",
  usage: "suppressed(stack)",
  summary: "The rule of --suppressions or suppress that matches a backtrace; null if there is none",
  examples: ["leaks | by suppressed(stack)"],
  parameters: ["stack"],
  takesSuppressions: true,
  namesFrames: true,
  bind([given, files], span, report) {
    const bound = castArgument(given!, ["u64", "text"], "Argument of suppressed()", report);
    return bound && { type: "text", args: [bound, files ?? constant("", "text", span)] };
  },
  evaluate: ([given, files], context: FunctionContext) =>
    context.suppressedBy(typeof given === "string" ? given : Number(given), String(files)),
};
