/**
 * Reads questions about changes: between two traces ("new leaks since before", "functions that leak more in
 * after than in before"), and between two points of one ("live @ 75% - live @ 25% by func").
 * @module
 */

import { writtenTrace } from "./listed_questions.ts";
import { keysIn, PhraseReader } from "./phrase_reader.ts";
import type { ReadingContext } from "./reading_context.ts";
import { rowsOnlyIn } from "./sentence_queries.ts";
import { readSentence } from "./sentences.ts";

/** The source that each verb implies. */
const VERBS: Readonly<Record<string, string>> = { leak: "leaks", allocate: "allocs", call: "calls" };

/** Queries for a question about changes. */
export function readChange(text: string, world: ReadingContext): string[] {
  return [newOrFixed, moreThanBefore, betweenPoints, noLonger].flatMap((read) => {
    const query = read(new PhraseReader(text, world));
    return query === null || world.rows(query) === null ? [] : [query];
  });
}

/**
 * Returns the two traces to compare, the earlier one first, if exactly two are open. The question may name the later
 * or the earlier one; an empty name stands for an unknown trace.
 */
function tracesOf(
  world: ReadingContext,
  { later, earlier }: { readonly later?: string | undefined; readonly earlier?: string | undefined },
): readonly [string, string] | null {
  const [one, two, three] = world.catalog.traceNames;
  if (one === undefined || two === undefined || three !== undefined || later === "" || earlier === "") {
    return null;
  }
  const isSwapped = later === one || earlier === two;
  return isSwapped ? [two, one] : [one, two];
}

/** Reads "new leaks since before by func, line", "fixed leaks in after". */
function newOrFixed(reader: PhraseReader): string | null {
  const { world } = reader;
  reader.skip("which", "what", "show", "list", "the");
  const kinds = ["new", "added", "fixed", "gone", "resolved", "removed", "disappeared"];
  let kind = reader.take(...kinds);
  const source = reader.rows()?.queries[0];
  reader.skip("that", "are", "were");
  kind ??= reader.take(...kinds);
  if (kind === undefined || source === undefined || !/^\w+$/.test(source)) return null;
  const mark = reader.take("since", "compared to", "against", "in", "after", "of");
  // In "new leaks after", "after" may be the name of a trace.
  const trace = mark === undefined
    ? undefined
    : reader.trace() ?? (world.catalog.traceNames.includes(mark) ? mark : "");
  const isEarlier = mark !== undefined && /^(?:since|compared|against)/.test(mark);
  const both = tracesOf(world, isEarlier ? { earlier: trace } : { later: trace });
  const rows = world.rows(source);
  const keys = rows === null ? undefined : keysIn(reader, rows) ?? world.catalog.subject?.key;
  if (both === null || keys === undefined || !reader.isDone) return null;
  const sign = /^(?:new|added)$/.test(kind) ? ">" : "<";
  return `diff (${source} of ${writtenTrace(both[0])}), (${source} of ${
    writtenTrace(both[1])
  }) by ${keys} | ` +
    `where count_delta ${sign} 0`;
}

/** Reads "which functions leak more in after than in before, in percent". */
function moreThanBefore(reader: PhraseReader): string | null {
  const { world } = reader;
  reader.skip("which", "what", "show", "list", "the", "all");
  const subject = world.catalog.subject?.table;
  const rows = subject === undefined ? null : world.rows(subject);
  const key = rows === null ? undefined : reader.column(rows);
  reader.skip("that", "which");
  const verb = key === undefined ? undefined : reader.take("leak", "leaks", "allocate", "call");
  const source = verb === undefined ? undefined : VERBS[verb.replace(/s$/, "")];
  const how = source === undefined
    ? undefined
    : reader.take("more often", "more memory", "more", "less often", "less");
  reader.skip("in");
  const later = reader.trace();
  if (reader.take("than") === undefined) return null;
  reader.skip("in");
  const earlier = reader.trace();
  if (how === undefined || later === undefined || earlier === undefined || later === earlier) return null;
  const percent = reader.take(", in percent", "in percent", "in %") !== undefined;
  if (!reader.isDone) return null;
  const measure = how.endsWith("often") || verb === "call" ? "count" : "bytes";
  const grown =
    `diff (${source} of ${writtenTrace(earlier)}), (${source} of ${writtenTrace(later)}) by ${key} | ` +
    `where ${measure}_delta ${how.startsWith("more") ? ">" : "<"} 0`;
  return percent
    ? `${grown} | extend percent = ${measure}_delta * 100.0 / ${measure}_before | sort percent desc`
    : grown;
}

/** Reads "functions no longer covered", "newly covered lines". */
function noLonger({ pieces, world }: PhraseReader): string | null {
  const text = pieces.map((piece) => piece.text).join(" ");
  const [, rows, adjective] = /^(?:which )?(\w+) (?:that )?(?:is |are )?no longer (\w+)$/i.exec(text) ?? [];
  const [, isNew] = /^newly (\w+ \w+)$/i.exec(text) ?? [];
  const said = isNew ?? (rows === undefined ? undefined : `${adjective} ${rows}`);
  const both = tracesOf(world, {});
  const [query = ""] = said === undefined ? [] : readSentence(said, world);
  if (both === null || !/^\w+ \| where (?:(?! \| ).)+$/.test(query)) return null;
  const [of, notOf] = isNew === undefined ? both : both.toReversed() as [string, string];
  return rowsOnlyIn(query, { of, notOf }, world);
}

/** Reads "live @ 75% - live @ 25% by func top 10", "growth from 25% to 75% by func". */
function betweenPoints(reader: PhraseReader): string | null {
  const { world } = reader;
  const points = difference(reader) ?? growth(reader);
  const rows = points === null ? null : world.rows("allocs");
  if (points === null || rows === null) return null;
  const keys = keysIn(reader, rows) ?? world.catalog.subject?.key;
  reader.skip(",");
  const top = reader.take("top", "first") === undefined ? undefined : reader.number();
  if (keys === undefined || !reader.isDone) return null;
  return `diff (live @ ${points[0]}), (live @ ${points[1]}) by ${keys}` +
    (top === undefined ? "" : ` | top ${top} by bytes_delta`);
}

/** Reads "live @ 75% - live @ 25%"; returns the earlier point first. */
function difference(reader: PhraseReader): readonly [string, string] | null {
  const from = reader.at;
  const later = livePoint(reader);
  const isMinus = later !== undefined && reader.take("-", "minus") !== undefined;
  const earlier = isMinus ? livePoint(reader) : undefined;
  if (later !== undefined && earlier !== undefined) return [earlier, later];
  reader.at = from;
  return null;
}

function livePoint(reader: PhraseReader): string | undefined {
  return reader.take("live") === undefined || reader.take("@", "at") === undefined
    ? undefined
    : pointIn(reader);
}

/** Reads "growth between 25% and 75%", "memory growth from start to peak". */
function growth(reader: PhraseReader): readonly [string, string] | null {
  reader.skip("memory", "heap", "the");
  if (reader.take("growth", "grown", "increase") === undefined) return null;
  reader.skip("of", "memory");
  if (reader.take("from", "between") === undefined) return null;
  const earlier = pointIn(reader);
  if (earlier === undefined || reader.take("to", "and") === undefined) return null;
  const later = pointIn(reader);
  return later === undefined ? null : [earlier, later];
}

function pointIn(reader: PhraseReader): string | undefined {
  const text = reader.pieces[reader.at]?.text ?? "";
  if (!/^(?:\d[\d.]*(?:%|ns|us|ms|s|m|h)?|peak|start|end)$/i.test(text)) return undefined;
  reader.at++;
  return text.toLowerCase();
}
