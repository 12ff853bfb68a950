/**
 * Functions of backtraces: frames are rows of the table `stack_frames` of a dataset, by stack and depth,
 * innermost first.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import type { CallExpr, Expr } from "../query/plan/expressions.ts";
import type { CallTexts, Expressions } from "./expressions.ts";
import { globRegex } from "./patterns.ts";
import type { Translation } from "./translation.ts";

const FRAMES = "stack_frames";
/** Frame columns in SQL, renamed so that they do not clash with columns of the rows. */
const FRAME_COLUMNS = ["stack", "depth", "addr", "func", "module", "file", "line"] as const;

/** Whether frames have display names and module offsets, as in newer datasets. */
export function framesHaveNames(to: Translation): boolean {
  return framesHave("name", to);
}

/** Whether frames have their tree level with recursion folded, as in newer datasets. */
export function framesHaveFoldedLevel(to: Translation): boolean {
  return framesHave("fold", to);
}

function framesHave(column: string, { dataset }: Translation): boolean {
  return dataset.columns(FRAMES, null)?.has(column) ?? dataset.traces(FRAMES)?.length !== 0;
}

/** Frames of the stacks of all traces (`f_stack`, …, `f_trace`); stack numbers are local to a trace. */
function framesTable(to: Translation): string {
  const { dialect, dataset } = to;
  if (dataset.traces(FRAMES)?.length === 0) {
    // No trace has backtraces.
    const none = (type: "u64" | "text", names: readonly string[]): string[] =>
      names.map((name) => `${dialect.literal(null, type)} AS f_${name}`);
    const columns = [
      ...none("u64", ["stack", "depth", "addr", "line", "fold"]),
      ...none("text", ["func", "module", "file", "trace", "name"]),
    ];
    return `(SELECT ${columns.join(", ")} WHERE FALSE)`;
  }
  const { from, trace } = to.table(FRAMES);
  const names = [
    ...FRAME_COLUMNS,
    ...(framesHaveNames(to) ? ["name", to.quote("offset")] : []),
    ...(framesHaveFoldedLevel(to) ? ["fold"] : []),
  ];
  const columns = names.map((name) => {
    // The columns are signed in files.
    const value = name === "line" ? dialect.fitting(name, "u64") : name;
    return `${value} AS f_${name.replace(/\W/g, "")}`;
  }).join(", ");
  return `(SELECT ${columns}, ${trace} AS f_trace FROM ${from})`;
}

/** The display name of a frame: the function, or the code location. */
export function frameText(to: Translation, prefix: string): string {
  if (framesHaveNames(to)) return `coalesce(${prefix}f_name, '')`;
  const { functions, text } = to.dialect;
  const address = functions.concat(text("0x"), functions.hex(`${prefix}f_addr`));
  return `coalesce(nullif(${prefix}f_func, '??'), ${address}, '')`;
}

/** The join condition between frames and a row: the stack, and with several traces the trace. */
export function framesOf(
  { stack, trace }: { readonly stack: string; readonly trace: string | undefined },
  what: string,
  span: Span,
  to: Translation,
): { readonly from: string; readonly keys: (readonly [own: string, frames: string])[] } {
  const keys: [string, string][] = [[stack, "f_stack"]];
  if ((to.dataset.traces(FRAMES)?.length ?? 2) > 1) {
    const own = trace ?? to.refuse(
      what,
      "stack numbers are local to a trace, and these rows do not name their trace",
      span,
      "keep the column trace, or query one trace: events of NAME",
    );
    keys.push([own, "f_trace"]);
  }
  return { from: framesTable(to), keys };
}

function framesOfCall({ fn, args, span }: CallExpr, expressions: Expressions): ReturnType<typeof framesOf> {
  const place = { stack: expressions.value(args[0]!), trace: expressions.named("trace") };
  return framesOf(place, `${fn.name}()`, span, expressions.to);
}

/** A value from the frames of a stack, or from the frame at a level. */
function fromFrames(call: CallExpr, expressions: Expressions, value: string, level?: Expr): string {
  const { from, keys } = framesOfCall(call, expressions);
  const { dialect, refuse } = expressions.to;
  // If the level varies by row, it is part of the key.
  const isKey = level !== undefined && level.op !== "constant" && !dialect.hasCorrelated;
  if (isKey) keys.push([expressions.value(level), "f_depth"]);
  const where = level === undefined || isKey ? "" : `f.f_depth = ${expressions.operand(level)}`;
  if (dialect.hasCorrelated) {
    const tests = [...keys.map(([own, theirs]) => `f.${theirs} = ${own}`), ...(where === "" ? [] : [where])];
    return `(SELECT ${value} FROM ${from} f WHERE ${tests.join(" AND ")})`;
  }
  if (call.args[0]!.op !== "column" || isKey && level.op !== "column") {
    refuse(
      `${call.fn.name}()`,
      `${dialect.title} has no correlated subqueries here`,
      call.span,
      `compute the ${call.args[0]!.op === "column" ? "level" : "stack"} as a column with extend first`,
    );
  }
  return expressions.lookUp({
    from: `${from} f`,
    keys: keys.map(([own, theirs]) => [own, `f.${theirs}`]),
    value,
    where,
  });
}

/** Functions of stacks in SQL, by their names in Quarry. */
export const STACK_FUNCTIONS: CallTexts = {
  func_at: (call, expressions) =>
    fromFrames(
      call,
      expressions,
      `nullif(max(${frameText(expressions.to, "f.")}), '')`,
      call.args[1]!,
    ),
  frames(call, expressions) {
    const name = `coalesce(nullif(${frameText(expressions.to, "f.")}, ''), '?')`;
    return fromFrames(call, expressions, expressions.to.dialect.joined(name, " < ", "f.f_depth"));
  },
  in_stack(call, expressions) {
    const { to } = expressions;
    const { from, keys: [[stack] = [], trace] } = framesOfCall(call, expressions);
    const test = to.dialect.matches(frameText(to, "f."), globRegex(expressions.constant(call.args[1])!));
    const same = trace === undefined ? "" : ` AND f.${trace[1]} = ${trace[0]}`;
    return `(${stack} IN (SELECT f.f_stack FROM ${from} f WHERE ${test}${same}))`;
  },
};
