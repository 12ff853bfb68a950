/**
 * Questions that nobody tuned for, each as a query and as SQL: families that were slow before, those of the bench, and
 * random ones.
 * @module
 */

import { Random } from "../support/random.ts";
import { filled, QUESTIONS } from "./questions.ts";
import { type Both, both, WideExpressions } from "./wide_expressions.ts";
import type { Leaves } from "./wide_shapes.ts";

/** A question as a query and as SQL, and how its answers can be compared. */
export interface WideQuestion extends Both {
  readonly compared: "values" | "rows" | "nothing";
}

const SUMS = "count(*), sum(size)";

const FAMILIES: readonly (readonly [query: string, sql: string])[] = [
  [
    "events | summarize sum(if(kind == alloc, size, 0))",
    "SELECT sum(CASE WHEN kind = 'alloc' THEN size ELSE 0 END) FROM events",
  ],
  [
    "events | summarize a = sum(if(size > 100, size, line)), b = max(if(kind == free, size, 0))",
    "SELECT sum(CASE WHEN size > 100 THEN size ELSE line END), max(CASE WHEN kind = 'free' THEN size ELSE 0 END) FROM events",
  ],
  [
    "events | where size % 3 == 1 and addr & 0xff == 0x40 | count",
    "SELECT count(*) FROM events WHERE size % 3 = 1 AND addr & 255 = 64",
  ],
  [
    "events | where size * 3 > line + 1000 and addr % 48 < 16 | summarize n = count(), b = sum(size)",
    "SELECT count(*), sum(size) FROM events WHERE size * 3 > line + 1000 AND addr % 48 < 16",
  ],
  ["allocs | where resizes > 3 | count", "SELECT count(*) FROM allocs WHERE resizes > 3"],
  [
    "allocs | where life < 100 and size > 64 | by file: n = count()",
    "SELECT file, count(*) FROM allocs WHERE life < 100 AND size > 64 GROUP BY file",
  ],
  [
    "allocs | by resizes: n = count(), m = avg(life)",
    "SELECT resizes, count(*), avg(life) FROM allocs GROUP BY resizes",
  ],
  [
    "allocs | by bucket(life): n = count(), b = sum(if(max_size > first_size, max_size - first_size, 0))",
    "SELECT CASE WHEN life IS NULL THEN NULL WHEN life = 0 THEN 0 ELSE floor(log2(life)) END AS b, count(*), sum(CASE WHEN max_size > first_size THEN max_size - first_size ELSE 0 END) FROM allocs GROUP BY b",
  ],
  [
    "events | by bin(seq, 100000): max(live_bytes)",
    "SELECT seq - seq % 100000 AS b, max(live_bytes) FROM events GROUP BY b",
  ],
  [
    "events | by bin(seq, 100): max(live_bytes), min(size)",
    "SELECT seq - seq % 100 AS b, max(live_bytes), min(size) FROM events GROUP BY b",
  ],
  ["events | summarize n = distinct(addr)", "SELECT count(DISTINCT addr) FROM events"],
  [
    "events | summarize a = distinct(func), b = distinct(size), c = distinct(line)",
    "SELECT count(DISTINCT func), count(DISTINCT size), count(DISTINCT line) FROM events",
  ],
  ["events | by func: n = distinct(addr)", "SELECT func, count(DISTINCT addr) FROM events GROUP BY func"],
  ["events | by kind: n = distinct(addr)", "SELECT kind, count(DISTINCT addr) FROM events GROUP BY kind"],
  [
    "events | by addr, size, func | count",
    "SELECT count(*) FROM (SELECT DISTINCT addr, size, func FROM events)",
  ],
  [
    "events | by addr, size, func: n = count(), m = max(line) | where n > 3 | count",
    "SELECT count(*) FROM (SELECT count(*) AS n, max(line) AS m FROM events GROUP BY addr, size, func) WHERE n > 3",
  ],
  [
    "events | by page(addr) | count",
    `SELECT count(*) FROM (SELECT addr - addr % 4096 AS p, ${SUMS} FROM events GROUP BY p)`,
  ],
  [
    "events | by page(addr), kind: m = max(size)",
    "SELECT addr - addr % 4096 AS p, kind, max(size) FROM events GROUP BY p, kind",
  ],
  [
    "events | by substr(func, 0, 3), len(file)",
    `SELECT substr(func, 1, 3) AS f, length(file) AS l, ${SUMS} FROM events GROUP BY f, l`,
  ],
  [
    "events | by upper(substr(file, 4, 8)): s = sum(size)",
    "SELECT upper(substr(file, 5, 8)) AS u, sum(size) FROM events GROUP BY u",
  ],
  [
    'events | extend site = replace(func, "_", "-") | by site',
    `SELECT replace(func, '_', '-') AS site, ${SUMS} FROM events GROUP BY site`,
  ],
  [
    'events | by place = concat(base(file), ":", line) | count',
    `SELECT count(*) FROM (SELECT parse_filename(file) || ':' || line AS p, ${SUMS} FROM events GROUP BY p)`,
  ],
  ["events | by func", `SELECT func, ${SUMS} FROM events GROUP BY func`],
  [
    "events | by func, file, line | count",
    `SELECT count(*) FROM (SELECT func, file, line, ${SUMS} FROM events GROUP BY func, file, line)`,
  ],
  ["events | sort func, size desc | take 20", "SELECT * FROM events ORDER BY func, size DESC LIMIT 20"],
  [
    "events | sort len(func) desc, addr | take 20",
    "SELECT * FROM events ORDER BY length(func) DESC, addr LIMIT 20",
  ],
  [
    "events | top 20 by size * 3 + line",
    "SELECT * FROM events ORDER BY size * 3 + line DESC NULLS LAST LIMIT 20",
  ],
  ["events | sort func | summarize n = count(), m = max(size)", "SELECT count(*), max(size) FROM events"],
  ["events | summarize a = avg(size), d = stddev(size)", "SELECT avg(size), stddev_samp(size) FROM events"],
  [
    "events | by kind: a = avg(size), d = stddev(line), m = min(addr)",
    "SELECT kind, avg(size), stddev_samp(line), min(addr) FROM events GROUP BY kind",
  ],
  [
    "events | by thread, kind: n = count(), a = max(addr), b = min(addr)",
    "SELECT thread, kind, count(*), max(addr), min(addr) FROM events GROUP BY thread, kind",
  ],
  [
    "events | by func: p = percentile(size, 90)",
    "SELECT func, quantile_disc(size, 0.9) FROM events GROUP BY func",
  ],
  [
    "events | summarize m = median(size), q = percentile(line, 99)",
    "SELECT quantile_disc(size, 0.5), quantile_disc(line, 0.99) FROM events",
  ],
  [
    "events | where func ~ /step_1[0-9]$/ | count",
    "SELECT count(*) FROM events WHERE regexp_matches(func, 'step_1[0-9]$')",
  ],
  [
    'events | where func contains "9" and file contains "_1" | by kind: s = sum(size)',
    "SELECT kind, sum(size) FROM events WHERE contains(func, '9') AND contains(file, '_1') GROUP BY kind",
  ],
  [
    "events | where len(func) > 21 and len(file) == 27 | count",
    "SELECT count(*) FROM events WHERE length(func) > 21 AND length(file) = 27",
  ],
  [
    "leaks | by func, file, line | top 10 by bytes",
    `SELECT func, file, line, count(*), sum(size) AS bytes FROM allocs WHERE freed IS NULL GROUP BY func, file, line ORDER BY bytes DESC LIMIT 10`,
  ],
  [
    "events | where addr in (events | where size > 60000 | select addr) | count",
    "SELECT count(*) FROM events WHERE addr IN (SELECT addr FROM events WHERE size > 60000)",
  ],
  [
    "events | where func in (events | where size == 1000 | select func) | by kind: n = count()",
    "SELECT kind, count(*) FROM events WHERE func IN (SELECT func FROM events WHERE size = 1000) GROUP BY kind",
  ],
  [
    "events | join left (allocs | select alloc, life) on alloc | by kind: avg(life)",
    "SELECT kind, avg(life) FROM events LEFT JOIN (SELECT alloc, life FROM allocs) USING (alloc) GROUP BY kind",
  ],
  [
    "events | join (events | by func: total = sum(size)) on func | by kind: m = max(total)",
    "SELECT kind, max(total) FROM events JOIN (SELECT func, sum(size) AS total FROM events GROUP BY func) AS t ON events.func = t.func GROUP BY kind",
  ],
  [
    "events | join (allocs | by file: longest = max(life)) on file | where size > 1000 | count",
    "SELECT count(*) FROM events JOIN (SELECT file, max(life) AS longest FROM allocs GROUP BY file) AS t ON events.file = t.file WHERE size > 1000",
  ],
  [
    "events | join anti (events | where size > 60000 | select addr) on addr | count",
    "SELECT count(*) FROM events ANTI JOIN (SELECT addr FROM events WHERE size > 60000) AS t ON events.addr = t.addr",
  ],
  [
    "events | by t = seq * 3us - seq * 3us % 100ms: n = count(), b = max(live_bytes)",
    "SELECT seq * 3000 - seq * 3000 % 100000000 AS t, count(*), max(live_bytes) FROM events GROUP BY t",
  ],
  [
    "events | by t = bin(time, 100ms): n = count(), b = max(live_bytes)",
    "SELECT time - time % 100000000 AS t, count(*), max(live_bytes) FROM events GROUP BY t",
  ],
  [
    "events | by name, bin(time, 1s): s = sum(size)",
    "SELECT name, time - time % 1000000000 AS t, sum(size) FROM events GROUP BY name, t",
  ],
  [
    "events | where time % 100ms < 20ms and size % 3 == 1 | count",
    "SELECT count(*) FROM events WHERE time % 100000000 < 20000000 AND size % 3 = 1",
  ],
  [
    "events | summarize a = distinct(time), b = max(time)",
    "SELECT count(DISTINCT time), max(time) FROM events",
  ],
  ["events | sort time desc, size | take 20", "SELECT * FROM events ORDER BY time DESC, size LIMIT 20"],
];

/** Columns that some traces lack. */
const NAMES = ["thread", "func", "file", "line", "time", "name", "idx", "no"] as const;

/** How answers are compared: some questions of the bench give the same columns and rows on both. */
function comparedOf({ query, sql }: Both): WideQuestion["compared"] {
  if (/\bhist\b|mean lifetime|: m = avg\(life\)/.test(query) && /JOIN|log2/.test(sql)) return "nothing";
  return /\b(take|top)\b|\| where seq == 5/.test(query) ? "rows" : "values";
}

/** Random questions about the columns of a trace. */
class RandomQuestions {
  readonly #random: Random;
  readonly #make: WideExpressions;

  constructor(random: Random, leaves: Leaves) {
    [this.#random, this.#make] = [random, new WideExpressions(random, leaves)];
  }

  make(): Both {
    const make = this.#make;
    const depth = 1 + this.#random.below(2);
    const test = make.truth(depth), number = make.number(depth), text = make.text(depth);
    const time = make.time(depth), column = make.column(), name = make.textColumn();
    // Sums of addresses would not fit.
    const x = both("($1 % 1000003)", "($1 % 1000003)", number);
    switch (this.#random.below(14)) {
      case 0:
        return both("events | where $1 | count", "SELECT count(*) FROM events WHERE $1", test);
      case 1:
        return both("events | summarize s = sum($1), m = max($1)", "SELECT sum($1), max($1) FROM events", x);
      case 2:
        return both(
          "events | by k = $1 % 50: n = count(), b = sum(size)",
          `SELECT $1 % 50 AS k, ${SUMS} FROM events GROUP BY k`,
          x,
        );
      case 3:
        return both(
          "events | where $1 | by $2: s = sum($3)",
          "SELECT $2, sum($3) FROM events WHERE $1 GROUP BY $2",
          ...[test, name, x],
        );
      case 4:
        return both(
          "events | by kind: n = sum(if($1, 1, 0)), m = max($2)",
          "SELECT kind, sum(CASE WHEN $1 THEN 1 ELSE 0 END), max($2) FROM events GROUP BY kind",
          ...[test, x],
        );
      case 5:
        return both(
          "events | by k = $1: n = count(), m = min($2)",
          "SELECT $1 AS k, count(*), min($2) FROM events GROUP BY k",
          ...[text, number],
        );
      case 6:
        return both(
          "events | by k = $1: n = count(), m = max($2)",
          "SELECT $1 AS k, count(*), max($2) FROM events GROUP BY k",
          ...[time, number],
        );
      case 7:
        return both(
          "events | where $1 | summarize a = distinct($2), b = distinct($3)",
          "SELECT count(DISTINCT $2), count(DISTINCT $3) FROM events WHERE $1",
          ...[test, number, text],
        );
      case 8:
        return both(
          "events | by k = $1, $2 | count",
          `SELECT count(*) FROM (SELECT $1 AS k, $2, ${SUMS} FROM events GROUP BY k, $2)`,
          ...[number, name],
        );
      case 9:
        return both(
          "events | where $1 | sort $2 desc, $3 | take 10",
          "SELECT * FROM events WHERE $1 ORDER BY $2 DESC NULLS LAST, $3 NULLS LAST LIMIT 10",
          ...[test, number, column],
        );
      case 10:
        return both(
          "events | by $1, k = $2 % 7: a = avg($3), d = stddev(size)",
          "SELECT $1, $2 % 7 AS k, avg($3), stddev_samp(size) FROM events GROUP BY $1, k",
          ...[name, number, x],
        );
      case 11:
        return both(
          "events | extend x = $1, y = $2 | where x % 3 == 1 | by y: s = sum(x)",
          "SELECT y, sum(x) FROM (SELECT $1 AS x, $2 AS y FROM events) WHERE x % 3 = 1 GROUP BY y",
          ...[x, text],
        );
      case 12:
        return both(
          "events | where $1 in (events | where $2 | select $1) | count",
          "SELECT count(*) FROM events WHERE $1 IN (SELECT $1 FROM events WHERE $2)",
          ...[column, test],
        );
      default:
        return both(
          "events | by k = ($1), $2: n = count(), t = max($3)",
          "SELECT coalesce($1, false) AS k, $2, count(*), max($3) FROM events GROUP BY k, $2",
          ...[test, name, time],
        );
    }
  }
}

/** The questions about a trace, in random order: `count` in all. */
export function wideQuestions(
  { seed, count, leaves, columns, values }: {
    readonly seed: number;
    readonly count: number;
    readonly leaves: Leaves;
    readonly columns: readonly string[];
    readonly values: Readonly<Record<string, string>>;
  },
): WideQuestion[] {
  const random = new Random(seed);
  const missing = NAMES.filter((name) => !columns.some((column) => column.split(" ")[0] === name));
  const isThere = ({ query, sql }: Both): boolean =>
    missing.every((name) =>
      !new RegExp(`\\b${name}\\b`).test(`${query} ${sql}`.replaceAll(/"[^"]*"|'[^']*'/g, ""))
    );
  const ofBench = QUESTIONS.map(({ query, sql }) => ({
    query: filled(query, values),
    sql: filled(sql, values),
  }));
  const known = [...FAMILIES.map(([query, sql]) => ({ query, sql })), ...ofBench].filter(isThere);
  const all = new Map(known.map((each) => [each.query, each]));
  const made = new RandomQuestions(random, leaves);
  while (all.size < count) {
    const each = made.make();
    all.set(each.query, each);
  }
  const questions = [...all.values()].map((each) => ({ ...each, compared: comparedOf(each) }));
  for (let at = questions.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [questions[at], questions[other]] = [questions[other]!, questions[at]!];
  }
  return questions;
}
