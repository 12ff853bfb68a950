/** `hist` and `timeline` in both languages: groups in a row, empty ones included. */

import type { Random } from "../../support/random.ts";
import { type Col, current, quoted, type Relation, shown, step } from "./relation.ts";
import { inside, LEVEL, type Term, term } from "./terms.ts";
import { I64_MAX, U64_MAX } from "./tables.ts";

/** Columns that count records, in the order in which a timeline looks for them. */
const RECORDS = ["seq", "no", "frame"];
/** Values that spread over many orders of magnitude are counted by powers of two. */
const BY_POWERS = /(?:^|_)(?:size|bytes|life|count|calls)$/;
const DEFAULT_BINS = 20;

/** Aggregates of a group, made by the caller. */
export interface Measures {
  readonly text: string;
  /** `EXPR AS name`. */
  readonly sql: readonly string[];
  readonly cols: readonly Col[];
  /** Whether an empty slice has 0 instead of nothing, by column. */
  readonly counts: readonly boolean[];
}

/** `hist VALUE [bins N]`; undefined where the differences of values could leave their type. */
export function histogram(random: Random, relation: Relation, value: Term): Relation | undefined {
  if (!["u64", "i64", "time"].includes(value.type) || value.constant) return undefined;
  const limit = value.type === "i64" ? I64_MAX : U64_MAX;
  // Bins count from the smallest value: with a sign the distance may not fit.
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

/** `timeline every N aggregates`; undefined where nothing counts records. */
export function timeline(
  random: Random,
  relation: Relation,
  measures: Measures,
  keys?: Measures,
): Relation | undefined {
  const over = RECORDS.map((name) =>
    shown(relation.cols).find((col) => col.name === name && col.type === "u64")
  ).find((col) => col !== undefined);
  if (over === undefined || over.opaque || over.high - over.low > 1n << 40n) return undefined;
  const every = (over.high - over.low) / BigInt(1 + random.below(30)) + 1n;
  if (keys) return series(relation, measures, keys, over.name, every);
  const groups = `SELECT (${quoted(over.name)} // ${every})::HUGEINT AS slice, ${
    measures.sql.join(", ")
  } FROM ${current(relation)} WHERE ${quoted(over.name)} IS NOT NULL GROUP BY 1`;
  const names = measures.cols.map(({ name }, at) =>
    measures.counts[at] ? `coalesce(${name}, 0)::HUGEINT AS ${name}` : name
  );
  const range = `SELECT unnest(generate_series(min(slice)::BIGINT, max(slice)::BIGINT)) AS i FROM g`;
  const sql =
    `WITH g AS (${groups}) SELECT (i * ${every})::HUGEINT AS "from", ((i + 1) * ${every})::HUGEINT ` +
    `AS "to", ${names.join(", ")}, i AS ord FROM (${range}) LEFT JOIN g ON slice = i`;
  const cols = [column64("from", "u64"), column64("to", "u64"), ...measures.cols];
  // Without "every" there are about fifty slices of a round length.
  return step(relation, `timeline every ${every} ${measures.text}`, sql, cols, 100_000);
}

function column64(name: string, type: Col["type"]): Col {
  const { low, high, reach, exact, samples } = term(type, name, name);
  return { name, type, low, high, reach, exact, samples };
}

/** `timeline every N by KEYS: aggregates`: each slice has all keys, in the order in which these come first. */
function series(
  relation: Relation,
  measures: Measures,
  keys: Measures,
  over: string,
  every: bigint,
): Relation {
  const names = keys.cols.map(({ name }) => quoted(name));
  const rows = `SELECT *, (${quoted(over)} // ${every})::HUGEINT AS slice FROM ${current(relation)} ` +
    `WHERE ${quoted(over)} IS NOT NULL`;
  const groups = `SELECT slice, ${[...keys.sql, ...measures.sql].join(", ")}, min(ord) AS first_row FROM r ` +
    `GROUP BY ${[0, ...names].map((_, at) => at + 1).join(", ")}`;
  const same = names.map((name) => `g.${name} IS NOT DISTINCT FROM k.${name}`).join(" AND ");
  const found = measures.cols.map(({ name }, at) =>
    measures.counts[at] ? `coalesce(g.${name}, 0)::HUGEINT AS ${name}` : `g.${name}`
  );
  const sql = `WITH r AS (${rows}), g AS (${groups}), ` +
    `k AS (SELECT ${names.join(", ")}, min(first_row) AS key_row FROM g GROUP BY ALL), ` +
    `s AS (SELECT unnest(generate_series(min(slice)::BIGINT, max(slice)::BIGINT)) AS i FROM g) ` +
    `SELECT (i * ${every})::HUGEINT AS "from", ((i + 1) * ${every})::HUGEINT AS "to", ${
      [...names.map((name) => `k.${name}`), ...found].join(", ")
    }, row_number() OVER (ORDER BY i, key_row) AS ord FROM s CROSS JOIN k LEFT JOIN g ON slice = i AND ${same}`;
  const cols = [column64("from", "u64"), column64("to", "u64"), ...keys.cols, ...measures.cols];
  return step(relation, `timeline every ${every} by ${keys.text}: ${measures.text}`, sql, cols, 100_000);
}
