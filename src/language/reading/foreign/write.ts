/**
 * Translates parsed expressions of other languages, given the columns of the rows.
 * @module
 */

import { writtenName } from "../../../query/analysis/message_words.ts";
import { findFunction } from "../../../query/functions/registry.ts";
import { LEVELS, printString } from "../../../query/syntax/print_expression.ts";
import { AGGREGATE_WORDS } from "../loose_columns.ts";
import type { QueryRowsInfo, ReadingContext } from "../reading_context.ts";
import { stemsOf } from "../sentence_tokens.ts";
import { tableNamed } from "../tables.ts";
import { type Foreign, type ForeignCall, someNode } from "./parse.ts";

/** Thrown when an expression cannot be translated. */
class NoCounterpart extends Error {}

/** A translated expression, and how tightly its outermost operator binds. */
interface Written {
  readonly text: string;
  readonly level: number;
}

/** Functions of other languages, in lower case without separators, and their names here. */
const FUNCTION_NAMES: Readonly<Record<string, string>> = {
  length: "len",
  strlen: "len",
  nchar: "len",
  lcase: "lower",
  tolower: "lower",
  asciidowncase: "lower",
  casefold: "lower",
  ucase: "upper",
  toupper: "upper",
  asciiupcase: "upper",
  ifnull: "coalesce",
  nvl: "coalesce",
  fillna: "coalesce",
  replacena: "coalesce",
  pgsizepretty: "human",
  formatreadablesize: "human",
  formatsize: "human",
  basename: "base",
  dirname: "dir",
  substring: "substr",
  greatest: "max",
  least: "min",
  strcat: "concat",
  paste: "concat",
};
const CHOICES = new Set(["if", "iif", "iff", "ifelse", "where"]);
const NULL_TESTS = new Set(["isnull", "isna", "isempty", "isnone"]);
const VALUE_TESTS = new Set(["isnotnull", "notnull", "notna", "isnotempty", "exists"]);
/** Functions that test a text: the operator, and whether the pattern is the first argument. */
const TEXT_TESTS: Readonly<Record<string, readonly [operator: string, isPatternFirst: boolean]>> = {
  contains: ["contains", false],
  startswith: ["startswith", false],
  endswith: ["endswith", false],
  strcontains: ["contains", false],
  strstarts: ["startswith", false],
  strends: ["endswith", false],
  has: ["contains", false],
  grepl: ["matches", true],
  strdetect: ["matches", false],
  regexpmatches: ["matches", false],
  regexplike: ["matches", false],
  regexmatch: ["matches", false],
  match: ["matches", false],
  test: ["matches", false],
};
/** Casts to integers and texts. They are left out, because the values already have these types. */
const CASTS = new Set([
  "toint",
  "tolong",
  "int",
  "asinteger",
  "asnumeric",
  "tonumber",
  "tostring",
  "str",
  "ascharacter",
  "castint",
  "castinteger",
  "castbigint",
  "castubigint",
  "castvarchar",
  "casttext",
  "castlong",
  "castint64",
]);
const FRACTION_CASTS = new Set([
  "todouble",
  "toreal",
  "float",
  "double",
  "asdouble",
  "castdouble",
  "castfloat",
  "castreal",
  "castdecimal",
  "castnumeric",
]);
/** Aggregates of the rows that meet a condition: `countif(size > 3)`, `sumif(size, size > 3)`. */
const CONDITIONAL: Readonly<Record<string, string>> = {
  countif: "count",
  sumif: "sum",
  avgif: "avg",
  dcountif: "distinct",
  maxif: "max",
  minif: "min",
  uniqif: "distinct",
};
const ROW_COUNTS = new Set(["n", "nrow", "tally"]);
/** Aggregates of jq, which follow a pipe: `map(.size) | add`. */
const LIST_AGGREGATES: Readonly<Record<string, string>> = {
  add: "sum",
  max: "max",
  min: "min",
  length: "count",
};
const QUANTILES = new Set([
  "quantile",
  "quantilecont",
  "quantiledisc",
  "percentilecont",
  "percentiledisc",
  "approxquantile",
  "approxpercentile",
  "percentile",
  "perc",
]);
/** Aggregates that have a meaning for conditions: `sum(size > 3)` counts rows, `avg(size > 3)` is their share. */
const CONDITION_AGGREGATES = new Set(["sum", "avg"]);
/** Window functions of other languages and their names here. */
const WINDOW_NAMES: Readonly<Record<string, string>> = {
  lag: "lag",
  prev: "lag",
  shift: "lag",
  lead: "lead",
  next: "lead",
  rownumber: "row_number",
  rank: "rank",
  minrank: "rank",
  cumsum: "cumulative",
  rowcumsum: "cumulative",
  runningsum: "cumulative",
};
const UNITS: Readonly<Record<string, string>> = {
  microsecond: "1us",
  millisecond: "1ms",
  second: "1s",
  minute: "1m",
  hour: "1h",
};
const COMPARES =
  /^(?:==|!=|<|<=|>|>=|in|contains|has|has_any|startswith|endswith|matches|fits|like|ilike|glob)$/;
const NUMERIC_LEVELS: Readonly<Record<string, number>> = {
  "&": 7,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "%": 10,
};

/** Returns a name in lower case without separators: `countif` for `count_if`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_.]/g, "");
}

/** Whether a node is a call of a window function. */
export function isWindowCall(node: Foreign): boolean {
  return node.kind === "call" && (node.over !== undefined || WINDOW_NAMES[plain(node.name)] !== undefined);
}

/**
 * The aggregate that a name in another language means; undefined if it means none. `swaps` reverses the arguments.
 */
export function aggregateNamed(name: string): { readonly name: string; readonly swaps: boolean } | undefined {
  const low = name.toLowerCase();
  const known = AGGREGATE_WORDS.get(stemsOf(low)) ?? AGGREGATE_WORDS.get(low);
  if (known) return known;
  const short = plain(name);
  if (ROW_COUNTS.has(short)) return { name: "count", swaps: false };
  if (CONDITIONAL[short] !== undefined) return { name: CONDITIONAL[short], swaps: false };
  if (short === "sd") return { name: "stddev", swaps: false };
  if (short === "total") return { name: "sum", swaps: false };
  if (QUANTILES.has(short) || /^p(?:erc(?:entile)?)?\d\d?$/.test(low)) {
    return { name: "percentile", swaps: false };
  }
  return /^(?:ndistinct|countdistinct|uniquen|uniqexact|uniq|uniquecount)$/.test(short)
    ? { name: "distinct", swaps: false }
    : undefined;
}

/**
 * Rewrites `map(.size) | add` of jq as `sum(size)`, and `map(select(.freed)) | length` as a count with a filter; null
 * for other calls.
 */
function asAggregate(call: ForeignCall): ForeignCall | null {
  const name = LIST_AGGREGATES[call.name.toLowerCase()];
  const [list] = call.args;
  if (name === undefined || list?.kind !== "call" || list.name.toLowerCase() !== "map") return null;
  const [each] = list.args;
  if (each?.kind === "call" && each.name.toLowerCase() === "select" && each.args.length === 1) {
    return { kind: "call", name, args: [], filter: each.args[0]! };
  }
  return each === undefined ? null : { kind: "call", name, args: [each] };
}

/** Whether a node is a call of an aggregate, not of a function of single values such as `min(a, b)`. */
function isAggregateCall(node: Foreign): boolean {
  if (node.kind !== "call" || node.over !== undefined) return false;
  if (asAggregate(node) !== null) return true;
  if (aggregateNamed(node.name) === undefined) return false;
  const values = node.args.filter(({ kind }) => kind !== "named");
  return !(/^(?:min|max)$/i.test(node.name) && values.length > 1);
}

/** Whether a tree contains an aggregate outside windows. */
export function hasAggregate(root: Foreign): boolean {
  if (root.kind === "call" && root.over !== undefined) return false;
  return isAggregateCall(root) || isPercentage(root) ||
    someNode(root, (node) => node !== root && isAggregateCall(node));
}

/** Whether a node is `percentage(count(*), where freed is null)` of NRQL. */
function isPercentage(node: Foreign): boolean {
  return node.kind === "call" && /^percentage$/i.test(node.name) && node.args.length === 2;
}

/** Returns a text that is the same for equal expressions; case is ignored. */
export function expressionKey(node: Foreign): string {
  return JSON.stringify(node).toLowerCase();
}

/** Translates expressions over the rows of a query. */
export class ForeignWriter {
  readonly #world: ReadingContext;
  readonly #rows: QueryRowsInfo;
  readonly #computed: ReadonlyMap<string, string>;
  /** Translates a subquery; only SQL may have one. */
  readonly #readStatement: ((text: string) => string | null) | null;

  /**
   * Creates a writer. `computed` has the columns of expressions that are already computed; `readStatement` translates a
   * subquery of SQL.
   */
  constructor(
    world: ReadingContext,
    rows: QueryRowsInfo,
    computed: ReadonlyMap<string, string> = new Map(),
    readStatement: ((text: string) => string | null) | null = null,
  ) {
    this.#readStatement = readStatement;
    this.#world = world;
    this.#rows = rows;
    this.#computed = computed;
  }

  /** Translates an expression; null if that is impossible. */
  text(node: Foreign): string | null {
    try {
      return this.#within(node, LEVELS.filtered);
    } catch (error) {
      if (error instanceof NoCounterpart) return null;
      throw error;
    }
  }

  #within(node: Foreign, least: number): string {
    const { text, level } = this.#write(node);
    return level < least ? `(${text})` : text;
  }

  #write(node: Foreign): Written {
    const computed = this.#computed.get(expressionKey(node));
    if (computed !== undefined) return { text: writtenName(computed), level: LEVELS.primary };
    switch (node.kind) {
      case "number":
        return { text: node.text, level: LEVELS.primary };
      case "text":
        return { text: printString(node.text), level: LEVELS.primary };
      case "statement": {
        const query = this.#readStatement?.(node.text) ?? null;
        if (query === null) throw new NoCounterpart();
        return { text: `(${query})`, level: LEVELS.primary };
      }
      case "name":
        return this.#name(node.name);
      case "call":
        return this.#call(node);
      case "unary":
        return this.#unary(node.sign, node.operand);
      case "binary":
        return this.#binary(node.sign, node.left, node.right);
      case "list":
        return { text: `{${node.items.map((item) => this.#value(item)).join(", ")}}`, level: LEVELS.primary };
      case "range":
        return {
          text: `${this.#within(node.low, LEVELS.arithmetic)}${node.isOpen ? ".." : "..="}${
            this.#within(node.high, LEVELS.arithmetic)
          }`,
          level: LEVELS.range,
        };
      case "choice":
        return this.#choice(node.cases, node.otherwise);
      case "named":
        throw new NoCounterpart();
    }
  }

  #name(name: string): Written {
    const low = name.toLowerCase();
    if (/^(?:true|false|null)$/.test(low)) return { text: low, level: LEVELS.primary };
    if (/^(?:none|na|nil|nan)$/.test(low)) return { text: "null", level: LEVELS.primary };
    const column = this.#world.column(name, this.#rows);
    if (column !== undefined) return { text: writtenName(column), level: LEVELS.primary };
    // `alias.size` of SQL, `x.size` of a lambda
    const [, owner = "", rest] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
    const isOwner = owner.length <= 2 || tableNamed(owner, this.#world) !== undefined;
    const inner = rest !== undefined && isOwner ? this.#world.column(rest, this.#rows) : undefined;
    if (inner !== undefined) return { text: writtenName(inner), level: LEVELS.primary };
    const argument = /^args?\.(\w+)$/.exec(name)?.[1];
    const found = this.#world.argument(argument ?? name, this.#rows) ??
      (argument === undefined ? undefined : `arg(${printString(argument)})`);
    if (found === undefined) throw new NoCounterpart();
    return { text: found, level: LEVELS.primary };
  }

  /** Translates the right side of a comparison, where a word that is not a column is a value. */
  #value(node: Foreign): string {
    if (node.kind === "name" && this.#world.column(node.name, this.#rows) === undefined) {
      return /^(?:true|false|null)$/i.test(node.name) ? node.name.toLowerCase() : node.name;
    }
    return this.#within(node, LEVELS.range);
  }

  #unary(sign: "not" | "-", operand: Foreign): Written {
    if (sign === "-") return { text: `-${this.#within(operand, LEVELS.unary)}`, level: LEVELS.unary };
    if (operand.kind === "call" && NULL_TESTS.has(plain(operand.name)) && operand.args.length === 1) {
      return {
        text: `${this.#within(operand.args[0]!, LEVELS.range)} is not null`,
        level: LEVELS.comparison,
      };
    }
    if (operand.kind === "binary" && operand.sign === "in") {
      const { text } = this.#binary("in", operand.left, operand.right);
      return { text: text.replace(" in ", " not in "), level: LEVELS.comparison };
    }
    if (operand.kind === "binary" && /^(?:like|ilike|glob|matches|fits)$/.test(operand.sign)) {
      const { text } = this.#binary(operand.sign, operand.left, operand.right);
      return { text: text.replace(" ~ ", " !~ "), level: LEVELS.comparison };
    }
    // If `freed` is not boolean, `not freed` tests for a missing value.
    if (operand.kind === "name") {
      const { text } = this.#name(operand.name);
      const type = this.#world.typeOf(text, this.#rows);
      if (type !== undefined && type !== "bool") return { text: `${text} is null`, level: LEVELS.comparison };
    }
    return { text: `not ${this.#within(operand, LEVELS.not)}`, level: LEVELS.not };
  }

  #binary(sign: string, left: Foreign, right: Foreign): Written {
    if (sign === "or" && this.#isText(left)) {
      const parts = [left, right].map((each) => this.#within(each, LEVELS.or));
      return {
        text: `concat(${parts.join(", ").replace(/^concat\(([^]*?)\)(?=, )/, "$1")})`,
        level: LEVELS.primary,
      };
    }
    if (sign === "and" || sign === "or") {
      const level = sign === "and" ? LEVELS.and : LEVELS.or;
      return { text: `${this.#within(left, level)} ${sign} ${this.#within(right, level + 1)}`, level };
    }
    if (sign === "-" && this.#isComputed(left) && this.#isComputed(right)) {
      const difference: Foreign = { kind: "call", name: "delta", args: [left, right] };
      return this.#write(difference);
    }
    const numeric = NUMERIC_LEVELS[sign];
    if (numeric !== undefined) {
      const text = `${this.#within(left, numeric)} ${sign} ${this.#within(right, numeric + 1)}`;
      return { text, level: numeric };
    }
    const isNull = right.kind === "name" && /^(?:null|none|na|nil)$/i.test(right.name);
    const of = this.#within(left, LEVELS.range);
    if (isNull && /^[=!]=$/.test(sign)) {
      return { text: `${of} is ${sign === "!=" ? "not " : ""}null`, level: LEVELS.comparison };
    }
    const truth = this.#booleanComparison(sign, of, right);
    if (truth !== null) return truth;
    if (sign === "like" || sign === "ilike" || sign === "glob") return this.#like(sign, of, right);
    if (sign === "matches") return this.#matches(of, right);
    if (sign === "fits") return this.#fits(of, right);
    if (sign === "has") return this.#binary("contains", left, right);
    if (sign === "has_any" && right.kind === "list") {
      const tests = right.items.map((item): Foreign => ({
        kind: "binary",
        sign: "contains",
        left,
        right: item,
      }));
      return this.#write(
        tests.reduce((some, test): Foreign => ({ kind: "binary", sign: "or", left: some, right: test })),
      );
    }
    if (!COMPARES.test(sign)) throw new NoCounterpart();
    return { text: `${of} ${sign} ${this.#value(right)}`, level: LEVELS.comparison };
  }

  /** Whether an expression is a text, so that `||` after it concatenates. */
  #isText(node: Foreign): boolean {
    if (node.kind === "text") return true;
    if (node.kind === "binary" && node.sign === "or") {
      return this.#isText(node.left) || this.#isText(node.right);
    }
    if (node.kind !== "name") return false;
    const column = this.#world.column(node.name, this.#rows);
    return column !== undefined && this.#world.typeOf(column, this.#rows) === "text";
  }

  /** Whether an expression is an aggregate or a computed column, so that the difference of two may be negative. */
  #isComputed(node: Foreign): boolean {
    return isAggregateCall(node) || this.#computed.has(expressionKey(node));
  }

  /**
   * Translates `covered = 0` for a boolean column, and `freed == false` for another column, where it tests for a
   * missing value; null for other comparisons.
   */
  #booleanComparison(sign: string, of: string, right: Foreign): Written | null {
    if (!/^[=!]=$/.test(sign)) return null;
    const type = this.#world.typeOf(of, this.#rows);
    if (type === undefined) return null;
    const isTrue = right.kind === "name" ? /^(true|false)$/i.exec(right.name)?.[1]?.toLowerCase() : undefined;
    const isOne = right.kind === "number" ? /^[01]$/.exec(right.text)?.[0] : undefined;
    if (type === "bool" && isOne !== undefined) {
      const holds = (isOne === "1") === (sign === "==");
      return { text: holds ? of : `not ${of}`, level: holds ? LEVELS.primary : LEVELS.not };
    }
    if (type === "bool" || isTrue === undefined) return null;
    const isThere = (isTrue === "true") === (sign === "==");
    return { text: `${of} is ${isThere ? "not " : ""}null`, level: LEVELS.comparison };
  }

  #like(sign: string, of: string, right: Foreign): Written {
    if (right.kind !== "text") throw new NoCounterpart();
    const glob = sign === "glob" ? right.text : right.text.replaceAll("%", "*").replaceAll("_", "?");
    const [subject, pattern] = sign === "ilike" ? [`lower(${of})`, glob.toLowerCase()] : [of, glob];
    return { text: `${subject} ~ ${printString(pattern)}`, level: LEVELS.comparison };
  }

  #matches(of: string, right: Foreign): Written {
    if (right.kind !== "text") throw new NoCounterpart();
    return { text: `${of} ~ ${pattern(right.text)}`, level: LEVELS.comparison };
  }

  /** Translates `func =~ "make.*"` of Loki and Prometheus, whose pattern has to match the whole text. */
  #fits(of: string, right: Foreign): Written {
    if (right.kind !== "text" || !/^[\w:\/-]*(?:\.\*[\w:\/-]*)+$/.test(right.text)) {
      return this.#matches(of, right);
    }
    return { text: `${of} ~ ${printString(right.text.replaceAll(".*", "*"))}`, level: LEVELS.comparison };
  }

  #choice(
    cases: readonly (readonly [test: Foreign, value: Foreign])[],
    otherwise: Foreign | null,
  ): Written {
    const [first, ...rest] = cases;
    const [test, value] = first!;
    const next = rest.length > 0
      ? this.#choice(rest, otherwise).text
      : otherwise === null
      ? "null"
      : this.#within(otherwise, LEVELS.or);
    const condition = this.#within(test, LEVELS.or);
    return { text: `if(${condition}, ${this.#within(value, LEVELS.or)}, ${next})`, level: LEVELS.primary };
  }

  #call(call: ForeignCall): Written {
    const short = plain(call.name);
    const { args } = call;
    const [first, second, third] = args;
    const at = (level: number, node: Foreign | undefined): string => {
      if (node === undefined) throw new NoCounterpart();
      return this.#within(node, level);
    };
    // The first letter of a text is number 1 in SQL; negative numbers count from the end, as here.
    if (
      this.#readStatement !== null && /^(?:substr|substring|mid)$/.test(short) && second?.kind !== "unary"
    ) {
      if (second?.kind !== "number" || Number(second.text) < 1) throw new NoCounterpart();
      const start: Foreign = { ...second, text: String(Number(second.text) - 1) };
      const texts = [first, start, ...third === undefined ? [] : [third]].map((each) => at(LEVELS.or, each));
      return { text: `substr(${texts.join(", ")})`, level: LEVELS.primary };
    }
    if (short === "percentage" && second) {
      const count: ForeignCall = { kind: "call", name: "count", args: [] };
      const part = this.#aggregate({ ...count, filter: second }).text;
      return { text: `100.0 * (${part}) / count()`, level: 10 };
    }
    if (isWindowCall(call)) return this.#windowCall(call);
    if (isAggregateCall(call)) return this.#aggregate(call);
    if (CHOICES.has(short) && first && second) {
      return this.#choice([[first, second]], third ?? null);
    }
    if (short === "casewhen" || short === "case") return this.#cases(args);
    if (NULL_TESTS.has(short) && args.length === 1) {
      return { text: `${at(LEVELS.range, first)} is null`, level: LEVELS.comparison };
    }
    if (VALUE_TESTS.has(short) && args.length === 1) {
      return { text: `${at(LEVELS.range, first)} is not null`, level: LEVELS.comparison };
    }
    if (short === "not" && args.length === 1) return this.#unary("not", first!);
    if (short === "between" && args.length === 3) {
      const range: Foreign = { kind: "range", low: second!, high: third!, isOpen: false };
      return this.#binary("in", first!, range);
    }
    if (short === "isin" && first && second) return this.#binary("in", first, second);
    const test = TEXT_TESTS[short];
    if (test && first && second) {
      const [operator, isPatternFirst] = test;
      const [of, with_] = isPatternFirst ? [second, first] : [first, second];
      const ignoresCase = args.some((each) => each.kind === "named" && /^(?:ignore|case)/i.test(each.name));
      if (!ignoresCase) return this.#binary(operator, of, with_);
      if (with_.kind !== "text") throw new NoCounterpart();
      const lowered: Foreign = { kind: "call", name: "lower", args: [of] };
      return this.#binary(operator, lowered, { kind: "text", text: with_.text.toLowerCase() });
    }
    if (CASTS.has(short) && args.length === 1 && !findFunction(call.name.toLowerCase())) {
      return this.#write(first!);
    }
    if (short === "printf" && first?.kind === "text" && /^0x%\d*l*x$/i.test(first.text) && second) {
      return { text: `hex(${at(LEVELS.or, second)})`, level: LEVELS.primary };
    }
    if (/^(?:safedivide|divide)$/.test(short) && first && second) {
      return { text: `1.0 * ${at(11, first)} / ${at(11, second)}`, level: 10 };
    }
    if (short === "cut") return this.#cut(args);
    if (FRACTION_CASTS.has(short) && args.length === 1) {
      return { text: `1.0 * ${at(11, first)}`, level: 10 };
    }
    if (/^(?:datetrunc|timebucket|floordate|timetrunc)$/.test(short)) return this.#timeBin(args);
    if (/^(?:regexpextract|strextract|extract)$/.test(short)) return this.#extract(args);
    if (short === "round" && second !== undefined && first !== undefined) {
      return { text: `round(${this.#fraction(first)}, ${at(LEVELS.or, second)})`, level: LEVELS.primary };
    }
    const name = FUNCTION_NAMES[short] ?? call.name.toLowerCase();
    if (!findFunction(name)) throw new NoCounterpart();
    return { text: `${name}(${args.map((each) => at(LEVELS.or, each)).join(", ")})`, level: LEVELS.primary };
  }

  /**
   * Translates the argument of `round`: `size / 1024` is written as `size / 1024.0`, since a quotient of integers has
   * no decimals here.
   */
  #fraction(node: Foreign): string {
    const isWhole = node.kind === "binary" && node.sign === "/" && node.right.kind === "number" &&
      /^\d+$/.test(node.right.text);
    return this.#within(
      isWhole
        ? { ...node, right: { kind: "number", text: `${(node.right as { text: string }).text}.0` } }
        : node,
      LEVELS.or,
    );
  }

  /** Translates `case_when(a ~ b, TRUE ~ c)` of R, and `case(a, b, c)` of Kusto. */
  #cases(args: readonly Foreign[]): Written {
    const pairs = args.every((each) =>
        each.kind === "binary" && each.sign === "matches" ||
        each.kind === "named" && /^\.?default$/i.test(each.name)
      )
      ? args.map((each): readonly [Foreign | null, Foreign] =>
        each.kind === "binary"
          ? [each.left, each.right]
          : [null, (each as Extract<Foreign, { kind: "named" }>).value]
      )
      : Array.from(
        { length: Math.ceil(args.length / 2) },
        (_, at): readonly [Foreign | null, Foreign] =>
          args[2 * at + 1] === undefined ? [null, args[2 * at]!] : [args[2 * at]!, args[2 * at + 1]!],
      );
    const isElse = (test: Foreign | null): boolean =>
      test === null || (test.kind === "name" && /^true$/i.test(test.name));
    const cases = pairs.flatMap(([test, value]) => isElse(test) ? [] : [[test!, value] as const]);
    const otherwise = pairs.find(([test]) => isElse(test))?.[1] ?? null;
    if (cases.length === 0) throw new NoCounterpart();
    return this.#choice(cases, otherwise);
  }

  /**
   * Translates `cut(size, breaks = c(0, 64, Inf), labels = c("tiny", "large"))` of R, whose ranges include their upper
   * bounds.
   */
  #cut(args: readonly Foreign[]): Written {
    const listNamed = (name: string): readonly Foreign[] | undefined => {
      const found = args.find((each) => each.kind === "named" && each.name.toLowerCase() === name);
      return found?.kind === "named" && found.value.kind === "list" ? found.value.items : undefined;
    };
    const [breaks, labels] = [listNamed("breaks"), listNamed("labels")];
    if (!breaks || labels?.length !== breaks.length - 1 || labels.length < 2) throw new NoCounterpart();
    const cases = labels.slice(0, -1).map((label, at): readonly [Foreign, Foreign] => [
      { kind: "binary", sign: "<=", left: args[0]!, right: breaks[at + 1]! },
      label,
    ]);
    return this.#choice(cases, labels.at(-1)!);
  }

  #timeBin(args: readonly Foreign[]): Written {
    const width = args.find((each) => each.kind === "text");
    const value = args.find((each) => each.kind !== "text");
    if (width?.kind !== "text" || value === undefined) throw new NoCounterpart();
    const unit = UNITS[width.text.toLowerCase().replace(/s$/, "")] ??
      /^\d+(?:ns|us|ms|s|m|h)$/.exec(width.text)?.[0];
    if (unit === undefined) throw new NoCounterpart();
    return { text: `bin(${this.#within(value, LEVELS.or)}, ${unit})`, level: LEVELS.primary };
  }

  #extract(args: readonly Foreign[]): Written {
    const regex = args.find((each) => each.kind === "text");
    const group = args.find((each) => each.kind === "number");
    const value = args.find((each) => each.kind !== "text" && each.kind !== "number");
    if (regex?.kind !== "text" || value === undefined) throw new NoCounterpart();
    const number = group?.kind === "number" ? `, ${group.text}` : "";
    const of = this.#within(value, LEVELS.or);
    return { text: `extract(${of}, /${escaped(regex.text)}/${number})`, level: LEVELS.primary };
  }

  #aggregate(whole: ForeignCall): Written {
    const call = asAggregate(whole) ?? whole;
    const short = plain(call.name);
    const { name, swaps } = aggregateNamed(call.name)!;
    const args = call.args.flatMap((each) => this.#argument(each));
    let condition = call.filter;
    let values: readonly Foreign[] = args.filter((each) => !(each.kind === "name" && each.name === "*"));
    if (CONDITIONAL[short] !== undefined) {
      condition = values.at(-1);
      values = values.slice(0, -1);
    }
    const [first] = values;
    const isOne = first?.kind === "number" && first.text === "1";
    const counted = first?.kind === "call" && first.name === "distinct" ? first.args : null;
    const called = name === "count" && counted ? "distinct" : name;
    if (counted) values = counted;
    else if (name === "count" && (isOne || /^(?:n|nrow|tally)$/.test(short))) values = [];
    if (CONDITION_AGGREGATES.has(name) && first && (isTest(first) || this.#isBooleanColumn(first))) {
      return this.#conditionAggregate(name, first, condition);
    }
    if (swaps) values = values.toReversed();
    const text = this.#aggregateText(short, called, values);
    if (condition === undefined) return { text, level: LEVELS.primary };
    return { text: `${text} if ${this.#within(condition, LEVELS.or)}`, level: LEVELS.filtered };
  }

  #isBooleanColumn(node: Foreign): boolean {
    if (node.kind !== "name") return false;
    const column = this.#world.column(node.name, this.#rows);
    return column !== undefined && this.#world.typeOf(column, this.#rows) === "bool";
  }

  /**
   * Returns an argument of an aggregate: `count = 0` in `sum(count = 0)` (MySQL) is a comparison, but `na.rm = TRUE`
   * in `max(size, na.rm = TRUE)` (R) is an option, which is dropped.
   */
  #argument(node: Foreign): readonly Foreign[] {
    if (node.kind !== "named") return [node];
    const isColumn = this.#world.column(node.name, this.#rows) !== undefined;
    const left: Foreign = { kind: "name", name: node.name };
    return isColumn && node.value.kind === "number"
      ? [{ kind: "binary", sign: "==", left, right: node.value }]
      : [];
  }

  /** Translates an aggregate of a condition: the sum counts the rows that meet it, the mean is their share. */
  #conditionAggregate(name: string, test: Foreign, condition: Foreign | undefined): Written {
    if (condition !== undefined) throw new NoCounterpart();
    const written = this.#within(test, LEVELS.or);
    if (name === "sum") return { text: `count() if ${written}`, level: LEVELS.filtered };
    return { text: `avg(if(${written}, 1, 0))`, level: LEVELS.primary };
  }

  #aggregateText(short: string, name: string, values: readonly Foreign[]): string {
    const written = values.map((each) => this.#within(each, LEVELS.or));
    if (name !== "percentile") return `${name}(${written.join(", ")})`;
    const [of, share] = values;
    const inName = /^p(?:erc(?:entile)?)?(\d\d?)$/.exec(short)?.[1];
    const amount = inName ?? (share?.kind === "number" ? share.text : undefined);
    if (of === undefined || amount === undefined) throw new NoCounterpart();
    const percent = Number(amount) <= 1 ? Math.round(Number(amount) * 1e6) / 1e4 : Number(amount);
    return percent === 50 ? `median(${written[0]})` : `percentile(${written[0]}, ${percent})`;
  }

  /** Translates `lag(size)`, `cumsum(size)` and `sum(size) over (…)` for the stage `window`. */
  #windowCall(call: ForeignCall): Written {
    const args = call.args.filter((each) => each.kind !== "named").map((each) =>
      this.#within(each, LEVELS.or)
    );
    const name = WINDOW_NAMES[plain(call.name)];
    if (name !== undefined) return { text: `${name}(${args.join(", ")})`, level: LEVELS.primary };
    const { over: _, ...plainCall } = call;
    const { text } = this.#aggregate(plainCall);
    const isRunning = (call.over?.order.length ?? 0) > 0;
    if (!isRunning) return { text, level: LEVELS.primary };
    const ofSum = /^sum\((.*)\)$/.exec(text)?.[1];
    return { text: `cumulative(${ofSum ?? text})`, level: LEVELS.primary };
  }
}

/** Whether a node is a condition: a comparison, a test, or a combination of these. */
export function isTest(node: Foreign): boolean {
  if (node.kind === "unary") return node.sign === "not";
  if (node.kind === "binary") return node.sign === "and" || node.sign === "or" || COMPARES.test(node.sign);
  if (node.kind !== "call") return false;
  const short = plain(node.name);
  return NULL_TESTS.has(short) || VALUE_TESTS.has(short) || TEXT_TESTS[short] !== undefined ||
    short === "between" || short === "isin";
}

/** Writes a regular expression as a pattern: as a glob if it only tests for a prefix, a suffix or a substring. */
function pattern(regex: string): string {
  const parts = /^(\^?)([\w:/ -]+)(\$?)$/.exec(regex);
  if (!parts) return `/${escaped(regex)}/`;
  const [, from, middle, to] = parts;
  return printString(`${from === "" ? "*" : ""}${middle}${to === "" ? "*" : ""}`);
}

/** Escapes the slashes of a regular expression, and undoes the doubled backslashes of strings in jq and Python. */
function escaped(regex: string): string {
  return regex.replaceAll("\\\\", "\\").replaceAll(/(?<!\\)((?:\\\\)*)\//g, "$1\\/");
}
