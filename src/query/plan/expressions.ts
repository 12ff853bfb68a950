/**
 * Bound expressions over the columns of one relation.
 * @module
 */

import type { Span } from "../../base/diagnostic.ts";
import type { ColumnType } from "../../events/trace_sink.ts";
import type { AggregateDef } from "./aggregate.ts";
import type { Plan } from "./plan.ts";
import type { RowFunction } from "./row_function.ts";
import type { Display } from "../../base/result_table.ts";
import type { Constant } from "./values.ts";

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
  /** Flags of a regular expression; the value is its source. Only functions take regular expressions. */
  readonly flags?: string;
}

/**
 * Both sides have the node's type: u64, i64, f64 or time. Alternatively one side is signed and the other
 * unsigned; then the exact result is computed, which must fit the node's type. Overflow is a run-time error;
 * x / 0 and x % 0 are null.
 */
export interface ArithmeticExpr extends Typed {
  readonly op: "arithmetic";
  readonly fn: "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>";
  readonly left: Expr;
  readonly right: Expr;
}

/** `-x` (i64, also for u64; or f64) and `~x` (u64). */
export interface UnaryExpr extends Typed {
  readonly op: "unary";
  readonly fn: "-" | "~";
  readonly operand: Expr;
}

/**
 * Casts numbers to the node's type, and bool to u64. Casts between u64 and i64 are checked at run time; casts
 * to f64 round unless `isExact` is set.
 */
export interface CastExpr extends Typed {
  readonly op: "cast";
  readonly operand: Expr;
  /** A whole number without an equal double is an error; it is not rounded. */
  readonly isExact?: true;
}

/**
 * Compares equal types, or numbers of any types (exactly). The result is bool; false if either side is null.
 */
export interface CompareExpr extends Typed {
  readonly op: "compare";
  readonly fn: "==" | "!=" | "<" | "<=" | ">" | ">=";
  readonly left: Expr;
  readonly right: Expr;
}

/** `low <= x` and `x < high` (`<=` if `closed`); a missing bound is null. False for null. Not for text. */
export interface BetweenExpr extends Typed {
  readonly op: "between";
  readonly operand: Expr;
  readonly low: Expr | null;
  readonly high: Expr | null;
  readonly closed: boolean;
}

/**
 * True if the block [start, end) overlaps [low, high) (`high` included if `closed`). An empty block counts as
 * one byte.
 */
export interface OverlapsExpr extends Typed {
  readonly op: "overlaps";
  readonly start: Expr;
  readonly end: Expr;
  readonly low: Expr | null;
  readonly high: Expr | null;
  readonly closed: boolean;
}

/**
 * Whether the operand equals one of the values, which have the operand's type; or all are numbers of any
 * type.
 */
export interface OneOfExpr extends Typed {
  readonly op: "oneOf";
  readonly operand: Expr;
  readonly values: readonly Constant[];
}

/**
 * A test on text with a constant pattern. Glob: `*` and `?` stop at `/`, `**` does not, `[a-z]`, `{a,b}`. Equal: the
 * whole text.
 */
export interface TextMatchExpr extends Typed {
  readonly op: "match";
  readonly how: "glob" | "regex" | "contains" | "startswith" | "endswith" | "equal";
  readonly operand: Expr;
  readonly pattern: string;
  /** Flags of a regular expression. */
  readonly flags: string;
  /** The texts are function names, so their short forms, as shown on screens, match too. */
  readonly ofNames?: true;
}

/** True if the operand is null. */
interface IsNullExpr extends Typed {
  readonly op: "isNull";
  readonly operand: Expr;
}

/** A conjunction or disjunction of the operands. */
interface LogicalExpr extends Typed {
  readonly op: "and" | "or";
  readonly operands: readonly Expr[];
}

/** True if the operand is false; a comparison with null is false, so its `not` is true. */
interface NotExpr extends Typed {
  readonly op: "not";
  readonly operand: Expr;
}

/** A call of a function of the registry. */
export interface CallExpr extends Typed {
  readonly op: "call";
  readonly fn: RowFunction;
  /** How the result of the function is displayed. */
  readonly display?: Display;
  readonly args: readonly Expr[];
}

/** A column selected by an argument, such as `arg("target")` on calls; valid only directly above a scan. */
export interface FamilyExpr extends Typed {
  readonly op: "family";
  readonly table: string;
  readonly family: string;
  readonly argument: string;
}

/**
 * Whether the operand occurs in the first column of another query's rows; that column has the same type, or
 * both are numbers.
 */
interface InPlanExpr extends Typed {
  readonly op: "inPlan";
  readonly operand: Expr;
  readonly plan: Plan;
}

/** The single value that another query returns. */
interface ScalarPlanExpr extends Typed {
  readonly op: "scalarPlan";
  readonly plan: Plan;
}

/** A computed column. */
export interface NamedExpr {
  readonly name: string;
  readonly expr: Expr;
  readonly display: Display;
}

/** An aggregate over the rows of a group. */
export interface BoundAggregate {
  readonly name: string;
  readonly fn: AggregateDef;
  /** Null for aggregates without an argument, such as `count()`. */
  readonly arg: Expr | null;
  /** The expression by which rows are compared: `size` in `argmax(seq, size)`. */
  readonly order?: Expr;
  /** The number n in `percentile(x, n)`. */
  readonly parameter: number | null;
  /** Only rows that satisfy this condition are aggregated. */
  readonly condition: Expr | null;
  readonly type: ColumnType;
  readonly display: Display;
  readonly span: Span;
}
