/**
 * Expressions: everything that has a value.
 *
 * @module
 */
import type { Span } from "../../base/diagnostic.ts";
import type { ErrorNode, Identifier, Pipeline } from "./ast.ts";

/** Everything that has a value, filters included. */
export type Expression =
  | NameExpression
  | Literal
  | Word
  | RangeExpression
  | SetExpression
  | UnaryExpression
  | BinaryExpression
  | NotExpression
  | LogicalExpression
  | ComparisonExpression
  | InExpression
  | OverlapsExpression
  | HasExpression
  | IsNullExpression
  | MatchExpression
  | CallExpression
  | FilteredExpression
  | SubqueryExpression
  | ErrorNode;

/** A column, a value such as `alloc` or `large`, a parameter or a let-name: the binder knows which. */
export interface NameExpression {
  readonly kind: "name";
  /** Dots included: `free.thread`. */
  readonly name: string;
  readonly quoted: boolean;
  readonly span: Span;
}

/** A value that is written down. */
export type Literal =
  | IntegerLiteral
  | FloatLiteral
  | DurationLiteral
  | TimeLiteral
  | PercentLiteral
  | StringLiteral
  | RegexLiteral
  | BooleanLiteral
  | NullLiteral;

/** Letter directly after a number: `k` is 1000, the others are powers of 1024. */
export type SizeUnit = "k" | "K" | "M" | "G" | "T" | "P";

/** `123`, `1_000`, `0x7fff`, `4K`, `1.5K` (when that is a whole number). */
export interface IntegerLiteral {
  readonly kind: "integer";
  readonly text: string;
  /** The unit multiplied in. */
  readonly value: bigint;
  readonly unit: SizeUnit | null;
  readonly span: Span;
}

/** `1.5`, `2.5e-3`. */
export interface FloatLiteral {
  readonly kind: "float";
  readonly text: string;
  readonly value: number;
  readonly unit: SizeUnit | null;
  readonly span: Span;
}

/** `250ms`, `3s`, `1h30m`. */
export interface DurationLiteral {
  readonly kind: "duration";
  readonly text: string;
  readonly nanoseconds: bigint;
  readonly span: Span;
}

/** `12:31:05.250`, counted from midnight. */
export interface TimeLiteral {
  readonly kind: "time";
  readonly text: string;
  readonly nanoseconds: bigint;
  readonly span: Span;
}

/** `25%`. */
export interface PercentLiteral {
  readonly kind: "percent";
  readonly text: string;
  /** 25 for `25%`. */
  readonly value: number;
  readonly span: Span;
}

/** `"text"` or `'text'`. */
export interface StringLiteral {
  readonly kind: "string";
  /** Escapes resolved. */
  readonly value: string;
  readonly span: Span;
}

/** `/source/flags`; source and flags are known to compile. */
export interface RegexLiteral {
  readonly kind: "regex";
  readonly source: string;
  readonly flags: string;
  readonly span: Span;
}

/** `true`, `false`. */
export interface BooleanLiteral {
  readonly kind: "boolean";
  readonly value: boolean;
  readonly span: Span;
}

/** `null`. */
export interface NullLiteral {
  readonly kind: "null";
  readonly span: Span;
}

/** A bare word where text is expected (after `COLUMN:`, `of`, `through` …): a glob, or a name such as `large`. */
export interface Word {
  readonly kind: "word";
  readonly text: string;
  readonly span: Span;
}

/** `a..b`, `a..=b`, `a..+n`, `a..`, `..b`. */
export interface RangeExpression {
  readonly kind: "range";
  readonly start: Expression | null;
  /** The end, or the length when `mode` says so. */
  readonly end: Expression | null;
  readonly mode: "exclusive" | "inclusive" | "length";
  readonly span: Span;
}

/** `{a, b, c}`. */
export interface SetExpression {
  readonly kind: "set";
  readonly values: readonly Expression[];
  readonly span: Span;
}

/** `-x`, `~x`. */
export interface UnaryExpression {
  readonly kind: "unary";
  readonly op: "-" | "~";
  readonly operand: Expression;
  readonly span: Span;
}

/** Arithmetic and bit operators; a bitwise or is the function `bor`. */
export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "&" | "^" | "<<" | ">>";

/** `a + b`. */
export interface BinaryExpression {
  readonly kind: "binary";
  readonly op: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly span: Span;
}

/** `not a`. */
export interface NotExpression {
  readonly kind: "not";
  readonly operand: Expression;
  readonly span: Span;
}

/** `a and b and c`: never directly inside of a node with the same operator. */
export interface LogicalExpression {
  readonly kind: "logical";
  readonly op: "and" | "or";
  readonly operands: readonly Expression[];
  readonly span: Span;
}

/** How two values are compared. */
export type ComparisonOperator =
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "~"
  | "!~"
  | "contains"
  | "startswith"
  | "endswith";

/** `a == b`, `name ~ "gl*"`, `a [not] contains b`. */
export interface ComparisonExpression {
  readonly kind: "comparison";
  readonly op: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
  /** Only ever true for the operators that are words. */
  readonly negated: boolean;
  readonly span: Span;
}

/** `a [not] in choices`: a range, a set, a subquery, or a name for one of them. */
export interface InExpression {
  readonly kind: "in";
  readonly value: Expression;
  readonly choices: Expression;
  readonly negated: boolean;
  readonly span: Span;
}

/** `addr [not] overlaps range`. */
export interface OverlapsExpression {
  readonly kind: "overlaps";
  readonly value: Expression;
  readonly range: Expression;
  readonly negated: boolean;
  readonly span: Span;
}

/** `context [not] has FLAG`. */
export interface HasExpression {
  readonly kind: "has";
  readonly value: Expression;
  readonly flag: Expression;
  readonly negated: boolean;
  readonly span: Span;
}

/** `a is [not] null`. */
export interface IsNullExpression {
  readonly kind: "isNull";
  readonly value: Expression;
  readonly negated: boolean;
  readonly span: Span;
}

/** `column:pattern`; the pattern is a word, a literal, a range, a set or (after a slip) anything. */
export interface MatchExpression {
  readonly kind: "match";
  readonly value: NameExpression | CallExpression;
  readonly pattern: Expression;
  readonly span: Span;
}

/** `name(args)`: a function, an aggregate, or a `let` with parameters. */
export interface CallExpression {
  readonly kind: "call";
  readonly name: Identifier;
  readonly args: readonly Expression[];
  readonly span: Span;
}

/** `sum(size) if kind == alloc`: an aggregate over the rows that pass. */
export interface FilteredExpression {
  readonly kind: "filtered";
  readonly value: Expression;
  readonly condition: Expression;
  readonly span: Span;
}

/** `(pipeline)` where a value or a list of values is expected. */
export interface SubqueryExpression {
  readonly kind: "subquery";
  readonly pipeline: Pipeline;
  readonly span: Span;
}
