/**
 * The tree of a script. Every node has a `kind`, unique among all nodes, and a `span`; text that could not be
 * parsed is replaced by an {@linkcode ErrorNode}, so that code that walks the tree can continue. Parts that
 * may be missing are `null`, never absent.
 *
 * @module
 */
import type { Span } from "../../base/diagnostic.ts";
import type {
  ComparisonOperator,
  Expression,
  NameExpression,
  StringLiteral,
  Word,
} from "./ast_expressions.ts";

export type * from "./ast_expressions.ts";

/** The fields that every node has. */
export interface NodeOf<Kind extends string> {
  readonly kind: Kind;
  readonly span: Span;
}

/** Stands for text that could not be parsed; a diagnostic says why. */
export type ErrorNode = NodeOf<"error">;

/** A name that is declared or called, as opposed to a name that stands for a value. */
export interface Identifier extends NodeOf<"identifier"> {
  readonly name: string;
  /** Written in backticks, therefore never a keyword. */
  readonly quoted: boolean;
}

/** Every kind of node. */
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
export interface Script extends NodeOf<"script"> {
  readonly statements: readonly Statement[];
}

/** A statement of a script. */
export type Statement =
  | LetStatement
  | UseStatement
  | SuppressStatement
  | AssertStatement
  | QueryStatement
  | ErrorNode;

/** `let NAME(params) = value`. A single name or call is an expression here, even if it names a table. */
export interface LetStatement extends NodeOf<"let"> {
  readonly name: Identifier;
  readonly params: readonly Identifier[];
  readonly value: Pipeline | Expression;
  /** The comment directly above the definition, which is shown as its documentation. */
  readonly doc?: string;
}

/** `use "FILE"`: the definitions of another file. */
export interface UseStatement extends NodeOf<"use"> {
  readonly path: StringLiteral;
}

/** `suppress "FILE"`: from here on, leaks that match a rule of the file are left out. */
export interface SuppressStatement extends NodeOf<"suppress"> {
  readonly path: StringLiteral;
}

/** `assert pipeline [op expected] [: "message"]`. */
export interface AssertStatement extends NodeOf<"assert"> {
  readonly pipeline: Pipeline;
  /** Null for the assertion that there are no rows, or that the single value is true. */
  readonly comparison: AssertComparison | null;
  readonly message: StringLiteral | null;
}

/** The operator and the right side of an assertion. */
interface AssertComparison extends NodeOf<"assertComparison"> {
  readonly op: ComparisonOperator;
  readonly expected: Expression;
}

/** A pipeline as a statement of its own. */
interface QueryStatement extends NodeOf<"query"> {
  readonly pipeline: Pipeline;
}

/** A source, and the stages that its rows pass through. */
export interface Pipeline extends NodeOf<"pipeline"> {
  /** Null for the main table of the trace. */
  readonly source: Source | null;
  readonly stages: readonly Stage[];
}

/** A source of rows; a pipeline in parentheses is also a source. */
export type Source =
  | TableSource
  | FilterSource
  | SourceNode
  | Pipeline
  | ErrorNode;

/** `NAME[(args)] [@ POINT] [of TRACE]`: a table, or a pipeline named by a `let`. */
export interface TableSource extends NodeOf<"table"> {
  readonly name: Identifier;
  readonly args: readonly Expression[];
  readonly point: Point | null;
  readonly trace: Word | StringLiteral | ErrorNode | null;
}

/** A bare filter over the main table. */
interface FilterSource extends NodeOf<"filter"> {
  readonly condition: Expression;
}

/** A point in a trace, written after `@`. */
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

/**
 * `@ 5M` (form `no`: the format's own record number, with units that are powers of 1000) or `@ #812` (form
 * `seq`).
 */
interface NumberPoint extends NodeOf<"numberPoint"> {
  readonly form: "no" | "seq";
  readonly value: bigint;
  /** The number as written, without `#`. */
  readonly text: string;
}

/** `@ 50%`. */
interface SharePoint extends NodeOf<"sharePoint"> {
  readonly percent: number;
  readonly text: string;
}

/** `@ 12:31:05.250` (a time of day) or `@ 250ms` (form `elapsed`: since the first record). */
interface TimePoint extends NodeOf<"timePoint"> {
  readonly form: "clock" | "elapsed";
  readonly nanoseconds: bigint;
  readonly text: string;
}

/** `@ start`, `@ end`. */
interface EdgePoint extends NodeOf<"edgePoint"> {
  readonly edge: "start" | "end";
}

/** `@ peak`, `@ peak blocks`. */
interface PeakPoint extends NodeOf<"peakPoint"> {
  readonly of: "bytes" | "blocks";
}

/** `@ COLUMN NUMBER`, for formats that have such a point. */
interface ColumnPoint extends NodeOf<"columnPoint"> {
  readonly word: string;
  readonly value: Expression;
}

/** `@ COLUMN NAME`, for formats that have such a point; the name is the name of a bit. */
interface BitPoint extends NodeOf<"bitPoint"> {
  readonly word: string;
  readonly name: Word | StringLiteral | ErrorNode;
}

/** `@ name` or `@ (expr)`: a parameter of a `let`, or arithmetic whose result is a number. */
interface ExpressionPoint extends NodeOf<"expressionPoint"> {
  readonly value: Expression;
}

/**
 * One stage of a pipeline, with the fields that all stages share; further fields are declared in the stage's
 * file in `src/query/stages`.
 */
export interface StageNode extends NodeOf<"stage"> {
  /** The keyword in lower case. */
  readonly keyword: string;
}

/** A stage of a pipeline, or text that could not be parsed. */
export type Stage = StageNode | ErrorNode;

/** A source with a keyword of its own; further fields are declared in its file in `src/query/sources`. */
export interface SourceNode extends NodeOf<"source"> {
  /** The keyword in lower case. */
  readonly keyword: string;
}

/** `[NAME =] value`: a key, an aggregate, a column of `select` or `extend`. */
export interface NamedExpression extends NodeOf<"named"> {
  readonly name: Identifier | null;
  readonly value: Expression;
}

/** `NEW = OLD`, in the stage `rename`. */
export interface Renaming extends NodeOf<"renaming"> {
  readonly to: Identifier;
  readonly from: NameExpression | ErrorNode;
}

/** A sort key; the default direction is ascending for `sort` and descending for `top`. */
export interface SortKey extends NodeOf<"sortKey"> {
  readonly value: Expression;
  readonly direction: "asc" | "desc" | null;
  /** Position of nulls; last by default. */
  readonly nulls: "first" | "last" | null;
}

/** `column` (the same name on both sides; right is null) or `left = right`. */
export interface JoinKey extends NodeOf<"joinKey"> {
  readonly left: NameExpression | ErrorNode;
  readonly right: NameExpression | ErrorNode | null;
}
