/** Random aggregates and their SQL. */

import type { Random } from "../../support/random.ts";
import type { Conditions } from "./conditions.ts";
import { LEVEL, type Term, term } from "./terms.ts";
import { fitsInto } from "./terms.ts";
import { type Type, U64_MAX } from "./tables.ts";

const MEASURES: readonly Type[] = ["u64", "i64", "f64", "time"];

/** One aggregate over at most `most` rows; its result is a term over the groups. */
export function randomAggregate(random: Random, conditions: Conditions, most: number): Term {
  const condition = random.oneIn(4) ? conditions.make(1) : undefined;
  const made = aggregate(random, conditions, most, condition?.sql);
  if (condition === undefined) return made;
  return { ...made, text: `${made.text} if ${condition.text}`, level: LEVEL.filtered };
}

/** One aggregate, or two of them in a calculation. */
export function randomMeasure(random: Random, conditions: Conditions, most: number): Term {
  const made = randomAggregate(random, conditions, most);
  if (!random.oneIn(4)) return made;
  const other = randomAggregate(random, conditions, most);
  if (made.type !== "u64" && made.type !== "i64") return made;
  const op = random.pick(["+", "-", "*", "/", "%"] as const);
  return conditions.expressions.arithmetic(op, made, other) ?? made;
}

/** `rate(x)`, as the sum of its argument; a timeline divides it by the length of its slices. */
export function randomRate(random: Random, conditions: Conditions, most: number): Term | undefined {
  const { expressions } = conditions;
  const condition = random.oneIn(4) ? conditions.make(1) : undefined;
  const filter = condition === undefined ? "" : ` FILTER (WHERE ${condition.sql})`;
  const types = new Set(expressions.cols.map(({ type }) => type));
  const some = [...MEASURES, "bool" as const].filter((type) => types.has(type));
  if (some.length === 0) return undefined;
  const made = expressions.make(random.pick(some), random.oneIn(4) ? 1 : 0);
  const arg = made.constant ? expressions.column(made.type) : made;
  if (arg === undefined) return undefined;
  const count = arg.type === "bool" && { sql: `(sum((${arg.sql})::INT)${filter})::HUGEINT` };
  const added = count || sum(arg, most, filter);
  if (added === undefined) return undefined;
  const text = `rate(${arg.text})${condition === undefined ? "" : ` if ${condition.text}`}`;
  return term("f64", { text, level: condition === undefined ? LEVEL.atom : LEVEL.filtered }, added.sql, {
    reach: 1e30,
  });
}

function aggregate(
  random: Random,
  conditions: Conditions,
  most: number,
  condition: string | undefined,
): Term {
  const filter = condition === undefined ? "" : ` FILTER (WHERE ${condition})`;
  const { expressions } = conditions;
  const rows = { low: 0n, high: BigInt(most) };
  const types = [...new Set(expressions.cols.map(({ type }) => type))];
  const pick = (allowed: readonly Type[]): Term | undefined => {
    const some = types.filter((type) => allowed.includes(type));
    if (some.length === 0) return undefined;
    const made = expressions.make(random.pick(some), random.oneIn(4) ? 1 : 0);
    return made.constant ? expressions.column(made.type) : made;
  };
  const count = term("u64", "count()", `(count(*)${filter})::HUGEINT`, rows);
  switch (random.below(10)) {
    case 0: {
      const arg = pick(MEASURES);
      return arg === undefined ? count : sum(arg, most, filter) ?? count;
    }
    case 1:
    case 2: {
      const arg = pick([...MEASURES, "text", "bool"]);
      const name = random.pick(["min", "max"]);
      return arg === undefined ? count : like(arg, `${name}(${arg.text})`, `${name}(${arg.sql})${filter}`);
    }
    case 3: {
      const arg = pick(MEASURES);
      if (arg === undefined || (arg.type === "f64" && !arg.exact)) return count;
      const whole = arg.type === "f64" ? arg.sql : `(${arg.sql})`;
      return term("f64", `avg(${arg.text})`, `(avg(${whole})${filter})::DOUBLE`);
    }
    case 4: {
      const arg = pick(MEASURES);
      return arg === undefined ? count : quantile(random, arg, condition);
    }
    case 5: {
      const arg = pick([...MEASURES, "text", "bool"]);
      if (arg === undefined) return count;
      return term("u64", `distinct(${arg.text})`, `(count(DISTINCT ${arg.sql})${filter})::HUGEINT`, rows);
    }
    case 6: {
      const arg = pick([...MEASURES, "text", "bool"]);
      if (arg === undefined) return count;
      const name = random.pick(["first", "last", "any", "any_value"]);
      const test = `${arg.sql} IS NOT NULL${condition === undefined ? "" : ` AND ${condition}`}`;
      const fn = name === "last" ? "arg_max" : "arg_min";
      return like(arg, `${name}(${arg.text})`, `${fn}(${arg.sql}, ord) FILTER (WHERE ${test})`);
    }
    case 7: {
      const arg = pick(MEASURES);
      const narrow = arg !== undefined && (arg.type === "f64" ? arg.exact : arg.high - arg.low < 1n << 20n);
      if (!narrow || arg.low < -(1n << 20n) || arg.high > 1n << 21n) return count;
      return term("f64", `stddev(${arg.text})`, `stddev_samp((${arg.sql})::DOUBLE)${filter}`);
    }
    case 8: {
      const arg = pick([...MEASURES, "text", "bool"]);
      const by = pick([...MEASURES, "text", "bool"]);
      if (arg === undefined || by === undefined) return count;
      const most = random.oneIn(2);
      const test = `${by.sql} IS NOT NULL${condition === undefined ? "" : ` AND ${condition}`}`;
      // Among equal rows the earliest, and its value even if that is missing.
      const order = `ORDER BY ${by.sql}${most ? " DESC" : ""}, ord`;
      return like(
        arg,
        `${most ? "argmax" : "argmin"}(${arg.text}, ${by.text})`,
        `first(${arg.sql} ${order}) FILTER (WHERE ${test})`,
      );
    }
    default: {
      const arg = random.oneIn(2) ? pick([...MEASURES, "text", "bool"]) : undefined;
      if (arg === undefined) return count;
      const test = arg.type === "bool" ? expressions.column("bool") : arg;
      if (test === undefined) return count;
      return term("u64", `count(${test.text})`, `(count(${test.sql})${filter})::HUGEINT`, rows);
    }
  }
}

/** A term with the same values as the argument. */
function like(arg: Term, text: string, sql: string): Term {
  return { ...arg, constant: false, text, level: LEVEL.atom, sql };
}

/** A sum that cannot overflow its type. */
function sum(arg: Term, most: number, filter: string): Term | undefined {
  if (arg.type === "f64") {
    if (!arg.exact) return undefined;
    return term("f64", `sum(${arg.text})`, `sum(${arg.sql})${filter}`, { reach: arg.reach * most });
  }
  const count = BigInt(most);
  const bounds = {
    low: arg.low < 0n ? arg.low * count : 0n,
    high: arg.high > 0n ? arg.high * count : 0n,
  };
  if (!fitsInto(bounds, arg.type)) return undefined;
  return term(arg.type, `sum(${arg.text})`, `(sum(${arg.sql})${filter})::HUGEINT`, bounds);
}

/** A percentile: the smallest value that at least this part of the values does not exceed. */
function quantile(random: Random, arg: Term, condition: string | undefined): Term {
  const [text, percent] = random.pick<readonly [string, number]>([
    [`median(${arg.text})`, 50],
    [`p90(${arg.text})`, 90],
    [`p99(${arg.text})`, 99],
    ...[0, 1, 7, 14, 25, 29, 55, 57, 58, 70, 95, 100].map((n) =>
      [`percentile(${arg.text}, ${n})`, n] as const
    ),
  ]);
  const test = `${arg.sql} IS NOT NULL${condition === undefined ? "" : ` AND ${condition}`}`;
  const filter = ` FILTER (WHERE ${test})`;
  const place = `greatest(1, ((count(*)${filter}) * ${percent} + 99) // 100)`;
  return like(arg, text, `list_extract(list_sort(list(${arg.sql})${filter}), ${place})`);
}

/** A sum of integers that may overflow, for queries about overflow. */
export function riskySum(arg: Term): Term {
  const low = arg.type === "i64" ? -(1n << 63n) : 0n;
  const high = arg.type === "i64" ? (1n << 63n) - 1n : U64_MAX;
  return term(arg.type, `sum(${arg.text})`, `checked((sum(${arg.sql}))::HUGEINT, ${low}, ${high})`);
}
