/**
 * The SQL of ClickHouse. Its integers wrap around silently, so calculations are made in 256 bits and must fit
 * afterwards (`accurateCast` fails if they do not).
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
import { clampTo65Bits, filtered, fractions, percentParts, quotedName, tablePath } from "./sql_text.ts";

const TYPES: Readonly<Record<ColumnType, string>> = {
  u64: "UInt64",
  u32: "UInt64",
  i64: "Int64",
  f64: "Float64",
  bool: "Bool",
  text: "String",
  bytes: "String",
  time: "Int64",
};

/**
 * In outer joins and empty groups, missing values must be null; and a name must first mean a column, then an
 * alias.
 */
const SETTINGS =
  "SETTINGS join_use_nulls = 1, aggregate_functions_null_for_empty = 1, prefer_column_name_to_alias = 1, " +
  // ClickHouse treats folder names such as t1 as numbers, and does not decode them.
  "use_hive_partitioning = 0, schema_inference_mode = 'union', " +
  // The Parquet reader fails on some conditions that are moved into it (26.7: "Not found column").
  "optimize_move_to_prewhere = 0";

const text = (value: string): string => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function clickHouseLiteral(value: Constant, type: ColumnType): string {
  if (value === null) return `CAST(NULL AS Nullable(${TYPES[type]}))`;
  if (typeof value === "string") return text(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "number" && !Number.isFinite(value)) return `toFloat64('${value}')`;
  return `to${TYPES[type]}(${value})`;
}

/** Matches SQL that calculates with constant numbers only, so that it is never null. */
const CONSTANT = /^(?:toU?Int\d+|abs|[-+*\d\s(),])+$/;

const wide = (sql: string): string => `toInt256(${sql})`;
const cast = (sql: string, type: ColumnType): string => {
  if (type === "f64") return `toFloat64(${sql})`;
  if (type === "text") return `toString(${sql})`;
  // The Parquet reader evaluates conditions early, and fails on lambdas that only contain constants.
  if (CONSTANT.test(sql)) return `accurateCast(${sql}, '${TYPES[type]}')`;
  // The value after a null is arbitrary and would be converted too.
  return `arrayMap(x -> if(isNull(x), NULL, accurateCast(ifNull(x, 0), '${TYPES[type]}')), [${sql}])[1]`;
};

/** Digits without leading zeros. */
const withoutLeadingZeros = (digits: string): string => `replaceRegexpOne(${digits}, '^0+(.)', '\\\\1')`;

const functions: TextFunctions = {
  length: (value) => `lengthUTF8(${value})`,
  lower: (value) => `lowerUTF8(${value})`,
  upper: (value) => `upperUTF8(${value})`,
  substr: (value, start, count) => `substringUTF8(${value}, ${start}, ${count})`,
  replace: (value, from, to) => `if(${from} = '', ${value}, replaceAll(${value}, ${from}, ${to}))`,
  replaceRegex: (value, regex, to) => `replaceRegexpAll(${value}, ${text(regex)}, ${to})`,
  extract: (value, regex, group) =>
    `CASE WHEN match(${value}, ${text(regex)}) THEN ${
      group === 0
        ? `extract(${value}, ${text(`(${regex})`)})`
        : `extractGroups(${value}, ${text(regex)})[${group}]`
    } END`,
  split(value, separator, place) {
    const parts = `splitByString(${separator}, assumeNotNull(${value}))`;
    return `CASE WHEN ${value} IS NOT NULL AND length(${parts}) >= ${
      Math.abs(place)
    } THEN ${parts}[${place}] END`;
  },
  hex: (value) => withoutLeadingZeros(`lower(hex(${value}))`),
  toText(value, type) {
    if (type === "bool") return `toString(CAST(${value}, 'Nullable(Bool)'))`;
    // Formatted as JavaScript does: 1e+300.
    return type === "f64"
      ? `replaceRegexpOne(toString(${value}), 'e(\\\\d)', 'e+\\\\1')`
      : `toString(${value})`;
  },
  toNumber: (value, type) => `accurateCastOrNull(${value}, '${TYPES[type]}')`,
  fromHex: (digits) =>
    `CASE WHEN length(${digits}) <= 16 THEN reinterpretAsUInt64(reverse(unhex(leftPad(${digits}, 16, '0')))) END`,
  concat: (...parts) => `concat(${parts.join(", ")})`,
  highestBit: (value) => `toUInt64(length(${withoutLeadingZeros(`bin(${value})`)}) - 1)`,
  padLeft: (value, width, fill) =>
    `leftPadUTF8(${value}, greatest(${width}, lengthUTF8(${value})), ${text(fill)})`,
  padRight: (value, width) => `rightPadUTF8(${value}, greatest(${width}, lengthUTF8(${value})), ' ')`,
};

const FIELDS = { number: "Int32", numbers: "Array(Int32)", text: "String", texts: "Array(String)" };

const lists: ListFunctions = {
  ordered: (value, order, condition) =>
    `arrayMap(x -> toInt32(x.2), arraySort(groupArray(tuple(${order}, ${value})) FILTER (WHERE ${condition})))`,
  upTo: (last) => `range(1, toUInt32(${last}) + 1)`,
  repeated: (value, count) => `arrayWithConstant(${count}, toInt32(${value}))`,
  numbers: (...values) => `CAST([${values.join(", ")}], 'Array(Int32)')`,
  texts: (...values) => `CAST([${values.join(", ")}], 'Array(String)')`,
  concat: (...all) => `arrayConcat(${all.join(", ")})`,
  reversed: (list) => `reverse(${list})`,
  length: (list) => `toInt32(length(${list}))`,
  has: (list, value) => `has(${list}, ${value})`,
  map(list, others, body) {
    // A list referenced in a lambda would be copied for every element.
    const names = ["v", ...others.map((_, at) => `v${at}`)];
    const cut = others.map((each) =>
      `arrayResize(arraySlice(${each.list}, ${each.from} + 1), length(${list}), -1)`
    );
    return `arrayMap((${names.join(", ")}) -> ${body(...names)}, ${[list, ...cut].join(", ")})`;
  },
  joined: (list) => `arrayStringConcat(${list})`,
  letter: (value, place) => `substring(${value}, ${place}, 1)`,
  fold(fold, field) {
    const type = `'Tuple(${eachField(fold, ({ name, type }) => `${name} ${FIELDS[type]}`)})'`;
    const start = eachField(fold, ({ start }) => start);
    const next = fold.next((name) => `acc.${name}`, "x");
    const made = eachField(fold, ({ name }) => next[name]!);
    return `tupleElement(arrayFold((acc, x) -> CAST(tuple(${made}), ${type}), ${fold.list}, ` +
      `CAST(tuple(${start}), ${type})), '${field}')`;
  },
};

/** The ClickHouse dialect. */
export const clickhouse: Dialect = {
  name: "clickhouse",
  title: "ClickHouse",
  foldsNames: false,
  hasAsOf: false,
  hasCorrelated: false,
  allowsSubqueriesAnywhere: true,
  // 26.9 gives 0 for 9007199254740992 % 2.5.
  hasExactRemainder: false,
  filtersWindows: true,
  settings: SETTINGS,
  // A backslash is an escape inside quotes.
  quote: (name) => quotedName(name.replaceAll("\\", "\\\\"), '"'),
  text,
  literal: clickHouseLiteral,
  bare: (value, type) => typeof value === "bigint" ? `${value}` : clickHouseLiteral(value, type),
  cast,
  fitting: (sql, type) => `to${TYPES[type]}(${sql})`,
  wide,
  calculated: (sql) => sql,
  whole: (fraction) => wide(clampTo65Bits(fraction)),
  arithmetic(fn, type, left, right, mixed) {
    if (type === "f64") return fractions(fn, left, right);
    // Times are signed in files, but never negative.
    if (mixed && type === "time") return cast(clickhouse.arithmetic(fn, "u64", left, right), "time");
    const [a, b] = [wide(left), wide(right)];
    const power = `bitShiftLeft(toInt256(1), least(${right}, 64))`;
    switch (fn) {
      case "/":
        return cast(`intDiv(${a}, nullIf(${b}, 0))`, type);
      case "%":
        return cast(`(${a} % nullIf(${b}, 0))`, type);
      case "&":
        return cast(`bitAnd(${a}, ${b})`, type);
      case "|":
        return cast(`bitOr(${a}, ${b})`, type);
      case "^":
        return cast(`bitXor(${a}, ${b})`, type);
      case "<<":
        return cast(`(${a} * ${power})`, type);
      case ">>":
        return cast(`intDiv(${a}, ${power})`, type);
      default: {
        // Times are signed in files, but never negative.
        const made = cast(`(${a} ${fn} ${b})`, type === "time" ? "u64" : type);
        return type === "time" ? cast(made, "time") : made;
      }
    }
  },
  quotient: (left, right) => `intDiv(${left}, ${right})`,
  floor: (value) => `floor(${value})`,
  matches: (value, regex) => `match(${value}, ${text(regex)})`,
  contains: (value, piece) =>
    piece === "" ? `${value} IS NOT NULL` : `position(${value}, ${text(piece)}) > 0`,
  startsWith: (value, piece) => `startsWith(${value}, ${text(piece)})`,
  endsWith: (value, piece) => `endsWith(${value}, ${text(piece)})`,
  table(place: TableLocation) {
    const path = text(tablePath(place));
    return {
      from: place.folder.includes("://") ? `s3(${path}, 'Parquet')` : `file(${path}, 'Parquet')`,
      trace: "decodeURLComponent(extract(_path, '/trace=([^/]*)/'))",
      row: "_row_number",
    };
  },
  tuple: (...values) => `tuple(${values.join(", ")})`,
  replaceRow: (sql) => `* EXCEPT (_row), ${sql} AS _row`,
  edge: (which, value, key, condition) =>
    filtered(`${which === "last" ? "argMax" : "argMin"}(${value}, ${key})`, condition),
  firstBy(value, [first, ...others], condition) {
    // Nulls would be skipped, so they are wrapped in tuples.
    const rest = others.map(({ sql }) => sql);
    if (!first!.descending) {
      const key = `tuple(${[first!.sql, ...rest].join(", ")})`;
      return `tupleElement(argMin(tuple(${value}), ${key}) FILTER (WHERE ${condition}), 1)`;
    }
    const rows =
      `groupArray(tuple(assumeNotNull(${first!.sql}), tuple(${rest.join(", ")}), tuple(${value}))) ` +
      `FILTER (WHERE ${condition})`;
    const most = `arraySort(x -> x.1, ${rows})[-1].1`;
    return `CASE WHEN count(*) FILTER (WHERE ${condition}) > 0 THEN ` +
      `arraySort(x -> x.2, arrayFilter(x -> x.1 = ${most}, ${rows}))[1].3.1 END`;
  },
  quantile(value, percent, _, condition) {
    const [share, whole] = percentParts(percent);
    const count = filtered(`count(${value})`, condition);
    const values = filtered(`groupArray(${value})`, condition);
    const place = `greatest(1, intDiv(toInt256(${count}) * ${share} + ${whole - 1n}, ${whole}))`;
    return `CASE WHEN ${count} > 0 THEN arraySort(${values})[toUInt32(${place})] END`;
  },
  deviation(value, type, condition) {
    const count = filtered(`count(${value})`, condition);
    // The built-in function loses digits, and both of its variants return NaN for a single value.
    if (type === "f64") {
      return `CASE WHEN ${count} > 1 THEN ${filtered(`stddevSampStable(${value})`, condition)} END`;
    }
    // 256 bits are enough for the whole sum.
    const sum = filtered(`sum(${wide(value)})`, condition);
    const squares = filtered(`sum(${wide(value)} * ${wide(value)})`, condition);
    return `CASE WHEN ${count} > 1 THEN sqrt(toFloat64(${wide(count)} * ${squares} - ${sum} * ${sum}) / ` +
      `toFloat64(${wide(count)} * (${wide(count)} - 1))) END`;
  },
  sum: (value) => `sum(toInt256(${value}))`,
  series: (columns, from, to, name, source) =>
    `SELECT ${columns}, arrayJoin(range(toUInt32(${to} - ${from}) + 1)) + ${from} AS ${name} FROM ${source}`,
  some: (value) => `any(${value})`,
  list: (value) => `groupArray(${value})`,
  toInt: (value) => `toInt32(${value})`,
  unless: (test, message, value) =>
    `if(throwIf(coalesce(${test}, FALSE), ${text(message)}) = 0, ${value}, NULL)`,
  joined: (value, separator, order) =>
    `arrayStringConcat(arrayMap(x -> x.2, arraySort(groupArray(tuple(${order}, ${value})))), ${
      text(separator)
    })`,
  valueOver: (which, value, over) => `${which}_value(${value}) ${over}`,
  neighbour: (which, value, distance, window) =>
    `${which}InFrame(toNullable(${value}), ${distance}) OVER (${window} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`,
  semi: (left, right, test, negated) =>
    `SELECT _l.* FROM ${left} _l LEFT ${negated ? "ANTI" : "SEMI"} JOIN ${right} _r ON ${test}`,
  functions,
  lists,
};
