/** `hist` as a query and as SQL: consecutive bins, including empty ones. */

import type { Random } from "../../support/random.ts";
import { type Col, current, quoted, type Relation, shown, step } from "./relation.ts";
import { inside, LEVEL, type Term, term } from "./terms.ts";
import { I64_MAX, U64_MAX } from "./tables.ts";

/** Values that spread over many orders of magnitude are counted by powers of two. */
const BY_POWERS = /(?:^|_)(?:size|bytes|life|count|calls)$/;
const DEFAULT_BINS = 20;

/** A random `hist VALUE [bins N]`; undefined if differences of values could overflow their type. */
export function histogram(random: Random, relation: Relation, value: Term): Relation | undefined {
  if (!["u64", "i64", "time"].includes(value.type) || value.constant) return undefined;
  const limit = value.type === "i64" ? I64_MAX : U64_MAX;
  // Bins count from the smallest value: signed values may be too far apart.
  if (value.type === "i64" && value.high - value.low > I64_MAX) return undefined;
  const bins = random.oneIn(3) ? undefined : 1 + random.below(12);
  const column = shown(relation.cols).find(({ name }) => value.text === name);
  const powers = bins === undefined && column?.type === "u64" && BY_POWERS.test(column.name);
  const size = shown(relation.cols).find(({ name, type }) =>
    name === "size" && ["u64", "i64", "f64"].includes(type)
  );
  if (size?.type === "f64" || size?.opaque) return undefined;
  const rows = `SELECT ${value.sql} AS v, ${size ? quoted("size") : "0"} AS z FROM ${current(relation)}`;
  const found = "count(v)::HUGEINT AS count, coalesce(sum(z), 0)::HUGEINT AS bytes";
  const slices = powers
    ? `SELECT (CASE WHEN i = 0 THEN 0 ELSE (1::HUGEINT << i) END) AS "from", ` +
      `(CASE WHEN i = 63 THEN NULL ELSE (2::HUGEINT << i) END) AS "to", i AS ord, ${found} FROM ` +
      `(SELECT unnest(generate_series(lo, hi)) AS i FROM (SELECT min(p) AS lo, max(p) AS hi FROM p)) ` +
      `LEFT JOIN p ON p.p = i GROUP BY i`
    : `SELECT lo + i * step AS "from", (CASE WHEN lo + (i + 1) * step > ${limit} THEN NULL ` +
      `ELSE lo + (i + 1) * step END) AS "to", i AS ord, ${found} FROM ` +
      `(SELECT *, unnest(generate_series(0, ((hi - lo) // step)::BIGINT)) AS i FROM (SELECT min(v) AS lo, ` +
      `max(v) AS hi, (max(v) - min(v)) // ${bins ?? DEFAULT_BINS} + 1 AS step FROM v)) ` +
      `LEFT JOIN v ON (v.v - lo) // step = i GROUP BY i, lo, step`;
  const by = powers
    ? `, p AS (SELECT *, (length(bin(v::UBIGINT)) - 1)::BIGINT AS p FROM v WHERE v IS NOT NULL)`
    : "";
  const cols = [
    column64("from", value.type),
    column64("to", value.type),
    column64("count", "u64"),
    ...(size ? [column64("bytes", size.type)] : []),
  ];
  const list = cols.map(({ name }) => quoted(name)).join(", ");
  return step(
    relation,
    `hist ${inside(value, LEVEL.xor)}${bins === undefined ? "" : ` bins ${bins}`}`,
    `WITH v AS (${rows})${by} SELECT ${list}, ord FROM (${slices})`,
    cols,
    70,
  );
}

/** A column of which only the type is known. */
export function column64(name: string, type: Col["type"]): Col {
  const { low, high, reach, exact, samples } = term(type, name, name);
  return { name, type, low, high, reach, exact, samples };
}
