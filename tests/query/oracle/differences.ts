/** `diff A, B by keys` as a query and as SQL. */

import { type Col, current, quoted, type Relation, shown } from "./relation.ts";
import type { Term } from "./terms.ts";

/** A key that both sides of a `diff` have under the same name. */
export interface SharedKey {
  readonly name: string;
  readonly text: string;
  readonly before: Term;
  readonly after: Term;
}

/** Groups of two relations side by side, the largest change first. */
export function comparison(
  before: Relation,
  after: Relation,
  keys: readonly SharedKey[],
  prefix: string,
): Relation {
  const sized = [before, after].map(({ cols }) =>
    shown(cols).find(({ name, type }) => name === "size" && ["u64", "i64"].includes(type))
  );
  const bytes = sized.every((col) => col !== undefined && col.opaque !== true);
  const side = (relation: Relation, number: 0 | 1): string => {
    const tables = relation.steps.slice(1).map((sql, at) => `${relation.prefix}${at + 1} AS (${sql})`);
    const within = tables.length === 0 ? "" : `WITH ${tables.join(", ")} `;
    const list = keys.map(({ name, before, after }) => `${(number ? after : before).sql} AS ${quoted(name)}`);
    const size = bytes ? quoted("size") : "0";
    return `(${within}SELECT ${list.join(", ")}, ${number} AS side, ${size} AS z, ord FROM ${
      current(relation)
    })`;
  };
  const names = keys.map(({ name }) => quoted(name)).join(", ");
  const total = (what: string, name: string): string =>
    `(${what} FILTER (WHERE side = 0))::HUGEINT AS ${name}_before, ` +
    `(${what} FILTER (WHERE side = 1))::HUGEINT AS ${name}_after`;
  // Groups of only the second side come after all others with the same change.
  const groups = `SELECT ${names}, ${total("count(*)", "count")}, ${
    total("sum(z)", "bytes")
  }, min(CASE WHEN side = 0 THEN ord END) AS f, min(ord) AS s FROM (SELECT * FROM ${
    side(before, 0)
  } UNION ALL SELECT * FROM ${side(after, 1)}) GROUP BY ${names}`;
  const filled = `SELECT ${names}, count_before, count_after, count_after - count_before AS count_delta, ` +
    `coalesce(bytes_before, 0) AS bytes_before, coalesce(bytes_after, 0) AS bytes_after, ` +
    `coalesce(bytes_after, 0) - coalesce(bytes_before, 0) AS bytes_delta, f, s FROM (${groups})`;
  const sql =
    `SELECT *, row_number() OVER (ORDER BY abs(bytes_delta) DESC, abs(count_delta) DESC, f NULLS LAST, ` +
    `s) AS ord FROM (${filled})`;
  const measures = (name: string): Col[] => [
    measure(`${name}_before`, "u64"),
    measure(`${name}_after`, "u64"),
    measure(`${name}_delta`, "i64"),
  ];
  const cols = [
    ...keys.map(({ name, before, after }): Col => {
      const { type, reach, exact, samples } = before;
      const low = before.low < after.low ? before.low : after.low;
      const high = before.high > after.high ? before.high : after.high;
      return {
        name,
        type,
        low,
        high,
        reach: Math.max(reach, after.reach),
        exact: exact && after.exact,
        samples,
      };
    }),
    ...measures("count"),
    ...(bytes ? measures("bytes") : []),
  ];
  const text = `diff ${operand(before)}, ${operand(after)} by ${keys.map(({ text }) => text).join(", ")}`;
  const rows = `(SELECT ${cols.map(({ name }) => quoted(name)).join(", ")}, ord FROM (${sql}))`;
  return { cols, most: before.most + after.most, text: [text], steps: [rows], prefix };
}

function operand({ text }: Relation): string {
  return text.length === 1 && !text[0]!.startsWith("diff") ? text[0]! : `(${text.join(" | ")})`;
}

function measure(name: string, type: "u64" | "i64"): Col {
  const most = 1n << 62n;
  return { name, type, low: type === "i64" ? -most : 0n, high: most, reach: 0, exact: false, samples: [] };
}
