/**
 * Joins: by equal columns, and with the nearest row of the other side.
 * @module
 */

import { type AsOfPlan, isAsOf } from "../../query/operators/as_of_join.ts";
import type { JoinPlan } from "../../query/operators/join_pairs.ts";
import { ROW, type SqlColumn } from "../names.ts";
import type { SqlRows, Translation } from "../translation.ts";

/** What a join is written of. Both sides have names that begin no name of a column: after `match (… as r)` there is `r.size`. */
interface Sides {
  readonly left: SqlRows;
  readonly right: SqlRows;
  /** `_l.a = _r.b AND …`; empty where every row meets every row. */
  readonly test: string;
  readonly columns: readonly SqlColumn[];
  /** Columns of the result under their names, from both sides. */
  readonly list: string;
}

/** Joins two relations. */
export function joinText(plan: JoinPlan, to: Translation): SqlRows {
  const sides = sidesOf(plan, to);
  if (plan.kind === "semi" || plan.kind === "anti") {
    const test = isAsOf(plan)
      ? [sides.test, nearTest(plan, sides, to)].filter(Boolean).join(" AND ")
      : sides.test;
    // Some engines join only where something is equal.
    const keyed = sides.test !== "" || to.dialect.hasCorrelated;
    const side = (name: string): string => keyed ? name : `(SELECT *, 1 AS one FROM ${name})`;
    const text = to.dialect.semi(
      side(sides.left.name),
      side(sides.right.name),
      keyed ? test : `_l.one = _r.one AND ${test}`,
      plan.kind === "anti",
    );
    return to.add("join", plan, text, sides.left.columns);
  }
  if (isAsOf(plan)) return asOfText(plan, sides, to);
  const join = plan.kind === "left" ? "LEFT JOIN" : "JOIN";
  return to.add(
    "join",
    plan,
    `SELECT ${sides.list}, row_number() OVER (ORDER BY _l.${ROW}, _r.${ROW}) AS ${ROW} ` +
      `FROM ${sides.left.name} _l ${join} ${sides.right.name} _r ON ${sides.test}`,
    sides.columns,
  );
}

function sidesOf(plan: JoinPlan, to: Translation): Sides {
  const [left, right] = [to.rows(plan.left), to.rows(plan.right)];
  const name = (rows: SqlRows, at: number): string => to.quote(rows.columns[at]!.name);
  const test = plan.on.map((each) => `_l.${name(left, each.left)} = _r.${name(right, each.right)}`).join(
    " AND ",
  );
  const gone = new Set(plan.on.map((each) => each.right));
  if (isAsOf(plan)) gone.add(plan.asOf.right);
  const shown = [
    ...left.columns.map((_, at) => `_l.${name(left, at)}`),
    ...right.columns.flatMap((_, at) => gone.has(at) ? [] : [`_r.${name(right, at)}`]),
  ];
  const columns = to.columns(plan.columns);
  const list = columns.map((column, at) => {
    const own = to.quote(column.name);
    return shown[at] === `_l.${own}` || shown[at] === `_r.${own}` ? shown[at]! : `${shown[at]} AS ${own}`;
  });
  return { left, right, test, columns, list: list.join(", ") };
}

/** Whether a row of the right is before or after one of the left. */
function nearTest(plan: AsOfPlan, { left, right }: Sides, to: Translation): string {
  const { direction, left: mine, right: theirs } = plan.asOf;
  const own = to.quote(left.columns[mine]!.name), other = to.quote(right.columns[theirs]!.name);
  return `_l.${own} ${direction === "before" ? ">" : "<"} _r.${other}`;
}

/** One partner at most: of those that are before or after a row the last or the first. */
function asOfText(plan: AsOfPlan, sides: Sides, to: Translation): SqlRows {
  const { left, right, test, list, columns } = sides;
  const { side, direction } = plan.asOf;
  const order = to.quote(right.columns[plan.asOf.right]!.name);
  const own = to.quote(left.columns[plan.asOf.left]!.name);
  const near = nearTest(plan, sides, to);
  const on = [test, near].filter((each) => each !== "").join(" AND ");
  const far = side === "last" ? " DESC" : "";
  const isLeft = plan.kind === "left";
  const isNearest = side === "last" ? direction === "before" : direction === "after";
  if (to.dialect.hasAsOf && isNearest) {
    // The engine takes any of rows with equal keys, so only one of them is there; it also pairs rows without an order.
    const groups = [...plan.on.map((each) => to.quote(right.columns[each.right]!.name)), order].join(", ");
    const one = to.addStep(
      "nearest",
      plan.span,
      `SELECT * FROM ${right.name} WHERE ${order} IS NOT NULL ` +
        `QUALIFY row_number() OVER (PARTITION BY ${groups} ORDER BY ${ROW}${far}) = 1`,
    );
    const only = isLeft ? ` AND _l.${own} IS NOT NULL` : "";
    const partners = to.addStep(
      "partners",
      plan.span,
      `SELECT _l.${ROW} AS l_row, _r.* FROM ${left.name} _l ASOF JOIN ${one} _r ON ${on} WHERE _l.${own} IS NOT NULL`,
    );
    const join = isLeft ? "LEFT JOIN" : "JOIN";
    return to.add(
      "join",
      plan,
      `SELECT ${list}, _l.${ROW} AS ${ROW} FROM ${left.name} _l ${join} ${partners} _r ON _r.l_row = _l.${ROW}${only}`,
      columns,
    );
  }
  const join = isLeft ? "LEFT JOIN" : "JOIN";
  // Some engines join only where something is equal.
  const keyed = test !== "" || to.dialect.hasAsOf;
  const side1 = (name: string): string => keyed ? name : `(SELECT *, 1 AS one FROM ${name})`;
  const partners = to.addStep(
    "partners",
    plan.span,
    `SELECT ${list}, _l.${ROW} AS ${ROW}, row_number() OVER (PARTITION BY _l.${ROW} ORDER BY _r.${order}${far}, _r.${ROW}${far}) ` +
      `AS nth FROM ${side1(left.name)} _l ${join} ${side1(right.name)} _r ON ${
        keyed ? on : `_l.one = _r.one AND ${on}`
      }`,
  );
  return to.add(
    "join",
    plan,
    `SELECT ${to.list(columns)}, ${ROW} FROM ${partners} WHERE nth = 1`,
    columns,
  );
}
