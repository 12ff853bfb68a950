/** `by KEYS pivot X: AGGREGATES` as the database's own PIVOT. */

import type { Random } from "../../support/random.ts";
import type { Conditions } from "./conditions.ts";
import {
  askable,
  type Col,
  columnList,
  current,
  quoted,
  type Relation,
  shown,
  step,
  written,
} from "./relation.ts";
import type { Value } from "./tables.ts";
import { columnTerm, constantTerm, inside, LEVEL, type Term } from "./terms.ts";
import type { Measures } from "./timelines.ts";

/** Keys or aggregates of the rows. */
type MakeList = (rows: Relation, count: number) => Measures;

/** The values that become columns, as a query and as SQL, with the names of their columns. */
interface Turned {
  readonly relation: Relation;
  readonly x: Term;
  readonly text: string;
  readonly values: readonly { readonly sql: string; readonly name: string }[];
}

/** `by keys pivot x in {…}: aggregates`, or without a list for columns whose values are known. */
export function pivot(
  random: Random,
  given: Relation,
  conditions: Conditions,
  lists: { readonly keys: MakeList; readonly measures: MakeList },
): Relation | undefined {
  const turned = random.oneIn(2) ? listed(random, given, conditions) : known(random, given);
  if (turned === undefined || turned.values.length === 0) return undefined;
  const { relation, x, values } = turned;
  const keys = lists.keys(relation, 1 + random.below(2));
  const made = lists.measures(relation, 1 + random.below(2));
  // The database does not distinguish "a" from "A" in names.
  const taken = [...keys.cols, ...values].map(({ name }) => name.toLowerCase());
  if (new Set(taken).size < taken.length) return undefined;
  const groups = `SELECT ${keys.sql.join(", ")}, ${x.sql} AS turned, ${made.sql.join(", ")}, ` +
    `min(ord) AS first_of_all FROM ${current(relation)} GROUP BY ${
      [...keys.sql, ""].map((_, at) => at + 1).join(", ")
    }`;
  const names = keys.cols.map(({ name }) => quoted(name)).join(", ");
  const numbered = `SELECT *, min(first_of_all) OVER (PARTITION BY ${names}) AS ord FROM (${groups})`;
  const list = values.map(({ sql }) => sql.replaceAll(/^\(|\)::HUGEINT$/g, "")).join(", ");
  const pivoted = `PIVOT (${numbered}) ON turned IN (${list}) USING ${
    made.cols.map(({ name }) => `first(${name}) AS ${name}`).join(", ")
  } GROUP BY ${names}, ord`;
  const cols = keys.cols.map(({ values: _, ...col }): Col => col);
  const columns = keys.cols.map(({ name }) => quoted(name));
  const isWhole = x.type === "u64" || x.type === "i64";
  for (const { name } of values) {
    for (const [at, col] of made.cols.entries()) {
      const own = made.cols.length === 1 ? name : `${name}_${col.name}`;
      const theirs = quoted(`${name === "empty" && !isWhole ? "" : name}_${col.name}`);
      columns.push(`${made.counts[at] ? `coalesce(${theirs}, 0)` : theirs} AS ${quoted(own)}`);
      cols.push({ ...col, name: own });
    }
  }
  const order = ["text", "bool"].includes(made.cols[0]!.type)
    ? ""
    : `${quoted(cols[keys.cols.length]!.name)} DESC NULLS LAST, `;
  const sql = `SELECT ${columnList(cols)}, row_number() OVER (ORDER BY ${order}ord) AS ord FROM (SELECT ${
    columns.join(", ")
  }, ord FROM (${pivoted}))`;
  return step(relation, `by ${keys.text} pivot ${turned.text}: ${made.text}`, sql, cols);
}

/** Any value, with a list of some of its values. */
function listed(random: Random, relation: Relation, { expressions }: Conditions): Turned | undefined {
  const type = random.pick(["text", "u64", "i64", "bool"] as const);
  const plain = relation.cols.filter((col) => col.type === "u64" && col.values !== undefined);
  // Calculated addresses would name their columns in hexadecimal.
  if (type === "u64" && plain.length === 0) return undefined;
  const x = type === "u64" ? columnTerm(random.pick(plain)) : expressions.make(type, random.below(2));
  if (x.constant) return undefined;
  const found = Array.from({ length: 1 + random.below(3) }, () => expressions.near(x));
  const some = found.filter(({ text }, at) => found.findIndex((each) => each.text === text) === at);
  return {
    relation,
    x,
    text: `${inside(x, LEVEL.xor)} in {${some.map(({ text }) => text).join(", ")}}`,
    values: some.map(({ sql, samples: [value] }) => ({ sql, name: nameOf(value!) })),
  };
}

/** A column whose values are known: all, or those that an earlier filter leaves. */
function known(random: Random, relation: Relation): Turned | undefined {
  const some = askable(shown(relation.cols)).filter(({ values, type }) =>
    values !== undefined || type === "bool"
  );
  if (some.length === 0) return undefined;
  const col = random.pick(some);
  const x = columnTerm(col);
  const all = col.values ?? [false, true];
  const value = (each: Value): Term => constantTerm(col.type, each as bigint | string | boolean);
  const name = written(col.name);
  const isFiltered = col.values !== undefined && all.length > 1 && random.oneIn(2);
  const picked = isFiltered ? all.filter(() => random.oneIn(3)) : [];
  if (picked.length === 0) {
    return {
      relation,
      x,
      text: name,
      values: all.map((each) => ({ sql: value(each).sql, name: nameOf(each) })),
    };
  }
  const list = picked.map((each) => value(each));
  const negated = random.oneIn(2);
  const text = list.length === 1 && random.oneIn(2)
    ? `where ${name} ${negated ? "!=" : "=="} ${list[0]!.text}`
    : `where ${name} ${negated ? "not in" : "in"} {${list.map((each) => each.text).join(", ")}}`;
  const filter = `${x.sql} ${negated ? "NOT IN" : "IN"} (${list.map(({ sql }) => sql).join(", ")})`;
  const left = all.filter((each) => picked.includes(each) !== negated);
  return {
    relation: step(relation, text, `SELECT * FROM ${current(relation)} WHERE coalesce(${filter}, false)`),
    x,
    text: name,
    values: left.map((each) => ({ sql: value(each).sql, name: nameOf(each) })),
  };
}

function nameOf(value: Value): string {
  return value === "" ? "empty" : String(value);
}
