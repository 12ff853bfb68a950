/**
 * Questions that nobody tuned for: random filters, keys and sums over numbers, beside fixed ones of other kinds, each as a
 * query and as SQL.
 * @module
 */

import { Random } from "../support/random.ts";

/** A question in both languages. */
export interface WideQuestion {
  readonly query: string;
  readonly sql: string;
}

/** Columns that the databases get. */
export const WIDE_COLUMNS: Readonly<Record<"events" | "allocs", readonly string[]>> = {
  events: ["seq", "kind", "thread", "func", "file", "line", "addr", "size", "alloc", "live_bytes"],
  allocs: [
    "alloc",
    "seq",
    "freed",
    "life",
    "size",
    "first_size",
    "max_size",
    "resizes",
    "func",
    "file",
    "line",
  ],
};

const FIXED: readonly (readonly [query: string, sql: string])[] = [
  ["allocs | where resizes > 3 | count", "SELECT count(*) FROM allocs WHERE resizes > 3"],
  [
    "events | by bin(seq, 100000): max(live_bytes)",
    "SELECT seq - seq % 100000 AS b, max(live_bytes) FROM events GROUP BY b",
  ],
  ["events | summarize n = distinct(addr)", "SELECT count(DISTINCT addr) FROM events"],
  [
    "events | by addr, size, func | count",
    "SELECT count(*) FROM (SELECT DISTINCT addr, size, func FROM events)",
  ],
  [
    "events | by page(addr) | count",
    "SELECT count(*) FROM (SELECT addr - addr % 4096 AS p, count(*), sum(size) FROM events GROUP BY p)",
  ],
  [
    "events | by substr(func, 0, 3), len(file)",
    "SELECT substr(func, 1, 3) AS f, length(file) AS l, count(*), sum(size) FROM events GROUP BY f, l",
  ],
  [
    'events | extend site = replace(func, "_", "-") | by site',
    "SELECT replace(func, '_', '-') AS site, count(*), sum(size) FROM events GROUP BY site",
  ],
  ["events | sort func, size desc | take 20", "SELECT * FROM events ORDER BY func, size DESC LIMIT 20"],
  ["events | summarize a = avg(size), d = stddev(size)", "SELECT avg(size), stddev_samp(size) FROM events"],
  ["events | by func: n = distinct(addr)", "SELECT func, count(DISTINCT addr) FROM events GROUP BY func"],
  [
    "events | by func: p = percentile(size, 90)",
    "SELECT func, quantile_disc(size, 0.9) FROM events GROUP BY func",
  ],
  [
    "events | where func ~ /step_1[0-9]$/ | count",
    "SELECT count(*) FROM events WHERE regexp_matches(func, 'step_1[0-9]$')",
  ],
  [
    "leaks | by func, file, line | top 10 by bytes",
    `SELECT func, file, line, count(*), sum(size) AS bytes FROM allocs WHERE freed IS NULL
     GROUP BY func, file, line ORDER BY bytes DESC LIMIT 10`,
  ],
  [
    "events | where addr in (events | where size > 60000 | select addr) | count",
    "SELECT count(*) FROM events WHERE addr IN (SELECT addr FROM events WHERE size > 60000)",
  ],
  [
    "events | join left (allocs | select alloc, life) on alloc | by kind: avg(life)",
    "SELECT kind, avg(life) FROM events LEFT JOIN (SELECT alloc, life FROM allocs) USING (alloc) GROUP BY kind",
  ],
];

/** Expressions that mean the same in both languages and fit into 64 bits for every row of a trace. */
class Expressions {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  number(depth: number): WideQuestion {
    const random = this.#random;
    if (depth === 0) {
      const name = random.pick(["size", "line", "addr", "size", "alloc"]);
      return { query: name, sql: name };
    }
    const x = this.number(depth - 1);
    const by = String(random.pick([2, 3, 7, 16, 100, 1000]));
    switch (random.below(6)) {
      case 0: {
        const y = this.number(0);
        return { query: `(${x.query} + ${y.query})`, sql: `(${x.sql} + ${y.sql})` };
      }
      case 1:
        return { query: `(${x.query} % ${by})`, sql: `(${x.sql} % ${by})` };
      case 2:
        return { query: `(${x.query} / ${by})`, sql: `(${x.sql} // ${by})` };
      case 3:
        return { query: `(${x.query} & 0xff0)`, sql: `(${x.sql} & 4080)` };
      case 4: {
        const [test, y] = [this.truth(depth - 1), this.number(depth - 1)];
        return {
          query: `if(${test.query}, ${x.query}, ${y.query})`,
          sql: `CASE WHEN ${test.sql} THEN ${x.sql} ELSE ${y.sql} END`,
        };
      }
      default:
        return { query: `(${x.query} % 65536 * ${by})`, sql: `(${x.sql} % 65536 * ${by})` };
    }
  }

  truth(depth: number): WideQuestion {
    const random = this.#random;
    if (depth === 0) {
      return random.pick([
        { query: "kind == alloc", sql: "kind = 'alloc'" },
        { query: "size > 100", sql: "size > 100" },
        { query: "line % 3 == 1", sql: "line % 3 = 1" },
      ]);
    }
    const [x, y] = [this.number(depth - 1), this.number(depth - 1)];
    const fn = random.pick(["<", ">", "=="] as const);
    const one = { query: `${x.query} ${fn} ${y.query}`, sql: `${x.sql} ${fn === "==" ? "=" : fn} ${y.sql}` };
    if (random.oneIn(2)) return one;
    const other = this.truth(depth - 1);
    const how = random.pick(["and", "or"] as const);
    return { query: `(${one.query} ${how} ${other.query})`, sql: `(${one.sql} ${how} ${other.sql})` };
  }
}

/** The fixed questions, and so many random ones. */
export function wideQuestions(seed: number, count: number): WideQuestion[] {
  const random = new Random(seed);
  const expressions = new Expressions(random);
  const made = Array.from({ length: count }, (): WideQuestion => {
    const depth = 1 + random.below(2);
    const number = expressions.number(depth), test = expressions.truth(depth);
    // Sums of addresses would not fit.
    const x = { query: `(${number.query} % 1000003)`, sql: `(${number.sql} % 1000003)` };
    switch (random.below(5)) {
      case 0:
        return {
          query: `events | where ${test.query} | count`,
          sql: `SELECT count(*) FROM events WHERE ${test.sql}`,
        };
      case 1:
        return {
          query: `events | summarize s = sum(${x.query}), m = max(${x.query})`,
          sql: `SELECT sum(${x.sql}), max(${x.sql}) FROM events`,
        };
      case 2:
        return {
          query: `events | by k = ${x.query} % 50: n = count(), b = sum(size)`,
          sql: `SELECT ${x.sql} % 50 AS k, count(*), sum(size) FROM events GROUP BY k`,
        };
      case 3:
        return {
          query: `events | where ${test.query} | by func: s = sum(${x.query})`,
          sql: `SELECT func, sum(${x.sql}) FROM events WHERE ${test.sql} GROUP BY func`,
        };
      default:
        return {
          query: `events | by kind: n = sum(if(${test.query}, 1, 0)), m = max(${x.query})`,
          sql:
            `SELECT kind, sum(CASE WHEN ${test.sql} THEN 1 ELSE 0 END), max(${x.sql}) FROM events GROUP BY kind`,
        };
    }
  });
  return [...FIXED.map(([query, sql]) => ({ query, sql })), ...made];
}
