/**
 * Functions of backtraces: their frames are rows of the table `stack_frames` of a dataset, by stack and depth, innermost
 * first.
 * @module
 */

import type { CallExpr } from "../query/plan/expressions.ts";
import type { Expressions } from "./expressions.ts";
import { globRegex } from "./patterns.ts";
import type { Translation } from "./translation.ts";

/** Columns of frames in SQL: other names, so that none of them is taken for one of the rows beside them. */
const FRAME_COLUMNS = ["stack", "depth", "addr", "func", "module", "file", "line"] as const;

/** Whether frames say what they are called, and where in their module they are: exports of datasets write that. */
export function framesHaveNames({ dataset }: Translation): boolean {
  return dataset.columns("stack_frames", null)?.has("name") ?? dataset.traces("stack_frames")?.length !== 0;
}

/** Frames of the stacks of all traces (`f_stack`, …, `f_trace`); numbers of stacks are those of one trace. */
export function framesTable(to: Translation): string {
  const { dialect, dataset } = to;
  if (dataset.traces("stack_frames")?.length === 0) {
    // No trace has backtraces.
    const columns = [
      ...(["stack", "depth", "addr", "line"] as const).map((name) =>
        `${dialect.literal(null, "u64")} AS f_${name}`
      ),
      ...(["func", "module", "file", "trace"] as const).map((name) =>
        `${dialect.literal(null, "text")} AS f_${name}`
      ),
    ];
    return `(SELECT ${columns.join(", ")} WHERE FALSE)`;
  }
  const { from, trace } = dialect.table({ folder: dataset.folder, table: "stack_frames", trace: null });
  const names = [...FRAME_COLUMNS, ...(framesHaveNames(to) ? ["name", to.quote("offset")] : [])];
  const columns = names.map((name) => `${name} AS f_${name.replace(/\W/g, "")}`).join(", ");
  return `(SELECT ${columns}, ${trace} AS f_trace FROM ${from})`;
}

/** What a frame is called: the function, or where the code is. */
export function frameText(to: Translation, prefix: string): string {
  if (framesHaveNames(to)) return `coalesce(${prefix}f_name, '')`;
  const { functions, text } = to.dialect;
  const address = functions.concat(text("0x"), functions.hex(`${prefix}f_addr`));
  return `coalesce(nullif(${prefix}f_func, '??'), ${address}, '')`;
}

/** A call about a stack; undefined for others. */
export function stackText({ fn, args, span }: CallExpr, expressions: Expressions): string | undefined {
  const { to } = expressions;
  const { name } = fn;
  if (name !== "func_at" && name !== "frames" && name !== "in_stack") return undefined;
  const from = framesTable(to);
  const stack = expressions.value(args[0]!);
  const own = expressions.named("trace");
  const several = (to.dataset.traces("stack_frames")?.length ?? 2) > 1;
  if (several && own === undefined) {
    to.refuse(
      `${name}()`,
      "stacks have numbers of their trace, and these rows do not say which one it is",
      span,
      "keep the column trace, or ask one trace: events of NAME",
    );
  }
  const same = `f.f_stack = ${stack}${several ? ` AND f.f_trace = ${own}` : ""}`;
  const func = frameText(to, "f.");
  if (!to.dialect.hasCorrelated && name !== "in_stack") {
    const [stackColumn] = args;
    if (stackColumn!.op !== "column") {
      to.refuse(
        `${name}()`,
        `${to.dialect.title} has no queries about the row around them`,
        span,
        "keep the stack with extend",
      );
    }
    const keys: (readonly [string, string])[] = [[stack, "f.f_stack"]];
    if (several) keys.push([own!, "f.f_trace"]);
    return name === "func_at"
      ? expressions.lookUp({
        from: `${from} f`,
        keys,
        value: `nullif(max(${func}), '')`,
        where: `f.f_depth = ${expressions.operand(args[1]!)}`,
      })
      : expressions.lookUp({
        from: `${from} f`,
        keys,
        value: to.dialect.joined(`coalesce(nullif(${func}, ''), '?')`, " < ", "f.f_depth"),
        where: "",
      });
  }
  switch (name) {
    case "func_at": {
      const level = expressions.operand(args[1]!);
      return `(SELECT nullif(max(${func}), '') FROM ${from} f WHERE ${same} AND f.f_depth = ${level})`;
    }
    case "frames":
      return `(SELECT ${
        to.dialect.joined(`coalesce(nullif(${func}, ''), '?')`, " < ", "f.f_depth")
      } FROM ${from} f WHERE ${same})`;
    default: {
      const [, pattern] = args;
      const glob = globRegex(String((pattern as typeof pattern & { op: "constant" })!.value));
      return `(${stack} IN (SELECT f.f_stack FROM ${from} f WHERE ${to.dialect.matches(func, glob)}${
        several ? ` AND f.f_trace = ${own}` : ""
      }))`;
    }
  }
}
