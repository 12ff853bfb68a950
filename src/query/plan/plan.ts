/**
 * The bound form of a query: names have become column numbers, every expression has a type, sugar is gone. The binder
 * makes it, the executor runs it, `explain` prints it.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { AggregateDef } from "./aggregate.ts";
import type { RowFunction } from "./row_function.ts";
import type { Constant, Display, PlanColumn } from "./values.ts";

interface Typed {
  readonly type: ColumnType;
  readonly span: Span;
}

/** Expressions over the columns of one relation. */
export type Expr =
  | ColumnExpr
  | ConstantExpr
  | ArithmeticExpr
  | UnaryExpr
  | CastExpr
  | CompareExpr
  | BetweenExpr
  | OverlapsExpr
  | OneOfExpr
  | TextMatchExpr
  | IsNullExpr
  | LogicalExpr
  | NotExpr
  | CallExpr
  | FamilyExpr
  | InPlanExpr
  | ScalarPlanExpr;

/** Column number `index` of the input. */
interface ColumnExpr extends Typed {
  readonly op: "column";
  readonly index: number;
}

/** A constant. */
export interface ConstantExpr extends Typed {
  readonly op: "constant";
  readonly value: Constant;
}

/** Both sides have the node's type: u64, i64, f64 or time. Overflow is a run-time error; x / 0 and x % 0 are null. */
export interface ArithmeticExpr extends Typed {
  readonly op: "arithmetic";
  readonly fn: "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>";
  readonly left: Expr;
  readonly right: Expr;
}

/** `-x` (i64, f64) and `~x` (u64). */
export interface UnaryExpr extends Typed {
  readonly op: "unary";
  readonly fn: "-" | "~";
  readonly operand: Expr;
}

/** Numbers to the node's type (u64 to i64 or back is checked at run time; to f64 rounds), bool to u64. */
export interface CastExpr extends Typed {
  readonly op: "cast";
  readonly operand: Expr;
}

/** Types are equal, or u64 and i64 mixed (compared exactly). bool. False when either side is null. */
export interface CompareExpr extends Typed {
  readonly op: "compare";
  readonly fn: "==" | "!=" | "<" | "<=" | ">" | ">=";
  readonly left: Expr;
  readonly right: Expr;
}

/** `low <= x` and `x < high` (`<=` with `closed`); a missing bound is null. False for null. Not for text. */
export interface BetweenExpr extends Typed {
  readonly op: "between";
  readonly operand: Expr;
  readonly low: Expr | null;
  readonly high: Expr | null;
  readonly closed: boolean;
}

/** The block [start, end) meets [low, high) (`high` included with `closed`). An empty block counts as one byte. */
export interface OverlapsExpr extends Typed {
  readonly op: "overlaps";
  readonly start: Expr;
  readonly end: Expr;
  readonly low: Expr | null;
  readonly high: Expr | null;
  readonly closed: boolean;
}

/** Equal to one of the values, which have the operand's type. */
export interface OneOfExpr extends Typed {
  readonly op: "oneOf";
  readonly operand: Expr;
  readonly values: readonly Constant[];
}

/** A test on text with a constant pattern. Glob: `*` and `?` stop at `/`, `**` does not, `[a-z]`, `{a,b}`. */
export interface TextMatchExpr extends Typed {
  readonly op: "match";
  readonly how: "glob" | "regex" | "contains" | "startswith" | "endswith";
  readonly operand: Expr;
  readonly pattern: string;
  /** Flags of a regular expression. */
  readonly flags: string;
}

/** True where the operand is null. */
interface IsNullExpr extends Typed {
  readonly op: "isNull";
  readonly operand: Expr;
}

/** All, or any, of the operands. */
interface LogicalExpr extends Typed {
  readonly op: "and" | "or";
  readonly operands: readonly Expr[];
}

/** True where the operand is false; a comparison with null is false, so its `not` is true. */
interface NotExpr extends Typed {
  readonly op: "not";
  readonly operand: Expr;
}

/** A function of the registry. */
export interface CallExpr extends Typed {
  readonly op: "call";
  readonly fn: RowFunction;
  /** How the function wants its values shown. */
  readonly display?: Display;
  readonly args: readonly Expr[];
}

/** A column that exists by argument, such as `arg("target")` on calls; only directly on a scan's columns. */
export interface FamilyExpr extends Typed {
  readonly op: "family";
  readonly table: string;
  readonly family: string;
  readonly argument: string;
}

/** The operand is among the first column of another query's rows. */
interface InPlanExpr extends Typed {
  readonly op: "inPlan";
  readonly operand: Expr;
  readonly plan: Plan;
}

/** The single value of another query. */
interface ScalarPlanExpr extends Typed {
  readonly op: "scalarPlan";
  readonly plan: Plan;
}

/** A column that is computed. */
export interface NamedExpr {
  readonly name: string;
  readonly expr: Expr;
  readonly display: Display;
}

/** An aggregate over the rows of a group. */
export interface BoundAggregate {
  readonly name: string;
  readonly fn: AggregateDef;
  /** Null for `count()`. */
  readonly arg: Expr | null;
  /** The number of `percentile(x, n)`. */
  readonly parameter: number | null;
  /** Only rows that pass. */
  readonly condition: Expr | null;
  readonly type: ColumnType;
  readonly display: Display;
  readonly span: Span;
}

/** A moment in a trace. */
export type BoundPoint =
  | { readonly at: "no" | "seq" | "time" | "elapsed" | "frame"; readonly value: bigint }
  | { readonly at: "share"; readonly percent: number }
  | { readonly at: "start" | "end" | "peak" | "peakBlocks" }
  | { readonly at: "context"; readonly name: string };

interface Node {
  readonly columns: readonly PlanColumn[];
  readonly span: Span;
}

/** A query as a tree of relations. */
export type Plan =
  | ScanPlan
  | FilterPlan
  | ExtendPlan
  | ProjectPlan
  | AggregatePlan
  | SortPlan
  | LimitPlan
  | ContextPlan
  | JoinPlan
  | HistPlan
  | TimelinePlan
  | DiffPlan
  | UnwindPlan
  | StackPlan
  | ExplainPlan
  | NoticePlan
  | CoveragePlan
  | CoverageSetPlan;

/** A table of one trace, or of all open traces that have it. `live` and `leaks` are `allocs` with a point. */
interface ScanPlan extends Node {
  readonly op: "scan";
  readonly table: string;
  /** Name of the trace; null = all. */
  readonly trace: string | null;
  /** Only lives that are alive then, with the size they had. */
  readonly point: BoundPoint | null;
  /** True when `table` is the name of a result that an earlier statement has kept (by `as`, or `_`). */
  readonly kept?: boolean;
}

/** Rows that pass. */
export interface FilterPlan extends Node {
  readonly op: "filter";
  readonly input: Plan;
  readonly condition: Expr;
}

/** Columns added after the others; one of the same name is replaced in its place. */
export interface ExtendPlan extends Node {
  readonly op: "extend";
  readonly input: Plan;
  readonly added: readonly NamedExpr[];
}

/** Exactly these columns (`select`, `drop`, `rename`). */
export interface ProjectPlan extends Node {
  readonly op: "project";
  readonly input: Plan;
  readonly list: readonly NamedExpr[];
}

/** One row per distinct key (one row in all without keys). `distinct` has no aggregates. `by` without a following
 * sort is ordered as `order` says. Columns: keys, then aggregates. */
export interface AggregatePlan extends Node {
  readonly op: "aggregate";
  readonly input: Plan;
  readonly keys: readonly NamedExpr[];
  readonly aggregates: readonly BoundAggregate[];
}

/** Sorted rows, stable, nulls last whatever the direction; with `limit` only the first ones (top N). */
export interface SortPlan extends Node {
  readonly op: "sort";
  readonly input: Plan;
  readonly keys: readonly { readonly expr: Expr; readonly descending: boolean }[];
  readonly limit: number | null;
}

/** Some of the rows in their order. `sample` takes `count` rows evenly over all. */
export interface LimitPlan extends Node {
  readonly op: "take" | "skip" | "tail" | "sample";
  readonly input: Plan;
  readonly count: number;
}

/** Each row with `before` and `after` neighbours of the same table (input is a scan with filters). */
export interface ContextPlan extends Node {
  readonly op: "context";
  readonly input: Plan;
  readonly before: number;
  readonly after: number;
}

/** Rows of the left with the columns of the right that are not keys (anti and semi: left columns only). Names of the
 * right that exist on the left get `_right` appended. Null keys match nothing. */
export interface JoinPlan extends Node {
  readonly op: "join";
  readonly kind: "inner" | "left" | "anti" | "semi";
  readonly left: Plan;
  readonly right: Plan;
  /** Column numbers. */
  readonly on: readonly { readonly left: number; readonly right: number }[];
}

/** Columns: `from to count` and `bytes` (sum of size where the input has it). `bins` 0: one per power of two. */
export interface HistPlan extends Node {
  readonly op: "hist";
  readonly input: Plan;
  readonly value: Expr;
  readonly bins: number;
}

/** Aggregates per slice: of `step` in `over` (record number, or time). Columns: `from to`, then aggregates. */
export interface TimelinePlan extends Node {
  readonly op: "timeline";
  readonly input: Plan;
  /** What is sliced: seq, no or time. */
  readonly over: Expr;
  /** Null = about 50 slices. */
  readonly step: bigint | null;
  readonly aggregates: readonly BoundAggregate[];
}

/** Columns: keys, then `count_before count_after count_delta bytes_before bytes_after bytes_delta` (i64 deltas);
 * largest |bytes_delta| first. bytes only where both sides have `size`. */
export interface DiffPlan extends Node {
  readonly op: "diff";
  /** Rows side by side: columns `hunk change before after`, then the keys. */
  readonly inOrder?: true;
  readonly before: Plan;
  readonly after: Plan;
  /** Over the columns of `before`; the same names exist in `after`. */
  readonly keys: readonly NamedExpr[];
  readonly afterKeys: readonly NamedExpr[];
}

/** One row per stack frame; adds or replaces `level addr func module file line`. */
export interface UnwindPlan extends Node {
  readonly op: "unwind";
  readonly input: Plan;
  /** Column number of the stack id. */
  readonly stack: number;
}

/**
 * `through` keeps rows whose stack has a matching function; `callers` counts its callers: columns `func count`;
 * `tree` is the call tree, `down` from the outermost function: columns `level func count`. Both have `bytes` too where
 * the input has sizes.
 */
export interface StackPlan extends Node {
  readonly op: "through" | "callers" | "tree";
  readonly input: Plan;
  readonly stack: number;
  /** Column number of `size`, -1 when there is none. */
  readonly size: number;
  readonly pattern: TextMatchExpr | null;
  readonly direction: "up" | "down";
}

/** The plan itself with rows, blocks and time per stage: columns `step rows blocks time`, where blocks is text. */
interface ExplainPlan extends Node {
  readonly op: "explain";
  readonly input: Plan;
}

/** `as NAME`: keeps the rows under a name for later statements. */
interface NoticePlan extends Node {
  readonly op: "as";
  readonly input: Plan;
  readonly name: string;
}

/**
 * `gaps in WINDOW`, `heat in WINDOW`, `traces reaching ADDR`; run by the coverage tables. Bounds are constants, `high`
 * is not included. Columns: those of the table `gaps` (else `addr end size`); where a trace reaches, and how often.
 */
export interface CoveragePlan extends Node {
  readonly op: "gaps" | "heat" | "reaching";
  readonly low: Expr | null;
  readonly high: Expr | null;
  /** The only module that counts; null: any. */
  readonly module: string | null;
}

/** `union of …`, `intersection of …`, `difference of …`, `complement of …`: what coverage traces cover together. */
export interface CoverageSetPlan extends Node {
  readonly op: "union" | "intersection" | "difference" | "complement";
  /** Names of traces. */
  readonly traces: readonly string[];
  /** Traces that are taken away: of a difference only. */
  readonly others: readonly string[];
  /** Outcomes must agree too. */
  readonly byOutcome: boolean;
}

/** One bound statement. */
export type BoundStatement =
  | { readonly kind: "query"; readonly plan: Plan; readonly span: Span }
  | {
    readonly kind: "assert";
    readonly plan: Plan;
    /** Compared with the single value; null: the value is true, or there are no rows. */
    readonly comparison: { readonly fn: CompareExpr["fn"]; readonly expected: Constant } | null;
    readonly message: string | null;
    readonly span: Span;
  };
