/**
 * Translates single stages of dplyr, Kusto, Splunk, jq, pandas and the shell.
 * @module
 */

import { writtenName } from "../../../query/analysis/message_words.ts";
import type { QueryRowsInfo, ReadingContext } from "../reading_context.ts";
import { colonFilter } from "./colon_filters.ts";
import { commandStage } from "./commands.ts";
import {
  extended,
  type ForeignItem,
  foreignItem,
  grouped,
  withStageText,
  writtenItem,
  writtenSortKey,
} from "./group_stage.ts";
import { asColumn, type Foreign, type ForeignSortKey, parseForeignList, parseForeignOrder } from "./parse.ts";
import { closingToken, foreignTokens } from "./tokens.ts";
import { aggregateNamed, ForeignWriter, hasAggregate, isTest } from "./write.ts";

/** A stage to translate. */
interface StageInput {
  readonly world: ReadingContext;
  /** The query before it; empty for the main table. */
  readonly query: string;
  readonly rows: QueryRowsInfo;
  readonly writer: ForeignWriter;
  /** The text after the verb, without brackets around it. */
  readonly operand: string;
  /** The verb, in lower case. */
  readonly verb: string;
  /** Whether the operand was in brackets. */
  readonly isCall: boolean;
}

/** Returns the query with the stage; null if the stage cannot be translated. */
type StageReader = (input: StageInput) => string | null;

const READERS: ReadonlyMap<string, StageReader> = new Map([
  ...verbsOf(readSummary, "summarize", "summarise", "stats", "aggregate", "agg", "reduce"),
  ...verbsOf(readTotals, "eventstats"),
  ...verbsOf(readFilter, "where", "filter", "search", "subset"),
  ...verbsOf(readColumns, "mutate", "extend", "eval", "assign", "transmute", "with_columns", "derive"),
  ...verbsOf(readOrder, "arrange", "sort", "order", "orderby", "order_by", "sort_by", "sort_values"),
  ...verbsOf(readSelection, "select", "project", "table", "fields", "keep", "pull", "project-keep"),
  ...verbsOf(readDrop, "project-away", "drop", "drop_columns"),
  ...verbsOf(readRenaming, "rename", "project-rename"),
  ...verbsOf(readGroups, "group_by", "groupby", "group"),
  ...verbsOf(readRowCounts, "count", "tally", "value_counts", "nrow", "length", "len"),
  ...verbsOf(
    readFirstRows,
    "head",
    "take",
    "limit",
    "first",
    "slice_head",
    "top_n",
    "slice_max",
    "slice_min",
    "tail",
    "last",
    "slice_tail",
  ),
  ...verbsOf(readJoin, "join", "anti_join", "semi_join", "inner_join", "left_join"),
  ...verbsOf(readRunning, "streamstats"),
  ...verbsOf(readLastOrder, "sort_last"),
  ...verbsOf(readFrequent, "top", "rare"),
  ...verbsOf(readMapped, "map"),
  ...verbsOf(readBins, "bin", "bucket"),
  ...verbsOf(readChart, "chart"),
  ...verbsOf(({ query }) => query, "serialize", "ungroup", "collect", "reset_index"),
]);

function verbsOf(reader: StageReader, ...verbs: readonly string[]): (readonly [string, StageReader])[] {
  return verbs.map((verb) => [verb, reader]);
}

const COUNT: ForeignItem = { value: { kind: "call", name: "count", args: [] }, name: undefined };

/** Adds a stage of another language to a query; null if it is not one, or cannot be translated. */
export function foreignStage(query: string, text: string, world: ReadingContext): string | null {
  const rows = world.rows(query === "" ? world.catalog.mainTable : query);
  if (rows === null) return null;
  const command = commandStage(query, text, rows, world);
  if (command !== null) return command;
  if (/^[\s(]*(?:not\s+)?\w+(?::|\s+overlaps\s)/i.test(text)) {
    const filter = colonFilter(text, rows, world);
    const filtered = filter === null ? null : withStageText(query, `where ${filter}`);
    if (filtered !== null && world.rows(filtered) !== null) return filtered;
  }
  const selected = jqObject(text);
  const [, verb = "", rest = ""] = /^([a-z_]+(?:-[a-z]+)?)\b\s*([^]*)$/i.exec(selected ?? text) ?? [];
  const read = READERS.get(verb.toLowerCase());
  if (!read) return null;
  const inner = insideBrackets(rest);
  const input: StageInput = {
    world,
    query,
    rows,
    writer: new ForeignWriter(world, rows),
    operand: inner ?? rest,
    verb: verb.toLowerCase(),
    isCall: inner !== null,
  };
  const next = read(input);
  return next !== null && (next === "" || world.rows(next) !== null) ? next : null;
}

/** Rewrites `{func, size}` of jq as `select func, size`; null for any other text. */
function jqObject(text: string): string | null {
  const inner = /^\{([^{}]*)\}$/.exec(text.trim())?.[1];
  return inner === undefined ? null : `select ${inner}`;
}

function insideBrackets(text: string): string | null {
  if (!text.startsWith("(")) return null;
  const tokens = foreignTokens(text);
  const close = tokens[closingToken(tokens, 0)];
  return close?.end === text.trimEnd().length ? text.slice(1, close.start).trim() : null;
}

/** Stages that are translated together with a `group_by` directly before them. */
const ENDS_GROUPS =
  /^(?:summari[sz]e|count|tally|slice_\w+|top_n|head|map|agg|size|min|max|mean|sum|length)\b/i;

/**
 * Moves the keys of a `group_by` into the stages that they apply to, up to the next `summarise` or `ungroup`:
 * `group_by(func) | mutate(n = n())` becomes `mutate(n = n(), .by = c(func))`.
 */
export function withOwnGroups(stages: readonly string[]): readonly string[] {
  const start = stages.findIndex((stage) => /^group_by\b/i.test(stage));
  const next = stages[start + 1];
  if (start < 0 || next === undefined || ENDS_GROUPS.test(next)) return stages;
  const keys = insideBrackets(stages[start]!.replace(/^group_by\s*/i, ""));
  if (keys === null) return stages;
  const rest = stages.slice(start + 1);
  const end = rest.findIndex((stage) => /^(?:ungroup|summari[sz]e)\b/i.test(stage));
  const grouping = rest.map((stage, at) =>
    (end < 0 || at <= end) && /^(?:mutate|summari[sz]e)\s*\([^]*\)$/i.test(stage)
      ? `${stage.slice(0, -1)}, .by = c(${keys}))`
      : stage
  );
  return [...stages.slice(0, start), ...grouping];
}

/** The keys of a `by` without aggregates at the end of a query, and the query before it. */
function pendingGroups(query: string): { readonly before: string; readonly keys: string } | null {
  const found = /^(?:([^]*) \| )?by ([^|:]+)$/.exec(query);
  return found && { before: found[1] ?? "", keys: found[2]! };
}

/** Parses a list of keys, in which names may be separated by spaces instead of commas. */
function keyList(text: string): readonly Foreign[] | null {
  return parseForeignList(text) ??
    (/^[\w.]+(?:\s+[\w.]+)+$/.test(text) ? parseForeignList(text.split(/\s+/).join(", ")) : null);
}

function keysOf(text: string): readonly ForeignItem[] | null {
  const keys = keyList(text.replace(/^\s*by\b/i, "").trim());
  return keys?.flatMap((key) => key.kind === "list" ? key.items : [key]).map(asColumn).map(foreignItem) ??
    null;
}

/** Adds the commas that Splunk does not need: `sum(size) as bytes, avg(size)`. */
function withCommas(text: string): string {
  const tokens = foreignTokens(text);
  let written = "";
  let end = 0;
  for (const [at, token] of tokens.entries()) {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    const isNext = token.depth === 0 && token.kind === "name" && next?.text === "(" && before !== undefined &&
      (before.text === ")" || before.kind === "name") &&
      !/^(?:as|and|or|not|in|over|filter|within)$/i.test(before.text) &&
      !/^(?:over|filter|within|and|or)$/i.test(token.text);
    written += `${text.slice(end, token.start)}${isNext ? ", " : ""}${text.slice(token.start, token.end)}`;
    end = token.end;
  }
  return written + text.slice(end);
}

/** Splits `sums by keys` at a `by` outside brackets. */
function splitAtBy(text: string): readonly [sums: string, keys: string | undefined] {
  for (const { kind, text: word, start, end, depth } of foreignTokens(text)) {
    if (depth === 0 && kind === "name" && /^by$/i.test(word)) {
      return [text.slice(0, start).trim(), text.slice(end).trim()];
    }
  }
  return [text, undefined];
}

function readSummary({ world, query, operand, writer, isCall }: StageInput): string | null {
  const pending = pendingGroups(query);
  const [sums, by] = isCall ? [operand, undefined] : splitAtBy(operand);
  const parsed = parseForeignList(isCall ? sums : withCommas(insideBrackets(sums) ?? sums));
  if (parsed === null) return null;
  const own = ownGroups(parsed);
  const listed = parsed.filter((node) => !isOwnGroups(node));
  const before = pending ? pending.before : query;
  const keys = own ?? (by !== undefined ? keysOf(by) : pending ? keysOf(pending.keys) : []);
  if (keys === null) return null;
  // summarize arg_max(size, *) by func
  const [best] = listed;
  if (
    listed.length === 1 && best?.kind === "call" && /^arg_?(?:max|min)$/i.test(best.name) &&
    (isStar(best.args[1]) || best.args.length > 2)
  ) {
    const [key, ...shown] = best.args.map((each) => isStar(each) ? null : writer.text(each));
    const per = keys.map(({ value }) => writer.text(value)).join(", ");
    const order = `${key}${/min$/i.test(best.name) ? " asc" : ""}`;
    const top = withStageText(before, `top 1 by ${order}${per === "" ? "" : ` per ${per}`}`);
    return shown.includes(null)
      ? top
      : `${top} | select ${[...(per === "" ? [] : [per]), key, ...shown].join(", ")}`;
  }
  const aggregates = listed.flatMap((node) => percentilesOf(node)).map(foreignItem).map((
    { value, name },
  ): ForeignItem => ({
    value: bareAggregate(value),
    name,
  }));
  if (!aggregates.every(({ value }) => hasAggregate(value))) return null;
  return grouped(world, before, keys, aggregates)?.query ?? null;
}

/** Whether an argument is `.by = c(func, file)` of dplyr: the columns to group by. */
function isOwnGroups(node: Foreign): boolean {
  return node.kind === "named" && node.name === ".by";
}

function ownGroups(nodes: readonly Foreign[]): readonly ForeignItem[] | undefined {
  const value = nodes.map(foreignItem).find(({ name }) => name === ".by")?.value;
  return value && (value.kind === "list" ? value.items : [value]).map(foreignItem);
}

function isStar(node: Foreign | undefined): boolean {
  return node?.kind === "name" && node.name === "*";
}

/** Splits `percentiles(size, 50, 95)` into one aggregate per percentage. */
function percentilesOf(node: Foreign): readonly Foreign[] {
  if (node.kind !== "call" || !/^(?:percentiles|quantiles)$/i.test(node.name)) return [node];
  const [of, ...shares] = node.args;
  const all = shares.flatMap((each) => each.kind === "list" ? each.items : [each]);
  return of === undefined
    ? [node]
    : all.map((share): Foreign => ({ kind: "call", name: "percentile", args: [of, share] }));
}

/** Reads `count` without brackets, and `N` of data.table, as `count()`. */
function bareAggregate(node: Foreign): Foreign {
  return node.kind === "name" && (aggregateNamed(node.name)?.name === "count" || node.name === "N")
    ? COUNT.value
    : node;
}

function readFilter({ query, operand, writer }: StageInput): string | null {
  const tests = parseForeignList(withoutBrackets(operand));
  if (tests === null || tests.length === 0) return null;
  const whole = tests.map((each): Foreign =>
    each.kind === "named"
      ? { kind: "binary", sign: "==", left: { kind: "name", name: each.name }, right: each.value }
      : each
  ).reduce((left, right): Foreign => ({ kind: "binary", sign: "and", left, right }));
  if (!isTest(whole) && whole.kind !== "name") return null;
  const text = writer.text(whole);
  return text === null ? null : withStageText(query, `where ${text}`);
}

/** Removes a pair of brackets around a whole condition without other brackets. */
function withoutBrackets(text: string): string {
  return text.replace(/^\((?=[^()]*\)$)|(?<=^\([^()]*)\)$/g, "");
}

function readColumns({ world, query, operand }: StageInput): string | null {
  const all = parseForeignList(operand);
  const items = all?.filter((node) => !isOwnGroups(node)).map(foreignItem);
  if (!all || !items || items.length === 0 || items.some(({ name }) => name === undefined)) return null;
  const keys = ownGroups(all) ?? [];
  return extended(world, { query, computed: new Map() }, items, keys.map(({ value }) => value))?.query ??
    null;
}

function readOrder({ query, operand, writer, rows }: StageInput): string | null {
  const text = operand.replace(/^by\b\s*=?/i, "").trim();
  const isDown = /,?\s*ascending\s*=\s*\[?\s*false/i.test(text);
  const list = text.replace(/,?\s*(?:ascending|by)\s*=\s*(?:\[[^\]]*\]|true|false)/gi, "").trim();
  const keys = parseForeignOrder(list.replace(/^\[([^]*)\]$/, "$1").replace(/^([-+])\s+/, "$1"));
  if (keys === null) return null;
  if (keys.some(({ value }) => value.kind === "number")) return null;
  const written = keys.map(({ value, isDescending }): ForeignSortKey => ({
    value: orderColumn(asColumn(value), rows),
    isDescending: isDescending || isDown,
  })).map((key) => writtenSortKey(key, writer));
  return written.includes(null) ? null : withStageText(query, `sort ${written.join(", ")}`);
}

/** Translates `chart count over thread by kind` of Splunk, which has a column for each kind. */
function readChart({ query, operand, writer }: StageInput): string | null {
  const [, sum = "", over = "", by] = /^([^]+?)\s+over\s+(\w+)(?:\s+by\s+(\w+))?$/i.exec(operand) ?? [];
  const list = parseForeignList(sum)?.map(foreignItem).map(({ value, name }) =>
    writtenItem({ value: bareAggregate(value), name }, writer)
  );
  const [key, turned] = [over, by].map((name) =>
    name === undefined ? undefined : writer.text({ kind: "name", name })
  );
  if (sum === "" || !list || list.includes(null) || key === null || turned === null) return null;
  return withStageText(
    query,
    `by ${key}${turned === undefined ? "" : ` pivot ${turned}`}: ${list.join(", ")}`,
  );
}

/** Translates `bin size span=1024` of Splunk, which replaces the column. */
function readBins({ query, operand, writer }: StageInput): string | null {
  const [, name = "", span] = /^(\w+)\s+span\s*=\s*(\w+)$/i.exec(operand) ?? [];
  const column = writer.text({ kind: "name", name });
  return span === undefined || column === null
    ? null
    : withStageText(query, `extend ${column} = bin(${column}, ${span})`);
}

/** Translates `sort_last`, written by `chains.ts` for a sort without keys: sorts by the last column. */
function readLastOrder({ query, operand, rows }: StageInput): string | null {
  const last = rows.columns.map(({ name }) => name).filter((name) => name !== "trace").at(-1);
  return last === undefined
    ? null
    : withStageText(query, `sort ${writtenName(last)}${operand === "desc" ? " desc" : ""}`);
}

/**
 * Replaces a key to sort by with the column that it means: `sum` after `sum(size)` with `sum_size`, `n` after a count
 * with `count`.
 */
function orderColumn(node: Foreign, rows: QueryRowsInfo): Foreign {
  if (node.kind === "call" && hasAggregate(node)) {
    const computed = aggregateNamed(node.name)!.name;
    const of = node.args[0]?.kind === "name" ? `_${node.args[0].name}` : "";
    const name = `${computed}${of === "_*" ? "" : of}`;
    return rows.columns.some((each) => each.name === name) ? { kind: "name", name } : node;
  }
  if (node.kind !== "name" || rows.columns.some(({ name }) => name === node.name)) return node;
  // In Kusto, the column of `bin(size, 1024)` is called `size`.
  const bins = rows.columns.filter(({ name }) => /^bin(?:_\d+)?$/.test(name));
  if (bins.length === 1) return { kind: "name", name: bins[0]!.name };
  const wanted = aggregateNamed(node.name)?.name;
  const found = wanted === undefined
    ? []
    : rows.columns.filter(({ name }) => name === wanted || name.startsWith(`${wanted}_`));
  return found.length === 1 ? { kind: "name", name: found[0]!.name } : node;
}

function readSelection({ query, operand, writer }: StageInput): string | null {
  const list = keyList(operand.replace(/^\[([^]*)\]$/, "$1"))?.map(asColumn);
  if (!list || list.length === 0) return null;
  // select(.size > 3) of jq
  if (list.length === 1 && isTest(list[0]!)) {
    const test = writer.text(list[0]!);
    return test === null ? null : withStageText(query, `where ${test}`);
  }
  const dropped = list.map((node) => node.kind === "unary" && node.sign === "-" ? node.operand : null);
  if (!dropped.includes(null)) return dropColumns(query, dropped as Foreign[], writer);
  const texts = list.map((node) => writtenItem(foreignItem(node), writer));
  if (texts.includes(null)) return null;

  return withStageText(query, `select ${texts.join(", ")}`);
}

function dropColumns(query: string, nodes: readonly Foreign[], writer: ForeignWriter): string | null {
  const names = nodes.flatMap((node) => node.kind === "list" ? node.items : [node]).map((node) =>
    writer.text(asColumn(node))
  );
  return names.includes(null) ? null : withStageText(query, `drop ${names.join(", ")}`);
}

function readDrop({ query, operand, writer }: StageInput): string | null {
  const list = parseForeignList(operand)?.flatMap((node) => node.kind === "named" ? [node.value] : [node]);
  return list === undefined || list.length === 0 ? null : dropColumns(query, list, writer);
}

/** Translates `rename(new = old)` of dplyr and Kusto, and `rename old as new` of Splunk. */
function readRenaming({ query, operand, writer }: StageInput): string | null {
  const items = parseForeignList(operand)?.map(foreignItem);
  if (!items || items.length === 0 || items.some(({ name }) => name === undefined)) return null;
  const texts = items.map((item) => {
    const old = writer.text(asColumn(item.value));
    return old === null ? null : `${writtenName(item.name!)} = ${old}`;
  });
  return texts.includes(null) ? null : withStageText(query, `rename ${texts.join(", ")}`);
}

function readGroups({ query, operand, writer }: StageInput): string | null {
  const keys = keysOf(operand.replace(/^\[([^]*)\]$/, "$1"));
  if (keys === null || keys.length === 0) return null;
  const texts = keys.map((item) => writtenItem(item, writer));
  return texts.includes(null) ? null : withStageText(query, `by ${texts.join(", ")}`);
}

/** Translates `count(func, sort = TRUE)`, `count by func`, `tally()`, `nrow()` and `length`. */
function readRowCounts({ world, query, operand, verb }: StageInput): string | null {
  const pending = pendingGroups(query);
  const [, by] = splitAtBy(operand);
  const list = by === undefined ? parseForeignList(operand) : keysOf(by)?.map(({ value }) => value) ?? null;
  if (list === null) return null;
  const options = list.filter((each) => each.kind === "named" && /^(?:sort|name|wt)$/i.test(each.name));
  const weight = options.find((each) => each.kind === "named" && each.name.toLowerCase() === "wt");
  const title = options.find((each) => each.kind === "named" && each.name.toLowerCase() === "name");
  const measure: ForeignItem = weight?.kind !== "named" ? COUNT : {
    value: { kind: "call", name: "sum", args: [weight.value] },
    name: title?.kind === "named" && title.value.kind === "text" ? title.value.text : "n",
  };
  const [weighed] = verb === "tally" ? list.filter((each) => !options.includes(each)) : [];
  if (weighed !== undefined) {
    const found = pending && keysOf(pending.keys);
    const sum: ForeignItem = { value: { kind: "call", name: "sum", args: [weighed] }, name: "n" };
    const computed = found ? grouped(world, pending.before, found, [sum]) : null;
    const sorts = options.some((each) => each.kind === "named" && each.name.toLowerCase() === "sort");
    return computed && (sorts ? withStageText(computed.query, "sort n desc") : computed.query);
  }
  const keys = list.filter((each) => !options.includes(each) && !isStar(each)).map(asColumn).map(
    foreignItem,
  );
  const isSorted = options.some((each) => each.kind === "named" && each.name.toLowerCase() === "sort");
  if (keys.length === 0) {
    const found = pending && keysOf(pending.keys);
    return found
      ? grouped(world, pending.before, found, [COUNT])?.query ?? null
      : withStageText(query, "count");
  }
  const computed = grouped(world, query, keys, [measure]);
  return computed &&
    (isSorted ? withStageText(computed.query, `sort ${measure.name ?? "count"} desc`) : computed.query);
}

/**
 * Translates `slice_head(n = 5)`, `slice_max(size, n = 3)`, `top_n(5, size)` and `head(5)`. After `group_by`, the
 * largest rows of each group are taken.
 */
function readFirstRows({ query, operand, writer, verb, rows }: StageInput): string | null {
  const all = parseForeignList(operand)?.map(foreignItem);
  if (!all) return null;
  const own = all.find(({ name }) => name === "by" || name === ".by")?.value;
  const keysOfOwn = own &&
    (own.kind === "list" ? own.items : [own]).map((each) => writer.text(each)).join(", ");
  const pending = keysOfOwn === undefined ? pendingGroups(query) : { before: query, keys: keysOfOwn };
  const list = all.filter(({ name }) => name === undefined || /^(?:n|count|limit)$/i.test(name));
  const numbers = list.flatMap(({ value, name }) =>
    value.kind === "number" && (name === undefined || /^(?:n|count|limit)$/i.test(name)) ? [value.text] : []
  );
  const keys = list.filter(({ value }) => value.kind !== "number").map(({ value }) => asColumn(value));
  const [count = "1"] = numbers;
  const [key] = keys;
  if (!/^\d+$/.test(count) || keys.length > 1) return null;
  const last = rows.columns.map(({ name }) => name).filter((name) => name !== "trace").at(-1);
  if (key === undefined && verb.startsWith("slice_m") && last !== undefined) {
    return withStageText(query, `top ${count} by ${writtenName(last)}${verb === "slice_min" ? " asc" : ""}`);
  }
  if (key === undefined) {
    const isLast = /tail|^last$/.test(verb);
    return pending || numbers.length === 0
      ? null
      : withStageText(query, `${isLast ? "tail" : "take"} ${count}`);
  }
  if (!/^(?:top_n|slice_m)/.test(verb)) return null;
  const { value, isDescending } = directionOf(key);
  if (value.kind === "number" || numbers.length > 1) return null;
  const by = writer.text(value);
  if (by === null) return null;
  // The smallest of descending values are the largest.
  const isAscending = (verb === "slice_min") === isDescending;
  const per = pending ? ` per ${pending.keys}` : "";
  return withStageText(
    pending ? pending.before : query,
    `top ${count} by ${by}${isAscending ? " asc" : ""}${per}`,
  );
}

function directionOf(key: Foreign): ForeignSortKey {
  if (key.kind === "call" && /^desc$/i.test(key.name) && key.args[0]) {
    return { value: key.args[0], isDescending: false };
  }
  if (key.kind === "unary" && key.sign === "-") return { value: key.operand, isDescending: false };
  return { value: key, isDescending: true };
}

/** Translates `top limit=10 func` and `rare func` of Splunk: the most or least frequent values. */
function readFrequent({ query, operand, writer, world, verb }: StageInput): string | null {
  const count = /\blimit\s*=\s*(\d+)/i.exec(operand)?.[1] ?? "10";
  const names = operand.replace(/\blimit\s*=\s*\d+/i, "").trim();
  if (verb === "top" && !/\blimit\s*=/i.test(operand)) return null;
  const keys = keysOf(names);
  if (!keys || keys.length === 0 || keys.some(({ value }) => writer.text(value) === null)) return null;
  const computed = grouped(world, query, keys, [COUNT]);
  return computed &&
    `${computed.query} | ${verb === "rare" ? `sort count | take ${count}` : `top ${count} by count`}`;
}

/** Translates `streamstats window=100 avg(size) as moving by thread` of Splunk: aggregates of the rows so far. */
function readRunning({ query, operand, writer }: StageInput): string | null {
  const [, width, rest = operand] = /^window\s*=\s*(\d+)\s+([^]*)$/i.exec(operand) ?? [];
  const [sums, by] = splitAtBy(rest);
  const items = parseForeignList(withCommas(sums))?.map(foreignItem);
  const keys = by === undefined ? [] : keysOf(by);
  if (!items || keys === null) return null;
  const list = items.map(({ value, name }) => {
    const text = writer.text(bareAggregate(value));
    if (text === null) return null;
    return `${name === undefined ? "" : `${writtenName(name)} = `}${
      width === undefined ? `cumulative(${text})` : `moving(${text}, ${width})`
    }`;
  });
  const names = keys.map(({ value }) => writer.text(value));
  if (list.includes(null) || names.includes(null)) return null;
  return withStageText(
    query,
    `window${names.length === 0 ? "" : ` by ${names.join(", ")}`}: ${list.join(", ")}`,
  );
}

/** Translates `eventstats avg(draws) as m by frame` of Splunk, which adds aggregates to each row. */
function readTotals({ query, operand, writer }: StageInput): string | null {
  const [sums, by] = splitAtBy(operand);
  const items = parseForeignList(withCommas(sums))?.map(foreignItem);
  const keys = by === undefined ? [] : keysOf(by)?.map(({ value }) => writer.text(value));
  const list = items?.map(({ value, name }) => writtenItem({ value: bareAggregate(value), name }, writer));
  if (!list || !keys || list.includes(null) || keys.includes(null)) return null;
  return withStageText(
    query,
    `window${keys.length === 0 ? "" : ` by ${keys.join(", ")}`}: ${list.join(", ")}`,
  );
}

/** Translates `map({func: .[0].func, biggest: (map(.size) | max)})` of jq, after `group_by(.func)`. */
function readMapped({ query, operand, world, writer }: StageInput): string | null {
  const pending = pendingGroups(query);
  const object = /^\{([^]*)\}$/.exec(operand.trim())?.[1];
  const shown = pending || object === undefined ? undefined : parseForeignList(object);
  if (shown?.every((node) => node.kind === "name")) {
    const names = shown.map((node) => writer.text(node));
    return names.includes(null) ? null : withStageText(query, `select ${names.join(", ")}`);
  }
  const items = object === undefined || !pending ? undefined : parseForeignList(object)?.map(foreignItem);
  const keys = pending && keysOf(pending.keys);
  if (!items || !pending || !keys) return null;
  const isKey = (node: Foreign): boolean =>
    keys.some(({ value }) => writer.text(value) !== null && writer.text(value) === writer.text(node));
  const sums = items.filter(({ value }) => !isKey(value)).map(({ value, name }) => ({
    value: value.kind === "name" && value.name === "length" ? COUNT.value : value,
    name,
  }));
  if (!sums.every(({ value }) => hasAggregate(value))) return null;
  return grouped(world, pending.before, keys, sums)?.query ?? null;
}

/** Kinds of joins in Kusto and dplyr, and the word for each in the stage `join`. */
const JOIN_KINDS: Readonly<Record<string, string>> = {
  inner: "",
  innerunique: "",
  left: "left ",
  leftouter: "left ",
  leftanti: "anti ",
  anti: "anti ",
  leftsemi: "semi ",
  semi: "semi ",
};

/** Translates `join kind=leftanti (before.leaks) on file, line`. */
function readJoin({ world, query, operand }: StageInput): string | null {
  const [, kind = "inner", inner, bare, keys] =
    /^(?:kind\s*=\s*(\w+)\s+)?(?:\(([^]*)\)|([\w.]+))\s+on\s+([\w\s,.]+)$/i.exec(operand) ?? [];
  const word = JOIN_KINDS[kind.toLowerCase()];
  if (keys === undefined || word === undefined) return null;
  const other = joinedRows(inner ?? bare ?? "", world);
  if (other === null) return null;
  return withStageText(query, `join ${word}(${other}) on ${keys.trim()}`);
}

function joinedRows(text: string, world: ReadingContext): string | null {
  const [first = "", ...stages] = text.split("|").map((each) => each.trim());
  const [, owner, table = first] = /^(\w+)\.(\w+)$/.exec(first) ?? [];
  const start = owner === undefined ? table : `${table} of ${owner}`;
  if (world.rows(start) === null) return null;
  return stages.reduce<string | null>((query, stage) => {
    if (query === null) return null;
    const plain = withStageText(query, stage);
    return foreignStage(query, stage, world) ?? (world.rows(plain) === null ? null : plain);
  }, start);
}
