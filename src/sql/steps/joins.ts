/**
 * Joins by equal columns, and with the nearest row of the other side.
 * @module
 */

import { type AsOfPlan, isAsOf } from "../../query/operators/join/as_of_join.ts";
import type { JoinPlan } from "../../query/operators/join/join_pairs.ts";
import {
  ROW_ORDER_COLUMN,
  type SqlColumn,
  type SqlRows,
  type StepTexts,
  type Translation,
} from "../translation.ts";

/**
 * The parts of a join. The aliases of its sides are unlike the beginning of any column name: `match (… as r)`
 * has columns such as `r.size`.
 */
interface Sides {
  readonly left: SqlRows;
  readonly right: SqlRows;
  /** `_l.a = _r.b AND …`; empty for a cross join. */
  readonly test: string;
  readonly columns: readonly SqlColumn[];
  /** The columns of the result, under their names, from both sides. */
  readonly list: string;
}

/** Joins two relations. */
function joinText(plan: JoinPlan, to: Translation): SqlRows {
  const sides = sidesOf(plan, to);
  const { left, right, test, list, columns } = sides;
  if (plan.kind === "semi" || plan.kind === "anti") {
    const { from, on } = keyed(
      sides,
      isAsOf(plan) ? nearTest(plan, sides, to) : "",
      to.dialect.hasCorrelated,
    );
    return to.add("join", to.dialect.semi(from(left), from(right), on, plan.kind === "anti"), left.columns);
  }
  if (isAsOf(plan)) return asOfText(plan, sides, to);
  return to.add(
    "join",
    `SELECT ${list}, row_number() OVER (ORDER BY _l.${ROW_ORDER_COLUMN}, _r.${ROW_ORDER_COLUMN}) AS ${ROW_ORDER_COLUMN} ` +
      `FROM ${left.name} _l ${joinWord(plan)} ${right.name} _r ON ${test}`,
    columns,
  );
}

const joinWord = ({ kind }: JoinPlan): string => kind === "left" ? "LEFT JOIN" : "JOIN";

/** Returns the join and its condition; some engines require an equality in it. */
function keyed({ test }: Sides, near: string, joinsAnything: boolean): {
  readonly from: (rows: SqlRows) => string;
  readonly on: string;
} {
  const on = [test, near].filter((each) => each !== "").join(" AND ");
  if (test !== "" || joinsAnything) return { from: ({ name }) => name, on };
  return { from: ({ name }) => `(SELECT *, 1 AS one FROM ${name})`, on: `_l.one = _r.one AND ${on}` };
}

function sidesOf(plan: JoinPlan, to: Translation): Sides {
  const [left, right] = [to.rows(plan.left), to.rows(plan.right)];
  const name = (rows: SqlRows, at: number): string => to.quote(rows.columns[at]!.name);
  const tests = plan.on.map((each) => `_l.${name(left, each.left)} = _r.${name(right, each.right)}`);
  const gone = new Set(plan.on.map((each) => each.right));
  if (isAsOf(plan)) gone.add(plan.asOf.right);
  const shown = [
    ...left.columns.map((_, at) => `_l.${name(left, at)}`),
    ...right.columns.flatMap((_, at) => gone.has(at) ? [] : [`_r.${name(right, at)}`]),
  ];
  const columns = to.columns();
  const list = columns.map((column, at) => {
    const own = to.quote(column.name);
    return shown[at] === `_l.${own}` || shown[at] === `_r.${own}` ? shown[at]! : `${shown[at]} AS ${own}`;
  });
  return { left, right, test: tests.join(" AND "), columns, list: list.join(", ") };
}

/** Whether a row of the right side is before or after one of the left. */
function nearTest(plan: AsOfPlan, { left, right }: Sides, to: Translation): string {
  const { direction, left: mine, right: theirs } = plan.asOf;
  const own = to.quote(left.columns[mine]!.name), other = to.quote(right.columns[theirs]!.name);
  return `_l.${own} ${direction === "before" ? ">" : "<"} _r.${other}`;
}

/** At most one match: the last row before, or the first row after. */
function asOfText(plan: AsOfPlan, sides: Sides, to: Translation): SqlRows {
  const { left, right, list, columns } = sides;
  const { side, direction } = plan.asOf;
  const order = to.quote(right.columns[plan.asOf.right]!.name);
  const { from, on } = keyed(sides, nearTest(plan, sides, to), to.dialect.hasAsOf);
  const join = joinWord(plan);
  const far = side === "last" ? " DESC" : "";
  const isNearest = side === "last" ? direction === "before" : direction === "after";
  if (to.dialect.hasAsOf && isNearest) {
    // If several rows have equal keys, the engine picks any of them, so only one of them is passed on. It
    // would also match rows whose order is null.
    const groups = [...plan.on.map((each) => to.quote(right.columns[each.right]!.name)), order].join(", ");
    const one = to.step(
      "nearest",
      `SELECT * FROM ${right.name} WHERE ${order} IS NOT NULL ` +
        `QUALIFY row_number() OVER (PARTITION BY ${groups} ORDER BY ${ROW_ORDER_COLUMN}${far}) = 1`,
    );
    const hasOrder = `_l.${to.quote(left.columns[plan.asOf.left]!.name)} IS NOT NULL`;
    const partners = to.step(
      "partners",
      `SELECT _l.${ROW_ORDER_COLUMN} AS l_row, _r.* FROM ${left.name} _l ASOF JOIN ${one} _r ON ${on} WHERE ${hasOrder}`,
    );
    return to.add(
      "join",
      `SELECT ${list}, _l.${ROW_ORDER_COLUMN} AS ${ROW_ORDER_COLUMN} FROM ${left.name} _l ${join} ${partners} _r ON _r.l_row = _l.${ROW_ORDER_COLUMN}` +
        (plan.kind === "left" ? ` AND ${hasOrder}` : ""),
      columns,
    );
  }
  const nearest =
    `PARTITION BY _l.${ROW_ORDER_COLUMN} ORDER BY _r.${order}${far}, _r.${ROW_ORDER_COLUMN}${far}`;
  const partners = to.step(
    "partners",
    `SELECT ${list}, _l.${ROW_ORDER_COLUMN} AS ${ROW_ORDER_COLUMN}, row_number() OVER (${nearest}) AS nth ` +
      `FROM ${from(left)} _l ${join} ${from(right)} _r ON ${on}`,
  );
  return to.add(
    "join",
    `SELECT ${to.list(columns)}, ${ROW_ORDER_COLUMN} FROM ${partners} WHERE nth = 1`,
    columns,
  );
}

/** Translations of joins. */
export const JOIN_STEPS: StepTexts = { join: joinText };
