/** Windows as queries and as SQL: functions of rows in order, and aggregates over windows. */

import type { Random } from "../../support/random.ts";
import type { Conditions } from "./conditions.ts";
import { askable, columnList, current, quoted, type Relation, shown, step } from "./relation.ts";
import { asDouble, binary, columnOf, fitsInto, LEVEL, type Term, term, wholeConstant } from "./terms.ts";
import type { Type } from "./tables.ts";

const MEASURES: readonly Type[] = ["u64", "i64", "f64", "time"];
const ALL: readonly Type[] = [...MEASURES, "text", "bool"];

/** A key of an order, as a query and as SQL. */
interface OrderKey {
  readonly text: string;
  readonly sql: string;
  /** The direction, such as `DESC NULLS LAST`. */
  readonly way: string;
}

/** A value of some types; undefined if the rows have none. */
type Pick = (types: readonly Type[], depth?: number) => Term | undefined;

/** The window of a call: `PARTITION BY … ORDER BY …`. */
interface Place {
  readonly partition: string;
  readonly order: readonly string[];
}

/** `window [by …] [order …]: …`; an output may use earlier ones, even if they replace a column. */
export function windows(
  random: Random,
  relation: Relation,
  conditionsOf: (rows: Relation) => Conditions,
  name: () => string,
): Relation {
  const picker =
    (rows: Relation, { expressions }: Conditions): Pick => (types, depth = random.oneIn(4) ? 1 : 0) => {
      const some = askable(rows.cols).filter(({ type }) => types.includes(type));
      if (some.length === 0) return undefined;
      const made = expressions.make(random.pick(some).type, depth);
      return made.constant ? expressions.column(made.type) : made;
    };
  const pick = picker(relation, conditionsOf(relation));
  const keys = Array.from({ length: random.below(3) }, () => pick(ALL)).flatMap((each) => each ?? []);
  const order = Array.from({ length: random.below(3) }, (): OrderKey | undefined => {
    const key = pick(ALL);
    const direction = random.pick(["", " asc", " desc"]);
    const nulls = random.oneIn(4) ? "FIRST" : "LAST";
    return key && {
      text: `${key.text}${direction}${nulls === "FIRST" ? " nulls first" : ""}`,
      sql: key.sql,
      way: `${direction === " desc" ? " DESC" : ""} NULLS ${nulls}`,
    };
  }).flatMap((each) => each ?? []);
  const partition = keys.length === 0 ? "" : `PARTITION BY ${keys.map((_, at) => `key_${at}`).join(", ")} `;
  const place: Place = { partition, order: order.map(({ way }, at) => `order_${at}${way}`) };
  // Keys and order refer to the rows before the stage, even if their columns are replaced.
  const kept = [
    ...keys.map(({ sql }, at) => `${sql} AS key_${at}`),
    ...order.map(({ sql }, at) => `${sql} AS order_${at}`),
  ];
  const texts: string[] = [];
  let { cols } = relation;
  let sql = `SELECT ${["*", ...kept].join(", ")} FROM ${current(relation)}`;
  for (let count = 1 + random.below(3); count > 0; count--) {
    const rows: Relation = { ...relation, cols };
    const conditions = conditionsOf(rows);
    const made = call(random, place, relation.most, conditions, picker(rows, conditions));
    if (made === undefined) continue;
    // Sometimes it replaces a column.
    const replaced = random.oneIn(6) ? random.pick(shown(cols)).name : undefined;
    const own = replaced === undefined || !/^[a-z]\w*$/i.test(replaced) ? name() : replaced;
    texts.push(`${own} = ${made.text}`);
    const col = columnOf(own, made);
    const others = cols.map((each) => each.name === own ? "" : `${quoted(each.name)}, `).join("");
    const hidden = [...keys.map((_, at) => `key_${at}, `), ...order.map((_, at) => `order_${at}, `)].join("");
    sql = `SELECT ${others}${hidden}${made.sql} AS ${quoted(own)}, ord FROM (${sql})`;
    cols = cols.some((each) => each.name === own)
      ? cols.map((each) => each.name === own ? col : each)
      : [...cols, col];
  }
  if (texts.length === 0) return relation;
  const by = keys.length === 0 ? "" : ` by ${keys.map(({ text }, at) => `k${at} = ${text}`).join(", ")}`;
  const along = order.length === 0 ? "" : ` order ${order.map(({ text }) => text).join(", ")}`;
  return step(
    relation,
    `window${by}${along}: ${texts.join(", ")}`,
    `SELECT ${columnList(cols)}, ord FROM (${sql})`,
    cols,
  );
}

function call(
  random: Random,
  place: Place,
  most: number,
  conditions: Conditions,
  pick: Pick,
): Term | undefined {
  const order = [...place.order, "ord"].join(", ");
  const over = `OVER (${place.partition}ORDER BY ${order})`;
  const whole =
    `OVER (${place.partition}ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`;
  const rows = { low: 1n, high: BigInt(Math.max(1, most)) };
  switch (random.below(11)) {
    case 0:
    case 1: {
      const arg = pick(ALL);
      const name = random.pick(["lag", "lead"]);
      const n = random.pick([undefined, 0, 1, 2, 7, 1000]);
      if (arg === undefined) return undefined;
      const far = n === undefined ? "" : `, ${n}`;
      return like(arg, `${name}(${arg.text}${far})`, `${name}(${arg.sql}, ${n ?? 1}) ${over}`);
    }
    case 2: {
      const arg = pick(ALL);
      const name = random.pick(["first", "last"]);
      if (arg === undefined) return undefined;
      const { text, sql } = condition(random, conditions);
      const value = sql === "" ? arg.sql : `CASE WHEN ${sql} THEN ${arg.sql} END`;
      return like(arg, `${name}(${arg.text})${text}`, `${name}_value(${value} IGNORE NULLS) ${whole}`);
    }
    case 3:
      return term("u64", "row_number()", `(row_number() ${over})::HUGEINT`, rows);
    case 4: {
      if (place.order.length === 0) return undefined;
      const keys = place.order.join(", ");
      return term("u64", "rank()", `(rank() OVER (${place.partition}ORDER BY ${keys}))::HUGEINT`, rows);
    }
    case 5: {
      const arg = pick(MEASURES);
      if (arg === undefined || (arg.type === "f64" && !arg.exact)) return undefined;
      // Divisions of numbers that a double cannot hold are rounded differently, and keys are compared
      // exactly.
      const reach = BigInt(Math.max(1, most)) * (-arg.low > arg.high ? -arg.low : arg.high);
      if (arg.type !== "f64" && reach > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
      const sum = `(sum(${arg.sql}) ${whole})::DOUBLE`;
      return term("f64", `share(${arg.text})`, `(${asDouble(arg).sql} / nullif(${sum}, 0))`);
    }
    case 6: {
      const previous = pick(["u64", "i64", "time"]);
      if (previous === undefined || previous.type === "time") return undefined;
      const lag = like(previous, `lag(${previous.text})`, `lag(${previous.sql}) ${over}`);
      const sum = { low: previous.low * 2n, high: previous.high * 2n };
      if (!fitsInto(sum, previous.type)) return undefined;
      return term(
        previous.type,
        binary("+", previous, lag),
        `(${previous.sql} + ${lag.sql})`,
        { low: sum.low < 0n ? sum.low : 0n, high: sum.high > 0n ? sum.high : 0n },
      );
    }
    case 7:
    case 8:
      return best(random, place, conditions, pick);
    default: {
      const width = random.pick([1, 2, 3, 5, 64, 100_000]);
      const form = random.below(3);
      const range = form === 0
        ? "ROWS UNBOUNDED PRECEDING"
        : form === 1
        ? `ROWS ${width - 1} PRECEDING`
        : "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING";
      const frame = `OVER (${place.partition}ORDER BY ${order} ${range})`;
      const made = aggregate(random, frame, most, conditions, pick);
      if (made === undefined) return undefined;
      const { inner, filter, bound } = made;
      const text = form === 0
        ? `cumulative(${inner.startsWith("sum(") && random.oneIn(2) ? inner.slice(4, -1) : inner})${filter}`
        : form === 1
        ? `moving(${inner}, ${width})${filter}`
        : `${inner}${filter}`;
      return { ...bound, text, level: filter === "" ? LEVEL.atom : LEVEL.filtered };
    }
  }
}

/** The value of the row with the smallest or the largest key: equal rows are distinguished by the order. */
function best(random: Random, place: Place, conditions: Conditions, pick: Pick): Term | undefined {
  const [arg, by] = [pick(ALL), pick(ALL)];
  if (arg === undefined || by === undefined) return undefined;
  const isWhole = by.type === "u64" || by.type === "i64";
  // Few keys, so that many rows are equal.
  const key = isWhole && random.oneIn(2)
    ? { text: binary("%", by, wholeConstant(3n)).text, sql: `(${by.sql} % 3)` }
    : by;
  const { text, sql } = condition(random, conditions);
  const most = random.oneIn(2);
  const passing = sql === "" ? key.sql : `CASE WHEN ${sql} THEN ${key.sql} END`;
  const order = [`${passing}${most ? " DESC" : ""} NULLS LAST`, ...place.order, "ord"].join(", ");
  const whole = "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING";
  const first = `first_value(${arg.sql}) OVER (${place.partition}ORDER BY ${order} ${whole})`;
  const count = `count(${passing}) OVER (${place.partition})`;
  const name = most ? "argmax" : "argmin";
  const made = like(
    arg,
    `${name}(${arg.text}, ${key.text})${text}`,
    `CASE WHEN ${count} > 0 THEN ${first} END`,
  );
  return { ...made, level: text === "" ? LEVEL.atom : LEVEL.filtered };
}

function condition(random: Random, conditions: Conditions): { text: string; sql: string } {
  const made = random.oneIn(4) ? conditions.make(1) : undefined;
  return made === undefined ? { text: "", sql: "" } : { text: ` if ${made.text}`, sql: made.sql };
}

/** An aggregate in a frame. */
function aggregate(
  random: Random,
  frame: string,
  most: number,
  conditions: Conditions,
  pick: Pick,
): { readonly inner: string; readonly filter: string; readonly bound: Term } | undefined {
  const { text: filter, sql } = condition(random, conditions);
  const only = sql === "" ? "" : ` FILTER (WHERE ${sql})`;
  const name = random.pick(["count", "sum", "avg", "min", "max"]);
  if (name === "count") {
    const arg = random.oneIn(2) ? pick(MEASURES) : undefined;
    const inner = `count(${arg?.text ?? ""})`;
    const counted = `(count(${arg?.sql ?? "*"})${only} ${frame})::HUGEINT`;
    return { inner, filter, bound: term("u64", inner, counted, { low: 0n, high: BigInt(most) }) };
  }
  const arg = pick(MEASURES);
  if (arg === undefined) return undefined;
  const inner = `${name}(${arg.text})`;
  if (name === "min" || name === "max") {
    return { inner, filter, bound: like(arg, inner, `${name}(${arg.sql})${only} ${frame}`) };
  }
  if (arg.type === "f64" && !arg.exact) return undefined;
  if (name === "avg") {
    return { inner, filter, bound: term("f64", inner, `(avg(${arg.sql})${only} ${frame})::DOUBLE`) };
  }
  if (arg.type === "f64") {
    const reach = arg.reach * Math.max(1, most);
    return { inner, filter, bound: term("f64", inner, `(sum(${arg.sql})${only} ${frame})`, { reach }) };
  }
  const count = BigInt(Math.max(1, most));
  const bounds = {
    low: arg.low < 0n ? arg.low * count : 0n,
    high: arg.high > 0n ? arg.high * count : 0n,
  };
  const made = `(sum(${arg.sql})${only} ${frame})::HUGEINT`;
  if (fitsInto(bounds, arg.type)) return { inner, filter, bound: term(arg.type, inner, made, bounds) };
  // The database skips columns that are dropped later, so that only one side would fail.
  return undefined;
}

/** A term with the same values as the argument. */
function like(arg: Term, text: string, sql: string): Term {
  return { ...arg, constant: false, text, level: LEVEL.atom, sql: `(${sql})` };
}
