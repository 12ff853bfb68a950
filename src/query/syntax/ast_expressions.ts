/**
 * Expressions: everything that has a value.
 *
 * @module
 */
import type { ErrorNode, Identifier, NodeOf, Pipeline } from "./ast.ts";

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

/** A column, a value such as `alloc` or `large`, a parameter or a `let` name; the binder decides which. */
export interface NameExpression extends NodeOf<"name"> {
  /** The name including dots: `free.thread`. */
  readonly name: string;
  readonly quoted: boolean;
}

/** A literal value. */
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

/** A letter directly after a number: `k` is 1000, the others are powers of 1024. */
export type SizeUnit = "k" | "K" | "M" | "G" | "T" | "P";

/** `123`, `1_000`, `0x7fff`, `4K`, `1.5K` (when that is a whole number). */
export interface IntegerLiteral extends NodeOf<"integer"> {
  readonly text: string;
  /** The value with its unit applied. */
  readonly value: bigint;
  readonly unit: SizeUnit | null;
}

/** `1.5`, `2.5e-3`. */
export interface FloatLiteral extends NodeOf<"float"> {
  readonly text: string;
  readonly value: number;
  readonly unit: SizeUnit | null;
}

/** `250ms`, `3s`, `1h30m`. */
export interface DurationLiteral extends NodeOf<"duration"> {
  readonly text: string;
  readonly nanoseconds: bigint;
}

/** `12:31:05.250`, counted from midnight. */
export interface TimeLiteral extends NodeOf<"time"> {
  readonly text: string;
  readonly nanoseconds: bigint;
}

/** `25%`. */
export interface PercentLiteral extends NodeOf<"percent"> {
  readonly text: string;
  /** The number before the sign: 25 for `25%`. */
  readonly value: number;
}

/** `"text"` or `'text'`. */
export interface StringLiteral extends NodeOf<"string"> {
  /** The text with escapes resolved. */
  readonly value: string;
}

/** `/source/flags`; source and flags are known to compile. */
export interface RegexLiteral extends NodeOf<"regex"> {
  readonly source: string;
  readonly flags: string;
}

/** `true`, `false`. */
export interface BooleanLiteral extends NodeOf<"boolean"> {
  readonly value: boolean;
}

/** `null`. */
export type NullLiteral = NodeOf<"null">;

/**
 * A bare word where text is expected (after `COLUMN:`, `of`, `through` …): a glob, or a name such as `large`.
 */
export interface Word extends NodeOf<"word"> {
  readonly text: string;
}

/** `a..b`, `a..=b`, `a..+n`, `a..`, `..b`. */
export interface RangeExpression extends NodeOf<"range"> {
  readonly start: Expression | null;
  /** The end, or the length if `mode` is `length`. */
  readonly end: Expression | null;
  readonly mode: "exclusive" | "inclusive" | "length";
}

/** `{a, b, c}`. */
export interface SetExpression extends NodeOf<"set"> {
  readonly values: readonly Expression[];
}

/** `-x`, `~x`. */
export interface UnaryExpression extends NodeOf<"unary"> {
  readonly op: "-" | "~";
  readonly operand: Expression;
}

/** Arithmetic and bit operators; bitwise or is the function `bor`. */
export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "&" | "^" | "<<" | ">>";

/** `a + b`. */
export interface BinaryExpression extends NodeOf<"binary"> {
  readonly op: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `not a`. */
export interface NotExpression extends NodeOf<"not"> {
  readonly operand: Expression;
}

/** `a and b and c`: never directly inside a node with the same operator. */
export interface LogicalExpression extends NodeOf<"logical"> {
  readonly op: "and" | "or";
  readonly operands: readonly Expression[];
}

/** Comparison operators. */
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
export interface ComparisonExpression extends NodeOf<"comparison"> {
  readonly op: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
  /** True if negated by `not`; only operators that are words can be. */
  readonly negated: boolean;
}

/** `a [not] in choices`: a range, a set, a subquery, or a name for one of them. */
export interface InExpression extends NodeOf<"in"> {
  readonly value: Expression;
  readonly choices: Expression;
  readonly negated: boolean;
}

/** `addr [not] overlaps range`. */
export interface OverlapsExpression extends NodeOf<"overlaps"> {
  readonly value: Expression;
  readonly range: Expression;
  readonly negated: boolean;
}

/** `context [not] has FLAG`. */
export interface HasExpression extends NodeOf<"has"> {
  readonly value: Expression;
  readonly flag: Expression;
  readonly negated: boolean;
}

/** `a is [not] null`. */
export interface IsNullExpression extends NodeOf<"isNull"> {
  readonly value: Expression;
  readonly negated: boolean;
}

/** `column:pattern`; the pattern is a word, a literal, a range, a set or, after a mistake, anything. */
export interface MatchExpression extends NodeOf<"match"> {
  readonly value: NameExpression | CallExpression;
  readonly pattern: Expression;
}

/** `name(args)`: a function, an aggregate, or a `let` with parameters. */
export interface CallExpression extends NodeOf<"call"> {
  readonly name: Identifier;
  readonly args: readonly Expression[];
}

/** `sum(size) if kind == alloc`: an aggregate over the rows that pass. */
export interface FilteredExpression extends NodeOf<"filtered"> {
  readonly value: Expression;
  readonly condition: Expression;
}

/** `(pipeline)` where a value or a list of values is expected. */
export interface SubqueryExpression extends NodeOf<"subquery"> {
  readonly pipeline: Pipeline;
}
