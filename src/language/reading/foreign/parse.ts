/**
 * Parses expressions of SQL, R, Python, Kusto and jq into one kind of tree. The dialects share most of their
 * grammar; where two of them disagree, the context decides: `|` before a call such as `startswith("x")` is the pipe of
 * jq, elsewhere an or.
 * @module
 */

import { closingToken, type ForeignToken, foreignTokens } from "./tokens.ts";

/** A node of a foreign expression. */
export type Foreign =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  /** A subquery, as the text between its brackets: `select func from leaks`. */
  | { readonly kind: "statement"; readonly text: string }
  | { readonly kind: "name"; readonly name: string }
  | ForeignCall
  | { readonly kind: "unary"; readonly sign: "not" | "-"; readonly operand: Foreign }
  | { readonly kind: "binary"; readonly sign: string; readonly left: Foreign; readonly right: Foreign }
  | { readonly kind: "list"; readonly items: readonly Foreign[] }
  | { readonly kind: "range"; readonly low: Foreign; readonly high: Foreign; readonly isOpen: boolean }
  | {
    readonly kind: "choice";
    readonly cases: readonly (readonly [test: Foreign, value: Foreign])[];
    readonly otherwise: Foreign | null;
  }
  /** An argument with a name: `name = value`, `name: value`, `value as name`. */
  | { readonly kind: "named"; readonly name: string; readonly value: Foreign };

/** A call; a method has its owner as its first argument. */
export interface ForeignCall {
  readonly kind: "call";
  readonly name: string;
  readonly args: readonly Foreign[];
  /** The condition of `filter (where …)`. */
  readonly filter?: Foreign;
  /** The window of `over (…)`. */
  readonly over?: ForeignWindow;
}

/** The window of a call. */
interface ForeignWindow {
  readonly keys: readonly Foreign[];
  readonly order: readonly ForeignSortKey[];
}

/** A key to sort by. */
export interface ForeignSortKey {
  readonly value: Foreign;
  readonly isDescending: boolean;
}

/** Thrown when a text is not an expression that this parser knows. */
class UnknownSyntax extends Error {}

/** Binding powers of binary operators. */
const POWERS: Readonly<Record<string, number>> = {
  "or": 1,
  "||": 1,
  "|": 1,
  "and": 2,
  "&&": 2,
  "&": 2,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "%": 6,
  "//": 6,
  "%/%": 6,
};
const NOT_POWER = 3;
const COMPARISON_POWER = 4;
const NEGATION_POWER = 7;
/** Comparison signs, and the sign that represents each of them in the tree. */
const COMPARISONS: Readonly<Record<string, string>> = {
  "=": "==",
  "==": "==",
  "===": "==",
  "!=": "!=",
  "!==": "!=",
  "<>": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  "=~": "fits",
  "!~": "not fits",
  "~": "matches",
  "%in%": "in",
};
/** Words that compare two values. */
const WORD_COMPARISONS = new Set(
  [
    "like",
    "ilike",
    "glob",
    "in",
    "contains",
    "has",
    "has_any",
    "startswith",
    "endswith",
    "matches",
    "regexp",
    "rlike",
    "eq",
    "ne",
    "gt",
    "lt",
    "ge",
    "gte",
    "le",
    "lte",
  ],
);
const SHORT_COMPARISONS: Readonly<Record<string, string>> = {
  eq: "==",
  ne: "!=",
  gt: ">",
  lt: "<",
  ge: ">=",
  gte: ">=",
  le: "<=",
  lte: "<=",
};
/** Accessors of pandas without an effect of their own: `func.str.lower()` means `func.lower()`. */
const ACCESSORS = new Set(["str", "dt"]);
const PACKAGES = new Set(["pd", "np", "dplyr", "stats", "stringr", "pl", "fn"]);
/** Functions of jq whose first argument is the value before a pipe. */
const PIPED = new Set([
  "contains",
  "startswith",
  "endswith",
  "test",
  "match",
  "length",
  "not",
  "ascii_downcase",
  "ascii_upcase",
  "tostring",
  "tonumber",
  "max",
  "min",
  "add",
]);
/** Maximum nesting of expressions; deeper ones are not parsed. */
const ENOUGH_LEVELS = 40;

/** Parses a whole text as one expression; null if that fails. */
export function parseForeign(text: string): Foreign | null {
  return wholly(text, (parser) => parser.expression());
}

/** Parses a whole text as arguments, with or without names; null if that fails. */
export function parseForeignList(text: string): readonly Foreign[] | null {
  return wholly(text, (parser) => parser.list());
}

/** Parses a whole text as keys to sort by; null if that fails. */
export function parseForeignOrder(text: string): readonly ForeignSortKey[] | null {
  return wholly(text, (parser) => parser.sortKeys());
}

function wholly<T>(text: string, parse: (parser: ForeignParser) => T): T | null {
  const parser = new ForeignParser(foreignTokens(text), text);
  try {
    const found = parse(parser);
    return parser.isAtEnd ? found : null;
  } catch (error) {
    if (error instanceof UnknownSyntax) return null;
    throw error;
  }
}

/** Parses by precedence climbing. */
class ForeignParser {
  readonly #tokens: readonly ForeignToken[];
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly ForeignToken[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** Parses an expression whose operators bind at least this tightly. */
  expression(least = 0): Foreign {
    if (++this.#depth > ENOUGH_LEVELS) throw new UnknownSyntax();
    let left = this.#prefix();
    for (;;) {
      const next = this.#binary(left, least);
      if (next === null) break;
      left = next;
    }
    this.#depth--;
    return left;
  }

  /** Parses arguments up to a bracket or the end. */
  list(): readonly Foreign[] {
    const items: Foreign[] = [];
    while (!this.isAtEnd && !this.#isSign(")", "]", "}")) {
      items.push(this.#argument());
      if (!this.#takeSign(",")) break;
    }
    return items;
  }

  /** Parses keys to sort by: `size desc, -bytes, desc(n)`. */
  sortKeys(): readonly ForeignSortKey[] {
    const keys: ForeignSortKey[] = [];
    do {
      const value = this.expression();
      const word = this.#takeWord("asc", "desc", "ascending", "descending");
      if (this.#takeWord("nulls")) this.#expectWord("first", "last");
      keys.push(sortKeyOf(value, word?.startsWith("desc") ?? false));
    } while (this.#takeSign(","));
    return keys;
  }

  #binary(left: Foreign, least: number): Foreign | null {
    const token = this.#tokens[this.#at];
    if (token === undefined) return null;
    const word = token.kind === "name" || token.kind === "sign" ? token.text.toLowerCase() : "";
    const power = POWERS[word];
    if (power !== undefined && (token.kind === "sign" || /^(?:and|or)$/.test(word))) {
      if (power < least) return null;
      this.#at++;
      const right = this.expression(power + 1);
      // addr & 0xfff
      if (word === "&" && right.kind === "number") return { kind: "binary", sign: "&", left, right };
      if (word === "|" && right.kind === "call" && PIPED.has(right.name.toLowerCase())) {
        return { ...right, args: [left, ...right.args] };
      }
      if (word === "|" && right.kind === "name" && PIPED.has(right.name.toLowerCase())) {
        return { kind: "call", name: right.name, args: [left] };
      }
      const sign = { "||": "or", "|": "or", "&&": "and", "&": "and", "//": "/", "%/%": "/" }[word] ?? word;
      return { kind: "binary", sign, left, right };
    }
    return COMPARISON_POWER < least ? null : this.#comparison(left);
  }

  #comparison(left: Foreign): Foreign | null {
    const token = this.#tokens[this.#at]!;
    const start = this.#at;
    if (token.kind === "sign" && COMPARISONS[token.text] !== undefined) {
      this.#at++;
      const sign = COMPARISONS[token.text]!;
      const right = this.expression(COMPARISON_POWER + 1);
      if (sign === "not fits") return negated({ kind: "binary", sign: "fits", left, right });
      return { kind: "binary", sign, left, right };
    }
    if (this.#takeWord("is")) {
      const isNot = this.#takeWord("not") !== undefined;
      this.#expectWord("null", "na", "none", "nan");
      const test: Foreign = { kind: "call", name: "isnull", args: [left] };
      return isNot ? negated(test) : test;
    }
    const isNot = this.#takeWord("not") !== undefined || this.#takeSign("!");
    if (this.#takeWord("between")) return this.#between(left, isNot);
    const word = this.#tokens[this.#at];
    const low = word?.kind === "name" ? word.text.toLowerCase() : "";
    if (!WORD_COMPARISONS.has(low)) {
      this.#at = start;
      return null;
    }
    this.#at++;
    if (low === "matches") this.#takeWord("regex");
    const sign = SHORT_COMPARISONS[low] ?? (/^(?:regexp|rlike)$/.test(low) ? "matches" : low);
    const right = this.expression(COMPARISON_POWER + 1);
    const test: Foreign = {
      kind: "binary",
      sign,
      left,
      right: sign === "in" || sign === "has_any" ? listed(right) : right,
    };
    return isNot ? negated(test) : test;
  }

  #between(left: Foreign, isNot: boolean): Foreign {
    const low = this.expression(COMPARISON_POWER + 1);
    // between (1 .. 4) of Kusto
    const range: Foreign = low.kind === "range" ? { ...low, isOpen: false } : (this.#expectWord("and"), {
      kind: "range",
      low,
      high: this.expression(COMPARISON_POWER + 1),
      isOpen: false,
    });
    const test: Foreign = { kind: "binary", sign: "in", left, right: range };
    return isNot ? negated(test) : test;
  }

  #prefix(): Foreign {
    if (this.#takeWord("not") || this.#takeSign("!") || this.#takeSign("~")) {
      return negated(this.expression(NOT_POWER));
    }
    if (this.#takeSign("-")) return { kind: "unary", sign: "-", operand: this.expression(NEGATION_POWER) };
    if (this.#takeSign("+")) return this.expression(NEGATION_POWER);
    return this.#postfix(this.#primary());
  }

  #primary(): Foreign {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new UnknownSyntax();
    this.#at++;
    if (token.kind === "number") return { kind: "number", text: this.#amount(token) };
    if (token.kind === "text") return { kind: "text", text: token.text };
    if (token.kind === "name") {
      if (/^case$/i.test(token.text) && this.#isSign("[")) return this.#arrows();
      if (/^case$/i.test(token.text) && !this.#isSign("(")) return this.#case();
      if (/^c$/.test(token.text) && this.#takeSign("(")) return this.#listUntil(")");
      if (/^distinct$/i.test(token.text) && !this.#isSign("(", ")", ",")) {
        return { kind: "call", name: "distinct", args: [this.expression()] };
      }
      return { kind: "name", name: token.text.replace(/^[$@]/, "") };
    }
    if (token.text === "*") return { kind: "name", name: "*" };
    if (token.text === "." && this.#takeSign("[")) {
      // .[0].func
      this.expression();
      this.#expectSign("]");
      this.#expectSign(".");
    }
    if (token.text === "." && this.#tokens[this.#at]?.kind === "name") {
      return { kind: "name", name: this.#tokens[this.#at++]!.text };
    }
    // .(file, line) and .N of data.table
    if (token.text === "." && this.#takeSign("(")) return this.#listUntil(")");
    // ["count"] of Kusto
    const [quoted, close] = [this.#tokens[this.#at], this.#tokens[this.#at + 1]];
    if (token.text === "[" && quoted?.kind === "text" && close?.text === "]") {
      this.#at += 2;
      return { kind: "name", name: quoted.text };
    }
    if (token.text === "[" || token.text === "{") return this.#listUntil(token.text === "[" ? "]" : "}");
    if (token.text !== "(") throw new UnknownSyntax();
    return this.#parenthesized();
  }

  /** Parses what follows `(`: an expression, a list or a range. */
  #parenthesized(): Foreign {
    if (this.#isWord("select")) {
      const end = closingToken(this.#tokens, this.#at - 1);
      if (end < 0) throw new UnknownSyntax();
      const text = this.#text.slice(this.#tokens[this.#at]!.start, this.#tokens[end]!.start);
      this.#at = end + 1;
      return { kind: "statement", text };
    }
    const items = [this.expression()];
    const range = this.#takeSign("..") || this.#takeSign("..=");
    if (range) {
      const high = this.expression(COMPARISON_POWER + 1);
      this.#expectSign(")");
      return { kind: "range", low: items[0]!, high, isOpen: true };
    }
    while (this.#takeSign(",")) items.push(this.expression());
    this.#expectSign(")");
    return items.length === 1 ? items[0]! : { kind: "list", items };
  }

  #listUntil(close: string): Foreign {
    const items = this.list();
    this.#expectSign(close);
    return { kind: "list", items };
  }

  /** Returns a number in the syntax of queries, with the unit after it: `10M` for `10MB` and `10 MB`. */
  #amount({ text }: ForeignToken): string {
    const next = this.#tokens[this.#at];
    const unit = next?.kind === "name" ? /^([kmgtp])i?b(?:ytes?)?$/i.exec(next.text)?.[1] : undefined;
    if (unit !== undefined && /^[\d_.]+$/.test(text)) {
      this.#at++;
      return text + unit.toUpperCase();
    }
    return text.replace(
      /^([\d_.]+)([kmgtp])i?b$/i,
      (_, amount: string, size: string) => amount + size.toUpperCase(),
    );
  }

  /** Parses `case when a then b else c end` and `case x when 1 then b end`. */
  #case(): Foreign {
    const subject = this.#isWord("when") ? null : this.expression();
    const cases: (readonly [Foreign, Foreign])[] = [];
    while (this.#takeWord("when")) {
      const test = this.expression();
      this.#expectWord("then");
      const value = this.expression();
      cases.push([
        subject === null ? test : { kind: "binary", sign: "==", left: subject, right: test },
        value,
      ]);
    }
    const otherwise = this.#takeWord("else") ? this.expression() : null;
    this.#expectWord("end");
    if (cases.length === 0) throw new UnknownSyntax();
    return { kind: "choice", cases, otherwise };
  }

  /** Parses `[size < 64 => "tiny", true => "large"]` of PRQL. */
  #arrows(): Foreign {
    this.#expectSign("[");
    const cases: (readonly [Foreign, Foreign])[] = [];
    do {
      const test = this.expression();
      this.#expectSign("=>");
      cases.push([test, this.expression()]);
    } while (this.#takeSign(","));
    this.#expectSign("]");
    const last = cases.at(-1)!;
    const isElse = last[0].kind === "name" && /^true$/i.test(last[0].name);
    return { kind: "choice", cases: isElse ? cases.slice(0, -1) : cases, otherwise: isElse ? last[1] : null };
  }

  /** Parses calls, members, casts and elements after a value. */
  #postfix(start: Foreign): Foreign {
    let value = start;
    for (;;) {
      if (this.#takeSign("::")) {
        value = { kind: "call", name: `cast_${this.#typeName()}`, args: [value] };
      } else if (value.kind === "name" && this.#isSign("(")) {
        value = this.#call(value.name, []);
      } else if (this.#isSign(".") && this.#tokens[this.#at + 1]?.kind === "name") {
        value = this.#member(value);
      } else if (this.#isSign("[") && value.kind === "name") {
        // allocs["size"]
        this.#at++;
        const inner = this.expression();
        this.#expectSign("]");
        if (inner.kind !== "text") throw new UnknownSyntax();
        value = { kind: "name", name: inner.text };
      } else return value;
    }
  }

  #member(owner: Foreign): Foreign {
    const name = this.#tokens[this.#at + 1]!.text;
    this.#at += 2;
    if (owner.kind === "name") {
      const low = owner.name.toLowerCase();
      if (PACKAGES.has(low) || low === "is" || low === "as") {
        return { kind: "name", name: low === "is" || low === "as" ? `${low}${name}` : name };
      }
    }
    if (this.#isSign("(")) return this.#call(name, [owner]);
    if (ACCESSORS.has(name)) return owner;
    if (owner.kind !== "name") throw new UnknownSyntax();
    return { kind: "name", name: `${owner.name}.${name}` };
  }

  #call(name: string, owners: readonly Foreign[]): Foreign {
    this.#expectSign("(");
    if (/^(?:try_)?cast$/i.test(name)) {
      const value = this.expression();
      this.#expectWord("as");
      const cast: Foreign = { kind: "call", name: `cast_${this.#typeName()}`, args: [value] };
      this.#expectSign(")");
      return cast;
    }
    const args = [...owners, ...this.list()];
    if (this.#takeWord("order")) {
      this.#expectWord("by");
      this.sortKeys();
    }
    this.#expectSign(")");
    const [first, second] = args;
    // pl.col("size"), pl.len().alias("n"), pl.col("size").rank().over("thread")
    if (/^col$/i.test(name) && args.length === 1 && first!.kind === "text") {
      return { kind: "name", name: first!.text };
    }
    if (/^alias$/i.test(name) && first && second?.kind === "text") {
      return { kind: "named", name: second.text, value: first };
    }
    if (/^over$/i.test(name) && first?.kind === "call") {
      return { ...first, over: { keys: args.slice(1).map(asColumn), order: first.over?.order ?? [] } };
    }
    if (/^true$/i.test(name) && args.length === 0) return { kind: "name", name: "true" };
    return this.#callEnd({ kind: "call", name, args });
  }

  /** Parses `within group (…)`, `filter (where …)` and `over (…)` after a call. */
  #callEnd(call: ForeignCall): Foreign {
    let whole = call;
    if (this.#takeWord("within")) {
      this.#expectWord("group");
      this.#expectSign("(");
      this.#expectWord("order");
      this.#expectWord("by");
      const [key] = this.sortKeys();
      this.#expectSign(")");
      whole = { ...whole, args: [key!.value, ...whole.args] };
    }
    if (this.#isWord("filter") && this.#tokens[this.#at + 1]?.text === "(") {
      this.#at += 2;
      this.#takeWord("where");
      whole = { ...whole, filter: this.expression() };
      this.#expectSign(")");
    }
    if (this.#takeWord("over")) {
      this.#expectSign("(");
      let keys: readonly Foreign[] = [];
      let order: readonly ForeignSortKey[] = [];
      if (this.#takeWord("partition")) {
        this.#expectWord("by");
        const found: Foreign[] = [];
        do found.push(this.expression()); while (this.#takeSign(","));
        keys = found;
      }
      if (this.#takeWord("order")) {
        this.#expectWord("by");
        order = this.sortKeys();
      }
      this.#expectSign(")");
      whole = { ...whole, over: { keys, order } };
    }
    return whole;
  }

  #argument(): Foreign {
    // percentage(count(*), where freed is null)
    if (this.#isWord("where") && this.#tokens[this.#at + 1]?.text !== "(") this.#at++;
    // .by = thread
    if (
      this.#isSign(".") && this.#tokens[this.#at + 1]?.text === "by" &&
      this.#tokens[this.#at + 2]?.text === "="
    ) {
      this.#at += 3;
      return { kind: "named", name: ".by", value: this.expression() };
    }
    const token = this.#tokens[this.#at]!;
    const next = this.#tokens[this.#at + 1];
    if (
      (token.kind === "name" || token.kind === "text") && next?.kind === "sign" &&
      (next.text === "=" || next.text === ":")
    ) {
      this.#at += 2;
      return { kind: "named", name: token.text, value: this.expression() };
    }
    const value = this.expression();
    if (this.#takeWord("as")) {
      const name = this.#tokens[this.#at++];
      if (name?.kind !== "name" && name?.kind !== "text") throw new UnknownSyntax();
      return { kind: "named", name: name.text, value };
    }
    return value;
  }

  #typeName(): string {
    const token = this.#tokens[this.#at++];
    if (token?.kind !== "name") throw new UnknownSyntax();
    if (this.#takeSign("(")) {
      this.list();
      this.#expectSign(")");
    }
    return token.text.toLowerCase();
  }

  #isSign(...signs: readonly string[]): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === "sign" && signs.includes(token.text);
  }

  #takeSign(sign: string): boolean {
    const found = this.#isSign(sign);
    if (found) this.#at++;
    return found;
  }

  #expectSign(sign: string): void {
    if (!this.#takeSign(sign)) throw new UnknownSyntax();
  }

  #isWord(...words: readonly string[]): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === "name" && words.includes(token.text.toLowerCase());
  }

  #takeWord(...words: readonly string[]): string | undefined {
    return this.#isWord(...words) ? this.#tokens[this.#at++]!.text.toLowerCase() : undefined;
  }

  #expectWord(...words: readonly string[]): void {
    if (this.#takeWord(...words) === undefined) throw new UnknownSyntax();
  }
}

function negated(operand: Foreign): Foreign {
  return { kind: "unary", sign: "not", operand };
}

/** Reads a quoted text as the name of a column. */
export function asColumn(node: Foreign): Foreign {
  return node.kind === "text" ? { kind: "name", name: node.text } : node;
}

/** Makes the right side of `in` a list, because `(3)` is parsed as a value. */
function listed(right: Foreign): Foreign {
  return right.kind === "number" || right.kind === "text" ? { kind: "list", items: [right] } : right;
}

function sortKeyOf(value: Foreign, isDescending: boolean): ForeignSortKey {
  if (value.kind === "call" && /^desc$/i.test(value.name) && value.args.length === 1) {
    return { value: value.args[0]!, isDescending: true };
  }
  if (value.kind === "unary" && value.sign === "-") return { value: value.operand, isDescending: true };
  return { value, isDescending };
}

/** Whether any node of a tree passes a test. */
export function someNode(root: Foreign, fits: (node: Foreign) => boolean): boolean {
  if (fits(root)) return true;
  return partsOf(root).some((part) => someNode(part, fits));
}

function partsOf(node: Foreign): readonly Foreign[] {
  switch (node.kind) {
    case "call":
      return node.filter === undefined ? node.args : [...node.args, node.filter];
    case "unary":
      return [node.operand];
    case "binary":
      return [node.left, node.right];
    case "list":
      return node.items;
    case "range":
      return [node.low, node.high];
    case "choice":
      return [...node.cases.flat(), ...(node.otherwise === null ? [] : [node.otherwise])];
    case "named":
      return [node.value];
    default:
      return [];
  }
}
