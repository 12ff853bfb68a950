/** Random `match` and `sessions` stages, as queries and as SQL. */

import type { Random } from "../../support/random.ts";
import type { Conditions } from "./conditions.ts";
import { askable, type Col, current, quoted, type Relation, shown, step, written } from "./relation.ts";
import { columnTerm } from "./terms.ts";

/** Columns of numbers that measure a distance, once they are renamed to `seq` or `time`. */
export function measured(
  random: Random,
  relation: Relation,
): { readonly relation: Relation; readonly col: Col } | undefined {
  const some = askable(shown(relation.cols)).filter(({ type }) => type === "u64" || type === "time");
  const names = new Set(relation.cols.map(({ name }) => name));
  if (some.length === 0 || names.has("seq") || names.has("time")) return undefined;
  const col = random.pick(some);
  const name = col.type === "time" ? "time" : "seq";
  const cols = relation.cols.map((each) => each === col ? { ...col, name } : each);
  const list = relation.cols.map((each) =>
    each === col ? `${quoted(col.name)} AS ${name}` : quoted(each.name)
  );
  const sql = `SELECT ${list.join(", ")}, ord FROM ${current(relation)}`;
  const renamed = step(relation, `rename ${name} = ${written(col.name)}`, sql, cols);
  return { relation: renamed, col: { ...col, name } };
}

function distance(
  random: Random,
  { type, high, low }: Col,
): { readonly text: string; readonly value: bigint } {
  const value = random.pick([1n, 3n, 50n, 1_000_000n, (high - low) / 50n + 1n]);
  return { text: type === "time" ? `${value}ns` : `${value}`, value };
}

/** A random `match (…) then (…) [on …] [within …] [until (…)]`. */
export function sequences(
  random: Random,
  given: Relation,
  conditionsOf: (relation: Relation) => Conditions,
): Relation | undefined {
  const near = random.oneIn(2) ? measured(random, given) : undefined;
  const relation = near?.relation ?? given;
  const conditions = conditionsOf(relation);
  const steps = Array.from({ length: 1 + random.below(3) }, () => conditions.make(1));
  const until = random.oneIn(3) ? conditions.make(1) : undefined;
  const keys = random.oneIn(4)
    ? []
    : [random.pick(askable(shown(relation.cols)))].filter(({ type }) => type !== "f64");
  const names = ["p", "q", "r"];
  const within = near && distance(random, near.col);
  const text = `match ${steps.map(({ text }, at) => `(${text} as ${names[at]})`).join(" then ")}` +
    `${keys.length === 0 ? "" : ` on ${keys.map(({ name }) => written(name)).join(", ")}`}` +
    `${within === undefined ? "" : ` within ${within.text}`}${
      until === undefined ? "" : ` until (${until.text})`
    }`;
  const flags = [...steps, ...(until === undefined ? [] : [until])]
    .map(({ sql }, at) => `coalesce((${sql}), false) AS pass${at}`);
  const partition = keys.length === 0
    ? ""
    : `PARTITION BY ${keys.map(({ name }) => quoted(name)).join(", ")} `;
  const later = `OVER (${partition}ORDER BY ord ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)`;
  const nexts = flags.map((_, at) => `min(CASE WHEN pass${at} THEN ord END) ${later} AS next${at}`);
  const test = keys.map(({ name }) => `${quoted(name)} IS NOT NULL`).join(" AND ") || "true";
  const linked = `SELECT *, ${nexts.join(", ")} FROM (SELECT *, ${flags.join(", ")} FROM ${
    current(relation)
  }) WHERE ${test}`;
  const last = steps.length - 1;
  const joins = steps.slice(1).map((_, at) =>
    `JOIN linked ${names[at + 1]} ON ${names[at + 1]}.ord = ${names[at]}.next${at + 1}`
  );
  const conditionsToo = [
    "p.pass0",
    ...(until === undefined
      ? []
      : [`(p.next${steps.length} IS NULL OR p.next${steps.length} >= ${names[last]}.ord)`]),
    ...(within === undefined
      ? []
      : [`abs(${names[last]}.${near!.col.name} - p.${near!.col.name}) <= ${within.value}`]),
  ];
  const gone = new Set(keys.map(({ name }) => name));
  const own = relation.cols.filter(({ name }) => !gone.has(name));
  const cols: Col[] = [
    ...keys,
    ...steps.flatMap((_, at) => own.map((col) => ({ ...col, name: `${names[at]}.${col.name}` }))),
  ];
  const list = [
    ...keys.map(({ name }) => `p.${quoted(name)}`),
    ...steps.flatMap((_, at) =>
      own.map(({ name }) => `${names[at]}.${quoted(name)} AS ${quoted(`${names[at]}.${name}`)}`)
    ),
    "p.ord",
  ];
  const sql = `WITH linked AS (${linked}) SELECT ${list.join(", ")} FROM linked p ${joins.join(" ")} WHERE ${
    conditionsToo.join(" AND ")
  }`;
  return step(relation, text, sql, cols);
}

/** A random `sessions gap … [by …]: count()` with the sum of a small value. */
export function stretches(random: Random, given: Relation, name: () => string): Relation | undefined {
  const near = measured(random, given);
  if (near === undefined) return undefined;
  const { relation, col } = near;
  const gap = distance(random, col);
  const keys = Array.from({ length: random.below(3) }, () => random.pick(askable(shown(relation.cols))))
    .filter((key, at, all) => key.type !== "f64" && all.indexOf(key) === at);
  if (keys.some((each) => ["from", "to"].includes(each.name))) return undefined;
  const count = name();
  const key = (each: Col): string => quoted(each.name);
  const partition = keys.length === 0 ? "" : `PARTITION BY ${keys.map(key).join(", ")} `;
  const over = `OVER (${partition}ORDER BY ${col.name}, ord)`;
  const paused =
    `SELECT *, CASE WHEN ${col.name} - lag(${col.name}) ${over} > ${gap.value} THEN 1 ELSE 0 END AS pause ` +
    `FROM ${current(relation)} WHERE ${col.name} IS NOT NULL`;
  const numbered = `SELECT *, sum(pause) ${
    over.slice(0, -1)
  } ROWS UNBOUNDED PRECEDING) AS stretch FROM (${paused})`;
  const made = [
    ...keys.map((each) => ({ ...each })),
    { ...columnTerm(col), name: "from" },
    { ...columnTerm(col), name: "to" },
    { name: count, type: "u64", low: 0n, high: BigInt(relation.most), reach: 0, exact: false, samples: [] },
  ] as Col[];
  const names = keys.map((each) => key(each));
  const sql =
    `SELECT ${
      names.map((each) => `${each}, `).join("")
    }min(${col.name}) AS "from", max(${col.name}) AS "to", ` +
    `count(*)::HUGEINT AS ${count}, min(ord) AS ord FROM (${numbered}) GROUP BY ${
      [...names, "stretch"].join(", ")
    }`;
  const by = keys.length === 0 ? "" : ` by ${keys.map((each) => written(each.name)).join(", ")}`;
  const cols = made.map(({ name, type, low, high, reach, exact, samples }) => ({
    name,
    type,
    low,
    high,
    reach,
    exact,
    samples,
  }));
  return step(relation, `sessions gap ${gap.text}${by}: ${count} = count()`, sql, cols);
}
