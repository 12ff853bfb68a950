/**
 * SQL of DuckDB. The engine checks UBIGINT and BIGINT itself: overflow is an error, and division by zero is
 * null, as in Quarry (measured with 1.5.5).
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
  u64: "UBIGINT",
  u32: "UBIGINT",
  i64: "BIGINT",
  f64: "DOUBLE",
  bool: "BOOLEAN",
  text: "VARCHAR",
  bytes: "VARCHAR",
  time: "BIGINT",
};

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

function duckDbLiteral(value: Constant, type: ColumnType): string {
  if (value === null) return `NULL::${TYPES[type]}`;
  if (typeof value === "string") return text(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "number" && !Number.isFinite(value)) return `'${value}'::DOUBLE`;
  const digits = `${value}`;
  return digits.startsWith("-") ? `(${digits})::${TYPES[type]}` : `${digits}::${TYPES[type]}`;
}

const functions: TextFunctions = {
  length: (value) => `length(${value})::UBIGINT`,
  lower: (value) => `lower(${value})`,
  upper: (value) => `upper(${value})`,
  substr: (value, start, count) => `substring(${value}, ${start}, ${count})`,
  replace: (value, from, to) => `replace(${value}, ${from}, ${to})`,
  replaceRegex: (value, regex, to) => `regexp_replace(${value}, ${text(regex)}, ${to}, 'g')`,
  extract: (value, regex, group) =>
    `CASE WHEN regexp_matches(${value}, ${text(regex)}) THEN regexp_extract(${value}, ${
      text(regex)
    }, ${group}) END`,
  split: (value, separator, place) => `string_split(${value}, ${separator})[${place}]`,
  hex: (value) => `lower(hex(${value}))`,
  toText: (value, type) => type === "f64" ? duckDbFloatText(value) : `${value}::VARCHAR`,
  toNumber: (value, type) => `TRY_CAST(${value} AS ${TYPES[type]})`,
  fromHex: (digits) => `TRY_CAST(('0x' || ${digits}) AS UBIGINT)`,
  concat: (...parts) => `(${parts.join(" || ")})`,
  highestBit: (value) => `(length(bin(${value})) - 1)::UBIGINT`,
  padLeft: (value, width, fill) =>
    `lpad(${value}, greatest(${width}, length(${value}))::INTEGER, ${text(fill)})`,
  padRight: (value, width) => `rpad(${value}, greatest(${width}, length(${value}))::INTEGER, ' ')`,
};

/** Formats a float as JavaScript does: with an exponent below 1e-6 only, of as few digits as possible. */
function duckDbFloatText(value: string): string {
  const replaced = (text: string, pattern: string, by: string): string =>
    `regexp_replace(${text}, '${pattern}', '${by}')`;
  // The database writes 0.000015 as 1.5e-05.
  const fifth = replaced(`${value}::VARCHAR`, "^(-?)(\\d)\\.?(\\d*)e-05$", "\\10.0000\\2\\3");
  const sixth = replaced(fifth, "^(-?)(\\d)\\.?(\\d*)e-06$", "\\10.00000\\2\\3");
  const exponent = replaced(sixth, "(?:\\.0)?e([+-])0?", "e\\1");
  return `CASE WHEN abs(${value}) < 1e21 AND ${value} = trunc(${value}) THEN ${value}::HUGEINT::VARCHAR ` +
    `ELSE ${replaced(exponent, "\\.0$", "")} END`;
}

const FIELDS = { number: "INTEGER", numbers: "INTEGER[]", text: "VARCHAR", texts: "VARCHAR[]" };

const lists: ListFunctions = {
  ordered: (value, order, condition) =>
    `coalesce(list(${value}::INTEGER ORDER BY ${order}) FILTER (WHERE ${condition}), [])`,
  upTo: (last) => `generate_series(1, ${last})`,
  repeated: (value, count) => `list_transform(generate_series(1, ${count}), lambda x: ${value}::INTEGER)`,
  numbers: (...values) => `[${values.join(", ")}]::INTEGER[]`,
  texts: (...values) => `[${values.join(", ")}]::VARCHAR[]`,
  concat: (...all) => `(${all.join(" || ")})`,
  reversed: (list) => `list_reverse(${list})`,
  length: (list) => `len(${list})`,
  has: (list, value) => `list_contains(${list}, ${value})`,
  map: (list, others, body) =>
    `list_transform(${list}, lambda v, i: ${
      body("v", ...others.map((each) => `coalesce(${each.list}[i + ${each.from}], -1)`))
    })`,
  joined: (list) => `array_to_string(${list}, '')`,
  letter: (value, place) => `substring(${value}, ${place}, 1)`,
  fold(fold, field) {
    // Elements and states must have the same type.
    const start = eachField(fold, ({ name, type, start }) => `'${name}': ${start}::${FIELDS[type]}`);
    const rest = eachField(fold, ({ name, type }) => `'${name}': NULL::${FIELDS[type]}`);
    const next = fold.next((name) => `acc.${name}`, "x.each");
    const made = eachField(fold, ({ name, type }) => `'${name}': (${next[name]})::${FIELDS[type]}`);
    const type = FIELDS[fold.type];
    return `list_reduce([{'each': NULL::${type}, ${start}}] || list_transform(${fold.list}, ` +
      `lambda x: {'each': x::${type}, ${rest}}), lambda acc, x: {'each': x.each, ${made}}).${field}`;
  },
};

/**
 * Protects a calculation from being rewritten: DuckDB turns `a + 1 < 5` into `a < 5 - 1`, which fails for
 * constants of 2^63 and above ("Information loss on integer cast", 1.5 and 2.0) and hides overflows. A
 * leading plus costs nothing.
 */
const kept = (sql: string): string => `(+(${sql}))`;

const cast = (sql: string, type: ColumnType): string => `${sql}::${TYPES[type]}`;

/** The DuckDB dialect. */
export const duckdb: Dialect = {
  name: "duckdb",
  title: "DuckDB",
  foldsNames: true,
  hasAsOf: true,
  hasCorrelated: true,
  allowsSubqueriesAnywhere: true,
  hasExactRemainder: true,
  filtersWindows: true,
  settings: "",
  quote: (name) => quotedName(name, '"'),
  text,
  literal: duckDbLiteral,
  bare: (value, type) =>
    typeof value === "bigint" ||
      (typeof value === "number" && !Number.isInteger(value) && Number.isFinite(value))
      ? `${value}`.startsWith("-") ? `(${value})` : `${value}`
      : duckDbLiteral(value, type),
  cast,
  fitting: cast,
  wide: (sql) => `${sql}::HUGEINT`,
  // DuckDB 1.5 looks up minima and maxima of folder names among the columns of files, which causes an error.
  calculated: (sql) => `${sql} || ''`,
  whole: (fraction) => `${clampTo65Bits(fraction)}::HUGEINT`,
  arithmetic(fn, type, left, right, mixed) {
    if (type === "f64") return fractions(fn, left, right);
    const cast = (sql: string): string => `(${sql})::${TYPES[type]}`;
    if (mixed) {
      const divides = fn === "/" || fn === "%";
      const b = divides ? `nullif(${right}::HUGEINT, 0)` : `${right}::HUGEINT`;
      const made = `${left}::HUGEINT ${fn === "/" ? "//" : fn} ${b}`;
      // Times are signed in files, but never negative.
      return type === "time" ? cast(`(${made})::UBIGINT`) : cast(made);
    }
    switch (fn) {
      case "/":
        return `(${left} // ${right})`;
      case "^":
        return `xor(${left}, ${right})`;
      case "<<":
        return cast(`${left}::HUGEINT * (1::HUGEINT << least(${right}, 64)::HUGEINT)`);
      case ">>":
        return cast(`${left}::HUGEINT // (1::HUGEINT << least(${right}, 64)::HUGEINT)`);
      case "-":
        // Times are signed in files, but never negative.
        return type === "time" ? cast(`${left}::UBIGINT - ${right}::UBIGINT`) : kept(`${left} - ${right}`);
      case "+":
      case "*":
        return kept(`${left} ${fn} ${right}`);
      default:
        return `(${left} ${fn} ${right})`;
    }
  },
  quotient: (left, right) => `(${left} // ${right})`,
  floor: (value) => `floor(${value})`,
  matches: (value, regex) => `regexp_matches(${value}, ${text(regex)})`,
  contains: (value, piece) => `contains(${value}, ${text(piece)})`,
  startsWith: (value, piece) => `starts_with(${value}, ${text(piece)})`,
  endsWith: (value, piece) => `ends_with(${value}, ${text(piece)})`,
  table(place: TableLocation) {
    const options = "hive_partitioning = true, hive_types_autocast = false, file_row_number = true" +
      (place.trace === null ? ", union_by_name = true" : "");
    return {
      from: `read_parquet(${text(tablePath(place))}, ${options})`,
      trace: "trace",
      row: "file_row_number",
    };
  },
  tuple: (...values) => `ROW(${values.join(", ")})`,
  replaceRow: (sql) => `* REPLACE (${sql} AS _row)`,
  edge: (which, value, key, condition) =>
    filtered(`${which === "last" ? "arg_max" : "arg_min"}(${value}, ${key})`, condition),
  firstBy: (value, order, condition) =>
    `first(${value} ORDER BY ${
      order.map(({ sql, descending }) => `${sql}${descending ? " DESC" : ""}`).join(", ")
    }) FILTER (WHERE ${condition})`,
  quantile: (value, percent, _, condition) =>
    // A decimal literal keeps the position exact: as a double 7% of 100 would be more than 7.
    filtered(`quantile_disc(${value}, ${decimalShare(percent)})`, condition),
  deviation(value, type, condition) {
    if (type === "f64") return filtered(`stddev_samp(${value})`, condition);
    const [values, least] = [filtered(`list(${value})`, condition), filtered(`min(${value})`, condition)];
    return `list_stddev_samp(list_transform(${values}, lambda v: (v::HUGEINT - ${least}::HUGEINT)::DOUBLE))`;
  },
  sum: (value) => `sum(${value})`,
  series: (columns, from, to, name, source) =>
    `SELECT ${columns}, unnest(generate_series(0, (${to} - ${from})::BIGINT)) + ${from} AS ${name} FROM ${source}`,
  some: (value) => `any_value(${value})`,
  list: (value) => `list(${value})`,
  toInt: (value) => `${value}::INTEGER`,
  unless: (test, message, value) => `(CASE WHEN ${test} THEN error(${text(message)}) ELSE ${value} END)`,
  joined: (value, separator, order) => `string_agg(${value}, ${text(separator)} ORDER BY ${order})`,
  valueOver: (which, value, over) => `${which}_value(${value} IGNORE NULLS) ${over}`,
  neighbour: (which, value, distance, window) => `${which}(${value}, ${distance}) OVER (${window})`,
  semi: semiExists,
  functions,
  lists,
};

/** A percentage as a decimal fraction: 99.9 becomes 0.999. */
function decimalShare(percent: number): string {
  const parts = String(percentParts(percent)[0]).padStart(9, "0");
  const digits = `${parts.slice(0, -8)}.${parts.slice(-8)}`.replace(/0+$/, "");
  return digits.endsWith(".") ? `${digits}0` : digits;
}
