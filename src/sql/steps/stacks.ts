/**
 * Stages that read backtraces: frames are rows of `stack_frames`, by stack and depth, innermost first.
 * @module
 */

import type { StackPlan } from "../../query/operators/stack/stacks.ts";
import type { UnwindPlan } from "../../query/operators/stack/unwind.ts";
import type { Plan } from "../../query/plan/plan.ts";
import { Expressions } from "../expressions.ts";
import { ROW_ORDER_COLUMN, type SqlRows, type StepTexts, type Translation } from "../translation.ts";
import { framesHaveFoldedLevel, framesHaveNames, framesOf, frameText } from "../stack_functions.ts";

/** Maximum indentation of a tree; deeper levels are not indented further. */
const INDENTED = 40;

/** Joins rows `t` with the frames `f` of their stacks. */
function framesJoin(plan: Plan & { readonly stack: number; readonly input: Plan }, to: Translation): {
  readonly from: string;
  readonly on: string;
  /** Names of the stack and trace columns; without the trace if only one is read. */
  readonly keys: readonly (readonly [own: string, frames: string])[];
} {
  const { columns } = to.rows(plan.input);
  const name = (at: number): string | undefined => columns[at] && to.quote(columns[at].name);
  const trace = name(plan.input.columns.findIndex((each) => each.name === "trace"));
  const { from, keys } = framesOf({ stack: name(plan.stack)!, trace }, plan.op, plan.span, to);
  return { from, on: keys.map(([mine, theirs]) => `f.${theirs} = t.${mine}`).join(" AND "), keys };
}

/** One row per stack frame. */
function unwindText(plan: UnwindPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const { from, on } = framesJoin(plan, to);
  const { dialect } = to;
  const columns = plan.input.columns.map(({ name }, at) => [name, `t.${to.quote(input.columns[at]!.name)}`]);
  const list = to.picked({
    ...Object.fromEntries(columns),
    level: dialect.fitting("f.f_depth", "u64"),
    addr: "f.f_addr",
    func: `nullif(${frameText(to, "f.")}, '')`,
    module: "f.f_module",
    offset: framesHaveNames(to) ? "f.f_offset" : dialect.literal(null, "u64"),
    file: "f.f_file",
    line: "f.f_line",
  });
  return to.add(
    "unwind",
    `SELECT ${list}, row_number() OVER (ORDER BY t.${ROW_ORDER_COLUMN}, f.f_depth) AS ${ROW_ORDER_COLUMN} ` +
      `FROM ${input.name} t JOIN ${from} f ON ${on}`,
  );
}

/**
 * Like `framesJoin`. If a stage folds recursion, the result has one row per level, with the number of frames
 * in `f_frames`.
 */
function levelsJoin(
  plan: StackPlan,
  to: Translation,
): { readonly from: string; readonly on: string; readonly frames: string } {
  const { from, on } = framesJoin(plan, to);
  if (!plan.isFolded) return { from, on, frames: "1" };
  if (!framesHaveFoldedLevel(to)) {
    to.refuse(
      plan.op,
      "this dataset does not mark recursive frames",
      plan.span,
      `export the dataset again, or write ${plan.op} … unfolded`,
    );
  }
  const levels = to.step(
    "levels",
    "SELECT f_stack, f_trace, f_fold, min(f_name) AS f_name, min(f_depth) AS f_depth, count(*) AS f_frames " +
      `FROM ${from} f GROUP BY f_stack, f_trace, f_fold`,
  );
  return { from: levels, on, frames: "f.f_frames" };
}

/** The condition on a frame; true without a pattern. */
function frameTest({ pattern }: StackPlan, to: Translation): string {
  if (pattern === null) return "TRUE";
  const func = { ...pattern, operand: { op: "column", index: 0, type: "text", span: pattern.span } } as const;
  // Older datasets do not contain display names of frames.
  const name = framesHaveNames(to) ? "f_name" : "f_func";
  return new Expressions(to, [{ name, type: "text" }], "f.").test(func);
}

/** Rows whose stack contains a function. */
function throughText(plan: StackPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const { from, keys } = framesJoin(plan, to);
  const theirs = keys.map(([, name]) => name).join(", ");
  const found = to.step("frames", `SELECT DISTINCT ${theirs} FROM ${from} f WHERE ${frameTest(plan, to)}`);
  const test = keys.map(([mine, name]) => `_l.${mine} = _r.${name}`).join(" AND ");
  return to.add("through", to.dialect.semi(input.name, found, test, false), input.columns);
}

/** The type of sums of sizes. */
const typeOfBytes = ({ columns }: StackPlan): "u64" | "i64" =>
  columns.find(({ name }) => name === "bytes")?.type === "i64" ? "i64" : "u64";

/** The callers of a function: each caller counts once per row. */
function callersText(plan: StackPlan, to: Translation): SqlRows {
  const input = to.rows(plan.input);
  const { from, on, frames } = levelsJoin(plan, to);
  const { dialect } = to;
  const size = plan.size < 0 ? "0" : `t.${to.quote(input.columns[plan.size]!.name)}`;
  const name = `CASE WHEN o.f_stack IS NULL THEN '(outermost)' ` +
    `ELSE coalesce(nullif(${frameText(to, "o.")}, ''), '(unknown)') END`;
  const outer = plan.isFolded ? "o.f_fold = f.f_fold - 1" : "o.f_depth = f.f_depth + 1";
  const callers = to.step(
    "callers",
    `SELECT t.${ROW_ORDER_COLUMN} AS row_id, ${name} AS func, min(f.f_depth) AS inner_depth, max(${frames}) AS frames, ` +
      `max(${size}) AS bytes FROM ${input.name} t JOIN ${from} f ON ${on} ` +
      `LEFT JOIN ${from} o ON o.f_stack = f.f_stack AND o.f_trace = f.f_trace AND ${outer} ` +
      `WHERE ${frameTest(plan, to)} GROUP BY 1, 2`,
  );
  const list = to.picked({
    func: "func",
    count: dialect.fitting("count(*)", "u64"),
    bytes: dialect.cast("coalesce(sum(bytes), 0)", typeOfBytes(plan)),
    depth: dialect.fitting("max(frames)", "u64"),
  });
  const order = `coalesce(sum(bytes), 0) DESC, count(*) DESC, min(${dialect.tuple("row_id", "inner_depth")})`;
  return to.add(
    "callers",
    `SELECT ${list}, row_number() OVER (ORDER BY ${order}) AS ${ROW_ORDER_COLUMN} FROM ${callers} GROUP BY func`,
  );
}

/**
 * The call tree, depth first, largest first: a row for each path from the outermost frame, below the row of
 * the path without its last frame.
 */
function treeText(plan: StackPlan, to: Translation): SqlRows {
  const { dialect } = to;
  const input = to.rows(plan.input);
  const { from, on, frames } = levelsJoin(plan, to);
  const sizes = plan.size < 0 ? undefined : to.quote(input.columns[plan.size]!.name);
  const size = sizes === undefined ? "0" : `coalesce(${dialect.wide(`t.${sizes}`)}, 0)`;
  const along = `PARTITION BY row_id ORDER BY f_depth${plan.direction === "down" ? " DESC" : ""}`;
  const named = to.step(
    "framed",
    `SELECT t.${ROW_ORDER_COLUMN} AS row_id, ${size} AS bytes, f.f_depth AS f_depth, ${frames} AS frames, ` +
      `coalesce(nullif(${
        frameText(to, "f.")
      }, ''), '(unknown)') AS func FROM ${input.name} t JOIN ${from} f ON ${on}`,
  );
  const upTo = (list: string, order: string, end: string): string =>
    `${dialect.list(list)} OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND ${end})`;
  const ways = to.step(
    "ways",
    `SELECT row_id, bytes, f_depth, frames, func, row_number() OVER (${along}) AS level, ` +
      `${upTo("func", along, "CURRENT ROW")} AS way, ${
        upTo("func", along, "1 PRECEDING")
      } AS parent FROM ${named}`,
  );
  const nodes = to.step(
    "nodes",
    `SELECT way, parent, level, func, count(*) AS n, sum(bytes) AS bytes, max(frames) AS frames, ` +
      `min(row_id) AS first_row FROM ${ways} ` +
      `GROUP BY way, parent, level, func`,
  );
  // Among equal rows, the one visited last comes first.
  const ranked = to.step(
    "ranked",
    `SELECT way, row_number() OVER (PARTITION BY parent ORDER BY bytes DESC, n DESC, first_row DESC) AS place FROM ${nodes}`,
  );
  const placed = to.step(
    "placed",
    `SELECT w.row_id AS row_id, w.level AS level, ` +
      `${upTo("r.place", "PARTITION BY w.row_id ORDER BY w.level", "CURRENT ROW")} AS places ` +
      `FROM ${ways} w JOIN ${ranked} r ON r.way = w.way`,
  );
  const known = to.step(
    "known",
    `SELECT n.level AS level, n.func AS func, n.n AS n, n.bytes AS bytes, n.frames AS frames, p.places AS places ` +
      `FROM ${nodes} n JOIN ${placed} p ON p.row_id = n.first_row AND p.level = n.level`,
  );
  const { functions, text } = dialect;
  const indent = dialect.toInt(`least(level, ${INDENTED})`);
  const shown = functions.concat(`repeat(${text("  ")}, ${indent})`, "func");
  const made = (level: string, func: string, count: string, bytes: string, depth: string): string => {
    const number = (value: string): string => dialect.cast(value, "u64");
    return to.picked({
      level: number(level),
      func,
      count: number(count),
      bytes: dialect.cast(bytes, typeOfBytes(plan)),
      depth: number(depth),
    });
  };
  const all = sizes === undefined ? "0" : `coalesce(sum(${dialect.wide(sizes)}), 0)`;
  return to.add(
    "tree",
    `SELECT ${
      made("0", text("(all)"), "count(*)", all, "1")
    }, 0 AS ${ROW_ORDER_COLUMN} FROM ${input.name} UNION ALL ` +
      `SELECT ${
        made("level", shown, "n", "bytes", "frames")
      }, row_number() OVER (ORDER BY places) AS ${ROW_ORDER_COLUMN} FROM ${known}`,
  );
}

/** Translations of stack stages. */
export const STACK_STEPS: StepTexts = {
  unwind: unwindText,
  through: throughText,
  callers: callersText,
  tree: treeText,
};
