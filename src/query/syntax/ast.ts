/**
 * The tree of a script. Every node has a `kind`, unique among all nodes, and a `span`; what could not be
 * parsed is an {@linkcode ErrorNode} in its place, so that walks of the tree can go on.
 * Parts that may be missing are `null`, never absent.
 *
 * @module
 */
import type { Span } from "../../base/diagnostic.ts";
import type { ComparisonOperator, Expression, StringLiteral, Word } from "./ast_expressions.ts";
import type { JoinKey, NamedExpression, Renaming, SortKey, SourceNode, Stage } from "./ast_parts.ts";

export type * from "./ast_expressions.ts";
export type * from "./ast_parts.ts";

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

/** Everything a tree can hold. */
export type Node =
  | Script
  | Statement
  | AssertComparison
  | Pipeline
  | Source
  | Point
  | Stage
  | NamedExpression
  | SortKey
  | Renaming
  | JoinKey
  | Expression
  | Identifier;

/** A whole text. */
export interface Script {
  readonly kind: "script";
  readonly statements: readonly Statement[];
  readonly span: Span;
}

/** What a script consists of. */
export type Statement = LetStatement | UseStatement | AssertStatement | QueryStatement | ErrorNode;

/** `let NAME(params) = value`. A lone name or call is an expression here, even if it names a table. */
export interface LetStatement {
  readonly kind: "let";
  readonly name: Identifier;
  readonly params: readonly Identifier[];
  readonly value: Pipeline | Expression;
  /** The comment directly above it: what it is for, to those who use it. */
  readonly doc?: string;
  readonly span: Span;
}

/** `use "FILE"`: the definitions of another file. */
export interface UseStatement {
  readonly kind: "use";
  readonly path: StringLiteral;
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
interface AssertComparison {
  readonly kind: "assertComparison";
  readonly op: ComparisonOperator;
  readonly expected: Expression;
  readonly span: Span;
}

/** A pipeline as a statement of its own. */
interface QueryStatement {
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
  | SourceNode
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
interface FilterSource {
  readonly kind: "filter";
  readonly condition: Expression;
  readonly span: Span;
}

/** A moment in a trace, after `@`. */
export type Point =
  | NumberPoint
  | SharePoint
  | TimePoint
  | EdgePoint
  | PeakPoint
  | ColumnPoint
  | BitPoint
  | ExpressionPoint
  | ErrorNode;

/** `@ 5M` (form `no`: the own number of the format, units in steps of 1000) or `@ #812` (form `seq`). */
interface NumberPoint {
  readonly kind: "numberPoint";
  readonly form: "no" | "seq";
  readonly value: bigint;
  /** As written, without `#`. */
  readonly text: string;
  readonly span: Span;
}

/** `@ 50%`. */
interface SharePoint {
  readonly kind: "sharePoint";
  readonly percent: number;
  readonly text: string;
  readonly span: Span;
}

/** `@ 12:31:05.250` (a time of day) or `@ 250ms` (form `elapsed`: since the first record). */
interface TimePoint {
  readonly kind: "timePoint";
  readonly form: "clock" | "elapsed";
  readonly nanoseconds: bigint;
  readonly text: string;
  readonly span: Span;
}

/** `@ start`, `@ end`. */
interface EdgePoint {
  readonly kind: "edgePoint";
  readonly edge: "start" | "end";
  readonly span: Span;
}

/** `@ peak`, `@ peak blocks`. */
interface PeakPoint {
  readonly kind: "peakPoint";
  readonly of: "bytes" | "blocks";
  readonly span: Span;
}

/** `@ COLUMN NUMBER`, where a format has such a point. */
interface ColumnPoint {
  readonly kind: "columnPoint";
  readonly word: string;
  readonly value: Expression;
  readonly span: Span;
}

/** `@ COLUMN NAME`, where a format has such a point: the name of a bit. */
interface BitPoint {
  readonly kind: "bitPoint";
  readonly word: string;
  readonly name: Word | StringLiteral | ErrorNode;
  readonly span: Span;
}

/** `@ name` or `@ (expr)`: a parameter of a `let`, or arithmetic that gives a number. */
interface ExpressionPoint {
  readonly kind: "expressionPoint";
  readonly value: Expression;
  readonly span: Span;
}
