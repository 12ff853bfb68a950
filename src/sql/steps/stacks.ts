/**
 * Steps that look into backtraces: frames are rows of `stack_frames`, by stack and depth, innermost first.
 * @module
 */

import type { StackPlan } from "../../query/operators/stacks.ts";
import type { UnwindPlan } from "../../query/operators/unwind.ts";
import type { Plan } from "../../query/plan/plan.ts";
import { Expressions } from "../expressions.ts";
import { ROW } from "../names.ts";
import { framesHaveNames, framesTable, frameText } from "../stack_functions.ts";
import type { SqlRows, Translation } from "../translation.ts";

/** Frames of the stacks of some rows: `f` beside `t`. */
export function framesJoin(plan: Plan & { readonly stack: number; readonly input: Plan }, to: Translation): {
  readonly from: string;
  readonly on: string;
  /** Names of the columns of stack and trace; no trace where one is asked. */
  readonly keys: readonly (readonly [own: string, frames: string])[];
} {
  const input = to.rows(plan.input);
  const from = framesTable(to);
  const stack = to.quote(input.columns[plan.stack]!.name);
  const several = (to.dataset.traces("stack_frames")?.length ?? 2) > 1;
  const own = plan.input.columns.findIndex(({ name }) => name === "trace");
  if (several && own < 0) {
    to.refuse(
      plan.op,
      "stacks have numbers of their trace, and these rows do not say which one it is",
      plan.span,
      "keep the column trace, or ask one trace: events of NAME",
    );
  }
  const keys: [string, string][] = [[stack, "f_stack"]];
  if (several) keys.push([to.quote(input.columns[own]!.name), "f_trace"]);
  return { from, on: keys.map(([mine, theirs]) => `f.${theirs} = t.${mine}`).join(" AND "), keys };
}

/** One row per stack frame. */
export function unwindText(plan: UnwindPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const { from, on } = framesJoin(plan, to);
  const columns = to.columns(plan.columns);
  const { dialect } = to;
  const known: Readonly<Record<string, string>> = {
    level: dialect.fitting("f.f_depth", "u64"),
    addr: "f.f_addr",
    func: "f.f_func",
    module: "f.f_module",
    offset: framesHaveNames(to) ? "f.f_offset" : dialect.literal(null, "u64"),
    file: "f.f_file",
    line: "f.f_line",
  };
  const list = plan.columns.map(({ name }, at) => {
    const own = to.quote(columns[at]!.name);
    const column = plan.input.columns.findIndex((each) => each.name === name);
    const value = known[name] ?? `t.${to.quote(input.columns[column]!.name)}`;
    return `${value} AS ${own}`;
  });
  return to.add(
    "unwind",
    plan,
    `SELECT ${list.join(", ")}, row_number() OVER (ORDER BY t.${ROW}, f.f_depth) AS ${ROW} ` +
      `FROM ${input.name} t JOIN ${from} f ON ${on}`,
    columns,
  );
}

/** The condition of a frame; true without a pattern. */
function frameTest({ pattern }: StackPlan, to: Translation): string {
  if (pattern === null) return "TRUE";
  const func = { ...pattern, operand: { op: "column", index: 0, type: "text", span: pattern.span } } as const;
  return new Expressions(to, [{ name: "f_func", type: "text" }], "f.").test(func);
}

/** Rows whose stack has a function. */
export function throughText(plan: StackPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const { from, keys } = framesJoin(plan, to);
  const found = to.addStep(
    "frames",
    plan.span,
    `SELECT DISTINCT ${keys.map(([, theirs]) => theirs).join(", ")} FROM ${from} f WHERE ${
      frameTest(plan, to)
    }`,
  );
  const test = keys.map(([mine, theirs]) => `_l.${mine} = _r.${theirs}`).join(" AND ");
  return to.add("through", plan, to.dialect.semi(input.name, found, test, false), input.columns);
}

/** Who calls a function: each caller counts once for a row. */
export function callersText(plan: StackPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const { from, on } = framesJoin(plan, to);
  const { dialect } = to;
  const size = plan.size < 0 ? "0" : `t.${to.quote(input.columns[plan.size]!.name)}`;
  const name = `CASE WHEN o.f_stack IS NULL THEN '(outermost)' ` +
    `ELSE coalesce(nullif(${frameText(to, "o.")}, ''), '(unknown)') END`;
  const callers = to.addStep(
    "callers",
    plan.span,
    `SELECT t.${ROW} AS row_id, ${name} AS func, min(f.f_depth) AS depth, max(${size}) AS bytes FROM ${input.name} t JOIN ${from} f ON ${on} ` +
      `LEFT JOIN ${from} o ON o.f_stack = f.f_stack AND o.f_trace = f.f_trace AND o.f_depth = f.f_depth + 1 ` +
      `WHERE ${frameTest(plan, to)} GROUP BY 1, 2`,
  );
  const texts: Readonly<Record<string, string>> = {
    func: "func",
    count: dialect.fitting("count(*)", "u64"),
    bytes: dialect.cast("coalesce(sum(bytes), 0)", "u64"),
  };
  const list = plan.columns.map(({ name }) => `${texts[name]} AS ${to.quote(name)}`).join(", ");
  const order = `coalesce(sum(bytes), 0) DESC, count(*) DESC, min(${dialect.tuple("row_id", "depth")})`;
  return to.add(
    "callers",
    plan,
    `SELECT ${list}, row_number() OVER (ORDER BY ${order}) AS ${ROW} FROM ${callers} GROUP BY func`,
  );
}
