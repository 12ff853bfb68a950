/**
 * Twelve questions from a saved index, and the same questions to the DuckDB shell over the same rows in its own file.
 * @module
 */

/** A question in both languages. */
export interface StartQuestion {
  /** A short description. */
  readonly work: string;
  /** The query for `quarry query -e`. */
  readonly query: string;
  /** The SQL for `duckdb FILE`, with tables `events` and `allocs`. */
  readonly sql: string;
}

/** The questions, each run in its own process. */
export const START_QUESTIONS: readonly StartQuestion[] = [
  { work: "count", query: "count", sql: "select count(*) from events" },
  {
    work: "leaks",
    query: "leaks | by func, file, line | top 10 by bytes",
    sql: "select func, file, line, count(*), sum(size) as bytes from allocs where leaked " +
      "group by all order by bytes desc limit 10",
  },
  {
    work: "filter",
    query: "kind == alloc and size > 64K | count",
    sql: "select count(*) from events where kind = 'alloc' and size > 65536",
  },
  {
    work: "addresses",
    query: "by addr | top 5 by count",
    sql: "select addr, count(*) as n, sum(size) from events group by addr order by n desc limit 5",
  },
  {
    work: "sum(if(…))",
    query: "summarize s = sum(if(kind == alloc, size, 0))",
    sql: "select sum(if(kind = 'alloc', size, 0)) from events",
  },
  {
    work: "remainders",
    query: "by size % 10",
    sql: "select size % 10 as rest, count(*), sum(size) from events group by rest",
  },
  {
    work: "resizes",
    query: "allocs | where resizes > 3 | count",
    sql: "select count(*) from allocs where resizes > 3",
  },
  {
    work: "lifetimes",
    query: "allocs | summarize a = avg(life), m = max(life)",
    sql: "select avg(life), max(life) from allocs",
  },
  {
    work: "pattern",
    query: 'func ~ "*step_1?7*" | count',
    sql: "select count(*) from events where func glob '*step_1?7*'",
  },
  {
    work: "join",
    query: "events | join (leaks | by func) on func | count",
    sql:
      "select count(*) from events join (select func, count(*) from allocs where leaked group by func) using (func)",
  },
  {
    work: "top",
    query: "top 5 by size | select seq, size",
    sql: "select seq, size from events order by size desc limit 5",
  },
  {
    work: "timeline",
    query: "timeline every 10% most = max(live_bytes)",
    sql: "select (seq - 1) * 10 // (select count(*) from events) as part, max(live_bytes) from events " +
      "group by part order by part",
  },
];
