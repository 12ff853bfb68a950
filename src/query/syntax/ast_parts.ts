/**
 * Stages and sources as far as all of them are alike, and the parts that several of them have. What else one holds is
 * in its file in `src/query/stages` or `src/query/sources`.
 *
 * @module
 */
import type { Span } from "../../base/diagnostic.ts";
import type { ErrorNode, Expression, Identifier, NameExpression } from "./ast.ts";

/** One stage of a pipeline. */
export interface StageNode {
  readonly kind: "stage";
  /** In lower case. */
  readonly keyword: string;
  readonly span: Span;
}

/** One step of a pipeline. */
export type Stage = StageNode | ErrorNode;

/** A source that begins with a word of its own. */
export interface SourceNode {
  readonly kind: "source";
  /** In lower case. */
  readonly keyword: string;
  readonly span: Span;
}

/** `[NAME =] value`: a key, an aggregate, a column of `select` or `extend`. */
export interface NamedExpression {
  readonly kind: "named";
  readonly name: Identifier | null;
  readonly value: Expression;
  readonly span: Span;
}

/** `to = from`. */
export interface Renaming {
  readonly kind: "renaming";
  readonly to: Identifier;
  readonly from: NameExpression | ErrorNode;
  readonly span: Span;
}

/** What to sort by; no direction means ascending for `sort` and descending for `top`. */
export interface SortKey {
  readonly kind: "sortKey";
  readonly value: Expression;
  readonly direction: "asc" | "desc" | null;
  /** Where rows without a value stand: last, unless something is said. */
  readonly nulls: "first" | "last" | null;
  readonly span: Span;
}

/** `column` (the same name on both sides; right is null) or `left = right`. */
export interface JoinKey {
  readonly kind: "joinKey";
  readonly left: NameExpression | ErrorNode;
  readonly right: NameExpression | ErrorNode | null;
  readonly span: Span;
}
