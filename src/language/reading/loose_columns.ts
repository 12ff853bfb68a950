/**
 * Translates conditions, keys and aggregates of other languages, given the columns of the rows.
 * @module
 */

import { AGGREGATES } from "../../query/aggregates/registry.ts";
import type { LooseReader } from "../../query/syntax/loose_reader.ts";
import { writtenName } from "../../query/analysis/message_words.ts";
import { piecesOf, type SentenceToken, stemsOf } from "./sentence_tokens.ts";
import type { QueryRowsInfo, ReadingContext } from "./reading_context.ts";

/** An aggregate and the name that a user may write for it. */
interface NamedAggregate {
  readonly name: string;
  readonly swaps: boolean;
}

/** Aggregates by their names here and in other languages. */
export const AGGREGATE_WORDS: ReadonlyMap<string, NamedAggregate> = new Map(
  AGGREGATES.flatMap(({ name, elsewhere = [] }) => [
    ...elsewhere.map(({ word, swaps = false }) => [stemsOf(word), { name, swaps }] as const),
    [name, { name, swaps: false }] as const,
  ]),
);

/** Words for a missing value. */
const NULL_WORD = /^(?:null|none|nil|undefined)$/i;

/** Keywords that occur among values and are not names of columns. */
const KEYWORDS = new Set(
  "and or not in is null true false has contains startswith endswith overlaps if as asc desc small medium large xlarge"
    .split(" "),
);
/** Comparisons in words, longest first. */
export const COMPARISONS: readonly (readonly [words: string, sign: string])[] = ([
  ["greater than or equal to", ">="],
  ["less than or equal to", "<="],
  ["more than", ">"],
  ["greater than", ">"],
  ["larger than", ">"],
  ["bigger than", ">"],
  ["longer than", ">"],
  ["higher than", ">"],
  ["older than", ">"],
  ["less than", "<"],
  ["fewer than", "<"],
  ["smaller than", "<"],
  ["shorter than", "<"],
  ["lower than", "<"],
  ["younger than", "<"],
  ["at least", ">="],
  ["at most", "<="],
  ["equal to", "=="],
  ["not equal to", "!="],
  ["is not", "!="],
  ["above", ">"],
  ["over", ">"],
  ["exceeding", ">"],
  ["below", "<"],
  ["under", "<"],
  ["equals", "=="],
  ["eq", "=="],
  ["ne", "!="],
  ["gt", ">"],
  ["lt", "<"],
  ["gte", ">="],
  ["ge", ">="],
  ["lte", "<="],
  ["le", "<="],
] as const).map(([words, sign]) => [stemsOf(words), sign] as const).sort((a, b) => b[0].length - a[0].length);

/** Operators of other languages and their equivalents here. */
const SIGNS: Readonly<Record<string, string>> = {
  "<>": "!=",
  "=": "==",
  "===": "==",
  "!==": "!=",
  "&&": "and",
  "||": "or",
  "&": "and",
};
/** Functions of other languages that test for null. */
const NULL_TESTS: Readonly<Record<string, string>> = {
  isnull: "is null",
  is_null: "is null",
  isna: "is null",
  isempty: "is null",
  isnotnull: "is not null",
  isnotempty: "is not null",
  notnull: "is not null",
  notna: "is not null",
};
/** Functions of other languages that test a text, and the operator that replaces them. */
const TEXT_TESTS: Readonly<Record<string, string>> = {
  startswith: "startswith",
  starts_with: "startswith",
  endswith: "endswith",
  ends_with: "endswith",
  contains: "contains",
  has: "contains",
};

/** Translates parts of stages, given the rows of the query before them. */
export class LooseStageParts implements LooseReader {
  readonly #world: ReadingContext;
  readonly #rows: QueryRowsInfo;

  /** Creates a reader for these rows. */
  constructor(world: ReadingContext, rows: QueryRowsInfo) {
    this.#world = world;
    this.#rows = rows;
  }

  list(text: string): readonly string[] {
    const pieces = piecesOf(text);
    const parts = splitOutsideBrackets(text, pieces, ",");
    if (parts.length !== 1) return parts;
    // a b c: a list separated by spaces, if each word is a column
    const words = pieces.every(({ kind }) => kind === "word") && pieces.every(({ text }) => this.has(text));
    return words ? pieces.map((each) => each.text) : parts;
  }

  /** The columns of the rows, as they are written. */
  columns(): readonly string[] {
    return this.#rows.columns.map(({ name }) => writtenName(name));
  }

  has(name: string): boolean {
    return this.#world.column(removeQuotes(name), this.#rows) !== undefined;
  }

  isText(name: string): boolean {
    return this.#world.typeOf(name, this.#rows) === "text";
  }

  bare(text: string): string {
    let bare = text.trim();
    for (;;) {
      const close = { "(": ")", "[": "]", "{": "}" }[bare[0] ?? ""];
      if (close === undefined || !bare.endsWith(close) || closingBracket(bare) !== bare.length - 1) {
        return bare;
      }
      bare = bare.slice(1, -1).trim();
    }
  }

  number(text: string): string | undefined {
    return /(?<![\w.])\d+(?![\w.])/.exec(text)?.[0];
  }

  value(text: string): string {
    const bare = text.trim();
    // A quoted column name is read as a column where a value would make no sense.
    const quoted = /^(["'])(.*)\1$/.exec(bare)?.[2];
    if (quoted !== undefined && this.has(quoted)) return this.#written(quoted);
    if (/^[.\w ]+$/.test(bare) && !/^[\d.]+$/.test(bare) && this.has(bare.replace(/^\./, ""))) {
      return this.#written(bare.replace(/^\./, ""));
    }
    return this.#expression(bare);
  }

  named(text: string): string {
    const assigned = /^\s*(\w+)\s*(?:=(?!=)|:(?!=))\s*([^]+)$/.exec(text);
    if (assigned) return `${assigned[1]} = ${this.value(assigned[2]!)}`;
    const renamed = /^([^]+?)\s+as\s+["']?(\w+)["']?\s*$/i.exec(text);
    if (renamed) return `${renamed[2]} = ${this.value(renamed[1]!)}`;
    return this.value(text);
  }

  sortKey(text: string): string {
    const [, minus, , key = "", direction = ""] =
      /^\s*(-)?\s*(\+)?\s*([^]*?)(?:\s+(asc|desc|ascending|descending))?\s*$/i.exec(text) ?? [];
    const down = minus !== undefined || /^desc/i.test(direction);
    return `${this.value(this.bare(key))}${down ? " desc" : ""}`;
  }

  aggregate(text: string): string | null {
    const assigned = /^\s*(\w+)\s*(?:=(?!=)|:(?!=))\s*([^]+)$/.exec(text);
    const renamed = assigned ? null : /^([^]+?)\s+as\s+["']?(\w+)["']?\s*$/i.exec(text);
    const [name, value] = assigned
      ? [assigned[1], assigned[2]!]
      : renamed
      ? [renamed[2], renamed[1]!]
      : [undefined, text];
    const call = this.#aggregateCall(value.trim());
    return call === null ? null : name === undefined ? call : `${name} = ${call}`;
  }

  /**
   * Translates `sum(size)`, `sum size`, `average of size`, `count(*)`, `count`, `count this`, `sum("size")`,
   * `size.sum()`.
   */
  #aggregateCall(text: string): string | null {
    const percent = /^p(\d\d?)\s*\(([^()]*)\)$/i.exec(text);
    if (percent) {
      const of = this.value(percent[2]!);
      return Number(percent[1]) === 50 ? `median(${of})` : `percentile(${of}, ${Number(percent[1])})`;
    }
    const method = /^([.\w]+)\.(\w+)\(\)$/.exec(text);
    if (method) return this.#call(method[2]!, [method[1]!]);
    const call = /^(\w+)\s*\(([^]*)\)$/.exec(text);
    if (call && closingBracket(text.slice(text.indexOf("("))) === text.length - text.indexOf("(") - 1) {
      const distinct = /^\s*distinct\s+([^]+)$/i.exec(call[2]!);
      if (distinct && /^count$/i.test(call[1]!)) return this.#call("distinct", [distinct[1]!]);
      const args = splitOutsideBrackets(call[2]!, piecesOf(call[2]!), ",");
      return this.#call(call[1]!, args.length === 1 && args[0] === "*" ? [] : args);
    }
    const pieces = piecesOf(text);
    if (pieces.some(({ kind }) => kind !== "word")) return null;
    for (let words = Math.min(4, pieces.length); words > 0; words--) {
      const known = AGGREGATE_WORDS.get(pieces.slice(0, words).map(({ stem }) => stem).join(" "));
      if (!known) continue;
      const rest = pieces.slice(words).map((each) => each.text).filter((word) =>
        !/^(?:of|this|the|rows?)$/i.test(word)
      );
      if (rest.length === 0) return known.name === "count" ? "count()" : null;
      const column = this.#world.column(rest.join(" "), this.#rows);
      return column === undefined ? null : `${known.name}(${writtenName(column)})`;
    }
    return null;
  }

  #call(name: string, args: readonly string[]): string | null {
    const known = AGGREGATE_WORDS.get(stemsOf(name.toLowerCase())) ?? AGGREGATE_WORDS.get(name.toLowerCase());
    if (!known) return name.toLowerCase() === "size" && args.length === 0 ? "count()" : null;
    const counts = known.name === "count" && (args.length === 0 || /^(?:this|\*|1)$/i.test(args[0]!));
    if (counts) return "count()";
    if (known.name === "distinct" && args.length === 0) return null;
    const written = (known.swaps ? args.toReversed() : args).map((each) => this.value(each));
    return `${known.name}(${written.join(", ")})`;
  }

  condition(text: string): string {
    return this.#expression(joined(this.bare(text)), true);
  }

  #written(name: string): string {
    return writtenName(this.#world.column(removeQuotes(name), this.#rows) ?? name);
  }

  #expression(text: string, isTest = false): string {
    const out: string[] = [];
    const pieces = piecesOf(text);
    let from = 0;
    const push = (until: SentenceToken, written: string): void => {
      const gap = out.length > 0 && pieces[from - 1] !== undefined &&
        pieces[from]!.start > pieces[from - 1]!.end;
      const tight = /^[,)\]}]/.test(written) || /[([{]$/.test(out.at(-1) ?? "") ||
        (out.at(-1) ?? "").endsWith("-");
      const sign = /^(?:[=!<>~]|and$|or$|in |is )/.test(written) ||
        /^(?:[=!<>]=?|!?~|and|or)$/.test(out.at(-1) ?? "");
      out.push((gap || sign) && !tight && out.length > 0 ? ` ${written}` : written);
      while (from < pieces.length && pieces[from]!.start < until.end) from++;
    };
    while (from < pieces.length) this.#step(text, pieces, from, push, isTest);
    return out.join("").trim();
  }

  /** Translates the next piece or pieces of an expression. */
  #step(
    text: string,
    pieces: readonly SentenceToken[],
    at: number,
    push: (until: SentenceToken, written: string) => void,
    isTest: boolean,
  ): void {
    const piece = pieces[at]!;
    const next = pieces[at + 1];
    const before = pieces[at - 1];
    const rest = (count: number): string => pieces.slice(at, at + count).map(({ stem }) => stem).join(" ");
    if (piece.kind === "number") {
      // 4 kb, 1KB
      const [, amount = "", unit = ""] = /^([\d_.]+)([kmgtp])i?b$/i.exec(piece.text) ?? [];
      if (amount !== "") return push(piece, `${amount}${unit.toUpperCase()}`);
      const size = /^([kmgtp])i?b(?:yte)?s?$/i.exec(next?.text ?? "")?.[1];
      if (next && size !== undefined && /^[\d_.]+$/.test(piece.text)) {
        return push(next, piece.text + size.toUpperCase());
      }
      if (next?.stem === "byte") return push(next, piece.text);
      return push(piece, piece.text);
    }
    if (piece.kind === "sign") {
      if (piece.text === "." && next?.kind === "word") return push(next, this.#written(next.text));
      if (piece.text === "$" && next?.kind === "word") return push(next, this.#written(next.text));
      if (piece.text === "!" && isTest) return push(piece, "not");
      if (piece.text === "|" && isTest) return push(piece, "or");
      if (next && (piece.text === "=~" || (piece.text === "!~" && next.kind === "text"))) {
        const pattern = removeQuotes(next.text);
        const sign = piece.text === "=~" ? "~" : "!~";
        if (!/["\\/\n]/.test(pattern)) return push(next, `${sign} ${globOrRegex(pattern)}`);
      }
      if (next && /^(?:==?|is|!=|<>)$/.test(piece.text) && NULL_WORD.test(next.text)) {
        return push(next, /^[!<]/.test(piece.text) ? "is not null" : "is null");
      }
      if (
        isTest && next && /^(?:==?|===)$/.test(piece.text) && next.kind === "word" && /[*?]/.test(next.text)
      ) {
        return push(next, `~ "${next.text}"`);
      }
      return push(piece, SIGNS[piece.text] ?? piece.text);
    }
    if (piece.kind === "text") return push(piece, piece.text);
    const low = piece.text.toLowerCase();
    if (isTest) {
      const third = pieces[at + 2];
      if (before && third && rest(2) === "is not" && NULL_WORD.test(third.text)) {
        return push(third, "is not null");
      }
      for (const [words, sign] of COMPARISONS) {
        const length = words.split(" ").length;
        if (before && rest(length) === words) return push(pieces[at + length - 1]!, sign);
      }
      if (low === "between") {
        const and = pieces.findIndex((each, index) => index > at && /^and$/i.test(each.text));
        const end = pieces[and + 1];
        if (and > 0 && end) {
          const low = this.#expression(text.slice(next!.start, pieces[and]!.start));
          return push(end, `in ${low}..=${this.#expression(text.slice(end.start, end.end))}`);
        }
      }
      if ((low === "in" || low === "isin") && next && (next.text === "(" || next.text === "[")) {
        const from = next.start;
        const length = closingBracket(text.slice(from));
        const last = pieces.find((each) => each.end === from + length + 1);
        if (length > 0 && last) return push(last, `in {${text.slice(from + 1, from + length).trim()}}`);
      }
      const pattern = next?.kind === "text" ? removeQuotes(next.text) : undefined;
      if ((low === "like" || low === "ilike") && pattern !== undefined) {
        return push(next!, `~ "${pattern.replaceAll("%", "*").replaceAll("_", "?")}"`);
      }
      if (low === "matches" && pattern !== undefined) return push(next!, `~ /${pattern}/`);
    }
    if (next?.text === "(") return this.#callIn(text, pieces, at, push);
    if (KEYWORDS.has(low) || (before?.text === "is" && low === "null")) {
      return this.#word(pieces, at, push, isTest);
    }
    // A word on the right of a comparison is a value, not a column.
    const compared = before &&
      /^(?:[=!<>]=?~?|!?~|===?|<>|contains|startswith|endswith|has|in)$/i.test(before.text);
    const argument = /^args?\.([\w.]+)$/.exec(piece.text)?.[1];
    if (argument !== undefined && !this.has(piece.text)) return push(piece, `arg("${argument}")`);
    const column = this.#world.column(piece.text, this.#rows);
    const named = column === undefined && !compared
      ? this.#world.argument(piece.text, this.#rows)
      : undefined;
    if (named !== undefined) return push(piece, named);
    if (column === undefined || (compared && !/^[\w.]+$/.test(column))) return push(piece, piece.text);
    if (compared && this.#world.typeOf(column, this.#rows) === "text" && column !== piece.text) {
      return push(piece, piece.text);
    }
    const written = writtenName(column);
    if (!isTest) return push(piece, written);
    const type = this.#world.typeOf(column, this.#rows);
    // covered = 0
    const value = pieces[at + 2];
    if (type === "bool" && /^==?$/.test(next?.text ?? "") && /^[01]$/.test(value?.text ?? "")) {
      return push(value!, value!.text === "0" ? `not ${written}` : written);
    }
    return push(piece, written);
  }

  /** Translates `not freed`, where freed is a number, to a test for null. */
  #word(
    pieces: readonly SentenceToken[],
    at: number,
    push: (until: SentenceToken, written: string) => void,
    isTest: boolean,
  ): void {
    const piece = pieces[at]!;
    const next = pieces[at + 1];
    const behind = pieces[at + 2];
    const ends = !behind || /^(?:and|or|\)|&&|\|\|)$/i.test(behind.text);
    if (isTest && /^not$/i.test(piece.text) && next?.kind === "word" && ends) {
      const column = this.#world.column(next.text, this.#rows);
      if (column !== undefined && this.#world.typeOf(column, this.#rows) !== "bool") {
        return push(next, `${writtenName(column)} is null`);
      }
    }
    push(piece, /^(?:true|false|null|and|or|not)$/i.test(piece.text) ? piece.text.toLowerCase() : piece.text);
  }

  /** Translates a call inside an expression. */
  #callIn(
    text: string,
    pieces: readonly SentenceToken[],
    at: number,
    push: (until: SentenceToken, written: string) => void,
  ): void {
    const piece = pieces[at]!;
    const from = pieces[at + 1]!.start;
    const length = closingBracket(text.slice(from));
    const last = pieces.find((each) => each.end === from + length + 1);
    if (length < 0 || !last) return push(piece, piece.text);
    const inner = text.slice(from + 1, from + length);
    const args = splitOutsideBrackets(inner, piecesOf(inner), ",");
    const low = piece.text.toLowerCase();
    // func.str.contains("x"), func.startswith("x"), freed.isnull()
    const dot = piece.text.lastIndexOf(".");
    const owner = dot < 0 ? undefined : piece.text.slice(0, dot).replace(/\.str$/i, "");
    const method = dot < 0 ? low : low.slice(dot + 1);
    const [first = owner ?? "", second] = owner === undefined ? args : [owner, ...args];
    if (NULL_TESTS[method] !== undefined && first !== "") {
      return push(last, `${this.value(first)} ${NULL_TESTS[method]}`);
    }
    if (TEXT_TESTS[method] !== undefined && second !== undefined) {
      return push(last, `${this.value(first)} ${TEXT_TESTS[method]} ${second}`);
    }
    if (method === "isin" && owner !== undefined) {
      return push(last, `${this.value(owner)} in {${this.bare(inner)}}`);
    }
    // An aggregate that an earlier stage computed is a column here.
    const made = this.#aggregateCall(text.slice(piece.start, last.end));
    const column = made?.replace(/^(\w+)\((\w*)\)$/, (_, fn, of) => of === "" ? fn : `${fn}_${of}`);
    if (column !== undefined && this.#rows.columns.some(({ name }) => name === column)) {
      return push(last, column);
    }
    const name = low === "length" || low === "strlen" ? "len" : piece.text;
    push(last, `${name}(${args.map((each) => this.#expression(each)).join(", ")})`);
  }
}

/** Adds the missing "and" between adjacent comparisons: size>3 func=main. */
function joined(text: string): string {
  const pieces = piecesOf(text);
  const isSign = (piece: SentenceToken | undefined): boolean =>
    piece?.kind === "sign" && /^(?:[=!<>]=?~?|==+|!~|<>)$/.test(piece.text);
  let written = "";
  let end = 0;
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1];
    const begins = piece.kind === "word" && isSign(pieces[at + 1]) && before !== undefined &&
      isSign(pieces[at - 2]) &&
      before.kind !== "sign" && piece.start > before.end;
    written += text.slice(end, piece.start) + (begins ? "and " : "") + text.slice(piece.start, piece.end);
    end = piece.end;
  }
  return written + text.slice(end);
}

/** Removes the quotes around a text. */
export function removeQuotes(text: string): string {
  return /^(["'`])([^]*)\1$/.exec(text)?.[2] ?? text;
}

/** Writes a regular expression as a pattern: as a glob if it has no operators but `.*`. */
function globOrRegex(pattern: string): string {
  const glob = pattern.replaceAll(".*", "*");
  return /^[\w*-]+$/.test(glob) ? `"${glob}"` : `/${pattern}/`;
}

/** Offset of the bracket that closes the first one of a text, or -1. */
function closingBracket(text: string): number {
  let open = 0;
  for (const { text: sign, kind, start } of piecesOf(text)) {
    if (kind !== "sign") continue;
    if ("([{".includes(sign)) open++;
    else if (")]}".includes(sign) && --open === 0) return start;
  }
  return -1;
}

/** Splits a text at a sign outside brackets and drops empty parts. */
export function splitOutsideBrackets(text: string, pieces: readonly SentenceToken[], sign: string): string[] {
  const parts: string[] = [];
  let open = 0;
  let start = 0;
  for (const piece of pieces) {
    if (piece.kind !== "sign") continue;
    if ("([{".includes(piece.text)) open++;
    else if (")]}".includes(piece.text)) open = Math.max(0, open - 1);
    else if (piece.text === sign && open === 0) {
      parts.push(text.slice(start, piece.start).trim());
      start = piece.end;
    }
  }
  parts.push(text.slice(start).trim());
  return parts.filter((part) => part !== "");
}
