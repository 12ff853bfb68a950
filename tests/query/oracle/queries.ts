/** Random pipelines: a source and some stages, each with its translation. */

import type { Random } from "../../support/random.ts";
import { randomAggregate, randomMeasure, randomRate } from "./aggregates.ts";
import { asOfJoin } from "./as_of.ts";
import { Conditions } from "./conditions.ts";
import { comparison, type SharedKey } from "./differences.ts";
import {
  askable,
  type Col,
  columnList,
  current,
  outOfSight,
  quoted,
  type Relation,
  shown,
  step,
  written,
} from "./relation.ts";
import { measured, sequences, stretches } from "./sequences.ts";
import { pivot } from "./pivots.ts";
import { histogram } from "./slices.ts";
import { columnOf, columnTerm, type Term } from "./terms.ts";
import type { Type } from "./tables.ts";
import { EDGES, type Measures, RATE_UNIT, timeline } from "./timelines.ts";
import { windows } from "./windows.ts";

/** A table that queries may begin with. */
export interface Source {
  /** The source in a query: `events`, `events of b`. */
  readonly text: string;
  /** Name of the table in the database. */
  readonly sql: string;
  readonly cols: readonly Col[];
  readonly rows: number;
  /** Whether a filter alone is a query on this table. */
  readonly main?: boolean;
}

/** Maximum number of pairs of rows that a join compares. */
const MOST_PAIRS = 4_000_000;
/** Maximum number of rows of a join. */
const MOST_ROWS = 50_000;
/** Maximum number of stages of one query. */
const MOST_STAGES = 5;

/** Generates queries over some sources. */
export class Queries {
  readonly #random: Random;
  readonly #sources: readonly Source[];
  #names = 0;
  #prefixes = 0;

  constructor(random: Random, sources: readonly Source[]) {
    this.#random = random;
    this.#sources = sources;
  }

  /** A source without stages. */
  begin(): Relation {
    const random = this.#random;
    const full = this.#sources.filter(({ rows }) => rows > 0);
    const source = random.pick(full.length > 0 && !random.oneIn(12) ? full : this.#sources);
    const { cols, rows, text, sql } = source;
    return { cols, most: rows, text: [text], steps: [sql], prefix: `s${++this.#prefixes}_` };
  }

  /** A complete query. */
  make(): Relation {
    let relation = this.#random.oneIn(20) ? this.#diff() ?? this.begin() : this.begin();
    const stages = 1 + this.#random.below(MOST_STAGES);
    for (let stage = 0; stage < stages; stage++) relation = this.stage(relation);
    return relation;
  }

  /** Adds one stage. */
  stage(relation: Relation): Relation {
    const random = this.#random;
    switch (random.below(21)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return this.#where(relation);
      case 4:
      case 5:
        return this.#extend(relation);
      case 6:
        return this.#select(relation);
      case 7:
      case 8:
        return this.#group(relation);
      case 9:
        return this.#summarize(relation);
      case 10:
        return this.#sort(relation);
      case 11:
        return random.oneIn(3) ? this.#topPer(relation) : this.#top(relation);
      case 12:
        return this.#some(relation);
      case 13:
        return this.#distinct(relation);
      case 14:
        return this.#join(relation);
      case 15:
        return this.#hist(relation);
      case 16:
        return this.#timeline(relation) ?? this.#where(relation);
      case 17:
      case 18:
        return windows(random, relation, (rows) => this.conditions(rows), () => this.#name());
      case 19:
        return this.#sequence(relation) ?? this.#where(relation);
      default:
        return random.oneIn(3) ? count(relation) : this.#rename(relation);
    }
  }

  #sequence(input: Relation): Relation | undefined {
    const random = this.#random;
    const relation = outOfSight(input);
    return random.oneIn(2)
      ? stretches(random, relation, () => this.#name())
      : sequences(random, relation, (rows) => this.conditions(rows));
  }

  conditions(relation: Relation): Conditions {
    return new Conditions(this.#random, relation.cols, (type) => this.#subQuery(type));
  }

  /** The type of a random column. */
  #type({ cols }: Relation): Type {
    return this.#random.pick(askable(cols)).type;
  }

  #name(): string {
    return `x${++this.#names}`;
  }

  /** A query of one column of a type. */
  #subQuery(type: Type): { text: string; sql: string } | undefined {
    const random = this.#random;
    const start = this.begin();
    const some = askable(shown(start.cols)).filter((col) => col.type === type);
    if (some.length === 0) return undefined;
    const col = random.pick(some);
    const plain = new Conditions(random, start.cols, () => undefined);
    const condition = plain.make(1);
    const few = random.below(20);
    const text = `${start.text[0]} | where ${condition.text} | take ${few} | select ${written(col.name)}`;
    const sql = `SELECT ${quoted(col.name)} FROM (SELECT * FROM ${
      start.steps[0]
    } WHERE ${condition.sql} ORDER BY ord LIMIT ${few})`;
    return { text, sql };
  }

  #where(relation: Relation): Relation {
    const { text, sql } = this.conditions(relation).filter(this.#random.below(4));
    // A filter may exclude values, which then are not columns of a pivot.
    const cols = relation.cols.map(({ values, ...col }): Col =>
      values === undefined || text.includes(col.name) ? col : { ...col, values }
    );
    return step(relation, `where ${text}`, `SELECT * FROM ${current(relation)} WHERE ${sql}`, cols);
  }

  #extend(relation: Relation): Relation {
    const random = this.#random;
    const { expressions } = this.conditions(relation);
    const made = expressions.make(this.#type(relation), 3);
    const replaced = random.oneIn(6) ? random.pick(shown(relation.cols)).name : undefined;
    const name = replaced ?? this.#name();
    const col = columnOf(name, made);
    const cols = replaced
      ? relation.cols.map((each) => each.name === name ? col : each)
      : [...relation.cols, col];
    const list = cols.map((each) => each === col ? `${made.sql} AS ${quoted(name)}` : quoted(each.name));
    return step(
      relation,
      `extend ${written(name)} = ${made.text}`,
      `SELECT ${list.join(", ")}, ord FROM ${current(relation)}`,
      cols,
    );
  }

  /** Keys or columns: expressions under new names, or unchanged columns. */
  #list(relation: Relation, count: number): { text: string; sql: string[]; cols: Col[] } {
    const random = this.#random;
    const { expressions } = this.conditions(relation);
    const texts: string[] = [];
    const sql: string[] = [];
    const cols: Col[] = [];
    for (let at = 0; at < count; at++) {
      const made: Term = expressions.make(this.#type(relation), random.oneIn(3) ? 2 : 0);
      const column = shown(relation.cols).find(({ name }) => written(name) === made.text);
      const plain = column !== undefined && !cols.some(({ name }) => name === column.name);
      const name = plain ? column.name : this.#name();
      texts.push(plain ? made.text : `${name} = ${made.text}`);
      sql.push(`${made.sql} AS ${quoted(name)}`);
      cols.push(columnOf(name, made));
    }
    return { text: texts.join(", "), sql, cols };
  }

  #select(relation: Relation): Relation {
    const { text, sql, cols } = this.#list(relation, 1 + this.#random.below(4));
    return step(relation, `select ${text}`, `SELECT ${sql.join(", ")}, ord FROM ${current(relation)}`, cols);
  }

  #rename(input: Relation): Relation {
    const random = this.#random;
    const relation = outOfSight(input);
    const col = random.pick(relation.cols);
    const cols = relation.cols.filter((each) => each !== col);
    if (askable(cols).length > 0 && random.oneIn(2)) {
      return step(
        relation,
        `drop ${written(col.name)}`,
        `SELECT ${columnList(cols)}, ord FROM ${current(relation)}`,
        cols,
      );
    }
    const name = this.#name();
    const list = relation.cols.map((each) =>
      each === col ? `${quoted(col.name)} AS ${name}` : quoted(each.name)
    );
    return step(
      relation,
      `rename ${name} = ${written(col.name)}`,
      `SELECT ${list.join(", ")}, ord FROM ${current(relation)}`,
      relation.cols.map((each) => each === col ? { ...col, name } : each),
    );
  }

  #aggregates(relation: Relation, count: number, calculated = true): Measures {
    const make = calculated ? randomMeasure : randomAggregate;
    const made = Array.from({ length: count }, () => {
      const name = this.#name();
      const { text, ...rest } = make(this.#random, this.conditions(relation), relation.most);
      return { name, text, rest };
    });
    return {
      counts: made.map(({ text }) => /^(?:count|distinct)\(/.test(text)),
      text: made.map(({ name, text }) => `${name} = ${text}`).join(", "),
      sql: made.map(({ name, rest }) => `${rest.sql} AS ${name}`),
      cols: made.map(({ name, rest }) => columnOf(name, { ...rest, text: "" })),
    };
  }

  #hist(relation: Relation): Relation {
    const { expressions } = this.conditions(relation);
    const value = expressions.make(this.#type(relation), this.#random.oneIn(3) ? 2 : 0);
    return histogram(this.#random, relation, value) ?? this.#where(relation);
  }

  #timeline(given: Relation): Relation | undefined {
    const random = this.#random;
    const relation = outOfSight(measured(random, given)?.relation ?? given);
    const measures = this.#withRates(relation, this.#aggregates(relation, 1 + random.below(3), false));
    if (random.oneIn(2)) return timeline(random, relation, measures);
    const { text, sql, cols } = this.#list(relation, 1 + random.below(2));
    if (cols.some(({ name }) => EDGES.includes(name))) return undefined;
    return timeline(random, relation, measures, { text, sql, cols, counts: [] });
  }

  /** Sometimes adds the rate of a value to the aggregates. */
  #withRates(relation: Relation, measures: Measures): Measures {
    const random = this.#random;
    const rate = random.oneIn(2) ? randomRate(random, this.conditions(relation), relation.most) : undefined;
    if (rate === undefined) return measures;
    const name = this.#name();
    return {
      text: `${measures.text}, ${name} = ${rate.text}`,
      sql: [...measures.sql, `coalesce(${rate.sql}, 0)::DOUBLE / ${RATE_UNIT} AS ${name}`],
      cols: [...measures.cols, columnOf(name, rate)],
      counts: [...measures.counts, true],
    };
  }

  /** A comparison of two tables with equal columns, or of one with itself. */
  #diff(): Relation | undefined {
    const random = this.#random;
    let before = this.begin();
    if (random.oneIn(2)) before = this.#where(before);
    let after = this.begin();
    if (random.oneIn(2)) after = this.#where(after);
    const both = askable(shown(before.cols)).flatMap((col) => {
      const other = askable(shown(after.cols)).find(({ name, type }) =>
        name === col.name && type === col.type
      );
      return other ? [[col, other] as const] : [];
    });
    if (both.length === 0) return undefined;
    const keys: SharedKey[] = [];
    for (let count = 1 + random.below(2); count > 0; count--) {
      const [col, other] = random.pick(both);
      if (keys.some(({ name }) => name === col.name)) continue;
      keys.push({
        name: col.name,
        text: written(col.name),
        before: columnTerm(col),
        after: columnTerm(other),
      });
    }
    return comparison(before, after, keys, `s${++this.#prefixes}_`);
  }

  /** `by keys` alone: rows and bytes. */
  #byDefault(relation: Relation): Relation | undefined {
    const keys = this.#list(relation, 1 + this.#random.below(2));
    if (keys.cols.some(({ name }) => name === "count" || name === "bytes")) return undefined;
    const size = shown(relation.cols).find(({ name, type }) => name === "size" && type !== "time");
    const measures = [["count", "count(*)::HUGEINT"]];
    if (size !== undefined) {
      if (size.opaque || size.type !== "u64" || size.high * BigInt(relation.most) >= 1n << 64n) {
        return undefined;
      }
      measures.push(["bytes", `sum("size")::HUGEINT`]);
    }
    const high = (size?.high ?? 1n) * BigInt(relation.most);
    const cols = [
      ...keys.cols,
      ...measures.map(([name]): Col => ({
        name: name!,
        type: "u64",
        low: 0n,
        high,
        reach: 0,
        exact: false,
        samples: [],
      })),
    ];
    const list = [...keys.sql, ...measures.map(([name, sql]) => `${sql} AS ${name}`)];
    const groups = `SELECT ${list.join(", ")}, min(ord) AS ord FROM ${current(relation)} ` +
      `GROUP BY ${keys.sql.map((_, at) => at + 1).join(", ")}`;
    const sql = `SELECT ${columnList(cols)}, row_number() OVER (ORDER BY ${
      measures.at(-1)![0]
    } DESC NULLS LAST, ord) AS ord FROM (${groups})`;
    return step(relation, `by ${keys.text}`, sql, cols);
  }

  /** `by keys: aggregates`, the largest first, or `summarize … by`, in the order of the rows. */
  #group(relation: Relation): Relation {
    const random = this.#random;
    const turned = random.oneIn(3) ? this.#pivot(relation) : undefined;
    if (turned) return turned;
    const simple = random.oneIn(6) ? this.#byDefault(relation) : undefined;
    if (simple) return simple;
    const keys = this.#list(relation, 1 + random.below(3));
    const made = this.#aggregates(relation, 1 + random.below(3));
    const cols = [...keys.cols, ...made.cols];
    const groups =
      `SELECT ${[...keys.sql, ...made.sql].join(", ")}, min(ord) AS ord FROM ${current(relation)} ` +
      `GROUP BY ${keys.sql.map((_, at) => at + 1).join(", ")}`;
    if (random.oneIn(2)) return step(relation, `summarize ${made.text} by ${keys.text}`, groups, cols);
    const first = made.cols[0]!;
    const order = ["text", "bool"].includes(first.type) ? "" : `${first.name} DESC NULLS LAST, `;
    const sql = `SELECT ${
      columnList(cols)
    }, row_number() OVER (ORDER BY ${order}ord) AS ord FROM (${groups})`;
    return step(relation, `by ${keys.text}: ${made.text}`, sql, cols);
  }

  #pivot(relation: Relation): Relation | undefined {
    return pivot(this.#random, relation, this.conditions(relation), {
      keys: (rows, count) => ({ ...this.#list(rows, count), counts: [] }),
      measures: (rows, count) => this.#aggregates(rows, count, false),
    });
  }

  #summarize(relation: Relation): Relation {
    const made = this.#aggregates(relation, 1 + this.#random.below(4));
    const sql = `SELECT ${made.sql.join(", ")}, 0 AS ord FROM ${current(relation)}`;
    return step(relation, `summarize ${made.text}`, sql, made.cols, 1);
  }

  #distinct(relation: Relation): Relation {
    const { text, sql, cols } = this.#list(relation, 1 + this.#random.below(3));
    const groups = `SELECT ${sql.join(", ")}, min(ord) AS ord FROM ${current(relation)} ` +
      `GROUP BY ${sql.map((_, at) => at + 1).join(", ")}`;
    return step(relation, `distinct ${text}`, groups, cols);
  }

  #key(relation: Relation): { text: string; sql: string } {
    const { expressions } = this.conditions(relation);
    const made = expressions.make(this.#type(relation), this.#random.oneIn(4) ? 2 : 0);
    return made.constant ? columnTerm(askable(relation.cols)[0]!) : made;
  }

  #sort(relation: Relation): Relation {
    const random = this.#random;
    const keys = Array.from({ length: 1 + random.below(3) }, () => {
      const { text, sql } = this.#key(relation);
      const direction = random.pick(["", " asc", " desc"]);
      const nulls = random.pick(["", "", " nulls first", " nulls last"]);
      const order = `${sql}${direction === " desc" ? " DESC" : ""} NULLS ${
        nulls === " nulls first" ? "FIRST" : "LAST"
      }`;
      return { text: text + direction + nulls, sql: order };
    });
    const order = keys.map(({ sql }) => sql).join(", ");
    const cols = shown(relation.cols);
    const sql = `SELECT ${columnList(cols)}, row_number() OVER (ORDER BY ${order}, ord) AS ord ` +
      `FROM ${current(relation)}`;
    return step(relation, `sort ${keys.map(({ text }) => text).join(", ")}`, sql, cols);
  }

  #top(relation: Relation): Relation {
    const random = this.#random;
    const { text, sql } = this.#key(relation);
    const limit = random.below(12);
    const ascending = random.oneIn(3);
    const nulls = random.oneIn(4) ? "first" : "last";
    const order = `${sql}${ascending ? "" : " DESC"} NULLS ${nulls}, ord`;
    const cols = shown(relation.cols);
    const rows = `SELECT ${columnList(cols)}, row_number() OVER (ORDER BY ${order}) AS ord FROM ${
      current(relation)
    }`;
    const made = `SELECT * FROM (${rows}) WHERE ord <= ${limit}`;
    return step(
      relation,
      `top ${limit} by ${text}${ascending ? " asc" : ""}${nulls === "first" ? " nulls first" : ""}`,
      made,
      cols,
      Math.min(limit, relation.most),
    );
  }

  /** The first rows of each group: groups ordered by their best row, equal rows in their order. */
  #topPer(relation: Relation): Relation {
    const random = this.#random;
    const { text, sql } = this.#key(relation);
    const groups = Array.from({ length: 1 + random.below(2) }, () => this.#key(relation));
    const limit = random.below(4);
    const ascending = random.oneIn(3);
    const cols = shown(relation.cols);
    const key = `${sql}${ascending ? "" : " DESC"} NULLS LAST`;
    const parted = groups.map((each, at) => `${each.sql} AS group_${at}`).join(", ");
    const partition = groups.map((_, at) => `group_${at}`).join(", ");
    const ranked = `SELECT *, row_number() OVER (ORDER BY ${key}, ord) AS place, ${parted} FROM ${
      current(relation)
    }`;
    const placed = `SELECT *, min(place) OVER (PARTITION BY ${partition}) AS best, ` +
      `row_number() OVER (PARTITION BY ${partition} ORDER BY place) AS nth FROM (${ranked})`;
    return step(
      relation,
      `top ${limit} by ${text}${ascending ? " asc" : ""} per ${groups.map((each) => each.text).join(", ")}`,
      `SELECT ${columnList(cols)}, row_number() OVER (ORDER BY best, place) AS ord FROM (${placed}) ` +
        `WHERE nth <= ${limit}`,
      cols,
    );
  }

  /** `take`, `skip`, `tail`, `sample`. */
  #some(
    relation: Relation,
    word = this.#random.pick(["take", "skip", "tail", "sample"]),
    n = this.#random.pick([0, 1, 2, 5, 20, 100]),
  ): Relation {
    const numbered = `SELECT *, row_number() OVER (ORDER BY ord) - 1 AS nth, count(*) OVER () AS total FROM ${
      current(relation)
    }`;
    const place = `((nth * ${n} + total - 1) // total)`;
    const test = word === "take"
      ? `nth < ${n}`
      : word === "skip"
      ? `nth >= ${n}`
      : word === "tail"
      ? `nth >= total - ${n}`
      // The row of each of n equal steps.
      : `total <= ${n} OR (${place} * total // ${Math.max(n, 1)} = nth AND ${place} < ${n})`;
    const sql = `SELECT ${columnList(relation.cols)}, ord FROM (${numbered}) WHERE ${test}`;
    return step(
      relation,
      `${word} ${n}`,
      word === "sample" && n === 0 ? `SELECT * FROM ${current(relation)} WHERE false` : sql,
      relation.cols,
      word === "skip" ? relation.most : Math.min(n, relation.most),
    );
  }

  #join(input: Relation): Relation {
    const random = this.#random;
    const found = random.oneIn(2) ? this.#lookUp(outOfSight(input)) : undefined;
    if (found) return found;
    let right = this.begin();
    if (random.oneIn(2)) right = this.#where(right);
    if (random.oneIn(3)) right = this.#group(right);
    if (random.oneIn(2) && input.most * right.most <= MOST_PAIRS) {
      return asOfJoin(random, outOfSight(input), outOfSight(right)) ?? this.#where(input);
    }
    const kind = random.pick(["inner", "left", "anti", "semi"]);
    // A join of everything with everything takes minutes.
    const most = Math.max(1, Math.floor(MOST_ROWS / Math.max(1, input.most)));
    if ((kind === "inner" || kind === "left") && right.most > most) right = this.#some(right, "take", most);
    right = outOfSight(right);
    const relation = outOfSight(input);
    const some = keyPairs(relation, right);
    if (some.length === 0 || relation.most * right.most > MOST_PAIRS) return this.#where(input);
    const on = [random.pick(some), ...(random.oneIn(3) ? [random.pick(some)] : [])]
      .filter((pair, at, all) => all.findIndex((each) => each[0] === pair[0] || each[1] === pair[1]) === at);
    return joined(kind, relation, right, on, relation.most * right.most);
  }

  /** A join with at most one row on the right for each on the left, however long both are. */
  #lookUp(relation: Relation): Relation | undefined {
    const random = this.#random;
    let right = outOfSight(this.begin());
    const grouped = random.oneIn(2);
    const pairs = keyPairs(relation, right).filter(([, r]) => grouped || r.unique);
    if (pairs.length === 0) return undefined;
    const same = pairs.filter(([l, r]) => l.name === r.name);
    const [left, { name }] = random.pick(same.length > 0 && !random.oneIn(4) ? same : pairs);
    if (random.oneIn(3)) right = outOfSight(this.#where(right));
    const key = right.cols.find((col) => col.name === name)!;
    if (grouped) {
      const { text, sql, cols } = this.#aggregates(right, 1 + random.below(2));
      const groups = `SELECT ${[quoted(key.name), ...sql].join(", ")}, min(ord) AS ord ` +
        `FROM ${current(right)} GROUP BY 1`;
      right = step(right, `summarize ${text} by ${written(key.name)}`, groups, [key, ...cols]);
    }
    // A key that may be missing is combined with one that is not.
    const more = keyPairs(relation, right).filter(([l, r]) => l !== left && r !== key);
    const on = [[left, key] as const, ...(more.length > 0 && random.oneIn(4) ? [random.pick(more)] : [])];
    const kind = random.pick(["inner", "left", "left", "anti", "semi"]);
    return joined(kind, relation, right, on, relation.most);
  }
}

/**
 * Columns on which two tables can be joined: not on doubles, which have two zeros, and not every row with every row,
 * which would test nothing.
 */
function keyPairs(left: Relation, right: Relation): (readonly [Col, Col])[] {
  return askable(left.cols)
    .filter(({ type }) => type !== "f64" && type !== "bool")
    .flatMap((l) => askable(right.cols).filter((r) => r.type === l.type).map((r) => [l, r] as const));
}

function joined(
  kind: string,
  relation: Relation,
  right: Relation,
  on: readonly (readonly [Col, Col])[],
  most: number,
): Relation {
  const test = on.map(([l, r]) => `l.${quoted(l.name)} = r.${quoted(r.name)}`).join(" AND ");
  const head = `join ${kind} (${right.text.join(" | ")}) on ` +
    on.map(([l, r]) => `${written(l.name)} = ${written(r.name)}`).join(", ");
  const tables = right.steps.slice(1).map((sql, at) => `${right.prefix}${at + 1} AS (${sql})`);
  const within = tables.length === 0 ? "" : `WITH ${tables.join(", ")} `;
  const other = `(${within}SELECT * FROM ${current(right)})`;
  if (kind === "anti" || kind === "semi") {
    const found = `EXISTS (SELECT 1 FROM ${other} r WHERE ${test})`;
    const sql = `SELECT * FROM ${current(relation)} l WHERE ${kind === "anti" ? "NOT " : ""}${found}`;
    return step(relation, head, sql);
  }
  const taken = new Set(relation.cols.map(({ name }) => name));
  const added = right.cols.filter((col) => !on.some(([, r]) => r === col)).map((col) => {
    let name = taken.has(col.name) ? `${col.name}_right` : col.name;
    for (let at = 2; taken.has(name); at++) name = `${col.name}_right_${at}`;
    taken.add(name);
    return { ...col, name, from: col.name };
  });
  const list = [
    ...relation.cols.map(({ name }) => `l.${quoted(name)}`),
    ...added.map(({ name, from }) => `r.${quoted(from)} AS ${quoted(name)}`),
    "row_number() OVER (ORDER BY l.ord, r.ord) AS ord",
  ];
  const join = kind === "left" ? "LEFT JOIN" : "JOIN";
  const sql = `SELECT ${list.join(", ")} FROM ${current(relation)} l ${join} ${other} r ON ${test}`;
  const cols = [...relation.cols, ...added.map(({ from: _, ...col }) => col)].map((col) => ({
    ...col,
    unique: false,
  }));
  return step(relation, head, sql, cols, Math.max(relation.most, most));
}

function count(relation: Relation): Relation {
  const sql = `SELECT count(*)::HUGEINT AS count, 0 AS ord FROM ${current(relation)}`;
  const col = {
    name: "count",
    type: "u64",
    low: 0n,
    high: BigInt(relation.most),
    reach: 0,
    exact: false,
    samples: [],
  } as const;
  return step(relation, "count", sql, [col], 1);
}
