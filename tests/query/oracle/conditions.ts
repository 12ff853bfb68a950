/** Random conditions. In SQL they are never null: a comparison with a missing value is false. */

import type { Random } from "../../support/random.ts";
import { constantTerm, inside, LEVEL, sqlString, type Term, wholeConstant, type Written } from "./terms.ts";
import { Expressions } from "./expressions.ts";
import { pattern, regex, word } from "./patterns.ts";
import { askable, type Col } from "./relation.ts";
import { I64_MAX, type Type, U64_MAX, type Value } from "./tables.ts";

/** A condition as a query and as SQL. */
export interface Condition extends Written {
  readonly sql: string;
}

/** A query of one column of a type, for `in (…)`. */
export type SubQuery = (type: Type) => { text: string; sql: string } | undefined;

const OPERATORS = ["==", "!=", "<", "<=", ">", ">="] as const;
const PIECES = ["a", "main", "src/", ".c", "b", "é", "😀", "net", "", "_", "%", "\\"];

/** Makes conditions over some columns. */
export class Conditions {
  readonly expressions: Expressions;
  readonly #random: Random;
  readonly #cols: readonly Col[];
  readonly #subQuery: SubQuery;
  #patterns = false;

  constructor(random: Random, cols: readonly Col[], subQuery: SubQuery) {
    this.#random = random;
    this.#cols = askable(cols);
    this.#subQuery = subQuery;
    this.expressions = new Expressions(random, this.#cols, () => this.#simple(0));
  }

  /** A condition in a separate stage, which may also be `column:pattern`. */
  filter(depth: number): Condition {
    this.#patterns = true;
    const made = this.make(depth);
    this.#patterns = false;
    return made;
  }

  make(depth: number): Condition {
    const random = this.#random;
    if (depth <= 0 || random.oneIn(3)) return this.#simple(depth);
    if (random.oneIn(5)) {
      const made = this.make(depth - 1);
      return { text: `not ${inside(made, LEVEL.not)}`, level: LEVEL.not, sql: `(NOT ${made.sql})` };
    }
    const word = random.pick(["and", "or"] as const);
    const some = Array.from({ length: 2 + random.below(2) }, () => this.make(depth - 1));
    return {
      text: some.map((each) => inside(each, LEVEL[word])).join(` ${word} `),
      level: LEVEL[word],
      sql: `(${some.map(({ sql }) => sql).join(` ${word.toUpperCase()} `)})`,
    };
  }

  #simple(depth: number): Condition {
    const random = this.#random;
    const type = random.pick(this.#cols).type;
    const subject = this.expressions.make(type, random.oneIn(3) ? Math.min(depth, 2) : 0);
    if (subject.constant) return { text: "true", level: LEVEL.atom, sql: "true" };
    if (this.#patterns && random.oneIn(5) && subject.level === LEVEL.atom && /^[\w.]+$/.test(subject.text)) {
      return pattern(random, this.expressions, subject);
    }
    if (random.oneIn(8)) return missing(subject, random.oneIn(2));
    if (random.oneIn(12)) {
      const choices = this.#subQuery(subject.type);
      if (choices !== undefined) return amongRows(subject, choices, random.oneIn(2));
    }
    switch (subject.type) {
      case "text":
        return this.#text(subject);
      case "bool":
        return this.#truth(subject);
      default:
        return this.#measure(subject, depth);
    }
  }

  #truth(subject: Term): Condition {
    const random = this.#random;
    if (random.oneIn(2)) return { ...subject, sql: `coalesce(${subject.sql}, false)` };
    const value = this.expressions.constant("bool");
    if (random.oneIn(4)) return among(subject, [value], random.oneIn(2));
    return compared(subject, random.pick(["==", "!="] as const), value);
  }

  #measure(subject: Term, depth: number): Condition {
    const random = this.#random;
    switch (random.below(7)) {
      case 0:
      case 1:
        return this.#between(subject);
      case 2: {
        const most = random.pick([2, 5, 12]);
        const values = Array.from({ length: 1 + random.below(most) }, () => this.expressions.near(subject));
        return among(
          subject,
          values.filter((each) => each.type === subject.type || fitsAsIs(each, subject)),
          random.oneIn(3),
          random.oneIn(3) ? this.#ranges(subject) : [],
        );
      }
      case 3:
        if (subject.type === "u64") return this.#bits(subject);
        return this.#compare(subject, depth);
      default:
        return this.#compare(subject, depth);
    }
  }

  /** A range as an element of a list. */
  #ranges(subject: Term): Element[] {
    const [low, high] = [this.expressions.near(subject), this.expressions.near(subject)];
    const fits = [low, high].every((each) => each.type === subject.type || fitsAsIs(each, subject));
    if (!fits || subject.type === "f64") return [];
    return [{
      text: `${inside(low, LEVEL.xor)}..=${inside(high, LEVEL.xor)}`,
      sql: `(${subject.sql} >= ${low.sql} AND ${subject.sql} <= ${high.sql})`,
    }];
  }

  #compare(subject: Term, depth: number): Condition {
    const random = this.#random;
    const fn = random.pick(OPERATORS);
    if (random.oneIn(3)) {
      const types: Type[] = subject.type === "time" ? ["time"] : ["u64", "i64", "f64"];
      const other = this.expressions.make(random.pick(types), Math.min(depth, 1));
      if (!other.constant) return compared(subject, fn, other);
    }
    const value = this.expressions.near(subject);
    return random.oneIn(6) ? compared(value, fn, subject) : compared(subject, fn, value);
  }

  #bits(subject: Term): Condition {
    const random = this.#random;
    const mask = random.pick([1n, 4n, 0x60n, 1n << 40n, 1n << 63n]);
    const negated = random.oneIn(3);
    const test = `(${subject.sql} & ${mask}::HUGEINT) ${negated ? "=" : "<>"} 0`;
    const text = comparison(subject, `${negated ? "not " : ""}has`, wholeConstant(mask));
    return { ...text, sql: `coalesce(${test}, false)` };
  }

  #between(subject: Term): Condition {
    const random = this.#random;
    const low = this.expressions.near(subject);
    const high = this.expressions.near(subject);
    const negated = random.oneIn(4);
    const word = negated ? "not in" : "in";
    const [a, b] = [inside(low, LEVEL.xor), inside(high, LEVEL.xor)];
    let bounds: string;
    let sql: string;
    switch (random.below(5)) {
      case 0:
        bounds = `${a}..${b}`;
        sql = `${subject.sql} >= ${low.sql} AND ${subject.sql} < ${high.sql}`;
        break;
      case 1:
        bounds = `${a}..=${b}`;
        sql = `${subject.sql} >= ${low.sql} AND ${subject.sql} <= ${high.sql}`;
        break;
      case 2:
        bounds = `${a}..`;
        sql = `${subject.sql} >= ${low.sql}`;
        break;
      case 3:
        bounds = `..${b}`;
        sql = `${subject.sql} < ${high.sql}`;
        break;
      default: {
        const length = BigInt(this.#random.below(2000));
        const whole = subject.type === "u64" && low.type === "u64" && low.high + length <= U64_MAX;
        const limit = whole ? low.high + length : 0n;
        bounds = whole ? `${a}..+${length}` : `${a}..`;
        sql = `${subject.sql} >= ${low.sql}` + (whole ? ` AND ${subject.sql} < ${limit}::HUGEINT` : "");
      }
    }
    // Times and numbers are only compared with their own kind.
    const positive = `coalesce(${sql}, false)`;
    const text = `${inside(subject, LEVEL.xor)} ${word} ${bounds}`;
    return {
      text,
      level: LEVEL.comparison,
      sql: negated ? `(NOT ${positive} AND ${subject.sql} IS NOT NULL)` : positive,
    };
  }

  #text(subject: Term): Condition {
    const random = this.#random;
    switch (random.below(7)) {
      case 0: {
        const values = Array.from({ length: 1 + random.below(4) }, () => this.expressions.near(subject));
        const also = random.oneIn(2) ? this.#elements(subject) : [];
        return among(subject, values, random.oneIn(3), also);
      }
      case 1:
      case 2:
        return this.#piece(subject);
      case 3:
        return random.oneIn(3) ? regex(random, subject) : this.#glob(subject);
      default: {
        if (random.oneIn(8)) return word(random, subject);
        const other = random.oneIn(4) ? this.expressions.make("text", 1) : this.expressions.near(subject);
        return compared(subject, random.pick(OPERATORS), other.type === "text" ? other : subject);
      }
    }
  }

  /** Globs and a regular expression as elements of a list. */
  #elements(subject: Term): Element[] {
    const { glob, test } = this.#globTest(subject);
    const isWord = /[*?]/.test(glob) && /^[\w.*?/[\]!-]+$/.test(glob) && !/^[\d*]+$|\/.*\//.test(glob);
    const found: Element[] = isWord && test !== undefined ? [{ text: glob, sql: test }] : [];
    if (!this.#random.oneIn(3)) return found;
    return [...found, { text: "/^[a-m]/", sql: `regexp_matches(${subject.sql}, '^[a-m]')` }];
  }

  #piece(subject: Term): Condition {
    const random = this.#random;
    const piece = pieceOf(random, subject) ?? random.pick(PIECES);
    const [word, fn] = random.pick([
      ["contains", "contains"],
      ["startswith", "starts_with"],
      ["endswith", "ends_with"],
    ]) as [string, string];
    const negated = random.oneIn(4);
    const test = `coalesce(${negated ? "NOT " : ""}${fn}(${subject.sql}, ${sqlString(piece)}), false)`;
    return {
      ...comparison(subject, `${negated ? "not " : ""}${word}`, constantTerm("text", piece)),
      sql: test,
    };
  }

  /** A glob of parts that also have a meaning as regular expressions. */
  #glob(subject: Term): Condition {
    const { glob, test } = this.#globTest(subject);
    if (test === undefined) return this.#piece(subject);
    const negated = this.#random.oneIn(4);
    return {
      ...comparison(subject, negated ? "!~" : "~", constantTerm("text", glob)),
      sql: `coalesce(${negated ? "NOT " : ""}${test}, false)`,
    };
  }

  /** A glob with its test; no test if its meaning differs from that of its parts. */
  #globTest(subject: Term): { readonly glob: string; readonly test?: string } {
    const random = this.#random;
    const piece = pieceOf(random, subject);
    const parts = piece !== undefined && /^[\w ./-]+$/.test(piece)
      ? [["*", "[^/]*"], [piece, piece.replace(/[.]/g, "\\.")], ["**", ".*"]] as const
      : Array.from({ length: 1 + random.below(4) }, () => random.pick(GLOB_PARTS));
    const glob = parts.map(([text]) => text).join("");
    const pattern = sqlString(parts.map(([, meaning]) => meaning).join(""));
    // "***" and "**/" have a different meaning than their parts.
    if (/\*\*\*|\*\*\/|\*\/|\[\]/.test(glob)) return { glob };
    const whole = `regexp_full_match(${subject.sql}, ${pattern}, 's')`;
    const last = `regexp_full_match(last_part(${subject.sql}), ${pattern}, 's')`;
    return { glob, test: glob.includes("/") ? whole : `(${whole} OR ${last})` };
  }
}

/** Usually a piece of one of the subject's texts. */
export function pieceOf(random: Random, { samples }: Term): string | undefined {
  const sample = samples.length > 0 ? random.pick(samples) : null;
  if (typeof sample !== "string" || random.oneIn(3)) return undefined;
  const letters = [...sample];
  const from = random.below(letters.length + 1);
  return letters.slice(from, from + 1 + random.below(4)).join("");
}

const GLOB_PARTS: readonly (readonly [string, string])[] = [
  ["*", "[^/]*"],
  ["**", ".*"],
  ["?", "[^/]"],
  ["a", "a"],
  ["main", "main"],
  ["/", "/"],
  [".c", "\\.c"],
  ["[ab]", "[ab]"],
  ["[!a]", "[^a]"],
  ["{a,b}", "(?:a|b)"],
  ["net", "net"],
  ["é", "é"],
  ["_", "_"],
];

function missing(subject: Term, negated: boolean): Condition {
  return {
    text: `${inside(subject, LEVEL.xor)} is ${negated ? "not " : ""}null`,
    level: LEVEL.comparison,
    sql: `(${subject.sql} IS ${negated ? "NOT " : ""}NULL)`,
  };
}

function fitsAsIs(value: Term, subject: Term): boolean {
  return subject.type === "i64" && value.type === "u64" && value.high <= I64_MAX;
}

/** An element of a list other than a value: its text, and its test. */
interface Element {
  readonly text: string;
  readonly sql: string;
}

function among(
  subject: Term,
  values: readonly Term[],
  negated: boolean,
  also: readonly Element[] = [],
): Condition {
  const some = values.length > 0 ? values : [constantTerm(subject.type, zeroOf(subject.type))];
  const list = some.map(({ sql }) => sql).join(", ");
  const either = [`${subject.sql} IN (${list})`, ...also.map(({ sql }) => sql)].join(" OR ");
  const test = negated ? `NOT (${either})` : `(${either})`;
  const written = [...also.map(({ text }) => text), ...some.map((each) => inside(each, LEVEL.xor))].join(
    ", ",
  );
  const text = `${inside(subject, LEVEL.xor)} ${negated ? "not " : ""}in {${written}}`;
  return { text, level: LEVEL.comparison, sql: `coalesce(${test}, false)` };
}

function zeroOf(type: Type): Exclude<Value, null> {
  return type === "text" ? "" : type === "bool" ? false : type === "f64" ? 0 : 0n;
}

function amongRows(subject: Term, { text, sql }: { text: string; sql: string }, negated: boolean): Condition {
  const found = `coalesce(${subject.sql} IN (${sql}), false)`;
  return {
    text: `${inside(subject, LEVEL.xor)} ${negated ? "not " : ""}in (${text})`,
    level: LEVEL.comparison,
    sql: negated ? `(NOT ${found} AND ${subject.sql} IS NOT NULL)` : found,
  };
}

/** Doubles are compared with doubles; an integer constant beside one is the same number. */
export function compared(left: Term, fn: typeof OPERATORS[number], right: Term): Condition {
  const operator = fn === "==" ? "=" : fn === "!=" ? "<>" : fn;
  const sql = (left.type === "f64") === (right.type === "f64")
    ? `${left.sql} ${operator} ${right.sql}`
    : right.type === "f64"
    ? besideFraction(left.sql, fn, right.sql)
    : besideFraction(right.sql, MIRRORED[fn] ?? fn, left.sql);
  return { ...comparison(left, fn, right), sql: `coalesce(${sql}, false)` };
}

const MIRRORED: Readonly<Record<string, typeof OPERATORS[number]>> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** An integer compared with a fraction, without rounding either. */
function besideFraction(whole: string, fn: typeof OPERATORS[number], fraction: string): string {
  switch (fn) {
    case "==":
      return `(${fraction} = floor(${fraction}) AND ${whole} = near(${fraction}))`;
    case "!=":
      return `(${fraction} <> floor(${fraction}) OR ${whole} <> near(floor(${fraction})))`;
    case "<":
    case ">=":
      return `(${whole} ${fn} near(ceil(${fraction})))`;
    default:
      return `(${whole} ${fn} near(floor(${fraction})))`;
  }
}

/** `left sign right`. */
export function comparison(left: Written, sign: string, right: Written): Written {
  const text = `${inside(left, LEVEL.xor)} ${sign} ${inside(right, LEVEL.xor)}`;
  return { text, level: LEVEL.comparison };
}
