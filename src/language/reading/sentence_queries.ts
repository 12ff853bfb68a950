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

/** Number of rows to return if the question gives no number. */
const SOME = 10;

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

/** The queries for the parts that were understood. */
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
  return queries.filter((query) => {
    const rows = known.rows(query);
    return rows !== null && query !== over && (!rows.isOdd || over !== undefined || draft.hasStranger);
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
  const filters = [...draft.filters, ...draft.says];
  // "Number of allocations by function" must not count the rows of a query that returns only the ten largest.
  if (FINISHED.test(base) && (filters.length > 0 || asksMore(draft))) return [];
  const filter = filters.length === 0 ? "" : ` | where ${filters.map(inAnd).join(" and ")}`;
  if (compares || names.length > 1) return comparison(source, filter, draft, names, known);
  const rows = known.rows(source);
  if (!rows) return [];
  const [trace] = names;
  const whole = `${trace === undefined ? source : ofTrace(source, trace)}${filter}`;
  return withStages(whole, rows, draft, known);
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
  const keys = draft.keys.length > 0
    ? draft.keys
    : [...draft.dimensions, ...(subject ? [subject.key] : [])].slice(0, 1);
  return [
    `diff (${ofTrace(source, one)}${filter}), (${ofTrace(source, other)}${filter}) by ${keys.join(", ")}`,
  ];
}

/** Whether the rows should be counted, grouped, sorted or limited. */
function asksMore(draft: Draft): boolean {
  const { aggregate, counts, distinct, hist, rank, sort, take, timeline } = draft;
  const lists = [draft.columns, draft.dimensions, draft.keys];
  return counts || distinct || hist || timeline ||
    [aggregate, rank, sort, take].some((each) => each !== null) ||
    lists.some((each) => each.length > 0);
}

/** Adds the stages that the sentence asks for. */
function withStages(whole: string, rows: QueryRowsInfo, given: Draft, known: ReadingContext): string[] {
  // In "top 3 leaks by size", an amount after "by" is the order, not a key.
  const [only] = given.keys;
  const isAmount = given.keys.length === 1 && only !== undefined && given.rank !== null &&
    given.columns.length === 0 &&
    (known.words(rows.table).columns?.[only] ?? COLUMN_SYNONYMS[only])?.amount === true;
  const draft: Draft = isAmount ? { ...given, keys: [], rank: { ...given.rank!, by: only } } : given;
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
    : rank.count ?? ((draft.single && keys.length === 0) || draft.asksOne ? 1 : SOME);
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
  if (distinct) {
    const of = column ?? keys[0];
    if (of === undefined || columns.length > 1) return [];
    return counts ? [`${whole} | summarize distinct(${of})`] : [`${whole} | distinct ${of}${behind}`];
  }
  if (aggregate !== null) {
    if (columns.length > 1 || rank !== null) return [];
    const of = column ??
      ["size", "bytes", "blob_bytes"].find((name) => known.typeOf(name, rows) !== undefined);
    if (of === undefined) return [];
    const call = `${aggregate}(${writtenName(of)})`;
    // A total may be of bytes or of rows, so both are offered.
    if (aggregate === "sum" && column === undefined && by === "" && draft.base !== null) {
      return [`${whole} | summarize ${call}`, `${whole} | count`];
    }
    return by === "" ? [`${whole} | summarize ${call}`] : [`${whole}${by}: ${call}${behind}`];
  }
  if (rank !== null) return ranked(whole, rows, draft, known, { by, size });
  if (counts) {
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
    if (columns.length === 1 && column === "size") return [`${whole} | summarize sum(size)`];
    return [
      `${whole}${sort === null ? "" : ` | ${sort}`} | select ${columns.map(writtenName).join(", ")}${
        take === null ? "" : ` | ${take.stage} ${take.count}`
      }`,
    ];
  }
  return [`${whole}${behind}`];
}

/**
 * Completes keys that do not identify a place in the program: a line needs its file, and a stack is shown as
 * its frames.
 */
function placed(keys: readonly string[], { columns, table }: QueryRowsInfo, known: ReadingContext): string[] {
  const isPlaced = PLACE_KEYS.some((each) => keys.includes(each)) ||
    known.words(table).named?.includes("line") === true ||
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
  // The number of a line is no amount: "which line leaks most" asks for a place.
  if (measure === "line") {
    const query = `${whole} | by func, file, line | top ${size} by bytes${asc}`;
    if (known.rows(query) !== null) return [query];
  }
  return [`${whole} | top ${size} by ${writtenName(measure)}${asc}`];
}
