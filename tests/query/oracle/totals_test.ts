/**
 * DuckDB counts and sums the same rows: filters, then totals or groups, over tables of several blocks, on one thread
 * and on three. `ORACLE_SEED` sets the first seed.
 */

import { atFullEffort, seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { onThreads } from "../../support/threads.ts";
import { riskySum } from "./aggregates.ts";
import { difference } from "./compare.ts";
import { Conditions } from "./conditions.ts";
import { askable, current, quarryText, type Relation, sqlText, step } from "./relation.ts";
import { columnOf, columnTerm, type Term, term } from "./terms.ts";
import { World } from "./world.ts";

const SIZES = [300, 1000, 5000, 70_000, 200_000];
const TABLES = seeds(10);
const FIRST_SEED = Number(Deno.env.get("ORACLE_SEED") ?? 1);
const QUERIES_PER_TABLE = 12;

function filtered(random: Random, source: World["sources"][number], prefix: string): Relation {
  const start = { cols: source.cols, most: source.rows, text: [source.text], steps: [source.sql], prefix };
  let relation: Relation = start;
  for (let left = random.pick([0, 1, 1, 1, 1, 2]); left > 0; left--) {
    const { text, sql } = new Conditions(random, relation.cols, () => undefined).filter(random.below(3));
    relation = step(relation, `where ${text}`, `SELECT * FROM ${current(relation)} WHERE ${sql}`);
  }
  return relation;
}

/** A count, an average or a sum. */
function amount(random: Random, { cols }: Relation): Term {
  const numbers = askable(cols).filter(({ type }) => type === "u64" || type === "i64");
  const any = columnTerm(random.pick(askable(cols))), number = columnTerm(random.pick(numbers));
  switch (random.below(5)) {
    case 0:
      return term("u64", "count()", "count(*)::HUGEINT");
    case 1:
      return term("u64", `count(${any.text})`, `count(${any.sql})::HUGEINT`);
    case 2: {
      const { text, sql } = number;
      return term("f64", `avg(${text})`, `(sum(${sql})::DOUBLE / count(${sql}))::DOUBLE`);
    }
    default:
      return riskySum(number);
  }
}

/** A column, or the power of two below it. */
function groupKey(random: Random, { cols }: Relation): Term {
  const column = random.pick(askable(cols).filter(({ type }) => type !== "f64"));
  const { text, sql } = columnTerm(column);
  return column.type === "u64" && random.oneIn(2)
    ? term("u64", `bucket(${text})`, `(length(bin((${sql})::UBIGINT)) - 1)::HUGEINT`)
    : columnTerm(column);
}

function summed(random: Random, relation: Relation): Relation {
  const amounts = Array.from({ length: 1 + random.below(4) }, () => amount(random, relation));
  const keys = random.oneIn(2)
    ? []
    : Array.from({ length: random.oneIn(4) ? 2 : 1 }, () => groupKey(random, relation));
  const named = (terms: readonly Term[], letter: string): string =>
    terms.map(({ text }, at) => `${letter}${at} = ${text}`).join(", ");
  const columns = [
    ...keys.map((each, at) => columnOf(`k${at}`, each)),
    ...amounts.map((each, at) => columnOf(`m${at}`, each)),
  ];
  const list = [...keys, ...amounts].map(({ sql }, at) => `${sql} AS ${columns[at]!.name}`).join(", ");
  const from = current(relation);
  const text = `summarize ${named(amounts, "m")}`;
  if (keys.length === 0) return step(relation, text, `SELECT ${list}, 0 AS ord FROM ${from}`, columns, 1);
  const places = keys.map((_, at) => at + 1).join(", ");
  const sql = `SELECT ${list}, min(ord) AS ord FROM ${from} GROUP BY ${places}`;
  return step(relation, `${text} by ${named(keys, "k")}`, sql, columns);
}

Deno.test(
  atFullEffort("Session counts and sums random rows like DuckDB, on one thread and on three"),
  async () => {
    const failures: string[] = [];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + TABLES; seed++) {
      const world = await World.make(seed, SIZES[seed % SIZES.length]!);
      const random = new Random(seed + 991);
      const sources = world.sources.filter(({ rows }) => rows > 0);
      for (let number = 0; number < QUERIES_PER_TABLE; number++) {
        const relation = summed(random, filtered(random, random.pick(sources), `s${number}_`));
        const [text, sql] = [quarryText(relation), sqlText(relation)];
        const expected = await world.duck.answer(sql);
        for (const threads of [1, 3]) {
          const found = difference(await onThreads(threads, () => world.ask(text)), expected);
          if (found) {
            failures.push(
              `seed ${seed}, query ${number}, ${threads} threads: ${found}\n${text}\n${sql}`,
            );
          }
        }
      }
      world.close();
    }
    if (failures.length > 0) throw new Error(`${failures.length} differences\n\n${failures.join("\n\n")}`);
  },
);
