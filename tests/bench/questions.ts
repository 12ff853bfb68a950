/**
 * What the bench asks about an mpatrol trace, in the languages of all programs that answer it.
 * @module
 */

/** One question. `$NAME` is a placeholder for a value of the trace. */
export interface Question {
  readonly work: string;
  readonly query: string;
  /** The query for DuckDB, and for ClickHouse if it has no query of its own. */
  readonly sql: string;
  readonly clickhouse?: string;
  /** Name of the C loop. */
  readonly scan?: string;
}

/** The SQL that gives the rows of `by KEYS`. */
function grouped(keys: string, end = ""): string {
  return `SELECT ${keys}, count(*) AS n, sum(size) AS bytes FROM events GROUP BY ${keys}${end}`;
}

/** Columns of `events` that the other databases get, by the names that they have there. */
export const EVENT_COLUMNS: Readonly<Record<string, string>> = Object.fromEntries(
  ["seq", "no", "kind", "thread", "func", "file", "line", "addr", "size", "alloc"].map((name) => [name, name])
    .concat([["idx", "index"]]),
);

/** Columns of `allocs`. */
export const ALLOC_COLUMNS: readonly string[] = [
  ...["alloc", "seq", "freed", "life", "size", "first_size", "max_size", "file"],
];

const BUCKET = "CASE WHEN size = 0 THEN 0 ELSE floor(log2(size)) END";
const PAGE = "addr - addr % 4096";
const LEAKED = "SELECT alloc FROM allocs WHERE freed IS NULL";

/** Scans, groups, and queries that need lifetimes of blocks. */
export const QUESTIONS: readonly Question[] = [
  {
    work: "filter on kind and size; count and sum",
    query: "events | where kind == alloc and size in 64..4096 | summarize n = count(), b = sum(size)",
    sql: "SELECT count(*), sum(size) FROM events WHERE kind = 'alloc' AND size >= 64 AND size < 4096",
    scan: "filter2",
  },
  {
    work: "filter on kind, thread and size; count and sum",
    query:
      "events | where kind == alloc and thread == $THREAD and size in 64..4096 | summarize n = count(), b = sum(size)",
    sql:
      "SELECT count(*), sum(size) FROM events WHERE kind = 'alloc' AND thread = $THREAD AND size >= 64 AND size < 4096",
    scan: "filter3",
  },
  {
    work: "address range, count",
    query: "events | where addr in $LOW..+1M | count",
    sql: "SELECT count(*) FROM events WHERE addr >= $LOW AND addr < $LOW + 1048576",
    scan: "range",
  },
  {
    work: "blocks that overlap a range, count",
    query: "events | where addr overlaps $LOW..+1M | count",
    sql: "SELECT count(*) FROM events WHERE addr < $LOW + 1048576 AND (addr + size > $LOW OR addr >= $LOW)",
    scan: "overlap",
  },
  {
    work: "group by file, top 10 by bytes",
    query: "events | by file | top 10 by bytes",
    sql: grouped("file", " ORDER BY bytes DESC LIMIT 10"),
    scan: "group",
  },
  {
    work: "by func, file, line, top 5 by bytes",
    query: "events | by func, file, line | top 5 by bytes",
    sql: grouped("func, file, line", " ORDER BY bytes DESC LIMIT 5"),
  },
  {
    work: "histogram of sizes by powers of two (`hist size`)",
    query: "events | hist size",
    sql: `SELECT ${BUCKET} AS b, count(*), sum(size) FROM events WHERE size IS NOT NULL GROUP BY b`,
    scan: "hist",
  },
  {
    work: "sizes of allocations by powers of two (`by bucket(size)`)",
    query: "events | where kind == alloc | by bucket(size): n = count()",
    sql: `SELECT ${BUCKET} AS b, count(*) FROM events WHERE kind = 'alloc' GROUP BY b`,
    scan: "buckets",
  },
  {
    work: "`by addr`, top 5 by count",
    query: "events | by addr | top 5 by count",
    sql: grouped("addr", " ORDER BY n DESC LIMIT 5"),
  },
  {
    work: "`by alloc`, top 3 by count",
    query: "events | by alloc | top 3 by count",
    sql: grouped("alloc", " ORDER BY n DESC LIMIT 3"),
  },
  {
    work: "`by addr, size, func`, count of groups",
    query: "events | by addr, size, func | count",
    sql: `SELECT count(*) FROM (${grouped("addr, size, func")})`,
  },
  {
    work: "`by page(addr)`, top 10 by count",
    query: "events | by page(addr) | top 10 by count",
    sql: `SELECT ${PAGE} AS p, count(*) AS n, sum(size) FROM events GROUP BY p ORDER BY n DESC LIMIT 10`,
  },
  {
    work: "`by hex(page(addr))`, top 5 by count",
    query: "events | by hex(page(addr)) | top 5 by count",
    sql:
      `SELECT '0x' || lower(to_hex(${PAGE})) AS p, count(*) AS n, sum(size) FROM events GROUP BY p ORDER BY n DESC LIMIT 5`,
    clickhouse:
      `SELECT '0x' || lower(hex(${PAGE})) AS p, count(*) AS n, sum(size) FROM events GROUP BY p ORDER BY n DESC LIMIT 5`,
  },
  {
    work: "`by substr(func, 0, 3), len(file)`",
    query: "events | by substr(func, 0, 3), len(file)",
    sql:
      "SELECT substr(func, 1, 3) AS f, length(file) AS l, count(*), sum(size) FROM events GROUP BY f, l ORDER BY f, l",
  },
  {
    work: "`top 20 by size`",
    query: "events | top 20 by size",
    sql: "SELECT * FROM events ORDER BY size DESC NULLS LAST LIMIT 20",
  },
  {
    work: "`sort func, size desc | take 20`",
    query: "events | sort func, size desc | take 20",
    sql: "SELECT * FROM events ORDER BY func NULLS LAST, size DESC NULLS LAST LIMIT 20",
  },
  {
    work: "`sort size desc, addr | take 20`",
    query: "events | sort size desc, addr | take 20",
    sql: "SELECT * FROM events ORDER BY size DESC NULLS LAST, addr NULLS LAST LIMIT 20",
  },
  {
    work: "twenty events at one line",
    query: 'events | where line == $LINE and file == "$FILE" | take 20',
    sql: "SELECT * FROM events WHERE line = $LINE AND file = '$FILE' LIMIT 20",
  },
  {
    work: "leaks by file and line, top 10 by bytes",
    query: "leaks | by file, line | top 10 by bytes",
    sql: `SELECT file, line, count(*), sum(size) AS bytes FROM events a
          WHERE kind = 'alloc' AND NOT EXISTS (SELECT 1 FROM events f WHERE f.kind = 'free' AND f.idx = a.idx)
          GROUP BY file, line ORDER BY bytes DESC LIMIT 10`,
    clickhouse: `SELECT file, line, count(*), sum(size) AS bytes FROM events
          WHERE kind = 'alloc' AND assumeNotNull(idx) NOT IN (
            SELECT assumeNotNull(idx) FROM events WHERE kind = 'free')
          GROUP BY file, line ORDER BY bytes DESC LIMIT 10`,
  },
  {
    work: "live blocks and bytes at the middle event",
    query: "live @ #$MIDDLE | summarize n = count(), b = sum(size)",
    sql: `SELECT count(*), sum(last) FROM (
            SELECT idx, arg_max(size, seq) AS last, max(CASE WHEN kind = 'free' THEN 1 ELSE 0 END) AS freed
            FROM events WHERE seq <= $MIDDLE AND kind IN ('alloc', 'realloc', 'free') GROUP BY idx) AS b
          WHERE freed = 0`,
    clickhouse: `SELECT count(*), sum(last) FROM (
            SELECT idx, argMax(size, seq) AS last, max(CASE WHEN kind = 'free' THEN 1 ELSE 0 END) AS freed
            FROM events WHERE seq <= $MIDDLE AND kind IN ('alloc', 'realloc', 'free') GROUP BY idx) AS b
          WHERE freed = 0`,
  },
  {
    work: "mean lifetime by file",
    query: "allocs | by file: m = avg(life)",
    sql: `SELECT a.file, avg(f.no - a.no) FROM events a JOIN events f ON f.idx = a.idx AND f.kind = 'free'
          WHERE a.kind = 'alloc' GROUP BY a.file`,
  },
  {
    work: "mean lifetime by kind of event (`join left`)",
    query: "events | join left (allocs | select alloc, life) on alloc | by kind: avg(life)",
    sql: `SELECT kind, avg(life) FROM events LEFT JOIN (SELECT alloc, life FROM allocs) AS a
          ON events.alloc = a.alloc GROUP BY kind`,
  },
  {
    work: "join with the large ones on `addr`, count",
    query: "events | join (events | where size > 100K | select addr, s2 = size) on addr | count",
    sql: `SELECT count(*) FROM events JOIN (SELECT addr, size AS s2 FROM events WHERE size > 102400) AS b
          ON events.addr = b.addr`,
  },
  {
    work: "join of `allocs` with itself on `seq = freed`",
    query: "allocs | join (allocs | select freed, later = seq) on seq = freed | count",
    sql: `SELECT count(*) FROM allocs JOIN (SELECT freed, seq AS later FROM allocs) AS b
          ON allocs.seq = b.freed`,
  },
  {
    work: "join, and then one row of it",
    query: "events | join (allocs | select alloc, life) on alloc | where seq == 5",
    sql: `SELECT * FROM events JOIN (SELECT alloc, life FROM allocs) AS a ON events.alloc = a.alloc
          WHERE events.seq = 5`,
  },
  {
    work: "events of leaks (`alloc in (leaks …)`), count",
    query: "events | where alloc in (leaks | select alloc) | count",
    sql: `SELECT count(*) FROM events WHERE alloc IN (${LEAKED})`,
  },
  {
    work: "events of leaks (`join semi`), count",
    query: "events | join semi (leaks | select alloc) on alloc | count",
    sql: `SELECT count(*) FROM events SEMI JOIN (${LEAKED}) AS b ON events.alloc = b.alloc`,
    clickhouse: `SELECT count(*) FROM events LEFT SEMI JOIN (${LEAKED}) AS b ON events.alloc = b.alloc`,
  },
  {
    work: "`allocs | where max_size > first_size * 2`, count",
    query: "allocs | where max_size > first_size * 2 | count",
    sql: "SELECT count(*) FROM allocs WHERE max_size > first_size * 2",
  },
];

/** A text with values of the trace in place of its placeholders. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$([A-Z]+)/g, (whole, name: string) => values[name] ?? whole);
}
