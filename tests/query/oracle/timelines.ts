/** `timeline` as a query and as SQL: steps of records, of time and in percent, with keys and without. */

import type { Random } from "../../support/random.ts";
import { type Col, current, quoted, type Relation, shown, step } from "./relation.ts";
import { column64 } from "./slices.ts";
import { U64_MAX } from "./tables.ts";

/** Columns that count records, in the order in which a timeline looks for them. */
const RECORDS = ["seq", "no", "frame"];
const PERCENTS = [100, 50, 33.3, 25, 12.5, 10, 7, 3, 1.7];
/** Approximate number of slices without a step. */
const DEFAULT_SLICES = 50;
/** Columns that a timeline has by itself. */
export const EDGES = ["from", "to"];

/** Aggregates of a group, given by the caller. */
export interface Measures {
  readonly text: string;
  /** `EXPR AS name`. */
  readonly sql: readonly string[];
  readonly cols: readonly Col[];
  /** Whether an empty slice has 0 instead of null, by column. */
  readonly counts: readonly boolean[];
}

/** The length of a slice, as a query and as SQL; `base` is the start of the first slice. */
interface Step {
  readonly text: string;
  readonly sql: string;
  readonly base: string;
  /** The column that is divided into slices. */
  readonly over: Col;
}

/** The length of a step in the unit of rates, for aggregates of sliced rows. */
export const RATE_UNIT = "any_value(slice_unit)";

/** A random `timeline [every STEP] [by KEYS:] AGGREGATES`; undefined if no column counts records. */
export function timeline(
  random: Random,
  relation: Relation,
  measures: Measures,
  keys?: Measures,
): Relation | undefined {
  const made = stepOf(random, relation);
  if (made === undefined) return undefined;
  const { over, base } = made;
  const unit = made.text.endsWith("ns ") ? "slice_length / 1e9" : "slice_length::DOUBLE";
  const value = quoted(over.name);
  const slices = `rows_of AS (SELECT * FROM ${current(relation)} WHERE ${value} IS NOT NULL), ` +
    `ends AS (SELECT min(${value}) AS lo, max(${value}) AS hi FROM rows_of), ` +
    `lengths AS (SELECT *, ${made.sql} AS slice_length, ${base} AS slice_base FROM ends), ` +
    `cut AS (SELECT rows_of.*, slice_length, ${unit} AS slice_unit, ` +
    `((${value} - slice_base) // slice_length)::HUGEINT AS slice FROM rows_of CROSS JOIN lengths), ` +
    `numbers AS (SELECT (lo - slice_base) // slice_length + n AS i, slice_length, slice_base FROM ` +
    `(SELECT *, unnest(generate_series(0, ((hi - slice_base) // slice_length - (lo - slice_base) // ` +
    `slice_length)::BIGINT)) AS n FROM lengths))`;
  const start = "(slice_base + i * slice_length)::HUGEINT";
  const end = `(slice_base + (i + 1) * slice_length)::HUGEINT`;
  // The end of the very last slice may not fit into 64 bits.
  const edges = `${start} AS "from", (CASE WHEN ${end} <= ${U64_MAX} THEN ${end} END) AS "to"`;
  const found = measures.cols.map(({ name, type }, at) =>
    measures.counts[at]
      ? `coalesce(g.${name}, 0)::${type === "f64" ? "DOUBLE" : "HUGEINT"} AS ${name}`
      : `g.${name}`
  );
  const columns = [column64("from", over.type), column64("to", over.type)];
  const cols = [...columns, ...(keys?.cols ?? []), ...measures.cols];
  const by = keys === undefined ? "" : `by ${keys.text}: `;
  const names = keys?.cols.map(({ name }) => quoted(name)) ?? [];
  const groups = `SELECT slice, ${[...keys?.sql ?? [], ...measures.sql].join(", ")}, min(ord) AS first_row ` +
    `FROM cut GROUP BY ${[0, ...names].map((_, at) => at + 1).join(", ")}`;
  const same = names.map((name) => ` AND g.${name} IS NOT DISTINCT FROM k.${name}`).join("");
  const list = [edges, ...names.map((name) => `k.${name}`), ...found].join(", ");
  // In each slice, keys are in the order of their first rows in the whole table.
  const sql = names.length === 0
    ? `WITH ${slices}, g AS (${groups}) SELECT ${list}, i AS ord FROM numbers LEFT JOIN g ON slice = i`
    : `WITH ${slices}, g AS (${groups}), ` +
      `k AS (SELECT ${names.join(", ")}, min(first_row) AS key_row FROM g GROUP BY ALL) ` +
      `SELECT ${list}, row_number() OVER (ORDER BY i, key_row) AS ord FROM numbers CROSS JOIN k ` +
      `LEFT JOIN g ON slice = i${same}`;
  return step(relation, `timeline ${made.text}${by}${measures.text}`, sql, cols, 100_000);
}

/** A step that does not give too many slices. */
function stepOf(random: Random, relation: Relation): Step | undefined {
  const cols = shown(relation.cols);
  const records = RECORDS.map((name) => cols.find((col) => col.name === name && col.type === "u64"))
    .find((col) => col !== undefined);
  const time = cols.find(({ name, type }) => name === "time" && type === "time");
  const over = random.pick([records, time].filter((col) => col !== undefined));
  if (over === undefined || over.opaque) return undefined;
  const length = (over.high - over.low) / BigInt(1 + random.below(30)) + 1n;
  const least = length > U64_MAX ? U64_MAX : length;
  if (over === time) {
    return { text: `every ${least}ns `, sql: `${least}::HUGEINT`, base: "0", over };
  }
  if (random.oneIn(4)) {
    const sql = `round_step((hi - lo) // ${DEFAULT_SLICES} + 1)`;
    return { text: "", sql, base: "0", over };
  }
  if (random.oneIn(2)) {
    const percent = random.pick(PERCENTS);
    const parts = Math.round(percent * 10);
    const sql = `((hi - lo + 1) * ${parts} + 999) // 1000`;
    return { text: `every ${percent}% `, sql, base: "lo", over };
  }
  return { text: `every ${least} `, sql: `${least}::HUGEINT`, base: "0", over };
}
