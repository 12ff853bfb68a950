/**
 * The tree of a script. Every node has a `kind`, unique among all nodes, and a `span`; what could not be
 * parsed is an {@linkcode ErrorNode} in its place, so that whoever reads the tree can go on.
 * Parts that may be missing are `null`, never absent.
 *
 * @module
 */
import type { Span } from "../../base/diagnostic.ts";
import type { Stage } from "./ast_stages.ts";

export type * from "./ast_stages.ts";

/** What could not be parsed; a diagnostic says why. */
export interface ErrorNode {
  readonly kind: "error";
  readonly span: Span;
}

/** A name that is declared or called, as opposed to a name that stands for a value. */
export interface Identifier {
  readonly kind: "identifier";
  readonly name: string;
  /** Written in backticks, therefore never a keyword. */
  readonly quoted: boolean;
  readonly span: Span;
}

/** A whole text. */
export interface Script {
  readonly kind: "script";
  readonly statements: readonly Statement[];
  readonly span: Span;
}

/** What a script consists of. */
export type Statement = LetStatement | AssertStatement | QueryStatement | ErrorNode;

/** `let NAME(params) = value`. A lone name or call is an expression here, even if it names a table. */
export interface LetStatement {
  readonly kind: "let";
  readonly name: Identifier;
  readonly params: readonly Identifier[];
  readonly value: Pipeline | Expression;
  readonly span: Span;
}

/** `assert pipeline [op expected] [: "message"]`. */
export interface AssertStatement {
  readonly kind: "assert";
  readonly pipeline: Pipeline;
  /** Null when the claim is that there are no rows, or that the single value is true. */
  readonly comparison: AssertComparison | null;
  readonly message: StringLiteral | null;
  readonly span: Span;
}

/** The right half of an assertion. */
export interface AssertComparison {
  readonly kind: "assertComparison";
  readonly op: ComparisonOperator;
  readonly expected: Expression;
  readonly span: Span;
}

/** A pipeline as a statement of its own. */
export interface QueryStatement {
  readonly kind: "query";
  readonly pipeline: Pipeline;
  readonly span: Span;
}

/** A source and the stages its rows go through. */
export interface Pipeline {
  readonly kind: "pipeline";
  /** Null for the main table of the trace. */
  readonly source: Source | null;
  readonly stages: readonly Stage[];
  readonly span: Span;
}

/** Where rows come from; a pipeline in parentheses is a source too. */
export type Source =
  | TableSource
  | FilterSource
  | DiffSource
  | GapsSource
  | ReachingSource
  | Pipeline
  | ErrorNode;

/** `NAME[(args)] [@ POINT] [of TRACE]`: a table, or a pipeline that a `let` has named. */
export interface TableSource {
  readonly kind: "table";
  readonly name: Identifier;
  readonly args: readonly Expression[];
  readonly point: Point | null;
  readonly trace: Word | StringLiteral | ErrorNode | null;
  readonly span: Span;
}

/** A bare filter over the main table. */
export interface FilterSource {
  readonly kind: "filter";
  readonly condition: Expression;
  readonly span: Span;
}

/** `diff before, after by keys`. */
export interface DiffSource {
  readonly kind: "diff";
  readonly before: Source;
  readonly after: Source;
  readonly keys: readonly NamedExpression[];
  readonly span: Span;
}

/** `gaps in WINDOW`: a range, a symbol or a let-name. */
export interface GapsSource {
  readonly kind: "gaps";
  readonly within: Expression;
  readonly span: Span;
}

/** `traces reaching TARGET`. */
export interface ReachingSource {
  readonly kind: "reaching";
  readonly target: Expression;
  readonly span: Span;
}

/** A moment in a trace, after `@`. */
export type Point =
  | NumberPoint
  | SharePoint
  | TimePoint
  | EdgePoint
  | PeakPoint
  | FramePoint
  | ContextPoint
  | ExpressionPoint
  | ErrorNode;

/** `@ 5M` (form `no`: the own number of the format, units in steps of 1000) or `@ #812` (form `seq`). */
export interface NumberPoint {
  readonly kind: "numberPoint";
  readonly form: "no" | "seq";
  readonly value: bigint;
  /** As written, without `#`. */
  readonly text: string;
  readonly span: Span;
}

/** `@ 50%`. */
export interface SharePoint {
  readonly kind: "sharePoint";
  readonly percent: number;
  readonly text: string;
  readonly span: Span;
}

/** `@ 12:31:05.250` (a time of day) or `@ 250ms` (form `elapsed`: since the first record). */
export interface TimePoint {
  readonly kind: "timePoint";
  readonly form: "clock" | "elapsed";
  readonly nanoseconds: bigint;
  readonly text: string;
  readonly span: Span;
}

/** `@ start`, `@ end`. */
export interface EdgePoint {
  readonly kind: "edgePoint";
  readonly edge: "start" | "end";
  readonly span: Span;
}

/** `@ peak`, `@ peak blocks`. */
export interface PeakPoint {
  readonly kind: "peakPoint";
  readonly of: "bytes" | "blocks";
  readonly span: Span;
}

/** `@ frame 12`. */
export interface FramePoint {
  readonly kind: "framePoint";
  readonly frame: Expression;
  readonly span: Span;
}

/** `@ context NAME`. */
export interface ContextPoint {
  readonly kind: "contextPoint";
  readonly context: Word | StringLiteral | ErrorNode;
  readonly span: Span;
}

/** `@ name` or `@ (expr)`: a parameter of a `let`, or arithmetic that gives a number. */
export interface ExpressionPoint {
  readonly kind: "expressionPoint";
  readonly value: Expression;
  readonly span: Span;
}

/** `[NAME =] value`: a key, an aggregate, a column of `select` or `extend`. */
export interface NamedExpression {
  readonly kind: "named";
  readonly name: Identifier | null;
  readonly value: Expression;
  readonly span: Span;
}

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
