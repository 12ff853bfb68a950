/**
 * SQL of Spark 4 in ANSI mode. Spark has no unsigned 64-bit integers: files store them as DECIMAL(20, 0), and
 * so do queries, with a range check after each calculation.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import type { Constant } from "../../query/plan/values.ts";
import {
  type Dialect,
  eachField,
  type ListFunctions,
  type TableLocation,
  type TextFunctions,
} from "./dialect.ts";
import {
  clampTo65Bits,
  filtered,
  fractions,
  percentParts,
  quotedName,
  semiExists,
  tablePath,
} from "./sql_text.ts";

const TYPES: Readonly<Record<ColumnType, string>> = {
  u64: "DECIMAL(20, 0)",
  u32: "DECIMAL(20, 0)",
  i64: "BIGINT",
  f64: "DOUBLE",
  bool: "BOOLEAN",
  text: "STRING",
  bytes: "STRING",
  time: "BIGINT",
};

const text = (value: string): string => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function sparkLiteral(value: Constant, type: ColumnType): string {
  if (value === null) return `CAST(NULL AS ${TYPES[type]})`;
  if (typeof value === "string") return text(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return type === "f64" ? `CAST('${value}' AS DOUBLE)` : `CAST(${value} AS ${TYPES[type]})`;
}

const wide = (sql: string): string => `CAST(${sql} AS DECIMAL(38, 0))`;

/** Binds a value to a name, so that an expression can use it several times and compute it once. */
const bound = (value: string, body: string, name = "x"): string =>
  `get(transform(array(${value}), ${name} -> ${body}), 0)`;

/** Checks that a number fits into an unsigned 64-bit integer. */
function unsigned(sql: string): string {
  return bound(
    wide(sql),
    `CASE WHEN x BETWEEN 0 AND 18446744073709551615 THEN CAST(x AS DECIMAL(20, 0)) WHEN x IS NOT NULL ` +
      `THEN CAST(raise_error(concat('out of range: ', x)) AS DECIMAL(20, 0)) END`,
  );
}

const fitting = (sql: string, type: ColumnType): string => `CAST(${sql} AS ${TYPES[type]})`;

const cast = (sql: string, type: ColumnType): string =>
  type === "u64" || type === "u32" ? unsigned(sql) : fitting(sql, type);

/** Integer division: a quotient of decimals is rounded, so the remainder is subtracted first. */
const quotient = (left: string, right: string): string =>
  bound(`struct(${wide(left)} AS a, ${wide(right)} AS b)`, "CAST((x.a - x.a % x.b) / x.b AS DECIMAL(38, 0))");

/** Reinterprets an unsigned number as signed, as bit functions expect. */
const bits = (value: string): string =>
  bound(value, "CAST(CASE WHEN x > 9223372036854775807 THEN x - 18446744073709551616 ELSE x END AS BIGINT)");

const ofBits = (value: string): string =>
  bound(value, "CAST(CASE WHEN x < 0 THEN x + 18446744073709551616 ELSE x END AS DECIMAL(20, 0))");

/** A power of two; as a double it would lose its last digits. */
function power(exponent: string): string {
  if (/^\d+$/.test(exponent)) return wide(`${1n << BigInt(Math.min(64, Number(exponent)))}`);
  const half = (bits: string): string => wide(`shiftleft(CAST(1 AS BIGINT), CAST(${bits} AS INT))`);
  return `(${half(`least(${exponent}, 32)`)} * ${half(`greatest(least(${exponent}, 64) - 32, 0)`)})`;
}

/** The built-in function returns a 64-bit integer. Larger floats have no fraction anyway. */
const floor = (value: string): string =>
  `(CASE WHEN abs(${value}) < 4503599627370496 THEN CAST(floor(${value}) AS DOUBLE) ELSE ${value} END)`;

/** The shortest decimal that reads back as the same float; Java 17 sometimes writes more digits. */
function fewestDigits(value: string): string {
  const tried = `transform(sequence(0, 16), n -> format_string(concat('%.', n, 'E'), ${value}))`;
  const same = `get(filter(${tried}, s -> CAST(s AS DOUBLE) = ${value}), 0)`;
  return `CASE WHEN length(CAST(${value} AS STRING)) > 15 OR abs(${value}) < 1e-300 ` +
    `THEN coalesce(regexp_replace(${same}, 'E[+]?(-?)0*(\\\\d)', 'E$1$2'), CAST(${value} AS STRING)) ` +
    `ELSE CAST(${value} AS STRING) END`;
}

/**
 * Formats a float as JavaScript does: plain digits up to 1e21 and down to 1e-6, otherwise with a signed
 * exponent.
 */
function sparkFloatText(number: string): string {
  const [value, digits] = ["x.v", "x.d"];
  const plain = `regexp_replace(CAST(CAST(${digits} AS DECIMAL(38, 22)) AS STRING), '0+$', '')`;
  const exponent =
    `regexp_replace(regexp_replace(replace(${digits}, '.0E', 'E'), 'E(\\\\d)', 'e+$1'), 'E-', 'e-')`;
  const made =
    `CASE WHEN abs(${value}) < 1e21 AND ${value} = ${floor(value)} THEN CAST(${wide(value)} AS STRING) ` +
    `WHEN abs(${value}) >= 1e-6 AND abs(${value}) < 1e21 THEN ${plain} ELSE ${exponent} END`;
  return `get(transform(array(${number}), f -> ${
    bound(`struct(f AS v, ${fewestDigits("f")} AS d)`, made)
  }), 0)`;
}

const functions: TextFunctions = {
  length: (value) => `CAST(length(${value}) AS DECIMAL(20, 0))`,
  lower: (value) => `lower(${value})`,
  upper: (value) => `upper(${value})`,
  substr: (value, start, count) => `substring(${value}, CAST(${start} AS INT), CAST(${count} AS INT))`,
  replace: (value, from, to) => `replace(${value}, ${from}, ${to})`,
  replaceRegex: (value, regex, to) =>
    `regexp_replace(${value}, ${text(regex)}, ${to.replaceAll("$", "\\\\$")})`,
  extract: (value, regex, group) =>
    `CASE WHEN ${value} RLIKE ${text(regex)} THEN regexp_extract(${value}, ${text(regex)}, ${group}) END`,
  split: (value, separator, place) =>
    `try_element_at(split(${value}, concat('\\\\Q', ${separator}, '\\\\E'), -1), ${place})`,
  hex: (value) => `lower(hex(${bits(value)}))`,
  toText: (value, type) => type === "f64" ? sparkFloatText(value) : `CAST(${value} AS STRING)`,
  toNumber: (value, type) =>
    type === "u64"
      ? bound(
        `TRY_CAST(${value} AS DECIMAL(38, 0))`,
        "CASE WHEN x BETWEEN 0 AND 18446744073709551615 THEN CAST(x AS DECIMAL(20, 0)) END",
      )
      : `TRY_CAST(${value} AS ${TYPES[type]})`,
  fromHex: (digits) =>
    `CASE WHEN length(${digits}) <= 16 THEN CAST(conv(lpad(${digits}, 16, '0'), 16, 10) AS DECIMAL(20, 0)) END`,
  concat: (...parts) => `concat(${parts.join(", ")})`,
  highestBit: (value) => `CAST(length(bin(${bits(value)})) - 1 AS DECIMAL(20, 0))`,
  padLeft: (value, width, fill) => `lpad(${value}, greatest(${width}, length(${value})), ${text(fill)})`,
  padRight: (value, width) => `rpad(${value}, greatest(${width}, length(${value})), ' ')`,
};

const FIELDS = { number: "INT", numbers: "ARRAY<INT>", text: "STRING", texts: "ARRAY<STRING>" };

const lists: ListFunctions = {
  ordered: (value, order, condition) =>
    `transform(array_sort(collect_list(struct(${order} AS k, ${value} AS v)) FILTER (WHERE ${condition})), ` +
    `x -> CAST(x.v AS INT))`,
  // A sequence whose end is less than its start would run backwards.
  upTo: (last) => `filter(sequence(0, CAST(${last} AS INT)), x -> x > 0)`,
  repeated: (value, count) => `array_repeat(${value}, CAST(${count} AS INT))`,
  numbers: (...values) => `CAST(array(${values.join(", ")}) AS ARRAY<INT>)`,
  texts: (...values) => `CAST(array(${values.join(", ")}) AS ARRAY<STRING>)`,
  concat: (...all) => `concat(${all.join(", ")})`,
  reversed: (list) => `reverse(${list})`,
  length: (list) => `size(${list})`,
  has: (list, value) => `array_contains(${list}, CAST(${value} AS INT))`,
  map: (list, others, body) =>
    `transform(${list}, (v, i) -> ${
      body("v", ...others.map((each) => `coalesce(get(${each.list}, i + ${each.from}), -1)`))
    })`,
  joined: (list) => `array_join(${list}, '')`,
  letter: (value, place) => `substring(${value}, ${place}, 1)`,
  fold(fold, field) {
    const start = eachField(fold, ({ name, type, start }) => `CAST(${start} AS ${FIELDS[type]}) AS ${name}`);
    const next = fold.next((name) => `acc.${name}`, "x");
    const made = eachField(fold, ({ name, type }) => `CAST(${next[name]} AS ${FIELDS[type]}) AS ${name}`);
    return `aggregate(${fold.list}, struct(${start}), (acc, x) -> struct(${made})).${field}`;
  },
};

/** The Spark dialect. */
export const spark: Dialect = {
  name: "spark",
  title: "Spark",
  foldsNames: true,
  hasAsOf: false,
  hasCorrelated: true,
  // Spark allows subqueries neither in ORDER BY nor in lambdas, and results are checked in lambdas.
  allowsSubqueriesAnywhere: false,
  hasExactRemainder: true,
  // A condition that is always false would become a null, which is not a window function.
  filtersWindows: false,
  settings: "",
  quote: (name) => quotedName(name, "`"),
  text,
  literal: sparkLiteral,
  bare: (value, type) => typeof value === "bigint" ? `${value}` : sparkLiteral(value, type),
  cast,
  fitting,
  // Users who select the column `line` do not expect a decimal of 20 digits.
  small: (sql) => `CAST(${sql} AS BIGINT)`,
  wide,
  calculated: (sql) => sql,
  // A large float would lose digits when it is converted through text, so its upper and lower bits are
  // converted exactly.
  whole: (fraction) =>
    bound(
      clampTo65Bits(fraction),
      "CASE WHEN abs(x) < 9007199254740992 THEN CAST(CAST(x AS BIGINT) AS DECIMAL(38, 0)) " +
        "ELSE CAST(CAST(CAST(x / 4096 AS BIGINT) AS DECIMAL(38, 0)) * 4096 + " +
        "CAST(CAST(x - CAST(CAST(x / 4096 AS BIGINT) AS DOUBLE) * 4096 AS BIGINT) AS DECIMAL(38, 0)) AS DECIMAL(38, 0)) END",
    ),
  arithmetic(fn, type, left, right, mixed) {
    if (type === "f64") return fractions(fn, left, right);
    // Times are signed in files, but never negative.
    if (mixed && type === "time") return cast(unsigned(spark.arithmetic(fn, "i64", left, right)), "time");
    const [a, b] = [wide(left), wide(right)];
    const own = (sql: string): string => cast(sql, type);
    // The result for unsigned operands is never above the left one, so it fits without a check.
    const smaller = (sql: string): string => fitting(sql, type);
    switch (fn) {
      case "/": {
        const made = quotient(left, `nullif(${right}, 0)`);
        return type === "i64" ? own(made) : smaller(made);
      }
      case "%":
        return smaller(`(${a} % nullif(${b}, 0))`);
      case "&":
      case "|":
      case "^":
        return type === "i64" ? `(${left} ${fn} ${right})` : ofBits(`(${bits(left)} ${fn} ${bits(right)})`);
      case "<<":
        return own(`(${a} * ${power(right)})`);
      case ">>":
        return smaller(quotient(left, power(right)));
      default: {
        const made = `(${a} ${fn} ${b})`;
        // Times are signed in files, but never negative.
        return type === "time" ? cast(unsigned(made), "time") : own(made);
      }
    }
  },
  quotient,
  floor,
  matches: (value, regex) => `${value} RLIKE ${text(regex)}`,
  contains: (value, piece) => `contains(${value}, ${text(piece)})`,
  startsWith: (value, piece) => `startswith(${value}, ${text(piece)})`,
  endsWith: (value, piece) => `endswith(${value}, ${text(piece)})`,
  table(place: TableLocation) {
    return {
      from: `parquet.${quotedName(tablePath(place), "`")}`,
      trace: "url_decode(regexp_extract(_metadata.file_path, '/trace=([^/]*)/', 1))",
      row: "_metadata.row_index",
    };
  },
  tuple: (...values) => `struct(${values.map((value, at) => `${value} AS k${at}`).join(", ")})`,
  replaceRow: (sql) => `* EXCEPT (_row), ${sql} AS _row`,
  edge(which, value, key, condition) {
    const there = `${value} IS NOT NULL${condition === null ? "" : ` AND ${condition}`}`;
    return filtered(`${which === "last" ? "max_by" : "min_by"}(${value}, ${key})`, there);
  },
  firstBy(value, order, condition) {
    const keys = order.map(({ sql }, at) => `${sql} AS k${at}`).join(", ");
    const tests = order.map(({ descending }, at) => {
      const [before, after] = descending ? [">", "<"] : ["<", ">"];
      return `WHEN a.k${at} ${before} b.k${at} THEN -1 WHEN a.k${at} ${after} b.k${at} THEN 1`;
    });
    const rows = filtered(`collect_list(struct(${keys}, ${value} AS v))`, condition);
    return `get(array_sort(${rows}, (a, b) -> CASE ${tests.join(" ")} ELSE 0 END), 0).v`;
  },
  quantile(value, percent, _, condition) {
    const [share, whole] = percentParts(percent);
    const count = wide(filtered(`count(${value})`, condition));
    const values = filtered(`collect_list(${value})`, condition);
    const place = `greatest(1, ${quotient(`(${count} * ${share} + ${whole - 1n})`, `${whole}`)})`;
    return `get(array_sort(${values}), CAST(${place} AS INT) - 1)`;
  },
  deviation(value, type, condition) {
    if (type === "f64") return filtered(`stddev_samp(${value})`, condition);
    const [values, least] = [
      filtered(`collect_list(${value})`, condition),
      filtered(`min(${value})`, condition),
    ];
    const apart = bound(
      `struct(${values} AS v, ${wide(least)} AS m)`,
      "transform(x.v, e -> CAST(CAST(e AS DECIMAL(38, 0)) - x.m AS DOUBLE))",
    );
    const mean = "aggregate(d, CAST(0 AS DOUBLE), (s, e) -> s + e) / nullif(size(d), 0)";
    const squares = "aggregate(p.d, CAST(0 AS DOUBLE), (s, e) -> s + (e - p.m) * (e - p.m))";
    const spread = bound(
      `struct(d, ${mean} AS m)`,
      `CASE WHEN size(p.d) > 1 THEN sqrt(${squares} / (size(p.d) - 1)) END`,
      "p",
    );
    return bound(apart, spread, "d");
  },
  sum: (value) => `sum(${wide(value)})`,
  series: (columns, from, to, name, source) =>
    `SELECT ${columns}, ${from} + ${wide("k")} AS ${name} FROM ${source} ` +
    `LATERAL VIEW explode(sequence(CAST(0 AS BIGINT), CAST(${to} - ${from} AS BIGINT))) numbers AS k`,
  some: (value) => `any_value(${value}, TRUE)`,
  list: (value) => `collect_list(${value})`,
  toInt: (value) => `CAST(${value} AS INT)`,
  unless: (test, message, value) =>
    `(CASE WHEN ${test} THEN raise_error(${text(message)}) ELSE ${value} END)`,
  joined: (value, separator, order) =>
    `array_join(transform(array_sort(collect_list(struct(${order} AS k, ${value} AS v))), x -> x.v), ${
      text(separator)
    })`,
  valueOver: (which, value, over) => `${which}_value(${value}, TRUE) ${over}`,
  neighbour: (which, value, distance, window) => `${which}(${value}, ${distance}) OVER (${window})`,
  semi: semiExists,
  functions,
  lists,
};
