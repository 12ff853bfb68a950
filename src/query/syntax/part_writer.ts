/**
 * What writes the parts of a stage or source.
 * @module
 */

import type { Expression, Identifier, NamedExpression, Pipeline, SortKey, Source } from "./ast.ts";

/** Writes the parts of a stage or source. */
export interface PartWriter {
  /** A name that is declared. */
  name(name: Identifier): string;
  /** Any expression. */
  expression(value: Expression): string;
  /** An expression in brackets unless it is arithmetic. */
  arithmetic(value: Expression): string;
  /** A pattern: in brackets unless it is a word. */
  pattern(value: Expression): string;
  /** Keys, aggregates or columns; a word may follow them. */
  list(values: readonly NamedExpression[], wordFollows?: boolean): string;
  /** What to sort by; a word may follow. */
  sortKey(key: SortKey, wordFollows?: boolean): string;
  /** A range or an address; before a word an open range is closed. */
  range(value: Expression, wordFollows?: boolean): string;
  /** Where rows come from; a word may follow. */
  source(source: Source, wordFollows?: boolean): string;
  /** A pipeline on one line, without brackets. */
  pipeline(pipeline: Pipeline): string;
}
