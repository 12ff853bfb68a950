/** Expressions as a query and as SQL, with known facts about their values. */

import type { Col } from "./relation.ts";
import { quoted, written } from "./relation.ts";
import { I64_MAX, I64_MIN, type Type, U64_MAX, type Value } from "./tables.ts";

/** Precedence levels of expressions, the lowest first, as in the help's list of operators. */
export const LEVEL = {
  /** An aggregate with its condition. */
  filtered: 0,
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  xor: 5,
  and_bits: 6,
  shift: 7,
  sum: 8,
  product: 9,
  sign: 10,
  atom: 11,
} as const;

/** A precedence level. */
export type Level = typeof LEVEL[keyof typeof LEVEL];

const SIGNS: Readonly<Record<string, Level>> = {
  "^": LEVEL.xor,
  "&": LEVEL.and_bits,
  "<<": LEVEL.shift,
  ">>": LEVEL.shift,
  "+": LEVEL.sum,
  "-": LEVEL.sum,
  "*": LEVEL.product,
  "/": LEVEL.product,
  "%": LEVEL.product,
};

/**
 * The text of an expression for a place that requires at least this precedence: in parentheses, or usually without if
 * not needed.
 */
export function inside({ text, level }: Written, least: Level): string {
  return level < least ? `(${text})` : text;
}

/** A text with its precedence. */
export interface Written {
  readonly text: string;
  readonly level: Level;
}

/** `a op b`; operators of one level are left-associative. */
export function binary(op: string, left: Written, right: Written): Written {
  const level = SIGNS[op]!;
  return {
    text: `${inside(left, level)} ${op} ${inside(right, (level + 1) as Level)}`,
    level,
  };
}

/** `-a`, `~a`. Two signs need a space: `--` begins a comment. */
export function signed(sign: "-" | "~", operand: Written): Written {
  const text = inside(operand, LEVEL.sign);
  return { text: text.startsWith("-") ? `${sign} ${text}` : sign + text, level: LEVEL.sign };
}

/** One expression. */
export interface Term extends Written {
  readonly sql: string;
  readonly type: Type;
  readonly constant: boolean;
  readonly low: bigint;
  readonly high: bigint;
  readonly reach: number;
  readonly exact: boolean;
  readonly samples: readonly Value[];
}

const NOTHING = { low: 0n, high: 0n, reach: 0, exact: false, constant: false, samples: [] };

/**
 * An expression of which only the type is known; `written` may be a text for calls, columns and literals.
 */
export function term(type: Type, written: string | Written, sql: string, more: Partial<Term> = {}): Term {
  const shape = typeof written === "string" ? { text: written, level: LEVEL.atom } : written;
  return { ...NOTHING, ...fullRange(type), type, sql, ...shape, ...more };
}

function fullRange(type: Type): { low: bigint; high: bigint } {
  if (type === "i64") return { low: I64_MIN, high: I64_MAX };
  return { low: 0n, high: type === "u64" || type === "time" ? U64_MAX : 0n };
}

/** A column. */
export function columnTerm(col: Col): Term {
  const text = col.lazy ?? written(col.name);
  return { ...col, constant: false, text, level: LEVEL.atom, sql: quoted(col.name) };
}

/** The column for an expression. */
export function columnOf(name: string, from: Term): Col {
  const { type, low, high, reach, exact, samples } = from;
  return { name, type, low, high, reach, exact, samples };
}

/** An integer. */
export function wholeConstant(value: bigint): Term {
  const text = value < 0n ? { text: String(value), level: LEVEL.sign } : spellWhole(value);
  return term(value < 0n ? "i64" : "u64", text, `(${value})::HUGEINT`, {
    constant: true,
    low: value,
    high: value,
    samples: [value],
  });
}

/** Round numbers are sometimes written with units. */
function spellWhole(value: bigint): string {
  if (value > 0n && value % (1n << 20n) === 0n && value < 1n << 40n) return `${value >> 20n}M`;
  if (value > 0n && value % 1024n === 0n && value < 1n << 30n) return `${value >> 10n}K`;
  return value > 0n && value % 16n === 0n ? `0x${value.toString(16)}` : `${value}`;
}

/** A constant of a type. */
export function constantTerm(type: Type, value: Exclude<Value, null>): Term {
  const known = { constant: true, samples: [value] };
  switch (type) {
    case "u64":
    case "i64":
      return wholeConstant(value as bigint);
    case "time":
      return term("time", `${value}ns`, `(${value})::HUGEINT`, {
        ...known,
        low: value as bigint,
        high: value as bigint,
      });
    case "f64": {
      const number = value as number;
      // A number without a point would be an integer.
      const digits = /[.e]/.test(String(number)) ? String(number) : `${number}.0`;
      const text = number < 0 ? { text: digits, level: LEVEL.sign } : digits;
      return term("f64", text, `(${number})::DOUBLE`, { ...known, reach: Math.abs(number) });
    }
    case "bool":
      return term("bool", String(value), String(value), known);
    case "text":
      return term("text", JSON.stringify(value), sqlString(value as string), known);
  }
}

/** A text as an SQL literal. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The expression as a double. */
export function asDouble(from: Term): Term {
  if (from.type === "f64") return from;
  const whole = from.type === "i64" ? "BIGINT" : "UBIGINT";
  const reach = Math.max(Math.abs(Number(from.low)), Math.abs(Number(from.high)));
  return { ...from, type: "f64", sql: `(${from.sql})::${whole}::DOUBLE`, reach };
}

/** The common type of two numbers, as in the binder. */
export function commonType(a: Term, b: Term): Type | undefined {
  if (a.type === b.type) return a.type;
  const fits = (value: Term, type: Type): boolean =>
    value.constant && (type === "u64" ? value.low >= 0n : type === "i64" && value.high <= I64_MAX);
  const whole = (each: Term): boolean => each.type === "u64" || each.type === "i64";
  if (whole(a) && whole(b)) {
    if (a.constant && !b.constant && fits(a, b.type)) return b.type;
    if (b.constant && !a.constant && fits(b, a.type)) return a.type;
    return "i64";
  }
  const number = (each: Term): boolean => whole(each) || each.type === "f64";
  return number(a) && number(b) ? "f64" : undefined;
}

/** Whether every value of the term can be a value of the type. */
export function fitsInto({ low, high }: { low: bigint; high: bigint }, type: Type): boolean {
  return type === "i64" ? low >= I64_MIN && high <= I64_MAX : low >= 0n && high <= U64_MAX;
}
