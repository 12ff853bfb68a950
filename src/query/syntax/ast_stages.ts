/**
 * The stages of a pipeline; their `kind` is their keyword.
 *
 * @module
 */
import type { Span } from "../../base/diagnostic.ts";
import type {
  ErrorNode,
  Expression,
  Identifier,
  NamedExpression,
  NameExpression,
  Pipeline,
  Statement,
} from "./ast.ts";
import type { AssertComparison, Point, Script, Source } from "./ast.ts";

/** One step of a pipeline. */
export type Stage =
  | WhereStage
  | ByStage
  | SummarizeStage
  | ExtendStage
  | ColumnsStage
  | DropStage
  | RenameStage
  | SortStage
  | TopStage
  | RowCountStage
  | MarkerStage
  | HistStage
  | TimelineStage
  | JoinStage
  | AsStage
  | TreeStage
  | PatternStage
  | ErrorNode;

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

/** `where condition`. */
export interface WhereStage {
  readonly kind: "where";
  readonly condition: Expression;
  readonly span: Span;
}

/** `by keys [: aggregates]`; without aggregates, count and bytes. */
export interface ByStage {
  readonly kind: "by";
  readonly keys: readonly NamedExpression[];
  readonly aggregates: readonly NamedExpression[];
  readonly span: Span;
}

/** `summarize aggregates [by keys]`. */
export interface SummarizeStage {
  readonly kind: "summarize";
  readonly aggregates: readonly NamedExpression[];
  readonly keys: readonly NamedExpression[];
  readonly span: Span;
}

/** `extend NAME = expr, …`. A missing name has a diagnostic and is null. */
export interface ExtendStage {
  readonly kind: "extend";
  readonly columns: readonly NamedExpression[];
  readonly span: Span;
}

/** `select columns`, `distinct columns`; a column may be `NAME = expr`. */
export interface ColumnsStage {
  readonly kind: "select" | "distinct";
  readonly columns: readonly NamedExpression[];
  readonly span: Span;
}

/** `drop columns`. */
export interface DropStage {
  readonly kind: "drop";
  readonly columns: readonly (NameExpression | ErrorNode)[];
  readonly span: Span;
}

/** `rename NEW = OLD, …`. */
export interface RenameStage {
  readonly kind: "rename";
  readonly columns: readonly Renaming[];
  readonly span: Span;
}

/** `to = from`. */
export interface Renaming {
  readonly kind: "renaming";
  readonly to: Identifier;
  readonly from: NameExpression | ErrorNode;
  readonly span: Span;
}

/** `sort key [asc|desc], …`. */
export interface SortStage {
  readonly kind: "sort";
  readonly keys: readonly SortKey[];
  readonly span: Span;
}

/** What to sort by; no direction means ascending for `sort` and descending for `top`. */
export interface SortKey {
  readonly kind: "sortKey";
  readonly value: Expression;
  readonly direction: "asc" | "desc" | null;
  readonly span: Span;
}

/** `top N [by key]`. */
export interface TopStage {
  readonly kind: "top";
  readonly count: Expression;
  readonly key: SortKey | null;
  readonly span: Span;
}

/** Stages that take a number of rows; `before` and `after` add rows of context around each row. */
export interface RowCountStage {
  readonly kind: "take" | "skip" | "tail" | "sample" | "before" | "after";
  readonly count: Expression;
  readonly span: Span;
}

/** Stages that take nothing. */
export interface MarkerStage {
  readonly kind: "count" | "unwind" | "explain";
  readonly span: Span;
}

/** `hist expr [bins N]`. */
export interface HistStage {
  readonly kind: "hist";
  readonly value: Expression;
  readonly bins: Expression | null;
  readonly span: Span;
}

/** `timeline [every STEP] aggregates`. */
export interface TimelineStage {
  readonly kind: "timeline";
  readonly step: Expression | null;
  readonly aggregates: readonly NamedExpression[];
  readonly span: Span;
}

/** How rows without a partner are treated; null means inner. */
export type JoinKind = "inner" | "left" | "anti" | "semi";

/** `join [kind] (pipeline) on columns`. */
export interface JoinStage {
  readonly kind: "join";
  readonly join: JoinKind | null;
  readonly pipeline: Pipeline;
  readonly on: readonly JoinKey[];
  readonly span: Span;
}

/** `column` (the same name on both sides; right is null) or `left = right`. */
export interface JoinKey {
  readonly kind: "joinKey";
  readonly left: NameExpression | ErrorNode;
  readonly right: NameExpression | ErrorNode | null;
  readonly span: Span;
}

/** `as NAME`. */
export interface AsStage {
  readonly kind: "as";
  readonly name: Identifier | ErrorNode;
  readonly span: Span;
}

/** `tree [up|down]`. */
export interface TreeStage {
  readonly kind: "tree";
  readonly direction: "up" | "down" | null;
  readonly span: Span;
}

/** `through PATTERN`, `callers of PATTERN`; the pattern is a word, a string or a regex. */
export interface PatternStage {
  readonly kind: "through" | "callers";
  readonly pattern: Expression;
  readonly span: Span;
}
