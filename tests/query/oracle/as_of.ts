/** Joins with one partner for each row, as a query and as SQL. */

import type { Random } from "../../support/random.ts";
import { askable, type Col, current, quoted, type Relation, step, written } from "./relation.ts";

/** `join [kind] last (…) on … before …`; undefined if the columns do not allow one. */
export function asOfJoin(random: Random, left: Relation, right: Relation): Relation | undefined {
  const kind = random.pick(["inner", "left", "left", "anti", "semi"]);
  const side = random.pick(["last", "first"]);
  const direction = random.pick(["before", "after"]);
  const pairs = askable(left.cols).flatMap((l) =>
    askable(right.cols).filter((r) => r.type === l.type).map((r) => [l, r] as const)
  );
  const orders = pairs.filter(([l]) => ["u64", "i64", "f64", "time"].includes(l.type));
  if (orders.length === 0) return undefined;
  const [lo, ro] = random.pick(orders);
  const keys = random.oneIn(4) ? [] : pairs.filter(([, r]) => r !== ro);
  const on = keys.length === 0 ? [] : [random.pick(keys)];
  const order = [quoted(lo.name), quoted(ro.name)] as const;
  const test = [
    ...on.map(([l, r]) => `l.${quoted(l.name)} = r.${quoted(r.name)}`),
    `l.${order[0]} ${direction === "before" ? ">" : "<"} r.${order[1]}`,
  ].join(" AND ");
  const tables = right.steps.slice(1).map((sql, at) => `${right.prefix}${at + 1} AS (${sql})`);
  const other = `(${tables.length === 0 ? "" : `WITH ${tables.join(", ")} `}SELECT * FROM ${current(right)})`;
  const pair = ([l, r]: readonly [Col, Col]): string =>
    l.name === r.name ? written(l.name) : `${written(l.name)} = ${written(r.name)}`;
  const text = `join ${kind === "inner" ? "" : `${kind} `}${side} (${right.text.join(" | ")})` +
    `${on.length === 0 ? "" : ` on ${on.map(pair).join(", ")}`} ${direction} ${pair([lo, ro])}`;
  if (kind === "anti" || kind === "semi") {
    const no = kind === "anti" ? "NOT " : "";
    const sql = `SELECT * FROM ${current(left)} l WHERE ${no}EXISTS (SELECT 1 FROM ${other} r WHERE ${test})`;
    return step(left, text, sql);
  }
  const taken = new Set(left.cols.map(({ name }) => name));
  const gone = new Set([ro.name, ...on.map(([, r]) => r.name)]);
  const given = new Set(taken);
  const added = right.cols.filter(({ name }) => !gone.has(name)).map((col) => {
    const wanted = taken.has(col.name) ? `${col.name}_right` : col.name;
    let name = wanted;
    for (let number = 2; given.has(name); number++) name = `${wanted}_${number}`;
    given.add(name);
    return { ...col, name, from: col.name };
  });
  const list = [
    ...left.cols.map(({ name }) => `l.${quoted(name)}`),
    ...added.map(({ name, from }) => `r.${quoted(from)} AS ${quoted(name)}`),
    "l.ord",
  ].join(", ");
  const cols = [...left.cols, ...added.map(({ from: _, ...col }) => col)];
  const nearest = side === "last" ? direction === "before" : direction === "after";
  const far = side === "last" ? "DESC" : "ASC";
  if (nearest) {
    // The database's own join of that kind; among rows with equal keys it takes any, so there is only one. It
    // finds partners for nulls, although null is not less than anything.
    const groups = [...on.map(([, r]) => quoted(r.name)), order[1]].join(", ");
    const one = `(SELECT * FROM ${other} WHERE ${
      order[1]
    } IS NOT NULL QUALIFY row_number() OVER (PARTITION BY ${groups} ORDER BY ord ${far}) = 1)`;
    const join = kind === "left" ? "ASOF LEFT JOIN" : "ASOF JOIN";
    const partner = added.map(({ name, from }) =>
      `CASE WHEN l.${order[0]} IS NOT NULL THEN r.${quoted(from)} END AS ${quoted(name)}`
    );
    const own = left.cols.map(({ name }) => `l.${quoted(name)}`);
    const sql =
      `SELECT ${[...own, ...partner, "l.ord"].join(", ")} FROM ${current(left)} l ${join} ${one} r ` +
      `ON ${test}${kind === "left" ? "" : ` WHERE l.${order[0]} IS NOT NULL`}`;
    return step(left, text, sql, cols);
  }
  const join = kind === "left" ? "LEFT JOIN" : "JOIN";
  const number = `row_number() OVER (PARTITION BY l.ord ORDER BY r.${order[1]} ${far}, r.ord ${far}) = 1`;
  const sql = `SELECT ${list} FROM ${current(left)} l ${join} ${other} r ON ${test} QUALIFY ${number}`;
  return step(left, text, sql, cols);
}
