/**
 * pprof profiles of Go, Node.js and other writers, and text heap profiles of gperftools, Go and jemalloc.
 * @module
 */

import type { Format } from "../format.ts";
import type { FirstQuery, ProfileQuery, Weight } from "../format_types.ts";
import { FORMAT_NAME, syntaxOf } from "./header.ts";
import { PPROF_RECIPES } from "./recipes.ts";
import { PLACE_COLUMNS, PPROF_DOCS } from "./table_docs.ts";
import { cumulative, PPROF_PHRASES, weightedTree } from "./questions.ts";

/** Suggested queries; only those that a trace can answer are shown. */
const QUERIES: readonly FirstQuery[] = [
  {
    query: "profile | by place, place_file, place_line: bytes = sum(inuse_space) | top 10 by bytes",
    answers: "who holds the heap",
    needs: ["profile.inuse_space", "profile.func"],
  },
  {
    query: "profile | by place, place_file, place_line: bytes = sum(alloc_space) | top 10 by bytes",
    answers: "who allocates most",
    needs: ["profile.alloc_space", "profile.func"],
  },
  {
    query: "profile | by func, file, line: ns = sum(cpu) | top 10 by ns",
    answers: "where the time goes",
    needs: ["profile.cpu", "profile.func"],
  },
  {
    query: "profile | by module, addr: bytes = sum(inuse_space) | top 10 by bytes",
    answers: "addresses that hold the heap, and the libraries that they are in",
    needs: ["profile.inuse_space", "profile.module"],
  },
  {
    query: `${cumulative("cpu")} | top 10 by cpu`,
    answers: "cumulative time of each function, callees included (pprof -top -cum)",
    needs: ["profile.cpu", "profile.func"],
  },
  {
    query: `${cumulative("inuse_space")} | top 10 by inuse_space`,
    answers: "cumulative heap of each function, callees included (pprof -top -cum)",
    needs: ["profile.inuse_space", "profile.func"],
  },
  {
    query: "profile | by func, file, line: delay = sum(delay) | top 10 by delay",
    answers: "who waits longest",
    needs: ["profile.delay", "profile.func"],
  },
  {
    query: "profile | by frames(stack): goroutines = sum(goroutine) | top 10 by goroutines",
    answers: "where goroutines are",
    needs: ["profile.goroutine", "profile.func"],
  },
  { query: "weights", answers: "what the file measures, and the totals" },
  {
    query: "labels | by name, value | top 10 by count",
    answers: "labels of samples",
    needs: ["labels.name"],
  },
  {
    query: `${weightedTree("cpu")} | take 20`,
    answers: "the time as a tree of callers",
    needs: ["profile.cpu", "profile.stack"],
  },
  {
    query: `${weightedTree("inuse_space")} | take 20`,
    answers: "the heap as a tree of callers",
    needs: ["profile.inuse_space", "profile.stack"],
  },
];

/** Names of weights that are times. */
const TIMES: ReadonlySet<string> = new Set(["cpu", "delay", "wall", "time"]);

/** Columns of `profile` that are not weights. */
const PLACES: ReadonlySet<string> = new Set([...PLACE_COLUMNS.split(" "), "trace"]);

/**
 * Builds the flame graph query over all weights. The weight that the file names as its default is shown first,
 * otherwise `inuse_space`, or else the last one, as in pprof.
 */
function profileOf(
  columns: readonly string[],
  tag: (key: string) => string | undefined,
): ProfileQuery | undefined {
  const weights = columns.filter((name) => !PLACES.has(name)).map((name): Weight => ({
    name,
    unit: /space$|^bytes$/.test(name) ? "bytes" : TIMES.has(name) ? "nanoseconds" : "count",
  }));
  const byDefault = tag("default_sample_type");
  const first = weights.find(({ name }) => name === byDefault) ??
    weights.find(({ name }) => name === "inuse_space") ?? weights.at(-1);
  if (first === undefined) return undefined;
  const quoted = (name: string): string => /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``;
  const sums = weights.map(({ name }) => `${quoted(name)} = sum(${quoted(name)})`).join(", ");
  return { query: `profile | by trace, stack, func, file, line, addr: ${sums}`, weights, first: first.name };
}

/** The format as the registry lists it. */
export const pprof: Format = {
  name: FORMAT_NAME,
  summary: "pprof profiles (Go, Node.js), heap texts of gperftools, Go and jemalloc",
  tables: ["profile", "weights", "labels", "modules", "stacks"],
  has: [],
  record: "sample",
  tableDocs: PPROF_DOCS,
  absent: {
    thread: "a profile sums up a whole run: threads, if recorded, are in labels",
    time: "a profile sums up a whole run: it has no times",
    size: "a profile has sums by place: use inuse_space / inuse_objects, or the label bytes",
    seq: "a profile has no records in order: use index",
  },
  firstQueries: QUERIES,
  asked: PPROF_PHRASES,
  stillLiveWording: "in use",
  subject: { table: "profile", key: "func" },
  blockless: "a profile sums up by place; try: profile | by func: bytes = sum(inuse_space) | top 10 by bytes",
  profileOf,
  recipes: PPROF_RECIPES,
  limits: async () => (await import("./limits.ts")).LIMITS,
  problems: async () => (await import("./problem_codes.ts")).PROBLEMS,
  readerVersion: 5,
  namesLater: { shows: { profile: ["func", "file", "line"] } },
  sniff: (head) => syntaxOf(head) !== undefined,
  read: async (...input) => await (await import("./reader.ts")).readPprof(...input),
};
