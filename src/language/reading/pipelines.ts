/**
 * Translates pipelines of other languages stage by stage: Kusto, PRQL, Splunk, jq, method chains, and stages
 * without pipes.
 * @module
 */

import { AGGREGATES } from "../../query/aggregates/registry.ts";
import { findStage, STAGES } from "../../query/stages/registry.ts";
import type { QueryStage } from "../../query/stages/stage.ts";
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { LooseStageParts, splitOutsideBrackets } from "./loose_columns.ts";
import { chainStages } from "./foreign/chains.ts";
import { commandSource } from "./foreign/commands.ts";
import { foreignStage, withOwnGroups } from "./foreign/stages.ts";
import { closingToken, foreignTokens } from "./foreign/tokens.ts";
import { vectorStages } from "./foreign/vectors.ts";
import { piecesOf } from "./sentence_tokens.ts";
import { readSentence } from "./sentences.ts";
import { tableNamed } from "./tables.ts";
import type { ReadingContext } from "./reading_context.ts";

/** Stages by each of their names here and in other languages. */
const STAGE_WORDS: ReadonlyMap<string, QueryStage> = new Map(
  STAGES.flatMap((stage) => [
    ...(stage.called ?? []).map((word) => [word, stage] as const),
    ...(stage.elsewhere ?? []).map(({ word }) => [word, stage] as const),
    [stage.keyword, stage] as const,
  ]),
);
/** Names that may begin a stage without a pipe. Other names occur too often within a stage. */
const SPLITS = new Set(
  ["where", "by", "summarize", "extend", "select", "sort", "take", "distinct"].flatMap((keyword) => {
    const stage = findStage(keyword)!;
    return [stage.keyword, ...(stage.elsewhere ?? []).map(({ word }) => word)];
  }).filter((word) => !["first", "let", "columns", "fields", "over"].includes(word)),
);
const COMPARES = /[=<>~]|\b(?:between|contains|startswith|endswith|i?like|in|is)\b/i;

/** Queries that a pipeline may mean, best match first. */
export function readPipeline(text: string, world: ReadingContext): string[] {
  const plain = withGroupStage(withPlainPipes(text.trim().replace(/;+\s*$/, "")));
  const segments = withOwnGroups(segmentsOf(plain, world));
  if (segments.length === 0 || segments.length > QUERY_LIMITS.readStages.most) return [];
  const [first = "", ...rest] = segments;
  return pipelineStarts(first, rest, world).flatMap(({ query, left }) => {
    const stages = left.slice(0, left.length - rest.length);
    const begun = stages.reduce<string | null>(
      (done, stage) => done === null ? null : withStage(done, stage, world),
      query,
    );
    // A stage after a pipe may be in plain words, such as: allocs | average size by func.
    const whole = left.slice(stages.length).reduce<string | null>(
      (done, stage) => done === null ? null : withStage(done, stage, world) ?? inWords(done, stage, world),
      begun,
    );
    // A query may begin with a filter.
    const asked = query === "" ? whole?.replace(/^where /, "") : whole;
    // "by line", as in "leaks by line", means source lines: line 7 of two files is two different lines.
    const placed = rest.length === 0
      ? asked?.replace(/ \| by line(?=$| \|)/, " | by func, file, line")
      : asked;
    const filtered = placed !== asked && (placed ?? null) !== null && world.rows(placed!) === null
      ? asked
      : placed;
    return filtered === undefined || filtered === null || filtered === "" || world.rows(filtered) === null
      ? []
      : [filtered];
  });
}

/** Rewrites the pipes of R and F# as `|`, and removes what jq and dplyr write around the rows. */
function withPlainPipes(text: string): string {
  const tokens = foreignTokens(text);
  let written = "";
  let end = 0;
  for (const token of tokens) {
    const isPipe = token.kind === "sign" && (token.text === "%>%" || token.text === "|>");
    written += text.slice(end, token.start) + (isPipe ? "|" : text.slice(token.start, token.end));
    end = token.end;
  }
  const whole = (written + text.slice(end)).trim();
  return withJoinedFirst(withoutList(whole)).replace(/^(\.\w+\[\])\.(?=\w)/, "$1 | .").replace(
    /\|\s*limit\((\d+);\s*\.\[\]\s*\)/,
    "| limit($1)",
  );
}

/**
 * Rewrites `anti_join(after$leaks, before$leaks, by = c("file", "line"))` of dplyr as a stage after its first table.
 */
function withJoinedFirst(text: string): string {
  return text.replace(
    /^(anti|semi|inner|left)_join\(\s*([\w$.]+)\s*,\s*([\w$.]+)\s*,\s*by\s*=\s*(?:c\(([^()]*)\)|("[^"]*"|'[^']*'))\s*\)/i,
    (_, kind: string, left: string, right: string, several: string | undefined, one: string | undefined) =>
      `${left.replace("$", ".")} | join kind=${kind} (${right.replace("$", ".")}) on ${
        (several ?? one ?? "").replaceAll(/["']/g, "")
      }`,
  );
}

/** An aggregate with its argument, or `count` alone: `sum(size)`, `count(*)`. */
const AGGREGATE = String.raw`(?:count|(?:${AGGREGATES.map(({ name }) => name).join("|")})\s*\([^()|]*\))`;
/** Aggregates before their keys: `sum(size), count by func`. */
const AGGREGATES_FIRST = new RegExp(
  String.raw`^(${AGGREGATE}(?:\s*,\s*${AGGREGATE})*)\s+(?:by|per|group\s+by)\s+(?=\w)`,
  "i",
);

/** Adds the word `summarize` to `sum(size), count by func`, which names aggregates first and no table. */
function withGroupStage(text: string): string {
  const [head = "", aggregates = ""] = AGGREGATES_FIRST.exec(text) ?? [];
  if (!aggregates.includes("(")) return text;
  return `summarize ${aggregates.replace(/\bcount\b(?!\s*\()/gi, "count()")} by ${text.slice(head.length)}`;
}

/** Removes the brackets around the rows in `[.leaks[] | …] | …` of jq. */
function withoutList(text: string): string {
  if (!/^\[\s*\.\w+\[\]/.test(text)) return text;
  const tokens = foreignTokens(text);
  const end = tokens[closingToken(tokens, 0)];
  return end === undefined ? text : `${text.slice(1, end.start).trim()}${text.slice(end.end)}`;
}

function inWords(query: string, text: string, world: ReadingContext): string | null {
  // Text that begins with the name of a stage is not interpreted as plain words, since that would change its
  // meaning.
  return query === "" || stageOf(text) !== null ? null : readSentence(text, world, query)[0] ?? null;
}

/** A possible beginning of a pipeline, and the stages that follow. */
interface PipelineStart {
  /** The query so far; empty for the main table. */
  readonly query: string;
  /** Stages written beside the source, followed by those after pipes. */
  readonly left: readonly string[];
}

function pipelineStarts(first: string, rest: readonly string[], world: ReadingContext): PipelineStart[] {
  const { catalog } = world;
  const found: PipelineStart[] = [];
  const add = (query: string, ...left: readonly string[]): void => {
    if (query === "" || world.rows(query) !== null) found.push({ query, left: [...left, ...rest] });
  };
  if (isTable(first, world)) add(first);
  const command = commandSource(first, world);
  if (command) add(command[0], ...(command[1] === "cat" ? [] : [command[1]]));
  const pieces = piecesOf(first);
  const [head, second] = pieces;
  if (!head) return [];
  // before | leaks, after.leaks
  const [owner = "", owned] = splitName(first);
  if (catalog.traceNames.includes(owner)) {
    const [next = owned, ...others] = owned === undefined ? rest : [owned, ...rest];
    const table = next === undefined ? undefined : tableNamed(next, world);
    if (table === undefined) return [];
    const left = owned === undefined ? others : rest;
    return pipelineStarts(`${table} of ${owner}`, left, world);
  }
  // from leaks, index=leaks, .leaks[], leaks[]
  const named = /^(?:(?:from|index|source|table|use|search)\b\s*=?\s*|\.)?([\w.]+)\s*(?:\[\s*\])?\s*([^]*)$/i
    .exec(
      first,
    );
  const table = named && tableNamed(named[1]!, world);
  if (named && table) {
    const behind = named[2]!.trim().replace(/^[,;]\s*/, "");
    if (behind === "") add(table);
    else if (/^[\s(]*(?:not\s+)?\w+:/i.test(behind)) add(table, behind);
    else for (const left of splits(behind)) add(table, ...left);
  }
  // {func="main", kind="alloc"}
  if (head.text === "{" && first.endsWith("}")) {
    add(
      "",
      ...splitOutsideBrackets(first.slice(1, -1), piecesOf(first.slice(1, -1)), ",").map((each) =>
        `where ${each}`
      ),
    );
  }
  found.push(...calledStarts(first, rest, world));
  // size between 1K and 2K, histogram size
  if (stageOf(first) !== null) add("", ...splits(first)[0] ?? [first]);
  else if (COMPARES.test(first) && second) add("", `where ${first}`);
  if (rest.length > 0) { for (const query of readSentence(first, world)) add(query); }
  return found;
}

/** Reads sources written as calls: `topk(5, allocs)`, `len(leaks)`, `df[df.size > 3]`. */
function calledStarts(first: string, rest: readonly string[], world: ReadingContext): PipelineStart[] {
  const call = /^(\w+)\s*\(\s*(?:(\d+)\s*,\s*)?(\w+)\s*(?:,\s*(\d+)\s*)?\)$/.exec(first);
  const table = call && tableNamed(call[3]!, world);
  if (call && table) {
    const count = call[2] ?? call[4];
    return [{ query: table, left: [`${call[1]} ${count ?? ""}`.trim(), ...rest] }];
  }
  // glBufferData(target = GL_ARRAY_BUFFER)
  const [, name = "", args = ""] = /^(\w+)\(([^()]*)\)$/.exec(first) ?? [];
  const { subject } = world.catalog;
  if (name === "" || !subject || !/[=<>]/.test(args)) return [];
  const values = world.catalog.distinct(subject.table, subject.key, QUERY_LIMITS.warningValues.most) ?? [];
  if (!values.some(({ value }) => value === name)) return [];
  const tests = splitOutsideBrackets(args, piecesOf(args), ",").map((each) => ` and ${each}`).join("");
  return [{ query: subject.table, left: [`where ${subject.key} == "${name}"${tests}`, ...rest] }];
}

function splitName(text: string): string[] {
  return /^(\w+)\.(\w+)$/.exec(text)?.slice(1) ?? [text];
}

/** Splits the text after a table into stages, in each possible way. */
function splits(text: string): string[][] {
  const pieces = piecesOf(text);
  const stages: string[] = [];
  let start = 0;
  let open = 0;
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === "sign") {
      if ("([{".includes(piece.text)) open++;
      if (")]}".includes(piece.text)) open--;
    }
    const before = pieces[at - 1];
    const begins = open === 0 && at > 0 && piece.kind === "word" && SPLITS.has(piece.text.toLowerCase()) &&
      !(before!.kind === "word" && /^(?:order|group|sort|partition)$/i.test(before!.text)) &&
      before!.kind !== "sign" && pieces[at + 1] !== undefined;
    if (!begins) continue;
    stages.push(text.slice(start, piece.start).trim());
    start = piece.start;
  }
  stages.push(text.slice(start).trim());
  const [first = "", ...others] = stages.filter((each) => each !== "");
  if (stageOf(first) !== null || aggregates(first)) return [[first, ...others]];
  return /[=<>~]|\bbetween\b/i.test(first) ? [[`where ${first}`, ...others]] : [];
}

function aggregates(text: string): boolean {
  const [word] = piecesOf(text);
  return AGGREGATES.some(({ name }) => name === word?.text.toLowerCase());
}

/** The stage that a text begins with, and the text after its name. */
function stageOf(text: string): { readonly stage: QueryStage; readonly operand: string } | null {
  const [head, next] = piecesOf(text);
  if (head?.kind !== "word") return null;
  const stage = STAGE_WORDS.get(head.text.toLowerCase());
  if (!stage) return null;
  const swallows = /^(?:group|order|sort|partition|sorted|ordered)$/i.test(head.text) &&
    /^by$/i.test(next?.text ?? "");
  return { stage, operand: text.slice(swallows ? next!.end : head.end).trim() };
}

/** Adds a stage written in another language; null if no translation binds. */
function withStage(query: string, text: string, world: ReadingContext): string | null {
  const { catalog } = world;
  const joined = (stage: string): string => query === "" ? stage : `${query} | ${stage}`;
  const rows = world.rows(query === "" ? catalog.mainTable : query);
  if (rows === null) return null;
  const foreign = foreignStage(query, text, world);
  if (foreign !== null) return foreign;
  if (/^(?:first|last)$/i.test(text)) return joined(/^f/i.test(text) ? "take 1" : "tail 1");
  // .[] and @tsv of jq change no rows.
  if (/^(?:\.\[\]|@[ct]sv)$/.test(text)) return query;
  const tuple = /^\[\s*(\.\w+(?:\s*,\s*\.\w+)*)\s*\]$/.exec(text)?.[1];
  if (tuple !== undefined) return withStage(query, `select ${tuple}`, world);
  const [, filtered, chosen] = /^map\s*\(\s*(select\s*\([^]*\))\s*\|\s*(\.\w+)\s*\)$/.exec(text) ?? [];
  if (filtered !== undefined) {
    const next = withStage(query, filtered, world);
    return next === null ? null : withStage(next, chosen!, world);
  }
  // map(select(.size > 3)), map(length)
  const mapped = /^map\s*\((.*)\)$/is.exec(text)?.[1]?.trim();
  if (mapped !== undefined) {
    if (/^length$/i.test(mapped) && / \| by [^|:]+$/.test(query)) return `${query}: count()`;
    if (/^select\b/i.test(mapped)) return withStage(query, mapped, world);
  }
  const shown = /^\{([^{}:]+)\}$/.exec(text)?.[1];
  if (shown !== undefined) return withStage(query, `select ${shown}`, world);
  const reader = new LooseStageParts(world, rows);
  const candidates: string[] = [];
  const called = stageOf(text);
  // select(.size > 3) of jq filters rows.
  const isFilter = called?.stage.keyword === "select" && /^\s*\(/.test(called.operand) &&
    COMPARES.test(called.operand);
  // `where` is always translated: a condition such as "not freed" may be valid without having the intended
  // meaning.
  if (called?.stage.keyword !== "where" && !isFilter) candidates.push(joined(text));
  if (isFilter) candidates.push(joined(`where ${reader.condition(called.operand)}`));
  else if (called?.stage.loosely) {
    const stage = called.stage.loosely(called.operand, reader);
    if (stage !== null) candidates.push(joined(stage));
  }
  candidates.push(joined(text));
  // by func | max(size)
  const last = query.lastIndexOf(" | by ");
  const isGrouped = last >= 0 && !/[|:]/.test(query.slice(last + 3));
  const before = isGrouped ? world.rows(query.slice(0, last)) : rows;
  const sorted = isGrouped && before
    ? /^(?:order|sort)\s*(?:by\s)?\s*([^]*\))(?:\s+(asc|desc)\w*)?$/i.exec(text)
    : null;
  if (sorted && before) {
    // by func | order by sum(size) desc
    const value = new LooseStageParts(world, before).aggregate(sorted[1]!);
    const name = value === null ? undefined : world.rows(`${query}: ${value}`)?.columns.at(-1)?.name;
    const direction = sorted[2] === undefined ? "" : ` ${sorted[2].toLowerCase()}`;
    if (name !== undefined) candidates.push(`${query}: ${value} | sort ${name}${direction}`);
  }
  const several = isGrouped && before ? /^summarize\s+([^]+)$/.exec(text)?.[1] : undefined;
  if (several !== undefined && before) {
    const all = new LooseStageParts(world, before);
    const sums = all.list(several).map((each) => all.aggregate(each));
    if (!sums.includes(null)) candidates.unshift(`${query}: ${sums.join(", ")}`);
  }
  const sum = before &&
    new LooseStageParts(world, before).aggregate(text.replace(/^map\s*\(([^]*)\)$/i, "$1"));
  if (sum !== null) {
    // After grouping, a count in other languages counts the rows of each group, whereas summarize would count
    // the groups.
    if (!isGrouped) candidates.push(joined(`summarize ${sum}`));
    else if (/\(/.test(text)) candidates.unshift(`${query}: ${sum}`);
  }
  const [, , keys] = /^(.+?)\s+by\s+([^]+)$/i.exec(text) ?? [];
  const grouped = keys === undefined ? null : reader.aggregate(text.slice(0, text.search(/\sby\s/i)));
  if (grouped !== null) {
    candidates.push(
      joined(`by ${reader.list(keys!).map((each) => reader.named(each)).join(", ")}: ${grouped}`),
    );
  }
  candidates.push(
    ...smallStages(query, text, reader).map((stage) =>
      stage.startsWith("=") ? stage.slice(1) : joined(stage)
    ),
  );
  if (COMPARES.test(text) && !called) candidates.push(joined(`where ${reader.condition(text)}`));
  return candidates.find((candidate) => world.rows(candidate) !== null) ?? null;
}

/**
 * Translates short forms, such as a slice or `add`, to stages. A result that begins with "=" replaces the
 * whole query.
 */
function smallStages(query: string, text: string, reader: LooseStageParts): string[] {
  const slice = /^\.?\[\s*(?:0?\s*:\s*(\d+))\s*\]$/.exec(text)?.[1];
  if (slice !== undefined) return [`take ${slice}`];
  const column = /^\.(\w+)$/.exec(text)?.[1] ?? /^\[\s*["'](\w+)["']\s*\]$/.exec(text)?.[1] ??
    /^map\s*\(\s*\.(\w+)\s*\)$/i.exec(text)?.[1];
  if (column !== undefined && reader.has(column)) return [`select ${reader.value(column)}`];
  if (/^reverse(?:\(\))?$/i.test(text) && / \| sort [^|]+$/.test(query) && !/ (?:asc|desc)$/.test(query)) {
    return [`=${query} desc`];
  }
  const alone = /^(?:max|min|add|sum|mean|avg|average|median)(?:\(\))?$/i.exec(text)?.[0];
  const measure = alone === undefined
    ? undefined
    : /(?:^| \| )by [^|:]+: (?:\w+ = )?(\w+)\(\)$/.exec(query)?.[1];
  if (alone !== undefined && measure !== undefined) {
    return [
      `summarize ${
        { add: "sum", mean: "avg", average: "avg" }[alone.replace("()", "")] ?? alone.replace("()", "")
      }(${measure})`,
    ];
  }
  const [one] = reader.columns();
  if (/^unique$/i.test(text) && one !== undefined && reader.columns().length === 1) {
    return [`=${query} | distinct ${one} | sort ${one}`];
  }
  if (/^add$/i.test(text)) {
    const [, before, one] = /^([^]*) \| select (\S+)$/.exec(query) ?? [];
    if (one !== undefined) return [`=${before} | summarize sum(${one})`];
  }
  const onColumn = /^(sum|mean|avg|max|min|median)\(\)$|^(?:add\s*\/\s*(length))$/i.exec(text);
  const shownAlone = /^([^]*) \| select (\S+)$/.exec(query);
  if (onColumn && shownAlone) {
    const fn = onColumn[2] !== undefined || /^mean$/i.test(onColumn[1]!) ? "avg" : onColumn[1]!.toLowerCase();
    return [`=${shownAlone[1]} | summarize ${fn}(${shownAlone[2]})`];
  }
  const keysAlone = /^(?:summarize|summarise|stats|aggregate|group)\s+by\s+([^]+)$/i.exec(text)?.[1];
  if (keysAlone !== undefined) {
    return [`by ${reader.list(keysAlone).map((each) => reader.named(each)).join(", ")}`];
  }
  const rare = /^rare\s+(?:limit\s*=\s*(\d+)\s+)?([\w.]+)$/i.exec(text);
  if (rare) return [`by ${reader.value(rare[2]!)}: count() | sort count | take ${rare[1] ?? 10}`];
  const bins = /^(?:bucket|bin)\s*\(?\s*([\w.]+)[\s,]+(?:by\s+)?(\d[\w.]*)\s*\)?$/i.exec(text);
  if (bins) return [`by bin(${reader.value(bins[1]!)}, ${bins[2]})`];
  const best = /^(max|min)_?by\s*\(([^]*)\)$/i.exec(text);
  if (best) return [`top 1 by ${reader.value(best[2]!)}${/^min/i.test(best[1]!) ? " asc" : ""}`];
  return [];
}

/** Whether a text is a source in the query language. */
function isTable(text: string, world: ReadingContext): boolean {
  return /^[\w@%#. ()]+$/.test(text) && stageOf(text) === null && world.rows(text) !== null;
}

/**
 * Splits a text at pipes and at the calls of a method chain. If it begins with `from` and has no pipe, each
 * line is a part.
 */
function segmentsOf(text: string, world: ReadingContext): string[] {
  const lines = /^from\s+\w+\s*\n/i.test(text) && !text.includes("|") ? text.split("\n") : [text];
  return lines.flatMap((line) => splitOutsideBrackets(line, piecesOf(line), "|")).flatMap((each) =>
    chainStages(each, world) ?? vectorStages(each) ?? [each]
  );
}
