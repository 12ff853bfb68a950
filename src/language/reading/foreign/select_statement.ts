/**
 * Translates `select` statements of SQL clause by clause, including subqueries, `with`, `except`, groups and windows.
 * @module
 */

import { writtenName } from "../../../query/analysis/message_words.ts";
import type { QueryRowsInfo, ReadingContext } from "../reading_context.ts";
import { tableNamed } from "../tables.ts";
import {
  type ComputedRows,
  extended,
  type ForeignItem,
  foreignItem,
  grouped,
  withStageText,
  writtenSortKey,
} from "./group_stage.ts";
import {
  type Foreign,
  type ForeignSortKey,
  parseForeign,
  parseForeignList,
  parseForeignOrder,
  someNode,
} from "./parse.ts";
import { closingToken, type ForeignToken, foreignTokens } from "./tokens.ts";
import { expressionKey, ForeignWriter, hasAggregate, isWindowCall } from "./write.ts";

/** The clauses, by the words that begin them. */
const CLAUSES: readonly (readonly [name: ClauseName, words: readonly string[]])[] = [
  ["select", ["select"]],
  ["from", ["from"]],
  ["where", ["where"]],
  ["groupBy", ["group", "by"]],
  ["facet", ["facet"]],
  ["having", ["having"]],
  ["qualify", ["qualify"]],
  ["orderBy", ["order", "by"]],
  ["limit", ["limit"]],
  ["offset", ["offset"]],
  ["fetch", ["fetch"]],
];
type ClauseName =
  | "select"
  | "from"
  | "where"
  | "groupBy"
  | "facet"
  | "having"
  | "qualify"
  | "orderBy"
  | "limit"
  | "offset"
  | "fetch";
type Clauses = Partial<Record<ClauseName, string>>;

/** Maximum nesting of statements; deeper ones are not translated. */
const ENOUGH_STATEMENTS = 6;

/**
 * Translates a statement; null if a clause cannot be translated. `known` has the queries that `with` defines, by name.
 */
export function readSelect(
  text: string,
  world: ReadingContext,
  depth = 0,
  known: ReadonlyMap<string, string> = new Map(),
): string | null {
  const both = exceptOf(text);
  if (both) return readExcept(both, world, depth);
  if (/^\s*with\s/i.test(text)) return readWith(text, world, depth);
  const clauses = withLimits(clausesOf(text.trim().replace(/;\s*$/, "")));
  if (clauses === null || depth > ENOUGH_STATEMENTS) return null;
  const source = known.get((clauses.from ?? "").toLowerCase()) ??
    readSource(clauses.from ?? "", world, depth);
  if (source === null) return null;
  return new SelectReader(world, clauses, source, depth).read();
}

/** Splits a text at `except` or `intersect`, and returns the kind of join that replaces it; null if there is none. */
function exceptOf(text: string): readonly [before: string, join: string, after: string] | null {
  for (const { kind, text: word, start, end, depth } of foreignTokens(text)) {
    if (kind !== "name" || depth > 0 || !/^(?:except|intersect)$/i.test(word)) continue;
    if (!/^\s*select\s/i.test(text.slice(end))) return null;
    return [text.slice(0, start), /^e/i.test(word) ? "anti" : "semi", text.slice(end)];
  }
  return null;
}

/** Splits off the `order by` after the last statement, which applies to all rows. */
function splitAtOrder(text: string): readonly [statement: string, order: string | undefined] {
  const [, statement = text, order] = /^([^]*?)\sorder\s+by\s([^()]*)$/i.exec(text) ?? [];
  return [statement, order];
}

/** Translates `with t as (select …) select … from t`. */
function readWith(text: string, world: ReadingContext, depth: number): string | null {
  const tokens = foreignTokens(text);
  const known = new Map<string, string>();
  let at = 1;
  while (tokens[at]?.kind === "name" && isWord(tokens[at + 1], "as") && tokens[at + 2]?.text === "(") {
    const end = closingToken(tokens, at + 2);
    if (end < 0) return null;
    const inner = readSelect(text.slice(tokens[at + 2]!.end, tokens[end]!.start), world, depth + 1, known);
    if (inner === null) return null;
    known.set(tokens[at]!.text.toLowerCase(), inner);
    at = end + 1;
    if (tokens[at]?.text === ",") at++;
  }
  const rest = tokens[at];
  return rest === undefined || known.size === 0
    ? null
    : readSelect(text.slice(rest.start), world, depth + 1, known);
}

/** Translates `except` and `intersect` as an anti join or a semi join over all columns. */
function readExcept(
  [before, join, after]: readonly [string, string, string],
  world: ReadingContext,
  depth: number,
): string | null {
  const [statement, order] = splitAtOrder(after);
  const [left, right] = [before, statement].map((each) => readSelect(each, world, depth + 1));
  if (left == null || right == null) return null;
  const [columns, others] = [left, right].map((query) =>
    world.rows(query)?.columns.map(({ name }) => writtenName(name)).join(", ")
  );
  if (columns === undefined || columns !== others) return null;
  const query = `${left} | join ${join} (${right}) on ${columns} | distinct ${columns}`;
  const rows = world.rows(query);
  if (order === undefined || rows === null) return rows && query;
  const writer = new ForeignWriter(world, rows);
  const keys = parseForeignOrder(order)?.map((key) => writtenSortKey(key, writer)) ?? [null];
  return keys.includes(null) ? null : withStageText(query, `sort ${keys.join(", ")}`);
}

/** Splits a statement into its clauses; null if it has one that is not supported, or two of one kind. */
function clausesOf(text: string): Clauses | null {
  const tokens = foreignTokens(text);
  const starts: { readonly name: ClauseName; readonly from: number; readonly to: number }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.depth > 0 || token.kind !== "name") continue;
    const clause = CLAUSES.find(([, words]) => words.every((word, next) => isWord(tokens[at + next], word)));
    if (clause) {
      starts.push({ name: clause[0], from: token.start, to: tokens[at + clause[1].length - 1]!.end });
    } else if (/^(?:union|intersect|except|join|with)$/i.test(token.text)) return null;
  }
  const clauses: Clauses = {};
  for (const [at, { name, to }] of starts.entries()) {
    if (clauses[name] !== undefined) return null;
    clauses[name] = text.slice(to, starts[at + 1]?.from ?? text.length).trim();
  }
  // from allocs select max(size)
  const hasStart = starts[0]?.from === 0 && (starts[0].name === "select" || starts[0].name === "from");
  return hasStart && clauses.from !== undefined ? clauses : null;
}

/**
 * Rewrites `fetch first 10 rows only`, `limit 5, 10` (MySQL) and `distinct on (file)` (Postgres) with `limit` and
 * `offset`; null if several limits conflict.
 */
function withLimits(clauses: Clauses | null): Clauses | null {
  const whole = withFacet(clauses);
  if (whole === null) return null;
  const { fetch, ...others } = whole;
  const first = fetch === undefined ? undefined : /^(?:first|next)\s+(\d+)\s+rows?\s+only$/i.exec(fetch)?.[1];
  if (fetch !== undefined && (first === undefined || others.limit !== undefined)) return null;
  const limit = first ?? others.limit;
  const [, skipped, count] = /^(\d+)\s*,\s*(\d+)$/.exec(limit ?? "") ?? [];
  if (skipped !== undefined) {
    return others.offset === undefined ? { ...others, limit: count!, offset: skipped } : null;
  }
  const [, keys, rest] = /^distinct\s+on\s*\(([^()]*)\)\s*([^]*)$/i.exec(others.select ?? "") ?? [];
  if (keys !== undefined) {
    return limit === undefined ? { ...others, select: rest!, limit: `1 by ${keys}` } : null;
  }
  return limit === undefined ? others : { ...others, limit };
}

/** Rewrites `facet name` of NRQL as `group by name`, with this column first and the largest groups first. */
function withFacet(clauses: Clauses | null): Clauses | null {
  if (clauses?.facet === undefined) return clauses;
  const { facet, select = "", ...others } = clauses;
  if (others.groupBy !== undefined || others.orderBy !== undefined) return null;
  return {
    ...others,
    select: `${facet}, ${select}`,
    groupBy: facet,
    orderBy: `${partCount(facet) + 1} desc`,
  };
}

function partCount(list: string): number {
  return parseForeignList(list)?.length ?? 0;
}

function isWord(token: ForeignToken | undefined, word: string): boolean {
  return token?.kind === "name" && token.text.toLowerCase() === word;
}

/** Translates the source after `from`: `leaks`, `leaks l`, `after.leaks`, `(select …) t`. */
function readSource(text: string, world: ReadingContext, depth: number): string | null {
  const inner = /^\(([^]*)\)\s*(?:as\s+)?\w*$/i.exec(text)?.[1];
  if (inner !== undefined) return readSelect(inner, world, depth + 1);
  const [, owner, name] = /^(?:(\w+)\.)?(\w+)(?:\s+(?:as\s+)?\w+)?$/i.exec(text) ?? [];
  if (name === undefined) return null;
  const table = tableNamed(name, world);
  if (table === undefined) return null;
  if (owner === undefined) return table;
  return world.catalog.traceNames.includes(owner) ? `${table} of ${owner}` : null;
}

/** Translates the clauses of one statement. */
class SelectReader {
  readonly #world: ReadingContext;
  readonly #clauses: Clauses;
  readonly #source: string;
  readonly #depth: number;

  constructor(world: ReadingContext, clauses: Clauses, source: string, depth: number) {
    this.#depth = depth;
    this.#world = world;
    this.#clauses = clauses;
    this.#source = source;
  }

  read(): string | null {
    const { select = "*", where } = this.#clauses;
    const [, top, distinct, list = ""] = /^(?:top\s+\(?(\d+)\)?\s+)?(distinct\s+)?([^]*)$/i.exec(select) ??
      [];
    const star = starOf(list);
    const nodes = star ? parseForeignList(star.rest) : parseForeignList(withAliases(list));
    if (nodes === null) return null;
    const items = nodes.map(foreignItem);
    let query: string | null = this.#source;
    if (where !== undefined) query = this.#filtered({ query, computed: new Map() }, where);
    if (query === null) return null;
    const shaped = this.#shaped(query, items, distinct !== undefined, star);
    return shaped && this.#finished(shaped, items, star, top);
  }

  /** Adds the stages that group rows or compute columns, as the list of columns requires. */
  #shaped(
    query: string,
    items: readonly ForeignItem[],
    isDistinct: boolean,
    star: Star | null,
  ): ComputedRows | null {
    const { groupBy, having, orderBy } = this.#clauses;
    const order = orderBy === undefined ? [] : this.#order(items);
    const filter = having === undefined ? null : parseForeign(having);
    if (order === null || (having !== undefined && filter === null)) return null;
    const values = new Set(items.map(({ value }) => expressionKey(value)));
    const others = [...order.map(({ value }) => value), ...(filter === null ? [] : [filter])]
      .filter((node) => !values.has(expressionKey(node)));
    const isGrouped = groupBy !== undefined || items.some(({ value }) => hasAggregate(value)) ||
      others.some(hasAggregate);
    if (!isGrouped) {
      if (isDistinct) return this.#distinct(query, items);
      const computed = items.filter(({ value, name }) =>
        isComputed(value) && (star !== null || name !== undefined || someNode(value, isWindowCall))
      );
      return extended(this.#world, { query, computed: new Map() }, computed);
    }
    const keys = this.#keys(items);
    if (keys === null) return null;
    const sums = items.filter(({ value }) => hasAggregate(value) && !someNode(value, isWindowCall));
    const known = new Set(sums.map(({ value }) => expressionKey(value)));
    // Aggregates that occur only in `order by` or `having` have to be computed too.
    const hidden = others.flatMap((node) => aggregatesIn(node)).filter((node) =>
      !known.has(expressionKey(node))
    );
    const extra = [...new Map(hidden.map((node) => [expressionKey(node), node])).values()];
    const all = [...sums, ...extra.map((value): ForeignItem => ({ value, name: undefined }))];
    let rows = all.length === 0 ? this.#distinct(query, keys) : grouped(this.#world, query, keys, all);
    if (rows !== null && having !== undefined) {
      const next = this.#filtered(rows, having);
      rows = next === null ? null : { ...rows, query: next };
    }
    const windows = items.filter(({ value }) => someNode(value, isWindowCall));
    return rows && extended(this.#world, rows, windows);
  }

  #distinct(query: string, items: readonly ForeignItem[]): ComputedRows | null {
    const writer = this.#writer({ query, computed: new Map() });
    const list = items.map(({ value, name }) => {
      const text = writer?.text(value) ?? null;
      return text === null || name === undefined || name === text ? text : `${writtenName(name)} = ${text}`;
    });
    if (list.includes(null) || list.length === 0) return null;
    const next = withStageText(query, `distinct ${list.join(", ")}`);
    const columns = this.#world.rows(next)?.columns ?? [];
    return {
      query: next,
      computed: new Map(items.map(({ value }, at) => [expressionKey(value), columns[at]?.name ?? ""])),
    };
  }

  /** The columns to group by, which a statement may give by number, by alias, or as `all` without the aggregates. */
  #keys(items: readonly ForeignItem[]): ForeignItem[] | null {
    const { groupBy } = this.#clauses;
    const plain = items.filter(({ value }) => !hasAggregate(value) && !someNode(value, isWindowCall));
    if (groupBy === undefined) return [];
    if (/^all$/i.test(groupBy)) return plain;
    return parseForeignList(groupBy)?.map((node) =>
      referred(node, items) ?? { value: node, name: undefined }
    ) ??
      null;
  }

  #order(items: readonly ForeignItem[]): readonly ForeignSortKey[] | null {
    const { orderBy = "" } = this.#clauses;
    if (/^all$/i.test(orderBy)) return items.map(({ value }) => ({ value, isDescending: false }));
    return parseForeignOrder(orderBy)?.map((key) => {
      const item = referred(key.value, items);
      return item === undefined || item.name === undefined ||
          !hasAggregate(item.value) && !isComputed(item.value)
        ? { ...key, value: item?.value ?? key.value }
        : { ...key, value: item.value };
    }) ?? null;
  }

  /** Adds `qualify`, the order, the limit and the list of columns. */
  #finished(
    shaped: ComputedRows,
    items: readonly ForeignItem[],
    star: Star | null,
    top: string | undefined,
  ): string | null {
    const { orderBy, qualify, limit = top, offset } = this.#clauses;
    let { query } = shaped;
    if (qualify !== undefined) {
      const next = this.#qualified(shaped, qualify);
      if (next === null) return null;
      query = next;
    }
    if (orderBy !== undefined) {
      const writer = this.#writer({ ...shaped, query });
      const keys = this.#order(items)?.map((key) => writer && writtenSortKey(key, writer)) ?? [null];
      if (keys.includes(null)) return null;
      query = withStageText(query, `sort ${keys.join(", ")}`);
    }
    // limit 2 by file of ClickHouse
    const [, each, per] = /^(\d+)\s+by\s+([^]+)$/i.exec(limit ?? "") ?? [];
    if (each !== undefined && offset === undefined) {
      const writer = this.#writer({ ...shaped, query });
      const keys = parseForeignList(per!)?.map((key) => writer?.text(key) ?? null) ?? [null];
      if (keys.includes(null)) return null;
      query = withStageText(
        query,
        `window by ${keys.join(", ")}: place = row_number() | where place <= ${each}`,
      );
    }
    const counts = [["skip", offset], ["take", each === undefined ? limit : undefined]] as const;
    for (const [stage, count] of counts) {
      if (count === undefined) continue;
      if (!/^\d+$/.test(count)) return null;
      query = withStageText(query, `${stage} ${count}`);
    }
    if (star && each !== undefined) return withStageText(query, "drop place");
    return star ? this.#withoutColumns(query, star) : this.#selected({ ...shaped, query }, items);
  }

  /** Translates `qualify`: adds the window function as a column and filters by it. */
  #qualified(rows: ComputedRows, condition: string): string | null {
    const tree = parseForeign(condition);
    if (tree === null) return null;
    const calls: ForeignItem[] = [];
    someNode(tree, (node) => {
      if (isWindowCall(node)) calls.push({ value: node, name: "place" });
      return false;
    });
    const [call] = calls;
    const computed = calls.length !== 1 ? rows : extended(this.#world, rows, [call!]);
    return computed && this.#filtered(computed, condition);
  }

  #withoutColumns(query: string, { without }: Star): string | null {
    const rows = this.#world.rows(query);
    if (rows === null || without.length === 0) return rows === null ? null : query;
    const columns = without.map((name) => this.#world.column(name, rows));
    return columns.includes(undefined)
      ? null
      : withStageText(query, `drop ${columns.map((name) => writtenName(name!)).join(", ")}`);
  }

  /** Adds `select`, unless the query already has exactly these columns. */
  #selected(rows: ComputedRows, items: readonly ForeignItem[]): string | null {
    const writer = this.#writer(rows);
    const columns = this.#world.rows(rows.query)?.columns.map(({ name }) => name);
    if (!writer || !columns) return null;
    const texts = items.map(({ value, name }) => {
      const text = writer.text(value);
      if (text !== null) return { text, name };
      // The grouping has already given the column its alias.
      return name !== undefined && columns.includes(name) ? { text: writtenName(name), name } : null;
    });
    if (texts.includes(null)) return null;
    const list = texts.map((each) =>
      each!.name === undefined || writtenName(each!.name) === each!.text
        ? each!.text
        : `${writtenName(each!.name)} = ${each!.text}`
    );
    if (list.join() === columns.map((name) => writtenName(name)).join()) return rows.query;
    return withStageText(rows.query, `select ${list.join(", ")}`);
  }

  #filtered(rows: ComputedRows, condition: string): string | null {
    const tree = parseForeign(condition);
    const text = tree && this.#writer(rows)?.text(tree);
    return text ? withStageText(rows.query, `where ${text}`) : null;
  }

  #writer({ query, computed }: ComputedRows): ForeignWriter | null {
    const rows: QueryRowsInfo | null = this.#world.rows(query);
    return rows &&
      new ForeignWriter(
        this.#world,
        rows,
        computed,
        (text) => readSelect(text, this.#world, this.#depth + 1),
      );
  }
}

/** A list of columns that begins with `*`: the columns to leave out, and the rest of the list. */
interface Star {
  readonly without: readonly string[];
  readonly rest: string;
}

function starOf(list: string): Star | null {
  const found = /^(?:\w+\.)?\*(?:\s*(?:exclude|except)\s*\(?([\w\s,]+)\)?)?\s*(?:,\s*([^]*))?$/i.exec(
    list.trim(),
  );
  if (!found) return null;
  const without = (found[1] ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "");
  return { without, rest: withAliases(found[2] ?? "") };
}

/** Adds the missing `as` before aliases: `count(*) n`, `sum(size)/1024 kb`. */
function withAliases(list: string): string {
  const tokens = foreignTokens(list);
  let written = "";
  let end = 0;
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const next = tokens[at + 1];
    const endsItem = next === undefined || (next.kind === "sign" && next.text === "," && next.depth === 0);
    const followsValue = before !== undefined &&
      (before.kind === "number" || before.kind === "text" || before.text === ")" || before.text === "]" ||
        (before.kind === "name" &&
          !/^(?:as|and|or|not|is|in|like|then|else|when|distinct)$/i.test(before.text)));
    const isAlias = token.depth === 0 && token.kind === "name" && endsItem && followsValue &&
      !/^(?:null|end)$/i.test(token.text);
    written += list.slice(end, token.start) + (isAlias ? "as " : "") + list.slice(token.start, token.end);
    end = token.end;
  }
  return written + list.slice(end);
}

/** The item that a key names by its number or alias. */
function referred(node: Foreign, items: readonly ForeignItem[]): ForeignItem | undefined {
  if (node.kind === "number") return items[Number(node.text) - 1];
  if (node.kind !== "name") return undefined;
  return items.find(({ name, value }) =>
    name?.toLowerCase() === node.name.toLowerCase() && !(value.kind === "name" && value.name === node.name)
  );
}

function isComputed(node: Foreign): boolean {
  return node.kind !== "name";
}

function aggregatesIn(root: Foreign): Foreign[] {
  const found: Foreign[] = [];
  someNode(root, (node) => {
    if (
      node.kind === "call" && hasAggregate(node) &&
      !found.some((outer) => someNode(outer, (each) => each === node))
    ) {
      found.push(node);
    }
    return false;
  });
  return found;
}
