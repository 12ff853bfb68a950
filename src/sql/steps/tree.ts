/**
 * `tree`: a row for each way from the end of a stack to a frame, below the row of the way without its last frame.
 * @module
 */

import type { StackPlan } from "../../query/operators/stacks.ts";
import { ROW } from "../names.ts";
import { frameText } from "../stack_functions.ts";
import type { SqlRows, Translation } from "../translation.ts";
import { framesJoin } from "./stacks.ts";

/** Levels that are indented; deeper ones are as far to the right. */
const INDENTED = 40;

/** The call tree, depth first, the largest first. */
export function treeText(plan: StackPlan, to: Translation): SqlRows {
  const { dialect } = to;
  const input = to.rows(plan.input);
  const { from, on } = framesJoin(plan, to);
  const size = plan.size < 0
    ? "0"
    : `coalesce(${dialect.wide(`t.${to.quote(input.columns[plan.size]!.name)}`)}, 0)`;
  const along = `PARTITION BY row_id ORDER BY f_depth${plan.direction === "down" ? " DESC" : ""}`;
  const named = to.addStep(
    "framed",
    plan.span,
    `SELECT t.${ROW} AS row_id, ${size} AS bytes, f.f_depth AS f_depth, ` +
      `coalesce(nullif(${
        frameText(to, "f.")
      }, ''), '(unknown)') AS func FROM ${input.name} t JOIN ${from} f ON ${on}`,
  );
  const ways = to.addStep(
    "ways",
    plan.span,
    `SELECT row_id, bytes, f_depth, func, row_number() OVER (${along}) AS level, ` +
      `${dialect.list("func")} OVER (${along} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS way, ` +
      `${
        dialect.list("func")
      } OVER (${along} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS parent FROM ${named}`,
  );
  const nodes = to.addStep(
    "nodes",
    plan.span,
    `SELECT way, parent, level, func, count(*) AS n, sum(bytes) AS bytes, min(row_id) AS first_row FROM ${ways} ` +
      `GROUP BY way, parent, level, func`,
  );
  // Of equal ones the one that was met last comes first.
  const ranked = to.addStep(
    "ranked",
    plan.span,
    `SELECT way, row_number() OVER (PARTITION BY parent ORDER BY bytes DESC, n DESC, first_row DESC) AS place FROM ${nodes}`,
  );
  const placed = to.addStep(
    "placed",
    plan.span,
    `SELECT w.row_id AS row_id, w.level AS level, ${
      dialect.list("r.place")
    } OVER (PARTITION BY w.row_id ORDER BY w.level ` +
      `ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS places FROM ${ways} w JOIN ${ranked} r ON r.way = w.way`,
  );
  const known = to.addStep(
    "known",
    plan.span,
    `SELECT n.level AS level, n.func AS func, n.n AS n, n.bytes AS bytes, p.places AS places FROM ${nodes} n ` +
      `JOIN ${placed} p ON p.row_id = n.first_row AND p.level = n.level`,
  );
  const { functions, text } = dialect;
  const shown = functions.concat(
    `repeat(${text("  ")}, ${dialect.toInt(`least(level, ${INDENTED})`)})`,
    "func",
  );
  const made = (level: string, func: string, count: string, bytes: string): string =>
    plan.columns.map(({ name }) => {
      const value = name === "level"
        ? dialect.cast(level, "u64")
        : name === "func"
        ? func
        : dialect.cast(name === "count" ? count : bytes, "u64");
      return `${value} AS ${to.quote(name)}`;
    }).join(", ");
  const all = plan.size < 0
    ? "0"
    : `coalesce(sum(${dialect.wide(to.quote(input.columns[plan.size]!.name))}), 0)`;
  return to.add(
    "tree",
    plan,
    `SELECT ${made("0", text("(all)"), "count(*)", all)}, 0 AS ${ROW} FROM ${input.name} UNION ALL ` +
      `SELECT ${
        made("level", shown, "n", "bytes")
      }, row_number() OVER (ORDER BY places) AS ${ROW} FROM ${known}`,
  );
}
