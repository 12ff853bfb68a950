/**
 * What the parser, the printer, help and completion need of stages, sources and points. They get it handed in, so that
 * reading a script needs neither tables nor what runs.
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

/** A word of a stage beside its keyword, as completion suggests it. */
export interface StageWord {
  readonly word: string;
  readonly doc: string;
  /** Nothing has to follow it. */
  readonly ends?: true;
}

/** What is said of a stage, or of a source that begins with a word of its own. */
interface StepSyntax<N extends StageNode | SourceNode> {
  readonly keyword: N["keyword"];
  readonly usage: string;
  readonly summary: string;
  /** Queries that work on an mpatrol trace with its profile. */
  readonly examples: readonly string[];
  /** What may be in place of a part that is being written after `previous`; any expression, if this is absent. */
  wants?(node: N, part: Node, previous: Token): readonly StageWant[];
  /** Words that may follow a complete part. */
  wordsAfter?(node: N, previous: Token, before: readonly Token[]): readonly string[];
}

/** How one stage is written, and the words about it. */
export interface StageSyntax<N extends StageNode = StageNode> extends StageRule, StepSyntax<N> {
  readonly keyword: N["keyword"];
  /** Words of it that completion explains. */
  readonly words?: readonly StageWord[];
  /** Rows after it are known in number, or are those before it: an editor shows no count. */
  readonly hidesRowCount?: true;
  /** The name directly after the keyword is made there. */
  readonly declares?: true;
  parse(state: ParseState, keyword: Token): N | ErrorNode;
  /** The stage as `quarry fmt` writes it. */
  print(node: N, writer: PartWriter): string;
  /** The name under which it keeps the rows. */
  resultName?(node: N): Identifier | null;
}

/** All stages, as the parser sees them. */
export interface StageList {
  /** Keywords in the order of the documentation. */
  readonly keywords: readonly string[];
  /** The stage with this keyword (in lower case). */
  find(keyword: string): StageSyntax | undefined;
  /** The stage that has this name elsewhere. */
  foreign(word: string): ForeignStage | undefined;
}

/** How one source is written that begins with a word of its own, and the words about it. */
export interface SourceSyntax<N extends SourceNode = SourceNode> extends SourceRule, StepSyntax<N> {
  /** What is written first of it. */
  readonly opening: string;
  /** It means something only beside a trace with this table. */
  readonly needsTable?: string;
  /** The source as `quarry fmt` writes it; a word may follow. */
  print(node: N, writer: PartWriter, wordFollows: boolean): string;
}

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

/** Which expressions are wanted. */
export type ExpressionUse = "any" | "filter" | "column" | "measure" | "aggregate" | "window";

/** What may be in a part of a stage or source; one place may want several things. */
export type StageWant =
  | {
    readonly want: "expression";
    readonly use: ExpressionUse;
    /** After what else is wanted. */
    readonly low?: boolean;
    /** Only what can be compared with this. */
    readonly like?: Expression;
  }
  | { readonly want: "source"; readonly bracket: boolean }
  | { readonly want: "words"; readonly words: readonly string[] }
  | { readonly want: "function" }
  | { readonly want: "symbol" }
  | { readonly want: "count" };

/** One want for an expression. */
export function wantsExpression(use: ExpressionUse): readonly StageWant[] {
  return [{ want: "expression", use }];
}
