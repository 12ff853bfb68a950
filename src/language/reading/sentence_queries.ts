/**
 * Composes queries from the parts of a sentence in plain words.
 * @module
 */

import { COLUMN_SYNONYMS } from "../../tables/column_words.ts";
import { writtenName } from "../../query/analysis/message_words.ts";
import { writtenTrace } from "./listed_questions.ts";
import type { QueryRowsInfo, ReadingContext } from "./reading_context.ts";
import { type Draft, SWAP } from "./sentence_draft.ts";

/** If none of these columns is among the keys, a line is only a number that occurs in many files. */
const PLACE_KEYS: readonly string[] = ["func", "file"];

/** Matches queries that cannot be filtered or grouped further. */
const FINISHED = /\| (?:hist|summarize|top|tree|unwind|window)\b|^timeline\b/;

/** Columns whose numbers only tell rows apart. */
const KEYS: ReadonlySet<string> = new Set(["thread", "line", "frame", "addr"]);

/** Number of rows to return if the question gives no number. */
const DEFAULT_ROWS = 10;

/** The rows that a draft is about. */
export function rowsOf({ base, point }: Draft, known: ReadingContext): QueryRowsInfo | null {
  const query = base?.queries[0] ?? known.catalog.subject?.table;
  return query === undefined ? null : known.rows(point === null ? query : `live @ ${point}`);
}

/** Whether two queries return rows of the same table. */
export function sameTable(one: string, other: string, known: ReadingContext): boolean {
  const [left, right] = [known.rows(one)?.table, known.rows(other)?.table];
  return left !== undefined && left === right;
}

/** Composes the queries for a draft, best match first. `over` is the query that the sentence refers to, if any. */
export function compose(draft: Draft, known: ReadingContext, over: string | undefined): string[] {
  const { subject, mainTable } = known.catalog;
  const says = draft.aggregate !== null || draft.columns.length > 0 || draft.filters.length > 0 ||
    draft.keys.length > 0 ||
    draft.compares || draft.dimensions.length > 0;
  if (draft.base === null && !says) return [];
  // If the sentence names no rows, use the main table of the traces, or all records.
  const bases = draft.base?.queries ??
    (draft.hist
      ? [hasSizes(draft, known) ? subject!.table : mainTable]
      : [...new Set([...(subject ? [subject.table] : []), ...(draft.compares ? [] : [mainTable])])]);
  const queries = bases.flatMap((base) => composeOver(base, draft, known));
  // Keep the query of a listed phrase even if no row of this trace matches it.
  const mayBeOdd = draft.hasUnseen || bases.some((base) => known.rows(base)?.isOdd === true);
  return queries.filter((query) => {
    const rows = known.rows(query);
    return rows !== null && query !== over && (!rows.isOdd || over !== undefined || mayBeOdd);
  });
}

/**
 * Whether to take sizes from the main table of the traces: in events each size occurs twice, at the
 * allocation and at the free.
 */
function hasSizes({ columns }: Draft, known: ReadingContext): boolean {
  const { subject } = known.catalog;
  const of = columns[0] ?? "size";
  return subject !== undefined && of === "size" &&
    known.rows(subject.table)?.columns.some(({ name }) => name === of) === true;
}

function composeOver(base: string, draft: Draft, known: ReadingContext): string[] {
  const { of, compares } = draft;
  const names = of.filter((name) => name !== SWAP);
  const source = draft.point === null ? base : `live @ ${draft.point}`;
  if (draft.holds && !/^(?:live|leaks|peak)\b/.test(source)) return [];
  const filters = [...draft.filters, ...adjectiveConditions(draft)];
  // "Number of allocations by function" must not count the rows of a query that returns only the ten largest.
  if (FINISHED.test(base) && (filters.length > 0 || asksMore(draft))) return [];
  const figure = draft.figure === null ? "" : ` | extend ${draft.figure.as} = ${draft.figure.value}`;
  // "Coverage" of two traces is compared by the lines that ran.
  if (draft.base?.rank === 0 && source === "lines" && compares && filters.length === 0) {
    filters.push("covered");
  }
  const filter = figure + (filters.length === 0 ? "" : ` | where ${filters.map(inAnd).join(" and ")}`);
  if (compares || names.length > 1) return comparison(source, filter, draft, names, known);
  const rows = known.rows(source);
  if (!rows) return [];
  const [trace] = names;
  const whole = `${trace === undefined ? source : ofTrace(source, trace)}${filter}`;
  return withStages(whole, rows, draft, known);
}

/** The conditions of the adjectives, without that of "short lived" if the sentence gives a lifetime itself. */
function adjectiveConditions({ says, filters }: Draft): readonly string[] {
  const isGiven = filters.some((each) => /^(?:life|age)\b/.test(each));
  return isGiven ? says.filter((each) => !each.startsWith("life ")) : says;
}

function inAnd(filter: string): string {
  return / or /.test(filter) ? `(${filter})` : filter;
}

function ofTrace(source: string, trace: string): string {
  const [head = "", ...rest] = source.split(" | ");
  return [`${head} of ${writtenTrace(trace)}`, ...rest].join(" | ");
}

/** A `diff` of two traces. */
function comparison(
  source: string,
  filter: string,
  draft: Draft,
  names: readonly string[],
  known: ReadingContext,
): string[] {
  const { traceNames, subject } = known.catalog;
  const swaps = draft.of.includes(SWAP);
  const both = names.length === 2
    ? [...names]
    : traceNames.length === 2 && names.length === 0
    ? [...traceNames]
    : null;
  if (both === null || both[0] === both[1]) return [];
  if (swaps) both.reverse();
  const [one = "", other = ""] = both;
  if (draft.columns.length > 0 || draft.aggregate !== null || draft.take !== null) return [];
  const lost = draft.without && filter !== "" ? lostRows(source, filter, [one, other], draft, known) : null;
  if (lost !== null) return [lost];
  const keys = draft.keys.length > 0
    ? draft.keys
    : [...draft.dimensions, ...(subject ? [subject.key] : [])].slice(0, 1);
  return [
    `diff (${ofTrace(source, one)}${filter}), (${ofTrace(source, other)}${filter}) by ${keys.join(", ")}`,
  ];
}

/** Reads "lines covered in after but not in before". */
function lostRows(
  source: string,
  filter: string,
  [one, other]: readonly [string, string],
  { keys, dimensions }: Draft,
  known: ReadingContext,
): string | null {
  if (keys.length + dimensions.length > 0) return null;
  return rowsOnlyIn(`${source}${filter}`, { of: other, notOf: one }, known);
}

/** The rows of one coverage trace that another does not have; null for traces of other kinds. */
export function rowsOnlyIn(
  query: string,
  { of, notOf }: { readonly of: string; readonly notOf: string },
  known: ReadingContext,
): string | null {
  const [source = ""] = query.split(" | ");
  const named = known.words(source).named ?? [];
  if (known.catalog.subject?.table !== "lines" || named.length === 0) return null;
  const on = named.includes("file") ? named : [...named, "file"];
  return `(${ofTrace(query, of)}) | join anti (${ofTrace(query, notOf)}) on ${on.join(", ")}`;
}

/** Whether the rows should be counted, grouped, sorted or limited. */
function asksMore(draft: Draft): boolean {
  const { aggregate, counts, distinct, hist, order, rank, sort, take, timeline, unit } = draft;
  const lists = [draft.columns, draft.dimensions, draft.keys];
  return counts || distinct || hist || timeline ||
    [aggregate, order, rank, sort, take, unit].some((each) => each !== null) ||
    lists.some((each) => each.length > 0);
}

/** Adds the stages that the sentence asks for. */
function withStages(whole: string, rows: QueryRowsInfo, given: Draft, known: ReadingContext): string[] {
  // In "top 3 leaks by size", an amount after "by" is the order, not a key.
  const [only] = given.keys;
  const isAmount = given.keys.length === 1 && only !== undefined && given.rank !== null &&
    given.columns.length === 0 &&
    (known.words(rows.table).columns?.[only] ?? COLUMN_SYNONYMS[only])?.amount === true;
  // "Worst covered files by line count" has two orders.
  if (isAmount && given.rank?.by !== null && given.rank?.by !== only) return [];
  const draft: Draft = isAmount ? { ...given, keys: [], rank: { ...given.rank!, by: only } } : given;
  // "Tests per line" does not ask for groups of tests by their number of lines.
  const isFigure = draft.keys.some((key) => known.words(rows.table).columns?.[key]?.amount === true);
  if (isFigure && draft.rank === null) return [];
  if (draft.figure !== null) return withFigure(whole, draft);
  const { aggregate, columns, counts, rank, sort, take, distinct } = draft;
  const named = [...draft.keys, ...draft.dimensions.map(writtenName)];
  const keys = placed(named, rows, known).filter((key, at, all) => all.indexOf(key) === at);
  const by = keys.length === 0 ? "" : ` | by ${keys.join(", ")}`;
  const [column] = columns;
  const behind = `${sort === null ? "" : ` | ${sort}`}${
    take === null ? "" : ` | ${take.stage} ${take.count}`
  }`;
  const size = rank === null
    ? 0
    : rank.count ?? ((draft.single && keys.length === 0) || draft.asksOne ? 1 : DEFAULT_ROWS);
  if (draft.timeline) {
    const records = known.rows(known.catalog.mainTable);
    const isPlain = keys.length === 0 && rank === null && draft.filters.length + draft.says.length === 0;
    if (
      !isPlain || column === undefined || columns.length > 1 || !records ||
      known.typeOf(column, records) === undefined
    ) return [];
    const written = writtenName(column);
    return [`timeline every 1% ${written} = ${aggregate ?? "max"}(${written})`];
  }
  if (draft.hist) {
    if (columns.length > 1 || keys.length > 0 || rank !== null) return [];
    const of = column ?? "size";
    return [
      whole === known.catalog.mainTable ? `hist ${writtenName(of)}` : `${whole} | hist ${writtenName(of)}`,
    ];
  }
  if (aggregate !== null || draft.unit !== null) return aggregated(whole, rows, draft, { by, size, behind });
  if (draft.order !== null) return ordered(whole, by, draft, known);
  if (distinct) {
    const of = column ?? keys[0];
    if (of === undefined || columns.length > 1) return [];
    return counts ? [`${whole} | summarize distinct(${of})`] : [`${whole} | distinct ${of}${behind}`];
  }
  if (rank !== null) return ranked(whole, rows, draft, known, { by, size });
  if (counts) {
    // "Number of samples by function" of a profile is the sum of a column.
    if (columns.length === 1 && rows.table === "profile" && known.typeOf(column!, rows) !== "text") {
      const sum = `sum(${writtenName(column!)})`;
      return [by === "" ? `${whole} | summarize ${sum}` : `${whole}${by}: ${sum}${behind}`];
    }
    if (columns.length > 0) return [];
    if (by === "") return [`${whole} | count`];
    return [`${whole}${by}: count()${behind}`];
  }
  if (by !== "") {
    if (columns.length > 1) return [];
    if (column === undefined) return [...figures(draft, known), `${whole}${by}${behind}`];
    // In "draws by frame", the table of frames may have the column.
    const shown = figure(column, keys, whole, rows, known);
    const sum = known.typeOf(column, rows) === "text" || column === "size" || column === "blob_bytes"
      ? []
      : [`${whole}${by}: sum(${writtenName(column)})${behind}`];
    return column === "size" ? [`${whole}${by}${behind}`] : [...shown, ...sum];
  }
  if (columns.length > 0) {
    // "leaked bytes" asks for a sum, but "sizes" asks for the values.
    const isWeight = rows.table === "profile" && sort === null && take === null && column !== "line" &&
      column !== "addr" && known.typeOf(column!, rows) !== "text";
    if (columns.length === 1 && isWeight) return [`${whole} | summarize sum(${writtenName(column!)})`];
    if (columns.length === 1 && column === "size") return [`${whole} | summarize sum(size)`];
    return [
      `${whole}${sort === null ? "" : ` | ${sort}`} | select ${columns.map(writtenName).join(", ")}${
        take === null ? "" : ` | ${take.stage} ${take.count}`
      }`,
    ];
  }
  return [`${whole}${behind}`];
}

/** Reads "average size per function, largest first", "total leaked MB". */
function aggregated(
  whole: string,
  { columns: all }: QueryRowsInfo,
  draft: Draft,
  { by, size, behind }: { readonly by: string; readonly size: number; readonly behind: string },
): string[] {
  const { aggregate, columns, distinct, rank, unit } = draft;
  if (columns.length > 1 || distinct || draft.hist) return [];
  if (draft.counts) return averageCount(whole, by, draft);
  // "Min calls in a frame" does not ask for the smallest frame number.
  if (draft.base !== null && KEYS.has(columns[0] ?? "")) return [];
  const of = columns[0] ??
    ["size", "bytes"].find((name) => all.some((each) => each.name === name));
  if (of === undefined) return [];
  const name = aggregate ?? "sum";
  const written = writtenName(of);
  const call = name !== "percentile"
    ? `${name}(${written})`
    : draft.percent === "50"
    ? `median(${written})`
    : `percentile(${written}, ${draft.percent})`;
  if (draft.moreAggregates.length > 0 && (unit !== null || rank !== null || draft.order !== null)) return [];
  const calls = [call, ...draft.moreAggregates.map((each) => `${each}(${written})`)].join(", ");
  const value = unit === null ? calls : `${unit.name} = ${call} * 1.0 / ${unit.size}`;
  if (by === "") {
    if (rank !== null || draft.order !== null) return [];
    // A total may be of bytes or of rows, so both are offered.
    const isOpen = name === "sum" && columns.length === 0 && draft.base !== null && unit === null;
    return [`${whole} | summarize ${value}`, ...(isOpen ? [`${whole} | count`] : [])];
  }
  const made = unit?.name ?? `${/^\w+/.exec(call)![0]}_${of}`;
  if (!/^\w+$/.test(made) && (rank !== null || draft.order !== null)) return [];
  if (rank !== null) return [`${whole}${by}: ${value} | top ${size} by ${made}${rank.down ? "" : " asc"}`];
  const order = draft.order === null
    ? behind
    : ` | sort ${made}${draft.order === "up" ? "" : " desc"}${behind}`;
  return [`${whole}${by}: ${value}${order}`];
}

/** Reads "average number of allocations per function". */
function averageCount(whole: string, by: string, draft: Draft): string[] {
  const { aggregate, columns, order, rank, take, unit } = draft;
  const isMore = [order, rank, take, unit].some((each) => each !== null) || draft.moreAggregates.length > 0;
  if (by === "" || columns.length > 0 || isMore || aggregate === "sum" || aggregate === "percentile") {
    return [];
  }
  return [`${whole}${by}: count() | summarize ${aggregate}(count)`];
}

/** Reads "leaks by function, largest first". */
function ordered(whole: string, by: string, draft: Draft, known: ReadingContext): string[] {
  const { columns, order, take } = draft;
  if (columns.length > 1 || draft.rank !== null || draft.distinct) return [];
  const grouped = known.rows(`${whole}${by}`);
  const isOfLines = known.catalog.subject?.table === "lines";
  const amounts = by === "" ? ["size", "bytes"] : isOfLines || draft.counts ? ["count"] : ["bytes", "count"];
  const column = columns.find((name) => grouped?.columns.some((each) => each.name === name)) ??
    amounts.find((name) => grouped?.columns.some((each) => each.name === name));
  if (column === undefined || (by !== "" && columns.length > 0)) return [];
  const direction = order === "up" ? "" : " desc";
  const counted = by !== "" && draft.counts ? ": count()" : "";
  return [
    `${whole}${by}${counted} | sort ${writtenName(column)}${direction}${take ? ` | take ${take.count}` : ""}`,
  ];
}

/** Reads "files with less than 50% coverage", "5 files with the lowest coverage". */
function withFigure(whole: string, draft: Draft): string[] {
  const { columns, counts, figure, keys, dimensions, order, rank } = draft;
  if (columns.length > 0 || keys.length > 0 || dimensions.length > 0 || draft.aggregate !== null) return [];
  if (counts) return rank === null && draft.filters.length > 0 ? [`${whole} | count`] : [];
  const isWorse = figure!.lessIsWorse === true;
  if (rank !== null) {
    return [`${whole} | top ${rank.count ?? DEFAULT_ROWS} by ${figure!.as}${rank.down ? "" : " asc"}`];
  }
  const isUp = order === "up" || (order !== "down" && isWorse);
  return [`${whole} | sort ${figure!.as}${isUp ? "" : " desc"}`];
}

/**
 * Completes keys that do not identify a place in the program: a line needs its file, and a stack is shown as
 * its frames.
 */
function placed(keys: readonly string[], { columns, table }: QueryRowsInfo, known: ReadingContext): string[] {
  const isPlaced = PLACE_KEYS.some((each) => keys.includes(each)) ||
    known.words(table).named?.join(" ") === "file line" ||
    !PLACE_KEYS.every((each) => columns.some(({ name }) => name === each));
  return keys.flatMap((key) => {
    if (key === "line" && !isPlaced) return [...PLACE_KEYS, key];
    return [key === "stack" ? "frames(stack)" : key];
  });
}

/** Reads `hits per line` from a table that has one row per line. */
function figure(
  column: string,
  keys: readonly string[],
  whole: string,
  rows: QueryRowsInfo,
  known: ReadingContext,
): string[] {
  const named = known.words(rows.table).named ?? [];
  return keys.every((key) => named.includes(key))
    ? [`${whole} | select ${[...named, column].map(writtenName).join(", ")}`]
    : [];
}

/** Reads `draw calls per frame` from a table that has one row per key and a column with the figure. */
function figures(draft: Draft, known: ReadingContext): string[] {
  const [key] = draft.keys;
  if (draft.keys.length !== 1 || draft.filters.length > 0 || draft.base === null) return [];
  const found: string[] = [];
  for (const table of known.catalog.tableNames) {
    const words = known.words(table);
    if (words.named?.length !== 1 || words.named[0] !== key || known.rows(table) === null) continue;
    const rows = known.rows(table)!;
    const name = rows.columns.find((each) =>
      draft.says.length === 0 ? each.name === draft.base!.queries[0] : each.name ===
        `${
          Object.entries(known.words(draft.base!.queries[0]!).says ?? {}).find(([, filter]) =>
            filter === draft.says[0]
          )?.[0]
        }s`
    );
    if (name) found.push(`${table} | select ${key}, ${writtenName(name.name)}`);
  }
  return found;
}

/** Queries for the largest or most frequent rows. */
function ranked(
  whole: string,
  rows: QueryRowsInfo,
  draft: Draft,
  known: ReadingContext,
  { by, size }: { readonly by: string; readonly size: number },
): string[] {
  const { rank, columns, counts } = draft;
  const { down, often } = rank!;
  const asc = down ? "" : " asc";
  const [column] = columns;
  if (columns.length > 1) return [];
  if (by !== "") {
    const grouped = known.rows(`${whole}${by}`);
    if (!grouped) return [];
    const hasBytes = grouped.columns.some(({ name }) => name === "bytes");
    const measure = often || counts || !hasBytes ? "count" : "bytes";
    if (column !== undefined && column !== "size" && known.typeOf(column, rows) !== "text") {
      return [`${whole}${by}: sum(${writtenName(column)}) | top ${size} by sum_${column}${asc}`];
    }
    const query = (of: string): string => `${whole}${by} | top ${size} by ${of}${asc}`;
    // "Most" may mean most bytes or most often, so both are offered.
    return draft.asksOne && measure === "bytes" && column === undefined
      ? [query("bytes"), query("count")]
      : [query(measure)];
  }
  const { subject } = known.catalog;
  const [value] = rows.columns;
  // A function has no size of its own, so functions are ranked by the rows of the main table.
  const isPlain = rank!.by === null && known.words(rows.table).named === undefined;
  if (
    draft.base?.rank === 1 && isPlain && subject && value && draft.filters.length + draft.says.length === 0 &&
    column === undefined
  ) {
    const groups = known.rows(`${subject.table} | by ${writtenName(value.name)}`);
    const of = !often && groups?.columns.some(({ name }) => name === "bytes") ? "bytes" : "count";
    const same = rows.columns.some(({ name }) => name === of)
      ? [`${whole} | top ${size} by ${of}${asc}`]
      : [];
    if (groups) {
      return [`${subject.table} | by ${writtenName(value.name)} | top ${size} by ${of}${asc}`, ...same];
    }
  }
  const place = known.words(rows.table).named ?? [];
  const called = often && column === undefined
    ? ["calls", "count"].find((name) => rows.columns.some((each) => each.name === name))
    : undefined;
  if (called !== undefined) return [`${whole} | top ${size} by ${called}${asc}`];
  if (often) {
    const [key] = place;
    return key === undefined ? [] : [`${whole} | by ${key} | top ${size} by count${asc}`];
  }
  const measure = rank!.by ?? column ??
    ["bytes", "size", "count"].find((name) => known.typeOf(name, rows) !== undefined);
  if (measure === undefined) return [];
  if (known.typeOf(measure, rows) === "text") {
    return [`${whole} | by ${writtenName(measure)} | top ${size} by bytes${asc}`];
  }
  // A line number is not an amount: "which line leaks most" asks for a place.
  if (measure === "line") {
    const query = `${whole} | by func, file, line | top ${size} by bytes${asc}`;
    if (known.rows(query) !== null) return [query];
  }
  return [`${whole} | top ${size} by ${writtenName(measure)}${asc}`];
}
