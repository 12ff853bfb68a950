/**
 * Splits method chains of pandas, polars, LINQ and data.table (R) into stages, most of them written as in dplyr, that
 * `foreignStage` translates.
 * @module
 */

import { QUERY_LIMITS } from "../../../base/limits/query_limits.ts";
import type { ReadingContext } from "../reading_context.ts";
import { tableNamed } from "../tables.ts";
import { closingToken, type ForeignToken, foreignTokens } from "./tokens.ts";

/** A member, a call or a bracket of a chain. */
interface Link {
  readonly kind: "member" | "call" | "bracket";
  /** The name of a member or method; empty for brackets. */
  readonly name: string;
  /** The text between the brackets; empty for a member. */
  readonly inner: string;
}

/** The stages of a chain that have been read. */
interface Chain {
  readonly stages: string[];
  /** The column that the next method applies to, as in `leaks["size"].max()`; null for all columns. */
  column: string | null;
}

/** Adds the stages for a call; false if it cannot be translated. */
type LinkReader = (chain: Chain, inner: string, name: string) => boolean;

/** Methods that do not affect the rows of a query. */
const NO_CHANGE = new Set([
  "reset_index",
  "copy",
  "to_frame",
  "collect",
  "lazy",
  "tolist",
  "toarray",
  "tolowercase",
  "unstack",
  "as_index",
]);
const FILTERS = new Set(["filter", "where", "query"]);
const ACCESSORS = new Set(["loc", "iloc"]);
/** Methods that aggregate a column. */
const AGGREGATES = new Set([
  "sum",
  "mean",
  "avg",
  "average",
  "count",
  "nunique",
  "n_unique",
  "max",
  "min",
  "median",
  "std",
  "quantile",
]);

const READERS: ReadonlyMap<string, LinkReader> = new Map<string, LinkReader>([
  ["groupby", readKeys],
  ["group_by", readKeys],
  ["agg", readAggregates],
  ["aggregate", readAggregates],
  ["sort_values", readSorting],
  ["sort", readSorting],
  ["orderby", readSorting],
  ["orderbydescending", (chain, inner) => push(chain, `arrange(desc(${lambdaBody(inner)}))`)],
  ["nlargest", readLargest],
  ["nsmallest", readLargest],
  ["head", readCount],
  ["limit", readCount],
  ["take", readCount],
  ["tail", readCount],
  ["select", readSelectedColumns],
  ["assign", (chain, inner) => push(chain, `mutate(${inner})`)],
  ["with_columns", (chain, inner) => push(chain, `mutate(${inner})`)],
  ["value_counts", (chain, inner) => {
    if (/\bnormalize\s*=\s*true/i.test(inner)) return false;
    const key = chain.column ?? unquoted(inner);
    chain.column = null;
    return push(chain, `count(${key}, sort = TRUE)`);
  }],
  ["size", readRowCount],
  ["len", readRowCount],
  ["height", readRowCount],
  ["unique", readUnique],
  ["distinct", readUnique],
  ["drop_duplicates", readUnique],
  ["describe", readDescription],
  [
    "drop",
    (chain, inner) => push(chain, `drop(${unbracketed(inner.replace(/^columns\s*=\s*/, ""))})`),
  ],
  ["set_index", () => true],
  ["resample", (chain, inner) => push(chain, `by bin(time, ${unquoted(inner)})`)],
  ["pivot_table", readPivot],
]);

/** Returns the table of a chain and its stages, which `foreignStage` can translate; null for any other text. */
export function chainStages(text: string, world: ReadingContext): readonly string[] | null {
  const tokens = foreignTokens(text);
  if (tokens.length < 2 || text.length > QUERY_LIMITS.readText.most) return null;
  const start = startOf(tokens, world);
  if (start === null) return null;
  const links = linksOf(text, tokens, start.next);
  if (links === null || links.length === 0) return null;
  const chain: Chain = { stages: [], column: null };
  for (const [at, link] of links.entries()) if (!readLink(chain, link, links[at + 1])) return null;
  if (chain.column !== null) chain.stages.push(`select(${chain.column})`);
  return start.source === "" ? chain.stages : [start.source, ...chain.stages];
}

/** The table that a chain begins with, possibly of one trace (`after.leaks`), and the index of the token after it. */
function startOf(
  tokens: readonly ForeignToken[],
  world: ReadingContext,
): { readonly source: string; readonly next: number } | null {
  const [first, dot, second] = tokens;
  if (first?.kind !== "name") return null;
  const isOwner = world.catalog.traceNames.includes(first.text) && second?.kind === "name" &&
    (dot?.text === "." || dot?.text === "$");
  // Variables with these names stand for the main table, which is written as an empty source.
  if (!isOwner && /^(?:df|data|trace)$/i.test(first.text)) return { source: "", next: 1 };
  const table = tableNamed(isOwner ? second!.text : first.text, world);
  if (table === undefined) return null;
  return isOwner ? { source: `${first.text}.${table}`, next: 3 } : { source: table, next: 1 };
}

function linksOf(text: string, tokens: readonly ForeignToken[], from: number): readonly Link[] | null {
  const links: Link[] = [];
  for (let at = from; at < tokens.length;) {
    const token = tokens[at]!;
    if (token.text === "." && tokens[at + 1]?.kind === "name") {
      const name = tokens[at + 1]!.text;
      const end = tokens[at + 2]?.text === "(" ? closingToken(tokens, at + 2) : -1;
      if (end < 0) links.push({ kind: "member", name, inner: "" });
      else {links.push({
          kind: "call",
          name,
          inner: text.slice(tokens[at + 2]!.end, tokens[end]!.start).trim(),
        });}
      at = end < 0 ? at + 2 : end + 1;
    } else if (token.text === "[") {
      const end = closingToken(tokens, at);
      if (end < 0) return null;
      links.push({ kind: "bracket", name: "", inner: text.slice(token.end, tokens[end]!.start).trim() });
      at = end + 1;
    } else return null;
  }
  return links;
}

function push(chain: Chain, stage: string): boolean {
  chain.stages.push(stage);
  return true;
}

function readLink(chain: Chain, link: Link, next: Link | undefined): boolean {
  const low = link.name.toLowerCase();
  if (link.kind === "bracket") return readBracket(chain, link.inner);
  if (link.kind === "member") {
    if (ACCESSORS.has(low) && next?.kind === "bracket") return true;
    if (low === "shape") return push(chain, "count");
    if (low === "str" || low === "dt") return false;
    chain.column = link.name;
    return true;
  }
  if (NO_CHANGE.has(low)) return true;
  // functions.Count(f => f.count == 0)
  if (low === "count" && link.inner !== "") {
    return push(chain, `filter(${lambdaBody(link.inner)})`) && push(chain, "count");
  }
  // allocs.freed.isna().sum()
  if (chain.column !== null && /^(?:is_?na|is_?null|not_?na|not_?null)$/.test(low)) {
    chain.stages.push(`filter(${low}(${chain.column}))`);
    chain.column = null;
    return next?.name === "sum";
  }
  if (low === "sum" && chain.column === null && chain.stages.at(-1)?.startsWith("filter(")) {
    return push(chain, "tally()");
  }
  if (chain.column !== null && AGGREGATES.has(low)) return readColumnAggregate(chain, low, link.inner);
  if (low === "count") return readRowCount(chain);
  if (FILTERS.has(low)) return push(chain, `filter(${lambdaBody(unquoted(link.inner))})`);
  const read = READERS.get(low);
  if (read) return read(chain, link.inner, low);
  if (AGGREGATES.has(low) && link.inner === "") return push(chain, low);
  return false;
}

/** Reads `["size"]`, `[["file", "line"]]`, `[size > 3]`, `[:5]`, and `[i, j, by = k]` of data.table. */
function readBracket(chain: Chain, inner: string): boolean {
  const parts = commaParts(inner);
  if (parts.length > 1) return readTablePart(chain, parts);
  const rows = /^(?:0|1)?\s*:\s*(\d+)$/.exec(inner)?.[1];
  if (rows !== undefined) return push(chain, `head(${rows})`);
  const order = /^order\s*\(([^]*)\)$/i.exec(inner)?.[1];
  if (order !== undefined) return push(chain, `arrange(${order})`);
  if (/^(["'])\w+\1$/.test(inner)) {
    chain.column = unquoted(inner);
    return true;
  }
  const columns = /^\[([^\]]*)\]$/.exec(inner)?.[1];
  if (columns !== undefined) return push(chain, `select(${columns})`);
  return inner !== "" && push(chain, `filter(${inner})`);
}

/**
 * Reads `[rows, columns, by = keys]` of data.table: a filter or an order, columns or aggregates, and the columns to
 * group by.
 */
function readTablePart(chain: Chain, parts: readonly string[]): boolean {
  const [rows = "", columns = ""] = parts;
  const keys = parts.map((part) => /^(?:key)?by\s*=\s*([^]*)$/i.exec(part)?.[1]).find((part) =>
    part !== undefined
  );
  if (rows !== "" && !readBracket(chain, rows)) return false;
  const list = /^\.?\(([^]*)\)$/.exec(columns)?.[1] ?? /^\[([^\]]*)\]$/.exec(columns)?.[1] ?? columns;
  if (keys === undefined) {
    return list === "" || push(chain, /[(]|\.N\b/.test(list) ? `summarise(${list})` : `select(${list})`);
  }
  const by = /^\.?\(([^]*)\)$/.exec(keys)?.[1] ?? keys;
  return push(chain, `group_by(${by})`) && push(chain, `summarise(${list})`);
}

/** Splits a text at commas outside brackets; keeps empty parts. */
function commaParts(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { kind, text: sign, start: from, end, depth } of foreignTokens(text)) {
    if (kind !== "sign" || sign !== "," || depth > 0) continue;
    parts.push(text.slice(start, from).trim());
    start = end;
  }
  return [...parts, text.slice(start).trim()];
}

function readKeys(chain: Chain, inner: string): boolean {
  return push(chain, `group_by(${lambdaBody(unbracketed(inner))})`);
}

/** Reads the arguments of `agg`: `{"size": "sum"}`, `n=("size", "count")`, `["sum", "mean"]`, and expressions. */
function readAggregates(chain: Chain, inner: string): boolean {
  const { column } = chain;
  chain.column = null;
  const listed = column === null
    ? undefined
    : /^\[([^\]]*)\]$/.exec(inner)?.[1] ?? (/^["']\w+["']$/.test(inner) ? inner : undefined);
  if (listed !== undefined) {
    return push(
      chain,
      `summarise(${commaParts(listed).map((each) => aggregateCall(unquoted(each), column!)).join(", ")})`,
    );
  }
  const named = [...inner.matchAll(/(\w+)\s*=\s*\(\s*["'](\w+)["']\s*,\s*["'](\w+)["']\s*\)/g)];
  if (named.length > 0) {
    return push(
      chain,
      `summarise(${named.map(([, name, of, fn]) => `${name} = ${aggregateCall(fn!, of!)}`).join(", ")})`,
    );
  }
  const pairs = [...inner.matchAll(/["'](\w+)["']\s*:\s*["'](\w+)["']/g)];
  if (pairs.length > 0) {
    return push(
      chain,
      `summarise(${pairs.map(([, of, fn]) => aggregateCall(fn!, of!)).join(", ")})`,
    );
  }
  return push(chain, `summarise(${inner.replace(/^\[([^]*)\]$/, "$1")})`);
}

function aggregateCall(name: string, column: string): string {
  return /^(?:count|size)$/i.test(name) ? "count()" : `${name}(${column})`;
}

function readColumnAggregate(chain: Chain, name: string, inner: string): boolean {
  const column = chain.column!;
  chain.column = null;
  const shares = /^\[([^\]]*)\]$/.exec(inner)?.[1];
  if (name === "quantile") {
    return push(
      chain,
      `summarise(${
        (shares ?? inner).split(",").map((each) => `quantile(${column}, ${each.trim()})`).join(", ")
      })`,
    );
  }
  return inner === "" && push(chain, `summarise(${aggregateCall(name, column)})`);
}

/**
 * Reads `.sort_values("size", ascending=False)` and `.sort("size", descending=True)`; without keys, sorts by the last
 * column.
 */
function readSorting(chain: Chain, inner: string): boolean {
  // One direction for all keys, or one for each.
  const [, option = "", list = ""] = /\b(ascending|descending)\s*=\s*(\[[^\]]*\]|\w+)/i.exec(inner) ?? [];
  const directions = commaParts(unbracketed(list)).map((each) =>
    /^true$/i.test(each) === /^descending$/i.test(option)
  );
  const isDown = list !== "" && directions[0]!;
  const keys = commaParts(inner).filter((part) =>
    part !== "" && !/^(?:ascending|descending|na_position|inplace)\s*=/i.test(part)
  )
    .flatMap((part) => commaParts(unbracketed(lambdaBody(part).replace(/^by\s*=\s*/i, ""))))
    .map(unquoted);
  chain.column = null;
  if (keys.length === 0) return push(chain, `sort_last ${isDown ? "desc" : "asc"}`);
  if (directions.length > 1 && directions.length !== keys.length) return false;
  const written = keys.map((key, at) =>
    (directions.length > 1 ? directions[at]! : isDown) ? `desc(${key})` : key
  );
  return push(chain, `arrange(${written.join(", ")})`);
}

function readLargest(chain: Chain, inner: string, name: string): boolean {
  const [count = "5", key = chain.column ?? ""] = commaParts(inner).map(unquoted);
  chain.column = null;
  const verb = name === "nsmallest" ? "slice_min" : "slice_max";
  return /^\d+$/.test(count) && push(chain, `${verb}(${key === "" ? "" : `${key}, `}n = ${count})`);
}

function readCount(chain: Chain, inner: string, name: string): boolean {
  const count = inner === "" ? "5" : inner.replace(/^n\s*=\s*/, "");
  return /^\d+$/.test(count) && push(chain, `${name === "tail" ? "tail" : "head"}(${count})`);
}

/** Reads `.select("func", "size")` as columns, and `.select(pl.col("thread").n_unique())` as aggregates. */
function readSelectedColumns(chain: Chain, inner: string): boolean {
  const list = inner.replace(/^\[([^]*)\]$/, "$1");
  return push(
    chain,
    /\)\s*$/.test(list) && /\.\w+\(\)/.test(list) ? `summarise(${list})` : `select(${list})`,
  );
}

function readRowCount(chain: Chain): boolean {
  chain.column = null;
  return push(chain, "tally()");
}

function readUnique(chain: Chain, inner: string, name: string): boolean {
  if (name === "drop_duplicates" && /\bkeep\s*=|\bsubset\s*=/i.test(inner)) return false;
  const key = chain.column ?? unbracketed(inner);
  chain.column = null;
  return key !== "" && push(chain, `distinct ${commaParts(key).map(unquoted).join(", ")}`);
}

function readDescription(chain: Chain): boolean {
  const { column } = chain;
  if (column === null) return false;
  chain.column = null;
  const of = (name: string, share = ""): string => `${name}(${column}${share})`;
  const figures = [
    "count()",
    of("mean"),
    of("std"),
    of("min"),
    of("quantile", ", 0.25"),
    of("median"),
    of("quantile", ", 0.75"),
    of("max"),
  ];
  return push(chain, `summarise(${figures.join(", ")})`);
}

/** Reads `.pivot_table(index="thread", columns="kind", aggfunc="count")`. */
function readPivot(chain: Chain, inner: string): boolean {
  const options = new Map(
    commaParts(inner).map((part) => {
      const [, name = "", value = ""] = /^(\w+)\s*=\s*([^]*)$/.exec(part) ?? [];
      return [name, unquoted(value)] as const;
    }),
  );
  const [index, columns, values, how = "mean"] = ["index", "columns", "values", "aggfunc"].map((name) =>
    options.get(name)
  );
  if (index === undefined || columns === undefined) return false;
  return push(
    chain,
    `by ${index} pivot ${columns}: ${
      how === "count" || values === undefined ? "count()" : `${how}(${values})`
    }`,
  );
}

/**
 * Returns the body of a lambda without its variable: `size > 3` for `x => x.size > 3`. Other texts stay as they are.
 */
function lambdaBody(text: string): string {
  const [, variable, body = text] = /^(?:lambda\s+(?=\w+\s*:))?(\w+)\s*(?:=>|:(?!:))\s*([^]*)$/.exec(text) ??
    [];
  return variable === undefined
    ? text
    : body.replaceAll(new RegExp(`\\b${RegExp.escape(variable)}\\.`, "g"), "");
}

function unquoted(text: string): string {
  return /^(["'`])([^]*)\1$/.exec(text.trim())?.[2] ?? text.trim();
}

/** Removes the square brackets around a text. */
function unbracketed(text: string): string {
  return text.replace(/^\[([^\]]*)\]$/, "$1");
}
