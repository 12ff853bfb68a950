/**
 * `diff`: groups of two sides beside each other, the largest change first.
 * @module
 */

import type { DiffPlan } from "../../query/operators/diff.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { PlanColumn } from "../../query/plan/values.ts";
import { filtered } from "../dialects/words.ts";
import { Expressions } from "../expressions.ts";
import { ROW, type SqlRows, type Translation } from "../translation.ts";

/** A side of two. */
export interface DiffSide {
  readonly expressions: Expressions;
  readonly columns: readonly PlanColumn[];
}

/** Rows of both sides: their keys, `side`, `number` in its order, and what else is asked of them. */
export function sidesText(plan: DiffPlan, to: Translation, other: (side: DiffSide) => string): string {
  const sides = [
    { input: plan.before, exprs: plan.keys },
    { input: plan.after, exprs: plan.afterKeys },
  ];
  const union = sides.map(({ input, exprs }, side) => {
    const rows = to.rows(input);
    const expressions = new Expressions(to, rows.columns);
    const list = exprs.map(({ expr }, at) => `${expressions.value(expr)} AS key_${at}`);
    const added = other({ expressions, columns: input.columns });
    return `SELECT ${[...list, `${side} AS side`, added].join(", ")}, ` +
      `row_number() OVER (ORDER BY ${ROW}) AS number FROM ${expressions.from(rows.name)}`;
  });
  return to.step("both", union.join(" UNION ALL "));
}

/** Rows and bytes of both sides by key. */
export function diffText(plan: DiffPlan, to: Translation): SqlRows {
  const { dialect } = to;
  const keys = plan.keys.map((_, at) => `key_${at}`);
  const hasBytes = plan.columns.some(({ name }) => name === "bytes_delta");
  const both = sidesText(plan, to, ({ expressions, columns }) => {
    if (!hasBytes) return "0 AS bytes";
    return `${dialect.wide(expressions.column(columns.findIndex(({ name }) => name === "size")))} AS bytes`;
  });
  const of = (call: string, side: number): string => dialect.wide(`(${filtered(call, `side = ${side}`)})`);
  const bytes = (side: number): string =>
    dialect.wide(`coalesce(${filtered("sum(bytes)", `side = ${side}`)}, 0)`);
  const groups = to.step(
    "groups",
    `SELECT ${keys.join(", ")}, ${of("count(*)", 0)} AS c0, ${of("count(*)", 1)} AS c1, ` +
      `${bytes(0)} AS b0, ${bytes(1)} AS b1, ${filtered("min(number)", "side = 0")} AS first_before, ` +
      `min(number) AS first_row FROM ${both} GROUP BY ${keys.join(", ")}`,
  );
  const typeOf = (wanted: string): ColumnType =>
    plan.columns.find(({ name }) => name === wanted)?.type ?? "u64";
  const list = to.picked({
    count_before: dialect.fitting("c0", "u64"),
    count_after: dialect.fitting("c1", "u64"),
    count_delta: dialect.cast("(c1 - c0)", "i64"),
    bytes_before: dialect.cast("b0", typeOf("bytes_before")),
    bytes_after: dialect.cast("b1", typeOf("bytes_after")),
    bytes_delta: dialect.cast("(b1 - b0)", "i64"),
    ...Object.fromEntries(plan.keys.map(({ name }, at) => [name, keys[at]!])),
  });
  const order = [
    ...(hasBytes ? ["abs(b1 - b0) DESC"] : []),
    "abs(c1 - c0) DESC",
    // Groups that only the second side has come behind all others that changed as much.
    "first_before NULLS LAST",
    "first_row",
  ].join(", ");
  return to.add(
    "diff",
    `SELECT ${list}, row_number() OVER (ORDER BY ${order}) AS ${ROW} FROM ${groups}`,
  );
}
