/**
 * What parser, printer, help and completion need to know of stages, sources and points. It is passed in, so
 * that parsing needs neither tables nor the executor.
 * @module
 */

import type { PointList } from "./points.ts";
import type {
  ErrorNode,
  Expression,
  Identifier,
  NamedExpression,
  Node,
  Pipeline,
  SortKey,
  Source,
  SourceNode,
  StageNode,
} from "./ast.ts";
import type { ForeignStage, ParseState, SourceRule, StageRule } from "./parse_state.ts";
import type { Token } from "./token.ts";

/** All stages, sources and points, as the parser and the printer see them. */
export interface Language {
  readonly stages: StageList;
  readonly sources: { find(keyword: string): SourceSyntax | undefined };
  readonly points: PointList;
}

/** A keyword inside a stage, as completion suggests it. */
export interface StageWord {
  readonly word: string;
  readonly doc: string;
  /** Whether nothing needs to follow the word. */
  readonly ends?: true;
}

/** Documentation of a stage, or of a source with a keyword of its own. */
interface StepSyntax<N extends StageNode | SourceNode> {
  readonly keyword: N["keyword"];
  readonly usage: string;
  readonly summary: string;
  /** Queries that work on an mpatrol trace with its profile. */
  readonly examples: readonly string[];
  /** What may be written at a part that is being typed after `previous`; any expression if absent. */
  wants?(node: N, part: Node, previous: Token): readonly StageExpectation[];
  /** Words that may follow a complete part. */
  wordsAfter?(node: N, previous: Token, before: readonly Token[]): readonly string[];
}

/** Syntax and documentation of one stage. */
export interface StageSyntax<N extends StageNode = StageNode> extends StageRule, StepSyntax<N> {
  readonly keyword: N["keyword"];
  /** Keywords inside the stage that completion explains. */
  readonly words?: readonly StageWord[];
  /** An editor shows no row count after it: the number of rows is obvious or unchanged. */
  readonly hidesRowCount?: true;
  /** The name directly after the keyword is a new one. */
  readonly declares?: true;
  parse(state: ParseState, keyword: Token): N | ErrorNode;
  /** The stage as `quarry fmt` writes it. */
  print(node: N, writer: PartWriter): string;
  /** The name under which the stage keeps its rows. */
  resultName?(node: N): Identifier | null;
}

/** All stages, in the form that the parser takes. */
export interface StageList {
  /** Keywords in the order of the documentation. */
  readonly keywords: readonly string[];
  /** The stage with this keyword (in lower case). */
  find(keyword: string): StageSyntax | undefined;
  /** The stage with this name in another language. */
  foreign(word: string): ForeignStage | undefined;
}

/** Syntax and documentation of one source with a keyword of its own. */
export interface SourceSyntax<N extends SourceNode = SourceNode> extends SourceRule, StepSyntax<N> {
  /** The opening text, as completion inserts it. */
  readonly opening: string;
  /** It is only valid if a trace has this table. */
  readonly needsTable?: string;
  /** The source as `quarry fmt` writes it; a word may follow. */
  print(node: N, writer: PartWriter, wordFollows: boolean): string;
}

/** Writes the parts of a stage or source. */
export interface PartWriter {
  /** A declared name. */
  name(name: Identifier): string;
  /** Formats any expression. */
  expression(value: Expression): string;
  /** An expression, in brackets unless it is arithmetic. */
  arithmetic(value: Expression): string;
  /** A pattern, in brackets unless it is a word. */
  pattern(value: Expression): string;
  /** Keys, aggregates or columns; a word may follow them. */
  list(values: readonly NamedExpression[], wordFollows?: boolean): string;
  /** A sort key; a word may follow. */
  sortKey(key: SortKey, wordFollows?: boolean): string;
  /** A range or an address; an open range before a word is put in brackets. */
  range(value: Expression, wordFollows?: boolean): string;
  /** A source of rows; a word may follow. */
  source(source: Source, wordFollows?: boolean): string;
  /** A pipeline on one line, without brackets. */
  pipeline(pipeline: Pipeline): string;
}

/** The kind of expression that is expected. */
export type ExpressionUse = "any" | "filter" | "column" | "measure" | "aggregate" | "window";

/** What may be written at a part of a stage or source; one place may allow several things. */
export type StageExpectation =
  | {
    readonly want: "expression";
    readonly use: ExpressionUse;
    /** Suggested after the other wants. */
    readonly low?: boolean;
    /** Suggest only what can be compared with this. */
    readonly like?: Expression;
  }
  | { readonly want: "source"; readonly bracket: boolean }
  | { readonly want: "words"; readonly words: readonly string[] }
  | { readonly want: "function" }
  | { readonly want: "symbol" }
  | { readonly want: "count" };

/** A want of one expression. */
export function expectsExpression(use: ExpressionUse): readonly StageExpectation[] {
  return [{ want: "expression", use }];
}
