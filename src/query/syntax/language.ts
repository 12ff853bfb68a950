/**
 * What parser, printer, help and completion need to know about stages, sources and points. It is passed in,
 * so that parsing needs neither tables nor the executor.
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

/** A keyword inside a stage, with what completion needs to suggest it. */
export interface StageWord {
  readonly word: string;
  readonly doc: string;
  /** Whether the word may be the last one of a stage. */
  readonly ends?: true;
}

/** Documentation of a stage, or of a source with a keyword of its own. */
interface StepSyntax<N extends StageNode | SourceNode> {
  readonly keyword: N["keyword"];
  readonly usage: string;
  readonly summary: string;
  /** Queries that work on an mpatrol trace with its profile. */
  readonly examples: readonly string[];
  /** Returns what may be written in a part that is being typed after `previous`; any expression if absent. */
  wants?(node: N, part: Node, previous: Token): readonly StageExpectation[];
  /** Returns words that may follow a complete part. */
  wordsAfter?(node: N, previous: Token, before: readonly Token[]): readonly string[];
}

/** Syntax and documentation of one stage. */
export interface StageSyntax<N extends StageNode = StageNode> extends StageRule, StepSyntax<N> {
  readonly keyword: N["keyword"];
  /** Keywords inside the stage that completion explains. */
  readonly words?: readonly StageWord[];
  /** An editor shows no row count after this stage, because the number of rows is obvious or unchanged. */
  readonly hidesRowCount?: true;
  /** The name directly after the keyword is declared by the stage. */
  readonly declares?: true;
  parse(state: ParseState, keyword: Token): N | ErrorNode;
  /** Prints the stage in the form of `quarry fmt`. */
  print(node: N, writer: PartWriter): string;
  /** Returns the name under which the stage stores its rows. */
  resultName?(node: N): Identifier | null;
}

/** All stages, in the form that the parser needs. */
export interface StageList {
  /** Keywords in the order of the documentation. */
  readonly keywords: readonly string[];
  /** Returns the stage with this keyword (in lower case). */
  find(keyword: string): StageSyntax | undefined;
  /** Returns the stage that has this name in another language. */
  foreign(word: string): ForeignStage | undefined;
}

/** Syntax and documentation of one source with a keyword of its own. */
export interface SourceSyntax<N extends SourceNode = SourceNode> extends SourceRule, StepSyntax<N> {
  /** The first words of the source, as completion inserts them. */
  readonly opening: string;
  /** A table that a trace must have for the source to be valid. */
  readonly needsTable?: string;
  /** Prints the source in the form of `quarry fmt`; a word may follow. */
  print(node: N, writer: PartWriter, wordFollows: boolean): string;
}

/** Writes expressions, keys and lists of a stage or source as query text. */
export interface PartWriter {
  /** Formats a declared name. */
  name(name: Identifier): string;
  /** Formats any expression. */
  expression(value: Expression): string;
  /** Formats an expression, in brackets unless it is arithmetic. */
  arithmetic(value: Expression): string;
  /** Formats a pattern, in brackets unless it is a word. */
  pattern(value: Expression): string;
  /** Formats keys, aggregates or columns; a word may follow them. */
  list(values: readonly NamedExpression[], wordFollows?: boolean): string;
  /** Formats a sort key; a word may follow. */
  sortKey(key: SortKey, wordFollows?: boolean): string;
  /** Formats a range or an address; an open range before a word is put in brackets. */
  range(value: Expression, wordFollows?: boolean): string;
  /** Formats a source of rows; a word may follow. */
  source(source: Source, wordFollows?: boolean): string;
  /** Formats a pipeline on one line, without brackets. */
  pipeline(pipeline: Pipeline): string;
}

/** The kind of expression that is expected. */
export type ExpressionUse = "any" | "filter" | "column" | "measure" | "aggregate" | "window";

/** What may be written in a part of a stage or source; one part may allow several things. */
export type StageExpectation =
  | {
    readonly want: "expression";
    readonly use: ExpressionUse;
    /** Whether completion suggests this after all other expectations. */
    readonly low?: boolean;
    /** Suggest only what can be compared with this expression. */
    readonly like?: Expression;
  }
  | { readonly want: "source"; readonly bracket: boolean }
  | { readonly want: "words"; readonly words: readonly string[] }
  | { readonly want: "function" }
  | { readonly want: "symbol" }
  | { readonly want: "count" };

/** Returns the expectation of one expression. */
export function expectsExpression(use: ExpressionUse): readonly StageExpectation[] {
  return [{ want: "expression", use }];
}
