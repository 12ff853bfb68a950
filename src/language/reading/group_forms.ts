/**
 * Reads questions about groups: "functions with more than 300 allocations", "top 10 files by leaks", "sizes
 * that occur most often".
 * @module
 */

import { writtenName } from "../../query/analysis/message_words.ts";
import { AGGREGATE_WORDS } from "./loose_columns.ts";
import { PhraseReader, placeKeys } from "./phrase_reader.ts";
import type { QueryRowsInfo, ReadingContext } from "./reading_context.ts";
import type { AmountComparison } from "./sentence_amounts.ts";

/** The source that each verb implies. */
const VERBS: Readonly<Record<string, string>> = { leak: "leaks", allocate: "allocs", hold: "live @ peak" };

/** Matches phrases for rows that ask for bytes rather than for a number of rows. */
const OF_BYTES = /\b(?:memory|byte|heap|usage|size)\b/;

/** Number of groups that are shown if the question gives none. */
const DEFAULT_GROUPS = 10;

/** A column to group by. */
interface Key {
  readonly name: string;
  /** The table that has one row per value of this key, if there is one. */
  readonly table: string | undefined;
}

/** Queries for a question about groups. */
export function readGroupQuestion(text: string, world: ReadingContext): string[] {
  return [largeGroups, groupsByAmounts, groupsByRows, commonValues, figurePerRow, averageOfRows, mostOfRows]
    .flatMap((read) => {
      const query = read(new PhraseReader(text, world));
      return query === null ? [] : [query];
    });
}

/** Reads the key: "functions", "which threads", "the sizes". */
function groupKey(reader: PhraseReader): Key | null {
  const { world } = reader;
  reader.skip("which", "what", "all", "the", "list", "show", "find");
  const from = reader.at;
  const table = reader.rows()?.queries[0];
  reader.at = from;
  const rows = subjectRows(world);
  const name = rows === null ? undefined : reader.column(rows);
  if (name === undefined || !/^[\w.]+$/.test(name)) return null;
  return { name, table: table !== undefined && world.catalog.tableNames.includes(table) ? table : undefined };
}

function subjectRows(world: ReadingContext): QueryRowsInfo | null {
  const table = world.catalog.subject?.table;
  return table === undefined ? null : world.rows(table);
}

function keysFor(key: string, source: string, world: ReadingContext): string | null {
  const rows = world.rows(source);
  if (rows === null || !rows.columns.some(({ name }) => name === key)) return null;
  return placeKeys([key], rows).map(writtenName).join(", ");
}

/** Reads "functions that leak more than 1K", "threads with fewer than 310 allocs". */
function largeGroups(reader: PhraseReader): string | null {
  const { world } = reader;
  const key = groupKey(reader);
  if (key === null) return null;
  reader.skip("that", "which", "with", "having", "who", "whose", "are", "is");
  const verb = reader.take("leak", "allocate", "hold", "occur", "appear", "happen");
  const compared = reader.comparison();
  if (compared === undefined) return null;
  reader.skip("of");
  const from = reader.at;
  const own = key.table === undefined ? undefined : reader.column(world.rows(key.table)!);
  if (own !== undefined && reader.isDone && verb === undefined && compared.unit === null) {
    return `${key.table} | where ${writtenName(own)} ${compared.sign} ${compared.text}`;
  }
  reader.at = from;
  const noun = reader.rows();
  const said = reader.pieces.slice(from, reader.at).map(({ stem }) => stem).join(" ");
  if (!reader.isDone) return null;
  const source = noun?.rank === 0 || noun === undefined
    ? impliedSource(verb, compared, noun !== undefined, world)
    : noun.queries[0]!;
  if (source === null || (noun === undefined && verb === undefined)) return null;
  // Frames have a column "calls", which needs no grouping.
  if (key.table !== undefined && hasFigure(key.table, said, world)) return null;
  const keys = keysFor(key.name, source, world);
  const measure = measureOf(compared, verb, said);
  if (keys === null || measure === null) return null;
  return `${source} | by ${keys} | where ${measure} ${compared.sign} ${compared.text}`;
}

function impliedSource(
  verb: string | undefined,
  { unit }: AmountComparison,
  isVague: boolean,
  { catalog }: ReadingContext,
): string | null {
  const implied = verb === undefined ? undefined : VERBS[verb];
  if (implied !== undefined) return implied;
  return unit === "times" || isVague ? catalog.subject?.table ?? null : null;
}

/** Whether to compare the bytes or the number of the rows of a group. */
function measureOf(
  { unit }: AmountComparison,
  verb: string | undefined,
  noun: string,
): "count" | "bytes" | null {
  if (unit === "bytes" || OF_BYTES.test(noun)) return "bytes";
  if (unit === "times" || noun !== "") return unit === null || unit === "times" ? "count" : null;
  // "Functions that leak more than 100" may mean blocks or bytes.
  return verb === undefined || VERBS[verb] !== undefined ? null : "count";
}

function hasFigure(table: string, noun: string, world: ReadingContext): boolean {
  const columns = world.rows(table)?.columns ?? [];
  return columns.some(({ name }) => name === noun || name === `${noun}s`);
}

/** Reads "functions with count > 100 and avg size < 64". */
function groupsByAmounts(reader: PhraseReader): string | null {
  const { world } = reader;
  const key = groupKey(reader);
  const rows = subjectRows(world);
  if (key === null || rows === null || reader.take("with", "where", "having", "whose") === undefined) {
    return null;
  }
  const values: string[] = [];
  const tests: string[] = [];
  do {
    const made = amountOf(reader, rows);
    const compared = made === null ? undefined : reader.comparison();
    if (made === null || compared === undefined || compared.unit === "percent") return null;
    values.push(made.value);
    tests.push(`${made.name} ${compared.sign} ${compared.text}`);
  } while (reader.take("and", "&&", ",") !== undefined);
  const keys = keysFor(key.name, world.catalog.subject!.table, world);
  if (!reader.isDone || keys === null || new Set(values).size !== values.length) return null;
  // A single test of a count is a test of the table that has one.
  if (values.length === 1 && values[0] === "count()" && key.table !== undefined) return null;
  return `${world.catalog.subject!.table} | by ${keys}: ${values.join(", ")} | where ${tests.join(" and ")}`;
}

/** Reads "count", "average size", "max size". */
function amountOf(reader: PhraseReader, rows: QueryRowsInfo): { value: string; name: string } | null {
  const word = reader.take("number of allocations", "number of blocks", "count", ...AGGREGATE_WORDS.keys());
  if (word === undefined) return null;
  if (/^(?:count|number)/.test(word)) return { value: "count()", name: "count" };
  const name = AGGREGATE_WORDS.get(word)?.name;
  reader.skip("of");
  const column = reader.column(rows);
  if (name === undefined || column === undefined || !/^\w+$/.test(column)) return null;
  return { value: `${name}(${column})`, name: `${name}_${column}` };
}

/** Reads "top 10 files by leaks", "functions by peak memory". */
function groupsByRows(reader: PhraseReader): string | null {
  const { world } = reader;
  const before = reader.take("top", "biggest", "largest", "worst");
  const first = reader.number();
  const key = groupKey(reader);
  const mark = key === null
    ? undefined
    : reader.take("by", "sorted by", "ordered by", "with most", "with the most");
  if (key === null || mark === undefined) return null;
  const made = before === undefined ? null : groupsByAmount(reader, key.name, first);
  if (made !== null) return made;
  reader.skip("number of", "count of");
  const from = reader.at;
  const noun = reader.rows();
  if (noun !== undefined) reader.skip("bytes", "memory", "size", "number of bytes");
  const said = reader.pieces.slice(from, reader.at).map(({ stem }) => stem).join(" ");
  if (noun === undefined || noun.rank < 2 || said === key.table) return null;
  const last = reader.take(",") !== undefined || first === undefined ? topIn(reader) : undefined;
  if (!reader.isDone) return null;
  const [source = ""] = noun.queries;
  const keys = keysFor(key.name, source, world);
  // "functions by file" names two keys, and each file has one row in its table.
  const isOfValues = world.words(source).named?.length === 1;
  if (keys === null || isOfValues || (key.table !== undefined && hasFigure(key.table, said, world))) {
    return null;
  }
  const measure = OF_BYTES.test(said) ? "bytes" : "count";
  const counted = measure === "count" ? ": count()" : "";
  return `${source} | by ${keys}${counted} | top ${first ?? last ?? DEFAULT_GROUPS} by ${measure}`;
}

/** Reads "average size" in "top 2 functions by average size". */
function groupsByAmount(reader: PhraseReader, key: string, first: string | undefined): string | null {
  const { world } = reader;
  const from = reader.at;
  const rows = subjectRows(world);
  const made = rows === null ? null : amountOf(reader, rows);
  const keys = made === null || !reader.isDone ? null : keysFor(key, world.catalog.subject!.table, world);
  if (made === null || keys === null || made.name === "count") {
    reader.at = from;
    return null;
  }
  return `${world.catalog.subject!.table} | by ${keys}: ${made.value} | top ${
    first ?? DEFAULT_GROUPS
  } by ${made.name}`;
}

function topIn(reader: PhraseReader): string | undefined {
  return reader.take("top", "first", "limit") === undefined ? undefined : reader.number();
}

/** Reads "what size is most common", "most frequent sizes". */
function commonValues(reader: PhraseReader): string | null {
  const { world } = reader;
  const isCommon = (): boolean => {
    const from = reader.at;
    reader.skip("is", "are", "the", "occur", "appear");
    if (reader.take("most common", "most frequent", "most often") !== undefined) return true;
    reader.at = from;
    return false;
  };
  const leads = isCommon();
  const key = groupKey(reader);
  if (key === null || key.table !== undefined || !(leads || isCommon()) || !reader.isDone) return null;
  const { subject } = world.catalog;
  const keys = subject === undefined ? null : keysFor(key.name, subject.table, world);
  return keys === null ? null : `${subject!.table} | by ${keys} | top ${DEFAULT_GROUPS} by count`;
}

/** The table that has one row per value of its only key, and is named after it: frames, files. */
function tableOfKey(reader: PhraseReader): string | undefined {
  const table = reader.rows()?.queries[0];
  return table !== undefined && reader.world.words(table).named?.length === 1 ? table : undefined;
}

/** Reads "line coverage per file, lowest first". */
function figurePerRow(reader: PhraseReader): string | null {
  const { world } = reader;
  for (const table of world.catalog.tableNames) {
    const figures = world.words(table).figures ?? {};
    reader.at = 0;
    const words = reader.take(...Object.keys(figures));
    if (words === undefined || reader.take("by", "per", "of each", "for each") === undefined) continue;
    if (tableOfKey(reader) !== table) continue;
    reader.skip(",");
    const order = reader.take("lowest first", "worst first", "highest first", "best first");
    if (!reader.isDone || (order === undefined && reader.pieces.at(-1)?.text === ",")) continue;
    const { as, value } = figures[words]!;
    const direction = /^(?:highest|best)/.test(order ?? "") ? " desc" : "";
    return `${table} | extend ${as} = ${value} | sort ${as}${direction}`;
  }
  return null;
}

/** Reads "average calls per frame" from a table that has one row per frame. */
function averageOfRows(reader: PhraseReader): string | null {
  const { world } = reader;
  reader.skip("what", "is", "the");
  const aggregate = AGGREGATE_WORDS.get(reader.take(...AGGREGATE_WORDS.keys()) ?? "")?.name;
  if (aggregate === undefined || /^(?:sum|count|first|last|distinct)$/.test(aggregate)) return null;
  reader.skip("number of");
  const from = reader.at;
  const mark = reader.pieces.findIndex(({ stem }, at) => at > from && /^(?:per|by|in|of)$/.test(stem));
  if (mark < 0) return null;
  reader.at = mark + 1;
  reader.skip("a", "each", "one");
  const table = tableOfKey(reader);
  const rows = table === undefined ? null : world.rows(table);
  if (rows === null || !reader.isDone) return null;
  reader.at = from;
  const column = reader.column(rows);
  const isAmount = column !== undefined && world.words(table!).columns?.[column]?.amount === true;
  return isAmount && reader.at === mark ? `${table} | summarize ${aggregate}(${column})` : null;
}

/** Reads "which frame uploads most". */
function mostOfRows(reader: PhraseReader): string | null {
  const { world } = reader;
  if (reader.take("which", "what") === undefined) return null;
  const table = tableOfKey(reader);
  const isOne = !/s$/i.test(reader.pieces[reader.at - 1]?.text ?? "");
  const rows = table === undefined ? null : world.rows(table);
  if (rows === null) return null;
  reader.skip("has", "have", "the", "make");
  const leads = reader.take("most") !== undefined;
  const column = reader.column(rows);
  if (column === undefined || !(leads || reader.take("most", "the most") !== undefined) || !reader.isDone) {
    return null;
  }
  const isAmount = world.words(table!).columns?.[column]?.amount === true;
  return isAmount ? `${table} | top ${isOne ? 1 : DEFAULT_GROUPS} by ${column}` : null;
}
