/**
 * The measures of `quarry compare`. A measure applies if both traces have its table.
 * @module
 */

/** A number for each run, or one for both together. */
interface Measure {
  /** Name in rules. */
  readonly name: string;
  /** A line for the summary. */
  readonly summary: string;
  /** The table that the measure needs. */
  readonly table: string;
  /** Builds the query, whose result is one number. */
  readonly query: (trace: string) => string;
}

/** A query whose rows show where a change comes from. */
interface Detail {
  readonly title: string;
  readonly table: string;
  readonly query: string;
}

const measure = (
  name: string,
  table: string,
  summary: string,
  query: string | Measure["query"],
): Measure => ({
  name,
  summary,
  table,
  query: typeof query === "string" ? (trace) => query.replace("TRACE", trace) : query,
});

const total = (what: string, value: string): string => `${what} of TRACE | summarize coalesce(${value}, 0)`;

/** A query for the lines that ran, one row each. */
const ran = (trace: string): string => `lines of ${trace} | where covered | by file, line: n = count()`;
const LOST = `(${ran("base")}) | join anti (${ran("new")}) on file, line`;

/** All measures, in the order of the summary. */
export const MEASURES: readonly Measure[] = [
  measure("leaks", "allocs", "blocks that are never freed", "leaks of TRACE | count"),
  measure("leaked_bytes", "allocs", "their bytes", total("leaks", "sum(size)")),
  measure("peak_bytes", "allocs", "most bytes that are live at once", total("events", "max(live_bytes)")),
  measure("allocs", "allocs", "allocations", "allocs of TRACE | count"),
  measure("bytes", "allocs", "allocated bytes", total("allocs", "sum(size)")),
  measure("calls", "calls", "API calls", "calls of TRACE | count"),
  measure("frames", "frames", "frames", "frames of TRACE | count"),
  measure("calls_per_frame", "frames", "API calls per frame", total("frames", "avg(calls)")),
  measure("lines", "lines", "source lines that ran", `${ran("TRACE")} | count`),
  measure(
    "lines_lost",
    "lines",
    "lines that ran before and do not run now",
    // Only the new run can have lost lines.
    (trace) => trace === "new" ? `${LOST} | count` : `lines of ${trace} | take 0 | count`,
  ),
];

/** Names of the measures of these tables, as help shows them. */
export function measureNames(...tables: readonly string[]): string {
  return MEASURES.filter(({ table }) => tables.includes(table)).map(({ name }) => name).join(" ");
}

/** A query for the allocations of each function, used by rules about functions. */
export const FUNCTIONS_QUERY = "diff allocs of base, allocs of new by func";

/** The details shown after the summary. */
export const DETAIL_QUERIES: readonly Detail[] = [
  {
    title: "New leaks",
    table: "allocs",
    query: "diff leaks of base, leaks of new by func, file, line | where count_delta > 0",
  },
  {
    title: "Allocations by function",
    table: "allocs",
    query: `${FUNCTIONS_QUERY} | where count_delta != 0 or bytes_delta != 0`,
  },
  { title: "Lines that no longer run", table: "lines", query: `${LOST} | select file, line` },
].map((each) => ({ ...each, query: `${each.query} | take 10` }));
